//! A run of the program on a console, and the frames of the usual one.

use crate::{console::Console, subject::Subject};
use debugger::{Debugger, Done, SourceLine, Takeover};
use lab::{
    script::{Script, ScriptRun},
    trace::text,
};
use reports::check::{Evidence, Finding, Level, Rule, Site};
use std::sync::Arc;
use vcs::{Hash, Machine, Place, Step, television::Standard};

/// The first frame to which the rules apply. Before it, sets find their sync and programs start.
pub const SETTLED: u64 = 10;
/// Frames from one kept state of a run to the next.
const KEPT: u64 = 20;

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
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
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
pub struct Base<'a> {
    /// Its frames.
    pub frames: Vec<Seen>,
    /// The standard that the program is made for.
    pub standard: Standard,
    /// Undefined values that the program uses.
    pub origins: Vec<Origin>,
    /// The run.
    pub run: &'a Run<'a>,
    /// The run at the start of each frame that is kept, and what it will do.
    kept: Vec<(ScriptRun<'a>, Hash)>,
}

impl<'a> Base<'a> {
    /// Runs the program on the usual console, and shows each instruction and each frame.
    pub fn of(
        run: &'a Run<'a>,
        mut instruction: impl FnMut(&Machine, &Step),
        mut frame: impl FnMut(&ScriptRun<'a>),
    ) -> Base<'a> {
        let mut player = run.start();
        let mut base = Base {
            frames: Vec::new(),
            standard: Standard::default(),
            origins: Vec::new(),
            run,
            kept: Vec::new(),
        };
        loop {
            if Base::is_kept(base.frames.len() as u64) {
                base.kept.push((player.clone(), player.machine().future()));
                if run.is_stopped() {
                    break;
                }
            }
            if !player.watched_frame(&mut instruction) {
                break;
            }
            base.frames.push(Seen::of(&player));
            frame(&player);
        }
        base.standard = player.machine().television().standard();
        base
    }

    /// Returns true if the state at a frame's start is kept.
    pub fn is_kept(frame: u64) -> bool {
        frame.is_multiple_of(KEPT)
    }

    /// Returns the last kept run before or at a frame's start.
    pub fn at(&self, frame: u64) -> ScriptRun<'a> {
        let index = (frame / KEPT) as usize;
        self.kept[index.min(self.kept.len() - 1)].0.clone()
    }

    /// Returns true if a machine at the start of a kept frame will do what the usual one does.
    pub fn will_be_equal(&self, frame: u64, machine: &Machine) -> bool {
        let kept = self.kept.get((frame / KEPT) as usize);
        kept.is_some_and(|(_, future)| *future == machine.future())
    }

    /// Opens a debugger on the usual console, at the start of a frame.
    pub fn debugger_at(&self, frame: u64) -> Debugger {
        let subject = self.run.subject;
        let taken = Takeover {
            cartridge: subject.cartridge.clone(),
            script: Some(Arc::new(self.run.script.clone())),
            past: Vec::new(),
            now: self.at(frame).machine().clone(),
        };
        let mut debugger = Debugger::take_over(taken, subject.program.clone());
        debugger.go_to_place(Place::frame(frame), &mut || false);
        debugger
    }
}
