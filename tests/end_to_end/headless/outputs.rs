//! Tests that no output replaces an input or another output.

use super::{repository, text};
use std::fs;
use support::Folder;

/// Command lines whose output `{}` is an existing file that must not be replaced: an input of the
/// command, or a file of a different kind. The second column names the file.
const OVERWRITES: &[(&str, &str)] = &[
    ("trace game.bin --frames 2 --out {}", "game.bin"),
    (
        "trace game.bin --kind audio --frames 2 --out {}",
        "game.bin",
    ),
    ("trace game.bin --kind vcd --frames 2 --out {}", "game.bin"),
    ("trace game.asm --frames 2 --out {}", "game.asm"),
    ("trace game.asm --frames 2 --out {}", "part.h"),
    ("trace --input game.script --out {}", "game.script"),
    (
        "trace game.bin --kind instruction --symbols game.sym --frames 2 --out {}",
        "game.sym",
    ),
    ("snapshot game.bin --frame 2 --out {}", "game.bin"),
    ("snapshot game.asm --frame 2 --out {}", "part.h"),
    #[cfg(feature = "desktop")]
    ("screenshot game.bin --frame 2 --out {}", "game.bin"),
    ("record game.bin --frames 2 --out {}", "game.bin"),
    (
        "record --input game.script --frames 2 --out {}",
        "game.script",
    ),
    ("disasm game.bin --frames 2 --out {}", "game.bin"),
    (
        "disasm game.bin --symbols game.sym --frames 2 --out {}",
        "game.sym",
    ),
    ("disasm game.bin game.asm --frames 2 --out .", "game.asm"),
    ("profile game.bin --frames 2 --out {}", "game.bin"),
    ("profile game.bin --frames 2 --svg {}", "game.bin"),
    ("profile game.asm --frames 2 --coverage {}", "part.h"),
    ("check game.bin --frames 20 --sarif {}", "game.bin"),
    ("check game.asm --frames 20 --sarif {}", "part.h"),
    ("check game.asm --frames 20 --play {}", "game.asm"),
    ("video tape.y4m --out {}", "tape.y4m"),
    ("verify game.script --html {}", "game.script"),
    ("verify game.script --junit {}", "game.script"),
    ("verify game.script --coverage {}", "game.script"),
    (
        "trace game.bin --savekey key.bin --frames 2 --out {}",
        "key.bin",
    ),
    (
        "checkers --book games.pdn --no-record --script {}",
        "games.pdn",
    ),
    ("checkers --book games.pdn --record {}", "games.pdn"),
    ("match 1 1 --openings openings.txt --pdn {}", "openings.txt"),
    ("asm game.asm -o{}", "game.asm"),
    ("asm game.asm -l{}", "part.h"),
    ("asm game.asm -s{}", "game.asm"),
    ("asm game.asm --map={}", "part.h"),
    ("asm game.asm --depfile={}", "part.h"),
    ("asm project/x.asm -s{}", "project/crownhead.toml"),
    ("asm project/x.asm -o{}", "./project/crownhead.toml"),
    ("match 1 1 --games 1 --pdn {}", "game.bin"),
    ("checkers --record {}", "game.bin"),
    ("triktrak --record {}", "game.script"),
    ("video game.script --out tape.y4m", "tape.wav"),
    ("snapshot game.bin --frame 2 --out {}", "game.asm"),
    #[cfg(feature = "desktop")]
    ("game.bin --record {}", "game.bin"),
    #[cfg(feature = "desktop")]
    ("--input game.script --record {}", "game.script"),
    #[cfg(feature = "desktop")]
    ("game.bin --log-input {}", "game.bin"),
    #[cfg(feature = "desktop")]
    ("game.bin --stats-json {}", "game.bin"),
    #[cfg(feature = "desktop")]
    ("game.bin --game-record {}", "game.bin"),
    #[cfg(feature = "desktop")]
    ("game.bin --audio-out wav:{}", "game.bin"),
];

/// Command lines that name the same new file twice.
const NAMED_TWICE: &[&str] = &[
    "profile game.bin --frames 2 --out {} --svg {}",
    "profile game.bin --frames 2 --svg {} --coverage {}",
    "kernel game.bin --frame 2 --out {} --svg {}",
    "verify game.script --html {} --junit {}",
    "checkers --record {} --script {}",
    "triktrak --record {} --script {}",
    "asm game.asm -o{} -l{}",
    #[cfg(feature = "desktop")]
    "game.bin --record {} --log-input {}",
];

