//! Compares the command-line flags with dasm's: how each flag affects the output files, the exit
//! code and the standard output.

use std::path::Path;
use std::process::Command;
use support::Start;

/// A program with an include file and macros. It needs two passes. Defining the symbol `BAD` or
/// `WIDE` enables statements with errors.
const SOURCE: &str = "\tprocessor 6502\n\tinclude \"names.h\"\n\tseg.u ram\n\torg $80\nv\tds 2\n\
    \tseg\n\
    \torg BASE\n\tMAC two\n\tlda {1}\n\tENDM\n\tMAC two\n\tENDM\nStart\tlda #<Later\n\ttwo v\n\
    \tifconst BAD\n\
    \tlda #300\n\tbogus\n\tendif\n\tifconst WIDE\n\t.word $12345\n\tendif\n\
    \techo \"size\", Later-Start\nLater\trts\n";

/// The flags of each run. They follow the name of the source.
const RUNS: &[&[&str]] = &[
    &[],
    &["-f1"],
    &["-f2"],
    &["-f3"],
    &["-f4"],
    &["-f0"],
    &["-f"],
    &["-o"],
    &["-l"],
    &["-L"],
    &["-s"],
    &["-ox.bin", "-lx.lst", "-sx.sym"],
    &["-Lx.lst", "-T1", "-sx.sym"],
    &["-T0", "-sx.sym"],
    &["-T2"],
    &["-T-1"],
    &["-v0"],
    &["-v1"],
    &["-v2"],
    &["-v3"],
    &["-v4"],
    &["-v5"],
    &["-DBAD", "-sx.sym"],
    &["-DBAD=1", "-E0"],
    &["-DBAD", "-E1"],
    &["-DBAD", "-E2", "-lx.lst"],
    &["-E3"],
    &["-DBAD", "-R"],
    &["-DBAD", "-v3", "-Lx.lst"],
    &["-DEXTRA=2*3", "-MTEXT=EXTRA+1", "-MNONE", "-sx.sym"],
    &["-DBASE=$2000", "-sx.sym"],
    &["-DWIDE"],
    &["-DWIDE", "-S"],
    &["-S", "-lx.lst", "-sx.sym"],
    &["-p1", "-sx.sym"],
    &["-p2"],
    &["-p0"],
    &["-P3"],
    &["-DBAD", "-P4"],
    &["-m64"],
    &["-m65"],
    &["-m4096"],
    &["-m9999999"],
    &["-Ideep", "-Iother"],
    &["/f3", "/ox.bin"],
    &["-o/nonexistent/x"],
    &["-l/nonexistent/x"],
    &["-s/nonexistent/x"],
    &["-Lz.lst", "-lx.lst"],
    &["-lz.lst", "-Lx.lst"],
    &["-DEXTRA=NOBODY", "-v4"],
    &["-d"],
    &["-d0"],
];

/// Runs an assembler on `t.asm`. Returns the exit code, the standard output, and the contents of
/// the output files (`None` for a file that was not written).
fn run(program: &str, folder: &Path, flags: &[&str]) -> (Option<i32>, String, Vec<Option<String>>) {
    let files = ["a.out", "x.bin", "x.lst", "x.sym"].map(|name| folder.join(name));
    for file in &files {
        let _ = std::fs::remove_file(file);
    }
    let output = Command::new(program)
        .current_dir(folder)
        .arg("t.asm")
        .args(flags)
        .run();
    let console = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = |file| {
        let bytes = std::fs::read(file).ok()?;
        Some(bytes.iter().map(|&byte| char::from(byte)).collect())
    };
    let files = files.iter().map(read).collect();
    (output.status.code(), console, files)
}

#[test]
fn flags_behave_as_in_dasm() {
    support::needs!("dasm");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    };
    write("t.asm", SOURCE);
    write("names.h", "\tIFNCONST BASE\nBASE = $1000\n\tENDIF\n");
    for flags in RUNS {
        let mut dasm = run("dasm", folder.path(), flags);
        let ours = run(env!("CARGO_BIN_EXE_asm6502"), folder.path(), flags);
        // If dasm cannot open the listing, it creates an empty binary. This assembler does not.
        if *flags == ["-l/nonexistent/x"] {
            dasm.2[0].take_if(|binary| binary.is_empty());
        }
        assert_eq!(ours, dasm, "{flags:?}");
    }
}

