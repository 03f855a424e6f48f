//! Tests every subcommand with a standard output or standard error that cannot be written to, and
//! with control characters in a name.

use super::{crownhead, golden, text};
use std::{
    ffi::OsStr,
    fs::File,
    io::{BufRead, BufReader},
    os::unix::ffi::OsStrExt,
    process::{Command, Stdio},
};
use support::{Folder, Start};

/// A subcommand, arguments that make it print, its exit status when standard output is full, and
/// arguments that make it fail. `{}` stands for a folder.
const COMMANDS: &[(&str, &str, i32, &str)] = &[
    (
        "asm",
        "{}/a.asm -f3 -o{}/a.out",
        2,
        "{}/a.asm -f3 -o{}/no/a",
    ),
    ("new", "{}/new", 1, "{}/a.txt"),
    ("trace", "--frames 2", 1, "{}/missing.bin"),
    ("snapshot", "--frame 1 --out -", 1, "{}/missing.bin"),
    #[cfg(feature = "desktop")]
    (
        "screenshot",
        "--frame 1 --out {}/s.png",
        0,
        "{}/missing.bin",
    ),
    #[cfg(feature = "desktop")]
    ("keys", "", 1, "--settings {}/missing"),
    #[cfg(feature = "desktop")]
    ("settings", "", 1, "--create --settings {}/a.asm"),
    ("completions", "bash", 1, "fish-and-chips"),
    ("man", "", 1, "--fnord"),
    ("manual", "", 1, "--fnord"),
    ("record", "--frames 2", 1, "{}/missing.bin"),
    ("replay", "{}/a.script", 1, "{}/missing.script"),
    ("verify", "{}/a.script", 1, "{}/missing.script"),
    ("check", "--frames 20", 1, "{}/missing.bin"),
    (
        "video",
        "{}/a.script --out {}/v.y4m",
        1,
        "{}/missing.script --out {}/v.y4m",
    ),
    ("info", "", 1, "{}/missing.bin"),
    ("profile", "--frames 2", 1, "{}/missing.bin"),
    ("kernel", "--frame 2", 1, "{}/missing.bin"),
    ("diff", "{}/a.txt {}/a.txt", 1, "{}/a.txt {}/missing.txt"),
    ("debug", "--commands {}/commands", 1, "{}/missing.bin"),
    ("dap", "", 1, "--fnord"),
    ("mcp", "", 1, "--fnord"),
    ("disasm", "--frames 0", 1, "{}/missing.bin"),
    ("doctor", "", 1, "--fnord"),
    ("licenses", "", 1, "--fnord"),
    (
        "checkers",
        "--no-record",
        1,
        "--no-record --book {}/missing",
    ),
    ("triktrak", "--no-record", 1, "--no-record --side red"),
    ("match", "--protocol", 1, "1 {}/missing"),
    ("lsp", "", 1, "--fnord"),
    ("engine", "", 1, "--plies 0"),
    ("help", "", 1, "fnord"),
];

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.asm", " processor 6502\n org $f000\n .byte 1\n");
    let script = "crownhead-script 1\ncartridge bundled\n@1 expect frame-lines 0..400\n@3 end\n";
    folder.write("a.script", script);
    folder.write("a.txt", "a line\n");
    folder.write("commands", "step\n");
    folder.write("input", "crownhead 1\nquit\n");
    let messages = [
        r#"{"id":1,"method":"initialize"}"#,
        r#"{"id":2,"method":"shutdown"}"#,
    ];
    let messages = messages.iter().chain(&[r#"{"method":"exit"}"#]);
    let framed = messages.map(|body| format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    folder.write("lsp-input", framed.collect::<String>());
    let message = r#"{"seq":1,"type":"request","command":"initialize"}"#;
    let framed = format!("Content-Length: {}\r\n\r\n{message}", message.len());
    folder.write("dap-input", framed);
    folder
}

fn command(name: &str, words: &str, folder: &Folder) -> Command {
    let path = folder.to_str().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.current_dir(folder).arg(name);
    command.args(
        words
            .split_whitespace()
            .map(|word| word.replace("{}", path)),
    );
    command.stdin(File::open(folder.path(input_of(name))).unwrap());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Returns the standard input for a subcommand.
fn input_of(name: &str) -> &str {
    match name {
        "lsp" => "lsp-input",
        "dap" => "dap-input",
        _ => "input",
    }
}

/// Returns a pipe that its reader has closed.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn full_disk() -> Stdio {
    File::options()
        .write(true)
        .open("/dev/full")
        .unwrap()
        .into()
}

#[test]
fn the_table_of_commands_has_every_subcommand() {
    let help = text(crownhead(&["--help"]).stdout);
    let list = help.split("Commands:\n").nth(1).unwrap();
    let names = list.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = names
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let table: Vec<&str> = COMMANDS.iter().map(|row| row.0).collect();
    assert_eq!(
        names, table,
        "COMMANDS must have a row for each subcommand, in the order of `crownhead help`"
    );
}

#[test]
fn standard_output_that_cannot_be_written_is_an_error_and_never_a_panic() {
    let folder = folder("stdout");
    for (name, words, status_when_full, _) in COMMANDS {
        let run_to = |out: Stdio| {
            let output = command(name, words, &folder).stdout(out).start().output();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!errors.contains("panicked"), "{name}: {errors}");
            (output.status.code(), errors, output.stdout)
        };
        let (code, errors, printed) = run_to(Stdio::piped());
        assert_eq!(code, Some(0), "{name}: {errors}");
        assert!(
            *status_when_full == 0 || !printed.is_empty(),
            "{name} {words}: prints nothing; change its row of COMMANDS so that it prints"
        );
        let (code, errors, _) = run_to(closed_pipe());
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{name}, no reader");
        let (code, errors, _) = run_to(full_disk());
        assert_eq!(code, Some(*status_when_full), "{name}, full: {errors}");
        assert_eq!(
            errors.lines().count(),
            usize::from(*status_when_full != 0),
            "{name}: {errors}"
        );
        let closed = Command::new("sh")
            .args(["-c", "exec \"$@\" >&-", "sh"])
            .arg(env!("CARGO_BIN_EXE_crownhead"))
            .args(command(name, words, &folder).get_args())
            .current_dir(&folder)
            .run_with_input(File::open(folder.path(input_of(name))).unwrap());
        let errors = String::from_utf8_lossy(&closed.stderr);
        assert_eq!(closed.status.code(), Some(0), "{name}, closed: {errors}");
    }
}

#[test]
fn standard_error_that_cannot_be_written_does_not_change_the_status() {
    let folder = folder("stderr");
    for (name, _, _, words) in COMMANDS {
        let expected = command(name, words, &folder).start().output();
        let code = expected.status.code();
        assert!(
            code.is_some_and(|code| (1..100).contains(&code)),
            "{name}: {expected:?}"
        );
        for stderr in [full_disk(), closed_pipe()] {
            let status = command(name, words, &folder)
                .stdout(Stdio::null())
                .stderr(stderr)
                .start()
                .wait();
            assert_eq!(status.code(), code, "{name}");
        }
    }
}

#[test]
fn a_file_name_cannot_send_commands_to_the_terminal() {
    for byte in (1..=255).filter(|byte| *byte != b'/') {
        let name = [b'x', byte, b'y'];
        let output = crownhead(&[OsStr::new("info"), OsStr::from_bytes(&name)]);
        let errors = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{byte:x}: {errors}");
        let line = errors.strip_suffix('\n').unwrap();
        assert!(
            !line.contains(|letter: char| letter.is_control() && letter != '\t'),
            "{byte:x}: {line:?}"
        );
    }
}

#[test]
fn the_program_says_that_it_waits_for_a_pipe_and_then_reads_it() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("game.bin");
    support::make_pipe(&pipe);
    let mut program = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("info")
        .arg(&pipe)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .start();
    let mut line = String::new();
    BufReader::new(program.stderr())
        .read_line(&mut line)
        .unwrap();
    let expected = format!(
        "crownhead: waiting for data from {}; press Ctrl+C to stop\n",
        pipe.display()
    );
    assert_eq!(line, expected);
    std::fs::write(&pipe, play::bundled::BUNDLED[0].image).unwrap();
    let output = program.output();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(output.stdout).contains("4096 bytes"));
}

