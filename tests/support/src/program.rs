//! Programs that a test starts.

use crate::tools;
use shared_child::SharedChild;
use std::{
    io::{self, Read, Write},
    process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Output, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// The time limit for a program. A program that exceeds it is killed and its test fails; correct
/// programs take far less time.
const TIME_LIMIT: Duration = Duration::from_secs(1800);
/// Maximum size of a file that a test or its programs may write. The system kills a program that
/// exceeds it.
#[cfg(unix)]
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Starts programs with a time limit and a limit on file sizes. If a program is not installed, the
/// error names its package.
pub trait Start {
    /// Starts the program with the streams that the command sets up.
    fn start(&mut self) -> Program;

    /// Runs the program to its end without input, and returns its output.
    fn run(&mut self) -> Output;

    /// Runs the program to its end with this standard input, and returns its output.
    fn run_with_input(&mut self, input: impl Into<Stdio>) -> Output;

    /// Runs the program to its end with these lines on standard input, and returns its output.
    fn run_with_lines(&mut self, lines: &str) -> Output;
}

impl Start for Command {
    fn start(&mut self) -> Program {
        Program::new(self)
    }

    fn run(&mut self) -> Output {
        self.run_with_input(Stdio::null())
    }

    fn run_with_input(&mut self, input: impl Into<Stdio>) -> Output {
        self.stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        self.start().output()
    }

    fn run_with_lines(&mut self, lines: &str) -> Output {
        self.stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut program = self.start();
        // The write fails if the program ends before it has read everything.
        let _ = program.stdin().write_all(lines.as_bytes());
        program.output()
    }
}

/// A running program, which is killed together with its own children when this value is dropped.
pub struct Program {
    child: Arc<SharedChild>,
    name: String,
    /// True if the program was killed because it exceeded the time limit.
    timed_out: Arc<AtomicBool>,
    /// Dropping this ends the thread that enforces the time limit.
    _watchdog: Sender<()>,
}

impl Program {
    fn new(command: &mut Command) -> Program {
        limit_file_sizes();
        let name = command.get_program().to_string_lossy().into_owned();
        let child = SharedChild::spawn(command);
        let child =
            child.unwrap_or_else(|error| panic!("{name}: {error}{}", tools::install_advice(&name)));
        let child = Arc::new(child);
        let timed_out = Arc::new(AtomicBool::new(false));
        Program {
            _watchdog: start_watchdog(child.clone(), timed_out.clone()),
            child,
            name,
            timed_out,
        }
    }

    /// Returns the process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Takes the pipe to the program's standard input.
    pub fn stdin(&mut self) -> ChildStdin {
        self.child.take_stdin().expect("a pipe to standard input")
    }

    /// Takes the pipe from the program's standard output.
    pub fn stdout(&mut self) -> ChildStdout {
        self.child.take_stdout().expect("a pipe for output")
    }

    /// Takes the pipe from the program's standard error.
    pub fn stderr(&mut self) -> ChildStderr {
        self.child.take_stderr().expect("a pipe for errors")
    }

    /// Returns the exit status if the program has ended.
    pub fn try_wait(&self) -> Option<ExitStatus> {
        let status = self.child.try_wait().expect("a status");
        status.inspect(|_| self.check_time_limit())
    }

    /// Waits for the program to end. Closes its standard input first, unless [`Program::stdin`] has
    /// taken the pipe.
    pub fn wait(&self) -> ExitStatus {
        drop(self.child.take_stdin());
        let status = self.child.wait().expect("a status");
        self.check_time_limit();
        status
    }

    /// Waits for the program to end, and returns its output, except for what it wrote to pipes that
    /// were taken.
    pub fn output(self) -> Output {
        drop(self.child.take_stdin());
        let errors = self.child.take_stderr();
        let errors = thread::spawn(move || read_all(errors));
        let stdout = read_all(self.child.take_stdout());
        let stderr = errors.join().expect("a reader");
        Output {
            status: self.wait(),
            stdout: stdout.expect("output"),
            stderr: stderr.expect("errors"),
        }
    }

    /// Kills the program and the programs that it started, and waits for it to end.
    pub fn kill(&self) {
        kill(&self.child);
    }

    /// Sends a signal to the program.
    #[cfg(unix)]
    pub fn signal(&self, signal: nix::sys::signal::Signal) {
        nix::sys::signal::kill(pid(self.id()), signal).expect("the signal is sent");
    }

    /// Returns the processor time that the program has used so far.
    #[cfg(target_os = "linux")]
    pub fn processor_time(&self) -> Duration {
        let path = format!("/proc/{}/stat", self.id());
        let stat = std::fs::read_to_string(&path).expect("a running program");
        // The name, in parentheses, may contain spaces. User time and system time are fields 14 and
        // 15.
        let (_, rest) = stat.rsplit_once(')').expect("a name");
        let times = rest.split_whitespace().skip(11).take(2);
        let ticks: u64 = times.map(|time| time.parse::<u64>().expect("a time")).sum();
        // The kernel reports hundredths of a second, whatever the rate of its own clock.
        Duration::from_millis(10 * ticks)
    }

    /// Waits until the program has used this much more processor time.
    #[cfg(target_os = "linux")]
    pub fn wait_for_processor_time(&self, time: Duration) {
        let end = self.processor_time() + time;
        while self.processor_time() < end {
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn check_time_limit(&self) {
        let timed_out = self.timed_out.load(Ordering::Relaxed);
        assert!(
            !timed_out,
            "{} did not end within {TIME_LIMIT:?}",
            self.name
        );
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills a program at its time limit, unless the returned sender is dropped first.
fn start_watchdog(child: Arc<SharedChild>, timed_out: Arc<AtomicBool>) -> Sender<()> {
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || {
        if ended.recv_timeout(TIME_LIMIT) == Err(RecvTimeoutError::Timeout) {
            timed_out.store(true, Ordering::Relaxed);
            kill(&child);
        }
    });
    sender
}

fn kill(child: &SharedChild) {
    if matches!(child.try_wait(), Ok(None)) {
        kill_descendants(child.id());
    }
    // These calls fail if the program has already ended.
    let _ = child.kill();
    let _ = child.wait();
}

fn read_all(pipe: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

#[cfg(unix)]
fn pid(id: u32) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(id.try_into().expect("a process number"))
}

/// Limits the size of files that this process writes. The programs that it starts inherit the limit
/// and can lower it.
#[cfg(unix)]
fn limit_file_sizes() {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let (soft, hard) = getrlimit(Resource::RLIMIT_FSIZE).expect("a file size limit");
        setrlimit(Resource::RLIMIT_FSIZE, soft.min(MAX_FILE_BYTES), hard)
            .expect("the file size limit is set");
    });
}

#[cfg(not(unix))]
fn limit_file_sizes() {}

/// Kills the programs that a program has started, such as the server under `xvfb-run`.
#[cfg(target_os = "linux")]
fn kill_descendants(id: u32) {
    use nix::sys::signal::{Signal, kill};
    let Ok(threads) = std::fs::read_dir(format!("/proc/{id}/task")) else {
        return;
    };
    for thread in threads.flatten() {
        let children = std::fs::read_to_string(thread.path().join("children"));
        for child in children.unwrap_or_default().split_whitespace() {
            let Ok(child) = child.parse() else { continue };
            kill_descendants(child);
            let _ = kill(pid(child), Signal::SIGKILL);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_descendants(_id: u32) {}