#[test]
fn a_large_source_with_a_long_line_is_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let long = format!(" lda #1 ;{}\n", "x".repeat(17_000));
    let comments = format!("; {}\n", "x".repeat(61)).repeat(6000);
    let code = " lda #2\n".repeat(2000);
    let source = format!(" processor 6502\n org $1000\n{long}{code}{comments} lda #3\n");
    std::fs::write(folder.path().join("t.asm"), source).expect("the folder can be written");
    // The long line crashes dasm, so there is no result to compare with.
    let ours = run(env!("CARGO_BIN_EXE_asm6502"), folder.path(), &["-f3"]);
    assert_eq!(ours.0, Some(0), "{}", ours.1);
    let count = ours.2[0].as_ref().map(|binary| binary.chars().count());
    assert_eq!(count, Some(2 * 2002), "each instruction has two bytes");
}

#[test]
fn a_large_source_may_end_exactly_at_a_memory_page_boundary() {
    support::needs!("dasm");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let line = |text: &str| format!("{text:63}\n");
    let head = line(" processor 6502") + &line(" org $1000");
    let source = head + &line("; x").repeat(4093) + &line(" mac foo");
    std::fs::write(folder.path().join("t.asm"), source).expect("the folder can be written");
    for flags in [&["-f3"][..], &["-lx.lst"]] {
        let dasm = run("dasm", folder.path(), flags);
        let ours = run(env!("CARGO_BIN_EXE_asm6502"), folder.path(), flags);
        assert!(ours == dasm, "{flags:?}: {} for {}", ours.1, dasm.1);
    }
}

#[test]
fn invalid_command_lines_end_with_exit_code_1() {
    support::needs!("dasm");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for flags in [&["-x"][..], &["other.asm"], &["-I", "dir"], &["-"], &[""]] {
        for program in ["dasm", env!("CARGO_BIN_EXE_asm6502")] {
            let (exit_code, ..) = run(program, folder.path(), flags);
            assert_eq!(exit_code, Some(1), "{program} {flags:?}");
        }
    }
}

#[test]
fn a_map_that_cannot_be_written_ends_the_run_before_assembly() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("t.asm"), SOURCE).expect("the folder can be written");
    for flag in ["--map=/nonexistent/map", "--depfile=/nonexistent/rule"] {
        let (exit_code, console, files) =
            run(env!("CARGO_BIN_EXE_asm6502"), folder.path(), &[flag]);
        assert_eq!(exit_code, Some(2));
        assert!(console.contains("/nonexistent/"), "{console}");
        assert_eq!(files[0], None, "a binary was written");
    }
}

#[test]
fn a_depfile_is_a_rule_for_make() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    };
    let source = "\tprocessor 6502\n\tinclude \"a b.h\"\n\torg $1000\n\tincbin \"c$#.bin\"\n\
        \tinclude \"none.h\"\n";
    write("t.asm", source);
    write("a b.h", "\tinclude \"deep.h\"\n\tinclude \"deep.h\"\n");
    write("deep.h", "x = 1\n");
    write("c$#.bin", "1234");
    let flags = ["-ox y.bin", "--depfile", "rule.d"];
    let status = Command::new(env!("CARGO_BIN_EXE_asm6502"))
        .current_dir(folder.path())
        .arg("t.asm")
        .args(flags)
        .run()
        .status;
    assert!(status.success());
    let rule = std::fs::read_to_string(folder.path().join("rule.d")).expect("the rule is there");
    let expected = "x\\ y.bin: \\\n t.asm \\\n a\\ b.h \\\n deep.h \\\n c$$\\#.bin\n";
    assert_eq!(rule, expected);
}

#[test]
fn the_segment_table_shows_segments_without_an_origin() {
    support::needs!("dasm");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = " processor 6502\n seg.u foo\na ds 5\n seg code\n org $1000\n lda b\nb nop\n";
    std::fs::write(folder.path().join("t.asm"), source).expect("the folder can be written");
    let dasm = run("dasm", folder.path(), &["-v1"]);
    let ours = run(env!("CARGO_BIN_EXE_asm6502"), folder.path(), &["-v1"]);
    assert_eq!(ours, dasm);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_for_the_listing_does_not_affect_the_other_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("t.asm"), SOURCE).expect("the folder can be written");
    let flags = [
        "-ox.bin",
        "-l/dev/full",
        "-sx.sym",
        "--map=x.lst",
        "-DBASE=$2000",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_asm6502"))
        .current_dir(folder.path())
        .arg("t.asm")
        .args(flags)
        .run();
    assert_eq!(output.status.code(), Some(2));
    let console = String::from_utf8_lossy(&output.stdout);
    assert!(console.contains("size"), "{console}");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("cannot write /dev/full: No space left"),
        "{message}"
    );
    let size = |name| std::fs::metadata(folder.path().join(name)).map_or(0, |file| file.len());
    assert_eq!(size("x.bin"), 7, "the binary is complete");
    assert!(size("x.sym") > 0 && size("x.lst") > 0);
}

