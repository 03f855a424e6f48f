//! Interrupted commands: they end in good order, and what they wrote is readable.

use super::Folder;
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

const SIGTERM: i32 = 15;

fn start(words: &str, folder: &Folder) -> Child {
    let path = folder.0.to_str().unwrap();
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(words.split(' ').map(|word| word.replace("{}", path)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until a file has this many bytes.
fn wait_for(file: &Path, bytes: u64) {
    while fs::metadata(file).map_or(0, |file| file.len()) < bytes {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn send(program: &Child, signal: &str) {
    let id = program.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
}

/// Interrupts a program; it must end with status 1 and one line.
fn interrupt(program: Child, signal: &str) -> Output {
    send(&program, signal);
    let output = program.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{signal}: {errors}");
    assert!(
        errors.contains("interrupted; what was written is readable"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1, "{errors}");
    output
}

#[test]
fn an_interrupted_trace_is_readable() {
    let folder = Folder::new("signals");
    for (kind, name, signal) in [
        ("instruction", "a.txt", "-TERM"),
        ("instruction", "a.gz", "-INT"),
        ("bus", "b.txt", "-HUP"),
        ("tia", "c.txt", "-TERM"),
        ("vcd", "d.txt", "-INT"),
        ("frame", "e.txt", "-TERM"),
        ("picture", "f.txt", "-TERM"),
    ] {
        let words = format!("trace --kind {kind} --frames 100000000 --out {{}}/{name}");
        let program = start(&words, &folder);
        wait_for(&folder.path(name), 100_000);
        interrupt(program, signal);
        // `diff` refuses a damaged or truncated trace.
        let words = format!("{0} {0}", folder.path(name).display());
        let same = super::run(&format!("diff {words}"), Path::new(""));
        assert!(same.status.success(), "{kind}, {name}: {same:?}");
    }
}

#[test]
fn an_interrupted_sound_file_has_its_true_sizes() {
    let folder = Folder::new("signals-wav");
    let program = start(
        "trace --kind audio --frames 100000000 --out {}/a.wav",
        &folder,
    );
    wait_for(&folder.path("a.wav"), 100_000);
    interrupt(program, "-TERM");
    let mut file = hound::WavReader::open(folder.path("a.wav")).unwrap();
    let samples = file.samples::<i16>().map(Result::unwrap).count();
    let bytes = fs::metadata(folder.path("a.wav")).unwrap().len();
    assert_eq!(samples as u64 * 2 + 44, bytes);
}

#[test]
fn an_interrupted_recording_replays() {
    let folder = Folder::new("signals-record");
    let mut program = start("record --frames 100000000 --out {}/a.script", &folder);
    // The script is written at the end; the handler is there after the first second.
    std::thread::sleep(Duration::from_secs(1));
    assert!(program.try_wait().unwrap().is_none());
    interrupt(program, "-TERM");
    super::good("verify {}", &folder.path("a.script"));
}

#[test]
fn an_interrupted_match_prints_its_table() {
    let folder = Folder::new("signals-match");
    let words = "match 1 1 --games 100 --jobs 1 --pdn {}/a.pdn";
    let program = start(words, &folder);
    wait_for(&folder.path("a.pdn"), 100);
    let output = interrupt(program, "-TERM");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let games = checkers::pdn::read(&fs::read_to_string(folder.path("a.pdn")).unwrap()).unwrap();
    assert!((1..100).contains(&games.len()), "{}", games.len());
    assert!(
        table.contains(&format!(" of {} games", games.len())),
        "{table}"
    );
}

/// A program that waits for its standard input.
fn start_server(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn the_first_signal_ends_a_debugger_that_waits_for_a_command() {
    let mut program = start_server(&["debug"]);
    // It says where it is, and waits. `Child::wait` would close its standard input.
    let _input = program.stdin.take();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    send(&program, "-TERM");
    assert_eq!(program.wait().unwrap().code(), Some(130));
}

#[test]
fn the_first_signal_ends_a_run_and_the_debugger_takes_commands() {
    let mut program = start_server(&["debug"]);
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap()).lines();
    // The run is in progress where its command has been repeated.
    input.write_all(b"run 100000000\n").unwrap();
    output.find(|line| line.as_ref().unwrap() == "> run 100000000");
    std::thread::sleep(Duration::from_millis(200));
    send(&program, "-TERM");
    let news = output.next().unwrap().unwrap();
    input.write_all(b"print 6*7\nquit\n").unwrap();
    let rest: Vec<String> = output.map(Result::unwrap).collect();
    assert!(
        rest.iter().any(|line| line.contains("42")),
        "{news} {rest:?}"
    );
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

#[test]
fn servers_end_at_a_signal() {
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let begin = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let request = r#"{"seq":1,"type":"request","command":"initialize","arguments":{}}"#;
    for (command, message) in [
        ("mcp", format!("{ping}\n")),
        ("lsp", framed(begin)),
        ("dap", framed(request)),
    ] {
        let mut program = start_server(&[command]);
        // Its standard input stays open.
        let mut input = program.stdin.take().unwrap();
        input.write_all(message.as_bytes()).unwrap();
        let mut answer = [0; 10];
        let mut output = program.stdout.take().unwrap();
        output.read_exact(&mut answer).unwrap();
        send(&program, "-TERM");
        let status = program.wait().unwrap();
        assert_eq!(status.signal(), Some(SIGTERM), "{command}: {status}");
    }
}

#[test]
fn a_second_interruption_ends_the_program_immediately() {
    let folder = Folder::new("signals-twice");
    let fifo = folder.path("fifo");
    assert!(
        Command::new("mkfifo")
            .arg(&fifo)
            .status()
            .unwrap()
            .success()
    );
    // A trace to a pipe that nobody reads blocks when the pipe is full.
    let reader = Command::new("sh")
        .args(["-c", "exec sleep 100 < \"$1\"", "sh"])
        .arg(&fifo)
        .spawn();
    let mut reader = reader.unwrap();
    let mut program = start("trace --kind bus --frames 100000 --out {}/fifo", &folder);
    std::thread::sleep(Duration::from_secs(1));
    for _ in 0..2 {
        send(&program, "-TERM");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(program.wait().unwrap().code(), Some(130));
    let _ = reader.kill();
    let _ = reader.wait();
}