/// Command lines whose output `-` is standard output. The second column is the beginning of that
/// output; the third is the beginning of the report on standard error.
const TO_STDOUT: &[(&str, &str, &str)] = &[
    (
        "kernel game.bin --frame 2 --line 60 --svg -",
        "<svg",
        "frame 2",
    ),
    (
        "kernel game.bin --frame 2 --line 60 --json --svg -",
        "<svg",
        "{",
    ),
    ("profile game.bin --frames 2 --svg -", "<svg", "2 frames"),
    (
        "profile game.asm --frames 2 --coverage -",
        "TN:",
        "2 frames",
    ),
    ("check game.bin --frames 20 --sarif -", "{", "game.bin: "),
    (
        "check game.bin --frames 20 --play -",
        "crownhead-script",
        "game.bin: ",
    ),
    ("verify good.script --junit -", "<?xml", "ok "),
    ("verify good.script --html -", "<!DOCTYPE", "ok "),
    ("verify good.script --coverage -", "TN:", "ok "),
];

/// Command lines with an output `-` that cannot go to standard output, or with two outputs `-`.
const NOT_TO_STDOUT: &[&str] = &[
    "kernel game.bin --frame 2 --out - --svg -",
    "profile game.bin --frames 2 --svg - --coverage -",
    "check game.bin --sarif - --play -",
    "verify game.script --html - --junit -",
    "checkers --record -",
    "checkers --no-record --script -",
    "triktrak --record -",
    "match 1 1 --games 1 --pdn -",
    "video game.script --out -",
    #[cfg(feature = "desktop")]
    "game.bin --record -",
    #[cfg(feature = "desktop")]
    "game.bin --log-input -",
    #[cfg(feature = "desktop")]
    "game.bin --stats-json -",
    #[cfg(feature = "desktop")]
    "game.bin --game-record -",
    #[cfg(feature = "desktop")]
    "game.bin --audio-out wav:-",
];

/// Options that name no output, and options that name an output of many files; a separate test
/// covers the latter.
const OTHER_OPTIONS: &[&str] = &[
    "arm-symbols",
    "artifacts",
    "book",
    "commands",
    "data-dir",
    "input",
    "listing",
    "map",
    "openings",
    "palette-file",
    "rom",
    "savekey",
    "settings",
    "snapshots",
    "symbols",
];

/// Creates a folder with the input files that the command lines name.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let source = fs::read_to_string(repository().join("tests/roms/faults.asm")).unwrap();
    folder.write("game.asm", format!(" include \"part.h\"\n{source}"));
    folder.write("part.h", "; nothing\n");
    fs::copy(
        repository().join("rom/video-checkers.bin"),
        folder.path("game.bin"),
    )
    .unwrap();
    for name in ["game.script", "tape.y4m"] {
        folder.write(name, "crownhead-script 1\ncartridge bundled\n@20 end\n");
    }
    folder.write("game.sym", "Start f000\n");
    folder.write("key.bin", [0xff; 32_768]);
    folder.write("games.pdn", "1. 11-15 *\n");
    folder.write("openings.txt", "11-15\n");
    folder.write("tape.wav", "mine\n");
    fs::create_dir(folder.path("project")).unwrap();
    folder.write("project/x.asm", " processor 6502\n org 0\n nop\n");
    folder.write("project/crownhead.toml", "");
    folder
}

/// Returns the names and contents of all files in a folder.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).unwrap().flatten();
    let files = files.filter(|file| file.path().is_file());
    let mut all: Vec<_> = files
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, fs::read(file.path()).unwrap())
        })
        .collect();
    all.sort();
    all
}

/// Runs a command line in a folder; returns the exit status and standard error.
fn run_in(folder: &Folder, words: &str) -> (Option<i32>, String) {
    use support::Start;
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = command.args(words.split(' ')).current_dir(folder).run();
    (output.status.code(), text(output.stderr))
}

#[test]
fn an_output_that_is_also_an_input_is_refused_and_unchanged() {
    let folder = folder("outputs");
    let before = contents(&folder);
    for (words, name) in OVERWRITES {
        let words = words.replace("{}", name);
        let (status, errors) = run_in(&folder, &words);
        assert_eq!(status, Some(2), "{words}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{words}: {errors}");
        assert!(errors.contains(name), "{words}: {errors}");
        assert!(contents(&folder) == before, "{words}");
        let project = fs::read(folder.path("project/crownhead.toml")).unwrap();
        assert!(project.is_empty(), "{words}");
    }
    // The same command lines succeed if the output is a different file.
    let (status, errors) = run_in(&folder, "trace game.asm --frames 2 --out other.txt");
    assert_eq!(status, Some(0), "{errors}");
}

