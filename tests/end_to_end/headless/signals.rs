//! Interrupted commands: they end in good order, and what they wrote is readable.

use super::Folder;
use std::{
    fs,
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Duration,
};

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

/// Interrupts a program; it must end with status 1 and one line.
fn interrupt(program: Child, signal: &str) -> Output {
    let id = program.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
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
    let id = program.id().to_string();
    for signal in ["-TERM", "-TERM"] {
        Command::new("kill").args([signal, &id]).status().unwrap();
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(program.wait().unwrap().code(), Some(130));
    let _ = reader.kill();
    let _ = reader.wait();
}
