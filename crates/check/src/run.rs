//! A run of the program on a console, and the frames of the usual one.

use crate::{console::Console, subject::Subject};
use debugger::{Debugger, Done, SourceLine};
use lab::{
    script::{Script, ScriptRun},
    trace::text,
};
use reports::check::{Evidence, Finding, Level, Rule, Site};
use std::sync::Arc;
use vcs::{Hash, Machine, Place, Step, television::Standard};

/// The first frame to which the rules apply. Before it, sets find their sync and programs start.
pub const SETTLED: u64 = 10;
/// Frames at which machines are compared. Machines that are equal stay equal.
const COMPARED: [u64; 3] = [SETTLED, 60, 300];
/// Number of frames between two checks whether the run must end.
const LOOK: u64 = 64;

/// A kind of input.
#[derive(Debug, Clone)]
pub struct Play {
    /// The name, such as `without play`.
    pub name: &'static str,
    /// The input.
    pub script: Script,
}

/// A program, its input, and the console on which it runs.
pub struct Run<'a> {
    /// The program.
    pub subject: &'a Subject,
    /// The input.
    pub play: &'a Play,
    /// The console.
    pub console: Console,
    script: Script,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Run<'a> {
    /// Creates a run that has not begun.
    pub fn new(
        subject: &'a Subject,
        play: &'a Play,
        console: Console,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Run<'a> {
        Run {
            subject,
            play,
            console,
            script: console.script(&play.script),
            stop,
        }
    }

    /// Switches the machine on, ready to run with the input.
    pub fn start(&self) -> ScriptRun<'_> {
        let machine = self.console.machine(&self.subject.cartridge, &self.script);
        ScriptRun::resume(machine, &self.script, &self.subject.program.symbols)
    }

    /// Returns true if the run must end early.
    pub fn is_stopped(&self, frame: u64) -> bool {
        frame.is_multiple_of(LOOK) && (self.stop)()
    }

    /// Returns the input for this console.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// Returns the run of the usual console with the same input.
    pub fn on_own(&self) -> Run<'a> {
        Run::new(self.subject, self.play, Console::own(), self.stop)
    }

    /// Opens a debugger on the usual console, at the start of a frame.
    pub fn debugger_at(&self, frame: u64) -> Debugger {
        let subject = self.subject;
        let script = Arc::new(self.play.script.clone());
        let mut debugger =
            Debugger::new(subject.cartridge.clone(), subject.program.clone(), script);
        debugger.go_to_place(Place::frame(frame), &mut || false);
        debugger
    }

    /// Describes an instruction that the machine has just fetched.
    pub fn site(&self, machine: &Machine, step: &Step) -> Site {
        let program = &self.subject.program;
        let pc = step.registers.pc;
        let line = program.span(machine, pc).map(|span| span.outer());
        self.site_at(step.bank, pc, text(step, &program.symbols), line)
    }

    /// Describes an instruction that the debugger has found.
    pub fn site_of(&self, done: &Done) -> Site {
        self.site_at(done.bank, done.pc, done.text.clone(), done.line)
    }

    fn site_at(&self, bank: usize, pc: u16, instruction: String, line: Option<SourceLine>) -> Site {
        let program = &self.subject.program;
        Site {
            bank,
            pc,
            instruction,
            line: line.map(|line| (program.file(line).to_owned(), line.line)),
        }
    }

    /// Returns a finding of this play, without a place or reasons yet.
    pub fn finding(&self, rule: Rule, level: Level, text: String, evidence: Evidence) -> Finding {
        Finding {
            rule,
            level,
            text,
            when: self.play.name.into(),
            place: None,
            site: None,
            why: Vec::new(),
            evidence,
        }
    }

    /// Returns ` (name)` of a byte of RAM.
    pub fn name_of(&self, address: u16) -> String {
        let name = self.subject.program.ram_name(address);
        name.map_or(String::new(), |name| format!(" ({name})"))
    }
}

/// A frame as the usual console makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// The picture.
    pub picture: Hash,
    /// RAM at the frame's end.
    pub ram: Hash,
    /// Scanlines.
    pub lines: usize,
    /// A vertical sync ended it.
    pub synced: bool,
}

impl Seen {
    /// Describes the last frame of a run.
    pub fn of(run: &ScriptRun<'_>) -> Seen {
        let machine = run.machine();
        let frame = machine.last_frame();
        Seen {
            picture: frame.hash(),
            ram: Hash::of(machine.ram()),
            lines: frame.scanlines(),
            synced: machine.television().synced(),
        }
    }
}

/// An undefined value that the program uses.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The instruction that reads it.
    pub site: Site,
    /// A clause about it.
    pub text: String,
}

/// The text of an origin that is the timer.
pub const TIMER: &str = "the timer is read before it was set";

impl Origin {
    /// Returns true for the timer.
    pub fn is_timer(&self) -> bool {
        self.text == TIMER
    }
}

/// The run on the usual console.
pub struct Base {
    /// Its frames.
    pub frames: Vec<Seen>,
    /// The standard that the program is made for.
    pub standard: Standard,
    /// Undefined values that the program uses.
    pub origins: Vec<Origin>,
    futures: Vec<(u64, Hash)>,
}

impl Base {
    /// Runs the program on the usual console.
    pub fn of(run: &Run, origins: Vec<Origin>) -> Base {
        let mut player = run.start();
        let mut base = Base {
            frames: Vec::new(),
            standard: Standard::default(),
            origins,
            futures: Vec::new(),
        };
        while !run.is_stopped(base.frames.len() as u64) && player.frame().is_some() {
            base.frames.push(Seen::of(&player));
            let frames = base.frames.len() as u64;
            if COMPARED.contains(&frames) {
                base.futures.push((frames, player.machine().future()));
            }
        }
        base.standard = player.machine().television().standard();
        base
    }

    /// Returns true if the machine, after that many frames, is equal to that of the usual console.
    pub fn will_be_equal(&self, frames: u64, machine: &Machine) -> bool {
        let mut futures = self.futures.iter();
        futures.any(|(compared, future)| *compared == frames && *future == machine.future())
    }
}