#[test]
fn an_output_that_is_named_twice_is_refused() {
    let folder = folder("twice");
    let before = contents(&folder);
    for words in NAMED_TWICE {
        let words = words.replace("{}", "new.txt");
        let (status, errors) = run_in(&folder, &words);
        assert_eq!(status, Some(2), "{words}: {errors}");
        assert!(errors.contains("new.txt"), "{words}: {errors}");
        assert!(contents(&folder) == before, "{words}");
    }
}

/// Checks that every option that takes a file or folder is in a command line above, or in
/// [`OTHER_OPTIONS`].
#[test]
fn the_tables_have_every_option_that_takes_a_file() {
    let help = |words: &[&str]| {
        let output = super::crownhead(words);
        assert!(output.status.success(), "{words:?}");
        text(output.stdout)
    };
    let main_help = help(&["--help"]);
    let commands = main_help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| !["asm", "help"].contains(name));
    let commands: Vec<&str> = commands.collect();
    assert!(commands.len() > 20, "{commands:?}");
    for name in commands.into_iter().chain([""]) {
        let words = [name, "--help"];
        let text = help(&words[usize::from(name.is_empty())..]);
        for line in text.lines().map(str::trim_start) {
            let Some(option) = line.split("--").nth(1).filter(|_| line.starts_with('-')) else {
                continue;
            };
            let (option, value) = option.split_once(' ').unwrap_or((option, ""));
            let is_file = ["<FILE", "<FOLDER", "<DIR", "<SCRIPT"]
                .iter()
                .any(|kind| value.starts_with(kind));
            let in_table = |words: &str| {
                let is_for_command = match name {
                    "" => words.starts_with("--") || words.starts_with("game.bin "),
                    name => words.starts_with(&format!("{name} ")),
                };
                is_for_command && words.contains(&format!("--{option} "))
            };
            let is_covered = OTHER_OPTIONS.contains(&option)
                || name == "man"
                || OVERWRITES.iter().any(|(words, _)| in_table(words))
                || NAMED_TWICE.iter().any(|words| in_table(words));
            assert!(
                !is_file || is_covered,
                "{name} --{option}: add this option to OVERWRITES, NAMED_TWICE or OTHER_OPTIONS"
            );
        }
    }
}

#[test]
fn commands_with_many_outputs_replace_only_files_of_an_earlier_run() {
    let folder = folder("many");
    folder.write(
        "shots.script",
        "crownhead-script 1\ncartridge bundled\n@5 snapshot shot\n@6 end\n",
    );
    let user_text = "mine\n";
    for (words, name) in [
        ("replay shots.script --snapshots .", "shot.png"),
        ("man --out .", "crownhead-trace.1"),
        (
            "disasm game.asm other.bin --frames 2 --out s",
            "s/other.asm",
        ),
    ] {
        fs::copy(folder.path("game.bin"), folder.path("other.bin")).unwrap();
        for _ in 0..2 {
            let (status, errors) = run_in(&folder, words);
            assert_eq!(status, Some(0), "{words}: {errors}");
        }
        let generated = fs::read(folder.path(name)).unwrap();
        fs::write(folder.path(name), user_text).unwrap();
        let (status, errors) = run_in(&folder, words);
        assert_eq!(status, Some(2), "{words}: {errors}");
        assert!(errors.contains("--force"), "{words}: {errors}");
        assert_eq!(fs::read_to_string(folder.path(name)).unwrap(), user_text);
        let (status, errors) = run_in(&folder, &format!("{words} --force"));
        assert_eq!(status, Some(0), "{words}: {errors}");
        assert!(fs::read(folder.path(name)).unwrap() == generated, "{words}");
    }
}

#[cfg(unix)]
#[test]
fn a_picture_that_does_not_fit_on_the_disk_leaves_the_old_one() {
    use support::Start;
    let folder = folder("full");
    folder.write("x.png", "the old picture");
    let output = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 1; trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_crownhead"))
        .args(["snapshot", "game.bin", "--out", "x.png"])
        .current_dir(&folder)
        .run();
    let errors = text(output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("cannot write x.png"), "{errors}");
    let remaining = fs::read_to_string(folder.path("x.png")).unwrap();
    assert_eq!(remaining, "the old picture");
    assert!(!folder.path("x.png.part").exists());
}

