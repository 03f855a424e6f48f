//! Tests that interrupted commands end cleanly and leave readable output.

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
    os::{fd::AsFd, unix::process::ExitStatusExt},
    path::Path,
    process::{Command, Output, Stdio},
    time::Duration,
};
use support::{Folder, Program, Signal, Start, make_pipe};

fn start(words: &str, folder: &Folder) -> Program {
    let path = folder.to_str().unwrap();
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(words.split(' ').map(|word| word.replace("{}", path)))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .start()
}

/// Waits until a file has at least `bytes` bytes.
fn wait_for_size(file: &Path, bytes: u64) {
    while fs::metadata(file).map_or(0, |file| file.len()) < bytes {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Interrupts a program, which must then exit with status 1 and one line on standard error.
fn interrupt(program: Program, signal: Signal) -> Output {
    program.signal(signal);
    let output = program.output();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{signal:?}: {errors}");
    assert!(
        errors.contains("interrupted; the output so far is readable"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1, "{errors}");
    output
}

#[test]
fn an_interrupted_trace_is_readable() {
    let folder = Folder::new("signals");
    // Without the interruption, each trace would grow to about 200 MB.
    for (kind, frames, name, signal) in [
        ("instruction", 700, "a.txt", Signal::SIGTERM),
        ("instruction", 10_000, "a.gz", Signal::SIGINT),
        ("bus", 200, "b.txt", Signal::SIGHUP),
        ("tia", 3000, "c.txt", Signal::SIGTERM),
        ("vcd", 60, "d.txt", Signal::SIGINT),
        ("frame", 2_000_000, "e.txt", Signal::SIGTERM),
        ("picture", 50_000, "f.txt", Signal::SIGTERM),
    ] {
        let words = format!(
            "trace --kind {kind} --frames {frames} --max-frames {frames} --out {{}}/{name}"
        );
        let program = start(&words, &folder);
        wait_for_size(&folder.path(name), 100_000);
        interrupt(program, signal);
        // `diff` refuses a damaged or truncated trace.
        let words = format!("{0} {0}", folder.path(name).display());
        let diff = super::run(&format!("diff {words}"), Path::new(""));
        assert!(diff.status.success(), "{kind}, {name}: {diff:?}");
    }
}

#[test]
fn an_interrupted_sound_file_has_correct_sizes_in_its_header() {
    let folder = Folder::new("signals-wav");
    let program = start("trace --kind audio --frames 200000 --out {}/a.wav", &folder);
    wait_for_size(&folder.path("a.wav"), 100_000);
    interrupt(program, Signal::SIGTERM);
    let mut file = hound::WavReader::open(folder.path("a.wav")).unwrap();
    let samples = file.samples::<i16>().map(Result::unwrap).count();
    let bytes = fs::metadata(folder.path("a.wav")).unwrap().len();
    assert_eq!(samples as u64 * 2 + 44, bytes);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_recording_can_be_replayed() {
    let folder = Folder::new("signals-record");
    let program = start(
        "record --frames 10000000 --max-frames 10000000 --out {}/a.script",
        &folder,
    );
    // The script is written at the end, so only the CPU time shows that the machine is running.
    program.wait_for_processor_time(Duration::from_millis(500));
    interrupt(program, Signal::SIGTERM);
    super::run_ok("verify {}", &folder.path("a.script"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_does_not_replace_a_file() {
    let folder = Folder::new("signals-old");
    for words in ["record", "trace"] {
        let old = folder.write(words, "the old one");
        let words = format!("{words} --frames 2000000 --max-frames 2000000 --out {{}}/{words}");
        let program = start(&words, &folder);
        program.wait_for_processor_time(Duration::from_millis(500));
        program.signal(Signal::SIGTERM);
        let output = program.output();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        let partial_file = old.with_added_extension("part");
        assert!(
            errors.contains(&partial_file.display().to_string()),
            "{errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert_eq!(fs::read_to_string(&old).unwrap(), "the old one");
        let partial = fs::read_to_string(partial_file).unwrap();
        assert!(partial.contains("end"), "{partial}");
        assert_eq!(
            partial.contains("# interrupted"),
            words.starts_with("record")
        );
    }
}

#[test]
fn the_first_signal_ends_a_command_that_waits_for_a_reader() {
    let folder = Folder::new("signals-fifo");
    make_pipe(&folder.path("fifo"));
    let program = start("trace --frames 2 --out {}/fifo", &folder);
    // A signal also ends the command if it arrives before the command starts watching for signals.
    while program.try_wait().is_none() {
        program.signal(Signal::SIGTERM);
        std::thread::sleep(Duration::from_millis(50));
        assert!(folder.path("fifo").exists());
    }
    assert!(!program.wait().success());
}

#[test]
fn an_interrupted_match_prints_its_table() {
    let folder = Folder::new("signals-match");
    let words = "match 1 1 --games 100 --jobs 1 --pdn {}/a.pdn";
    let program = start(words, &folder);
    wait_for_size(&folder.path("a.pdn"), 100);
    let output = interrupt(program, Signal::SIGTERM);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let games = checkers::pdn::read(&fs::read_to_string(folder.path("a.pdn")).unwrap()).unwrap();
    assert!((1..100).contains(&games.len()), "{}", games.len());
    assert!(
        table.contains(&format!(" of {} games", games.len())),
        "{table}"
    );
}

/// Starts a program that waits for its standard input.
fn start_with_piped_input(words: &[&str]) -> Program {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .start()
}

#[test]
fn the_first_signal_ends_a_debugger_that_waits_for_a_command() {
    let mut program = start_with_piped_input(&["debug"]);
    // The debugger prints the program's position, then waits. Keep its standard input open, because
    // `wait` would close it.
    let _input = program.stdin();
    let mut output = BufReader::new(program.stdout());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    program.signal(Signal::SIGTERM);
    assert_eq!(program.wait().code(), Some(130));
}

#[cfg(target_os = "linux")]
#[test]
fn the_first_signal_ends_a_run_and_skips_the_remaining_commands() {
    let mut program = start_with_piped_input(&["debug"]);
    let mut input = program.stdin();
    let mut output = BufReader::new(program.stdout()).lines();
    // Once the debugger has echoed its command, the run has begun.
    input
        .write_all(b"run 100000000\nprint 6*7\nrun 100000000\n")
        .unwrap();
    output.find(|line| line.as_ref().unwrap() == "> run 100000000");
    program.wait_for_processor_time(Duration::from_millis(50));
    program.signal(Signal::SIGTERM);
    // The debugger prints the place where it stopped.
    let stop_line = output.next().unwrap().unwrap();
    let rest: Vec<String> = output.map(Result::unwrap).collect();
    assert!(
        !rest.iter().any(|line| line.contains("42")),
        "{stop_line} {rest:?}"
    );
    assert_eq!(program.wait().code(), Some(1));
}

#[test]
fn a_signal_ends_a_server() {
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let initialize =
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let request = r#"{"seq":1,"type":"request","command":"initialize","arguments":{}}"#;
    for (command, message) in [
        ("mcp", format!("{ping}\n")),
        ("lsp", framed(initialize)),
        ("dap", framed(request)),
    ] {
        let mut program = start_with_piped_input(&[command]);
        // Keep the server's standard input open.
        let mut input = program.stdin();
        input.write_all(message.as_bytes()).unwrap();
        let mut answer = [0; 10];
        let mut output = program.stdout();
        output.read_exact(&mut answer).unwrap();
        program.signal(Signal::SIGTERM);
        let status = program.wait();
        assert_eq!(
            status.signal(),
            Some(Signal::SIGTERM as i32),
            "{command}: {status}"
        );
    }
}

/// Returns true if a pipe accepts more bytes.
fn has_room(pipe: &File) -> bool {
    let mut pipes = [PollFd::new(pipe.as_fd(), PollFlags::POLLOUT)];
    poll(&mut pipes, PollTimeout::ZERO).unwrap() > 0
}

#[test]
fn a_second_interruption_ends_the_program_immediately() {
    let folder = Folder::new("signals-twice");
    let fifo = folder.path("fifo");
    make_pipe(&fifo);
    // A trace that is written to a pipe blocks when the pipe is full and nobody reads it.
    let program = start("trace --kind bus --frames 1000 --out {}/fifo", &folder);
    let _reader = File::open(&fifo).unwrap();
    let writer = File::options().write(true).open(&fifo).unwrap();
    while has_room(&writer) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // Signals that arrive at the same time may count as one, so pause after each.
    while program.try_wait().is_none() {
        program.signal(Signal::SIGTERM);
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(program.wait().code(), Some(130));
}
