//! Tests that no program or folder outlives its test, no matter how the test ends.
#![cfg(target_os = "linux")]

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::Duration,
};
use support::{Folder, Signal, Start};

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).stdin(Stdio::null());
    command
}

/// Returns true if a process is running; a zombie is not.
fn is_running(id: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| &rest[..1]);
    state.is_some_and(|state| state != "Z")
}

#[test]
fn a_failed_test_ends_its_programs_and_removes_its_folders() {
    let mut started = None;
    let failed = catch_unwind(AssertUnwindSafe(|| {
        let folder = Folder::new("failed");
        let ids = folder.path("ids");
        // The shell starts another program and waits for it.
        let script = "sleep 1000 & echo $$ $! > \"$0.part\"; mv \"$0.part\" \"$0\"; wait";
        let _program = shell(script).arg(&ids).start();
        while !ids.exists() {
            sleep(Duration::from_millis(5));
        }
        let text = fs::read_to_string(&ids).unwrap();
        assert_eq!(
            text.split_whitespace().filter(|id| is_running(id)).count(),
            2
        );
        started = Some((folder.to_owned(), text));
        panic!("a fault");
    }));
    let (folder, ids) = started.expect("the programs ran");
    assert!(failed.is_err() && !folder.exists());
    for id in ids.split_whitespace() {
        // The system may take a moment to end processes that are not children of this one.
        while is_running(id) {
            sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_program_cannot_fill_the_disk() {
    let folder = Folder::new("full");
    let mut command = shell("exec cat /dev/zero > \"$0\"");
    let status = command.arg(folder.path("zeros")).start().wait();
    assert!(!status.success(), "{status}");
    let size = fs::metadata(folder.path("zeros")).unwrap().len();
    assert!((1..=256 << 20).contains(&size), "{size}");
}

#[test]
fn a_program_prints_reads_and_takes_signals() {
    let output =
        shell("cat; echo error >&2; exit 3").run_with_input(fs::File::open("/dev/null").unwrap());
    assert_eq!(
        (output.status.code(), &*output.stderr),
        (Some(3), &b"error\n"[..])
    );
    let program = shell("exec sleep 1000").start();
    assert!(program.try_wait().is_none());
    program.signal(Signal::SIGTERM);
    assert_eq!(program.wait().code(), None);
    let busy = shell("while :; do :; done").start();
    busy.wait_for_processor_time(Duration::from_millis(20));
    let id = busy.id().to_string();
    drop(busy);
    assert!(!Path::new(&format!("/proc/{id}")).exists());
}

#[test]
fn the_error_for_a_missing_program_says_how_to_install_it() {
    let started = catch_unwind(|| Command::new("umockdev-run").env("PATH", "/none").start());
    let message = started
        .err()
        .expect("no program")
        .downcast::<String>()
        .unwrap();
    assert!(
        message.ends_with("install it with: apt-get install umockdev"),
        "{message}"
    );
}