#[cfg(unix)]
#[test]
fn a_link_to_an_input_is_refused() {
    let folder = folder("linked-outputs");
    std::os::unix::fs::symlink(folder.path("game.bin"), folder.path("soft.bin")).unwrap();
    fs::hard_link(folder.path("game.bin"), folder.path("hard.bin")).unwrap();
    let before = contents(&folder);
    for name in ["soft.bin", "hard.bin", "./game.bin"] {
        let (status, errors) = run_in(&folder, &format!("trace game.bin --frames 2 --out {name}"));
        assert_eq!(status, Some(2), "{name}: {errors}");
        assert!(contents(&folder) == before, "{name}");
    }
}

#[test]
fn disassemblies_of_the_same_name_do_not_replace_each_other() {
    let folder = folder("equal-stems");
    for name in ["a", "b"] {
        fs::create_dir(folder.path(name)).unwrap();
        fs::copy(folder.path("game.bin"), folder.path(name).join("x.bin")).unwrap();
    }
    let (status, errors) = run_in(&folder, "disasm a/x.bin b/x.bin --frames 2 --out s");
    assert_eq!(status, Some(2), "{errors}");
    assert!(errors.contains("two outputs"), "{errors}");
    // The program replaces files that an earlier run wrote, but other files only with `--force`.
    let words = "disasm a/x.bin game.bin --frames 2 --out s";
    for _ in 0..2 {
        let (status, errors) = run_in(&folder, words);
        assert_eq!(status, Some(0), "{errors}");
    }
    fs::write(folder.path("s/x.asm"), "; mine\n").unwrap();
    let (status, errors) = run_in(&folder, words);
    assert_eq!(status, Some(2), "{errors}");
    assert_eq!(
        fs::read_to_string(folder.path("s/x.asm")).unwrap(),
        "; mine\n"
    );
    assert_eq!(run_in(&folder, &format!("{words} --force")).0, Some(0));
}

#[test]
fn unnamed_snapshots_replace_nothing_and_other_formats_are_refused() {
    let folder = folder("snapshots");
    for _ in 0..2 {
        let (status, errors) = run_in(&folder, "snapshot game.bin --frame 2");
        assert_eq!(status, Some(0), "{errors}");
    }
    assert!(folder.path("snapshot.png").exists() && folder.path("snapshot-0001.png").exists());
    let (status, errors) = run_in(&folder, "snapshot game.bin --frame 2 --out x.jpg");
    assert_eq!(status, Some(2), "{errors}");
    assert!(!folder.path("x.jpg").exists());
}

#[test]
fn an_error_names_the_output_and_not_a_temporary_file() {
    let folder = folder("no-such-folder");
    let (status, errors) = run_in(&folder, "video game.script --out none/x.mp4");
    assert_eq!(status, Some(1), "{errors}");
    assert!(
        errors.contains("none/x.") && !errors.contains(".part"),
        "{errors}"
    );
}

