//! Tests `asm6502` as a program: its output streams, its limits, and what it prints to a terminal.

use std::process::{Command, Output};
use support::Start;

/// Runs the program in a temporary folder that contains the source `a.asm`.
fn run(text: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.asm"), text).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_asm6502"));
    command.current_dir(folder.path()).args(arguments).run()
}

/// Returns the text that the program wrote to standard output, and the text that it wrote to
/// standard error.
fn streams(output: &Output) -> (String, String) {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_flag_before_the_source_is_an_error_that_explains_the_order() {
    let output = run(" nop\n", &["-f3", "a.asm"]);
    let (text, _) = streams(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.ends_with("The source file comes first: asm6502 a.asm -f3\n"),
        "{text}"
    );
}

#[test]
fn an_error_appears_once_if_both_outputs_are_one_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = " processor 6502\n org 0\n bogus\n";
    std::fs::write(folder.path().join("a.asm"), text).expect("the folder can be written");
    let log = tempfile::NamedTempFile::new().expect("a temporary file");
    let handle = || log.reopen().expect("the file can be opened");
    let both = handle();
    let status = Command::new(env!("CARGO_BIN_EXE_asm6502"))
        .current_dir(folder.path())
        .args(["a.asm", "-oa.bin"])
        .stdout(both.try_clone().expect("a second handle"))
        .stderr(both)
        .start()
        .wait();
    assert_eq!(status.code(), Some(5));
    let text = std::fs::read_to_string(log.path()).expect("the log is text");
    assert_eq!(
        text.matches("bogus").count(),
        2,
        "expected one message with its excerpt:\n{text}"
    );
}

#[test]
fn a_missing_source_is_reported() {
    for options in [&["nix.asm"][..], &["nix.asm", "--dialect", "2.20.16"]] {
        let output = run("", options);
        let (_, errors) = streams(&output);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(
            errors.starts_with("nix.asm: error: cannot open"),
            "{errors}"
        );
    }
    let output = run("", &["nix.asm", "--strict-dasm"]);
    let (console, errors) = streams(&output);
    assert_eq!(output.status.code(), Some(0), "dasm succeeds, too");
    assert!(
        console.contains("Warning: Unable to open 'nix.asm'"),
        "{console}"
    );
    assert_eq!(errors, "");
}

#[test]
fn a_source_that_only_works_as_a_part_of_a_program_is_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    };
    write("crownhead.toml", "main = \"main.asm\"\n");
    write(
        "main.asm",
        " processor 6502\n org $f000\n include \"kernel.asm\"\n",
    );
    write("kernel.asm", " lda #1\n");
    write("other.asm", " lda #1\n");
    for (source, is_part) in [("kernel.asm", true), ("other.asm", false)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_asm6502"));
        let output = command.current_dir(folder.path()).arg(source).run();
        let (_, errors) = streams(&output);
        assert_eq!(output.status.code(), Some(5), "{source}");
        let is_reported = errors.contains("kernel.asm is a part of main.asm");
        assert_eq!(is_reported, is_part, "{errors}");
    }
    let name = folder.path().join("kernel.asm");
    let fault = asm6502::build(&asm6502::DiskProvider, &name).expect_err("a part");
    assert!(
        fault.to_string().contains("main.asm, and does not"),
        "{fault}"
    );
}

#[test]
fn the_error_comes_before_the_warnings_of_a_build() {
    let mut sources = asm6502::MemoryProvider::default();
    let text = " processor 6502\n include \"vcs.h\"\n org $f000\n lda $80,1\n lda nothing\n";
    sources.insert("a.asm", text);
    let fault = asm6502::build(&sources, std::path::Path::new("a.asm")).expect_err("an error");
    let text = fault.to_string();
    assert!(text.starts_with("a.asm:5:6: error: "), "{text}");
    assert!(
        text.contains("warning: ") && text.contains("note: vcs.h"),
        "{text}"
    );
}

#[test]
fn a_directory_given_as_the_source_is_reported() {
    let output = run("", &["."]);
    let (_, errors) = streams(&output);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors.starts_with(".: error: this is a directory; there is nothing to assemble\n"),
        "{errors}"
    );
}

#[test]
#[cfg(unix)]
fn an_endless_file_is_rejected() {
    let include = " processor 6502\n org 0\n include \"/dev/zero\"\n";
    let data = " processor 6502\n org 0\n incbin \"/dev/zero\"\n";
    for (name, text) in [("/dev/zero", ""), ("a.asm", include), ("a.asm", data)] {
        let output = run(text, &[name, "-f3"]);
        let (_, errors) = streams(&output);
        assert_eq!(output.status.code(), Some(38), "{text}");
        assert!(errors.contains("/dev/zero: more than 64 MiB"), "{errors}");
        assert!(errors.contains("name a file with"), "{errors}");
    }
}

#[test]
fn a_message_sends_no_commands_to_a_terminal() {
    let text =
        " processor 6502\n org 0\n b\x1b[31mad\n byte 300 ; \x1b[2J\n echo \"\x1b]0;x\x07\"\n";
    let output = run(text, &["a.asm"]);
    let (console, errors) = streams(&output);
    assert!(!errors.contains('\x1b'), "{errors:?}");
    assert!(
        errors.contains(r"unknown mnemonic 'b\u{1b}[31mad'"),
        "{errors}"
    );
    assert!(console.contains('\x1b'), "a pipe gets dasm's exact bytes");
    let json = run(text, &["a.asm", "--message-format", "json"]);
    let (json, errors) = streams(&json);
    assert!(!json.contains('\x1b') && errors.is_empty(), "{json:?}");
    let usage = "\x1b[1m";
    let text = format!(" processor 6502\n seg {usage}\n org 0\n nop\n");
    let (_, errors) = streams(&run(&text, &["a.asm", "--usage"]));
    assert!(errors.contains(r"segment \u{1b}[1m"), "{errors:?}");
}

#[test]
fn the_caret_is_below_an_escaped_line() {
    let text = " processor 6502\n org 0\n byte \"\x1b\",300\n";
    let (_, errors) = streams(&run(text, &["a.asm"]));
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines[1], r#"     byte "\u{1b}",300"#);
    assert_eq!(
        lines[2].trim_end().len(),
        lines[1].find('"').expect("a quote") + 1
    );
}