/// Names and contents of files.
type Files = Vec<(String, Vec<u8>)>;

/// Runs the assembler on `t.asm`. Returns the exit code, the standard error, and all files that are
/// in the folder afterward.
fn run_and_list_files(folder: &Path, flags: &[&str]) -> (Option<i32>, String, Files) {
    let output = Command::new(env!("CARGO_BIN_EXE_asm6502"))
        .current_dir(folder)
        .arg("t.asm")
        .args(flags)
        .run();
    let files = std::fs::read_dir(folder).expect("the folder").flatten();
    let mut files: Vec<_> = files
        .map(|file| {
            let name = file.file_name().into_string().expect("a plain name");
            (name, std::fs::read(file.path()).expect("a file"))
        })
        .collect();
    files.sort();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors, files)
}

#[test]
fn a_source_is_never_replaced_by_an_output() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    };
    let source = " processor 6502\n org $1000\n include \"x.h\"\n incbin \"x.bin\"\n nop\n";
    write("t.asm", source);
    write("x.h", "one = 1\n");
    write("x.bin", "what the last run wrote");
    let (.., before) = run_and_list_files(folder.path(), &["-o/dev/null"]);
    for name in ["t.asm", "./t.asm", "x.h", "x.bin"] {
        for flag in ["-o", "-l", "-s", "--map=", "--depfile="] {
            let word = format!("{flag}{name}");
            // Without `-oy.bin`, the run would write `a.out`. If `word` is also an `-o`, it
            // overrides `-oy.bin`.
            let flags = [["-oy.bin"].as_slice(), &[&word]].concat();
            let (code, errors, after) = run_and_list_files(folder.path(), &flags);
            assert_eq!(code, Some(2), "{word}: {errors}");
            assert!(errors.contains(name), "{word}: {errors}");
            assert_eq!(after, before, "{word}");
        }
    }
    #[cfg(unix)]
    {
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("t.asm", link).expect("a link");
        let (code, ..) = run_and_list_files(folder.path(), &["-olink"]);
        assert_eq!(code, Some(2));
        let text = std::fs::read_to_string(folder.path().join("t.asm")).expect("the source");
        assert_eq!(text, source);
    }
}

#[test]
fn two_outputs_cannot_be_one_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(
        folder.path().join("t.asm"),
        " processor 6502\n org 0\n nop\n",
    )
    .expect("t.asm");
    for flags in [["-ox", "-lx"], ["-ox", "-s./x"], ["--map=y", "--depfile=Y"]] {
        let (code, errors, files) = run_and_list_files(folder.path(), &flags);
        assert_eq!(code, Some(2), "{flags:?}: {errors}");
        assert_eq!(files.len(), 1, "{flags:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_binary_that_does_not_fit_on_the_disk_leaves_the_old_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    };
    write("t.asm", " processor 6502\n org $1000\n ds 9999\n");
    write("x.bin", "the last binary");
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 1; trap '' XFSZ; exec \"$@\"", "sh"])
        .args([env!("CARGO_BIN_EXE_asm6502"), "t.asm", "-ox.bin"])
        .current_dir(folder.path())
        .run();
    let console = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(!console.contains("Complete"), "{console}");
    assert!(errors.contains("cannot write x.bin"), "{errors}");
    let binary = std::fs::read_to_string(folder.path().join("x.bin")).expect("x.bin");
    assert_eq!(binary, "the last binary");
    assert_eq!(
        std::fs::read_dir(folder.path())
            .expect("the folder")
            .count(),
        2
    );
}

#[test]
fn a_second_run_replaces_all_outputs_of_the_first() {
    let flags = ["-ox.bin", "-lx.lst", "-sx.sym"];
    let build = |folder: &Path, source: &str| {
        std::fs::write(folder.join("t.asm"), source).expect("the folder can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_asm6502"));
        let status = command.current_dir(folder).arg("t.asm").args(flags);
        let status = status.run().status;
        assert!(status.success());
        ["x.bin", "x.lst", "x.sym"].map(|name| std::fs::read(folder.join(name)).ok())
    };
    let (used, fresh) = (tempfile::tempdir(), tempfile::tempdir());
    let (used, fresh) = (used.expect("a folder"), fresh.expect("a folder"));
    let (long, short) = (
        " processor 6502\n org $1000\nFirst nop\nSecond jmp First\n ds 99\n",
        " processor 6502\n org $1000\n nop\n",
    );
    build(used.path(), long);
    assert_eq!(build(used.path(), short), build(fresh.path(), short));
}