#[test]
fn a_failed_assembly_leaves_the_binary_of_an_earlier_run() {
    let folder = folder("failed-assembly");
    folder.write("bad.asm", " processor 6502\n org $1000\n nop\n bogus\n");
    for (words, status) in [
        ("asm missing.asm -ogame.bin", 2),
        ("asm bad.asm -ogame.bin", 5),
        ("asm game.asm -ogame.bin -p0", 4),
    ] {
        let before = fs::read(folder.path("game.bin")).unwrap();
        let (code, errors) = run_in(&folder, words);
        assert_eq!(code, Some(status), "{words}: {errors}");
        let kept = fs::read(folder.path("game.bin")).unwrap() == before;
        assert!(kept, "{words}");
        assert_eq!(errors.contains("game.bin is still"), status > 2, "{errors}");
    }
    run_in(&folder, "asm bad.asm -ogame.bin --strict-dasm");
    let partial = fs::read(folder.path("game.bin")).unwrap();
    assert!(partial.len() < 10, "{}", partial.len());
    run_in(&folder, "asm missing.asm -onew.bin -lnew.lst");
    assert!(!folder.path("new.bin").exists() && !folder.path("new.lst").exists());
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_trace_and_no_empty_one() {
    use support::Start;
    let folder = folder("full-traces");
    folder.write("old.txt", "the old trace");
    let before = contents(&folder);
    for (kind, name) in [
        ("frame", "old.txt"),
        ("frame", "new.txt"),
        ("bus", "new.gz"),
    ] {
        let output = std::process::Command::new("sh")
            .args(["-c", "ulimit -f 0; trap '' XFSZ; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_crownhead"))
            .args(["trace", "game.bin", "--frames", "100", "--kind", kind])
            .args(["--out", name])
            .current_dir(&folder)
            .run();
        let errors = text(output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {errors}");
        assert!(errors.contains(name), "{errors}");
        assert!(contents(&folder) == before, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn two_traces_with_the_same_name_do_not_mix() {
    use support::Start;
    let folder = folder("two-traces");
    let start = |kind: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["trace", "game.bin", "--frames", "20", "--kind", kind])
            .args(["--out", "same"])
            .current_dir(&folder)
            .start()
    };
    let both = [start("instruction"), start("tia")];
    assert!(both.iter().all(|program| program.wait().success()));
    let (status, errors) = run_in(&folder, "diff same same");
    assert_eq!(status, Some(0), "{errors}");
    assert!(!folder.path("same.part").exists());
}

#[test]
fn simultaneous_snapshots_without_names_are_all_saved() {
    use support::Start;
    let folder = folder("pictures-together");
    let start = |frame: u8| {
        std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["snapshot", "game.bin", "--frame", &frame.to_string()])
            .current_dir(&folder)
            .start()
    };
    let all: Vec<_> = (1..=6).map(start).collect();
    assert!(all.iter().all(|program| program.wait().success()));
    let pictures = contents(&folder).into_iter();
    let pictures: Vec<_> = pictures
        .filter(|(name, _)| name.ends_with(".png"))
        .collect();
    assert_eq!(pictures.len(), 6);
    assert!(
        pictures
            .iter()
            .all(|(_, bytes)| bytes.starts_with(b"\x89PNG"))
    );
}

fn output_of(folder: &Folder, line: &str) -> std::process::Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let command = command.args(line.split(' ')).current_dir(folder);
    support::Start::run(command.stdin(std::process::Stdio::null()))
}

#[test]
fn an_output_goes_to_standard_output_and_its_report_to_standard_error() {
    let folder = folder("stdout");
    let script = "crownhead-script 1\ncartridge game.asm\n@2 expect frame-lines 0..400\n@3 end\n";
    folder.write("good.script", script);
    let before = contents(&folder);
    for (line, output, report) in TO_STDOUT {
        let result = output_of(&folder, line);
        let (out, errors) = (text(result.stdout), text(result.stderr));
        assert!(out.starts_with(output), "{line}: {out}");
        assert!(errors.starts_with(report), "{line}: {errors}");
        assert!(contents(&folder) == before, "{line} wrote a file");
    }
}

#[test]
fn an_output_that_cannot_be_standard_output_is_refused() {
    let folder = folder("not-stdout");
    let before = contents(&folder);
    for line in NOT_TO_STDOUT {
        let result = output_of(&folder, line);
        let errors = text(result.stderr);
        assert_eq!(result.status.code(), Some(2), "{line}: {errors}");
        assert!(errors.contains("standard output"), "{line}: {errors}");
        assert!(contents(&folder) == before, "{line} wrote a file");
    }
}

#[cfg(feature = "desktop")]
#[test]
fn a_screenshot_goes_to_standard_output() {
    let folder = folder("screenshot-stdout");
    let before = contents(&folder);
    let words = ["screenshot", "--frame", "2", "--out", "-"];
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = support::Start::run(command.args(words).current_dir(&folder));
    assert!(output.stdout.starts_with(b"\x89PNG"));
    assert!(contents(&folder) == before);
}

/// Without a display, there is no window, and no file is written.
#[cfg(all(target_os = "linux", feature = "desktop"))]
#[test]
fn a_window_that_cannot_be_opened_replaces_no_file() {
    use support::Start;
    let folder = folder("no-display");
    folder.write("old.txt", "an old recording");
    for option in ["--record", "--log-input"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["game.bin", option, "old.txt", "--data-dir", "."])
            .args(["--exit-after-frames", "1", "--audio-out", "null"])
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .current_dir(&folder)
            .run();
        assert_eq!(output.status.code(), Some(1), "{}", text(output.stderr));
        let old = fs::read_to_string(folder.path("old.txt")).unwrap();
        assert_eq!(old, "an old recording", "{option}");
    }
}