/// On a terminal, which script(1) provides here, names in standard output are escaped. The module
/// `print` also tests the escaping without a terminal, because a chroot without /dev/pts has none.
#[test]
fn standard_output_cannot_send_commands_to_the_terminal() {
    support::needs!("script");
    if File::open("/dev/ptmx").is_err() {
        return;
    }
    let folder = folder("names");
    let name = "\u{1b}]0;title\u{7}.script";
    std::fs::copy(golden("colors.script"), folder.path(name)).unwrap();
    folder.write("colors.asm", std::fs::read(golden("colors.asm")).unwrap());
    folder.write("esc.symbols", "Evil\x1b[2J f000\nWorse\x1b[2J f001\n");
    let shown = terminal_output("verify .", &folder);
    assert!(shown.contains("\\u{1b}]0;title\\u{7}.script"), "{shown:?}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    let shown = terminal_output("profile --frames 2 --symbols esc.symbols", &folder);
    assert!(shown.contains("Worse\\u{1b}[2J"), "{shown:?}");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}

/// Returns the output of a command on a terminal.
fn terminal_output(words: &str, folder: &Folder) -> String {
    let line = format!("{} {words}", env!("CARGO_BIN_EXE_crownhead"));
    let output = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder)
        .run();
    text(output.stdout)
}
