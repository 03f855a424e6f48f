//! A run of the program on one console, and the recorded run on the usual console.

use crate::{console::Console, subject::Subject};
use debugger::{Debugger, ExecutedInstruction, SourceLine, Takeover};
use lab::{
    script::{Script, ScriptRun},
    trace::instruction_text,
};
use reports::check::{Evidence, Finding, Level, Rule, Site};
use std::sync::Arc;
use vcs::{
    Hash, Machine, Place, Step,
    television::{BLANK, Standard},
};

/// Number of frames after power-on or a press of Reset to which the rules do not apply, because
/// television sets are still locking to the sync and the program is still starting.
pub const SETTLING_FRAMES: u64 = 10;
/// Number of frames between stored states of a run.
const STATE_INTERVAL: u64 = 20;

/// One kind of input, such as seeded play or no input at all.
#[derive(Debug, Clone)]
pub struct Play {
    /// A name such as `without play`.
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
    /// Creates a run. [`Run::start`] starts it.
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

    /// Returns a run of the same program with the same input on another console.
    pub fn on_console(&self, console: Console) -> Run<'a> {
        Run::new(self.subject, self.play, console, self.stop)
    }

    /// Switches on a new machine, and returns a run of the script on that machine. The run is
    /// positioned before its first frame.
    pub fn start(&self) -> ScriptRun<'_> {
        let machine = self.console.machine(&self.subject.cartridge, &self.script);
        ScriptRun::resume(machine, &self.script, &self.subject.program.symbols)
    }

    /// Returns true if the check must end early.
    pub fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    /// Describes the instruction that the machine has just fetched.
    pub fn site(&self, machine: &Machine, step: &Step) -> Site {
        let program = &self.subject.program;
        let pc = step.registers.pc;
        let line = program.span(machine, pc).map(|span| span.outer_line());
        self.site_at(
            step.bank,
            pc,
            instruction_text(step, &program.symbols),
            line,
        )
    }

    /// Describes an instruction that the debugger reports as executed.
    pub fn site_of(&self, executed: &ExecutedInstruction) -> Site {
        self.site_at(
            executed.bank,
            executed.pc,
            executed.text.clone(),
            executed.line,
        )
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

    /// Returns a finding about this run, without a place, an instruction or reasons. The caller
    /// fills these in if they are known.
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

    /// Returns the name of a byte of RAM in the form ` (NAME)`; an empty string if it has no name.
    pub fn name_in_parentheses(&self, address: u16) -> String {
        let name = self.subject.program.ram_name(address);
        name.map_or(String::new(), |name| format!(" ({name})"))
    }
}

/// Returns the pixels of a run's last frame as a television shows them: blanked pixels are black.
// The TIA outputs the same level during blanking as for color 0.
pub fn visible_pixels(run: &ScriptRun<'_>) -> Vec<u8> {
    let pixels = run.last_frame().pixels.iter();
    pixels.map(|pixel| pixel & !BLANK).collect()
}

/// The properties of a frame that are compared between consoles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameSummary {
    /// Hash of the visible pixels.
    pub picture: Hash,
    /// Hash of RAM at the end of the frame.
    pub ram: Hash,
    /// Number of scanlines.
    pub lines: usize,
    /// True if a vertical sync ended the frame.
    pub synced: bool,
}

impl FrameSummary {
    /// Returns the properties of the run's last frame that are compared between consoles.
    pub fn of(run: &ScriptRun<'_>) -> FrameSummary {
        let machine = run.machine();
        FrameSummary {
            picture: Hash::of(&visible_pixels(run)),
            ram: Hash::of(machine.ram()),
            lines: machine.last_frame().scanlines(),
            synced: machine.television().synced(),
        }
    }
}

/// An undefined value that the program uses.
#[derive(Debug, Clone)]
pub struct UndefinedValue {
    /// The instruction that reads the value.
    pub site: Site,
    /// A one-line description of the value.
    pub text: String,
}

/// The run on the usual console.
pub struct Baseline<'a> {
    /// The properties of each frame of the run that are compared between consoles.
    pub frames: Vec<FrameSummary>,
    /// For each frame, true if the rules apply to it: more than [`SETTLING_FRAMES`] frames have
    /// passed since power-on or the last press of Reset.
    pub settled: Vec<bool>,
    /// The television standard for which the program was written.
    pub standard: Standard,
    /// The undefined values that the program uses.
    pub undefined_values: Vec<UndefinedValue>,
    /// The value of `Watch::shows_unwritten` at the end of the run.
    pub shows_unwritten: bool,
    /// The addresses of the RAM bytes that the program neither reads nor writes.
    pub unused: Vec<u8>,
    /// The run.
    pub run: &'a Run<'a>,
    /// The stored states, one for every 20th frame: the run at the start of that frame, and a hash
    /// of everything that determines how it continues.
    stored: Vec<(ScriptRun<'a>, Hash)>,
}

impl<'a> Baseline<'a> {
    /// Runs the program on the usual console. Calls `on_instruction` for each instruction, and
    /// `on_frame` after each frame.
    pub fn of(
        run: &'a Run<'a>,
        mut on_instruction: impl FnMut(&Machine, &Step),
        mut on_frame: impl FnMut(&ScriptRun<'a>),
    ) -> Baseline<'a> {
        let mut replay = run.start();
        let mut base = Baseline {
            frames: Vec::new(),
            settled: Vec::new(),
            standard: Standard::default(),
            undefined_values: Vec::new(),
            shows_unwritten: false,
            unused: Vec::new(),
            run,
            stored: Vec::new(),
        };
        // Number of frames since power-on or the last press of Reset.
        let mut frames_since_reset = 0;
        loop {
            if Baseline::is_stored(base.frames.len() as u64) {
                base.stored
                    .push((replay.clone(), replay.machine().future_hash()));
                if run.is_stopped() {
                    break;
                }
            }
            if !replay.watched_frame(&mut on_instruction) {
                break;
            }
            base.frames.push(FrameSummary::of(&replay));
            let pressed = replay.machine().input().switches.reset;
            frames_since_reset = if pressed { 0 } else { frames_since_reset + 1 };
            base.settled.push(frames_since_reset > SETTLING_FRAMES);
            on_frame(&replay);
        }
        base.standard = replay.machine().television().standard();
        base
    }

    /// Returns true if the run's state at the start of this frame is stored.
    pub fn is_stored(frame: u64) -> bool {
        frame.is_multiple_of(STATE_INTERVAL)
    }

    /// Returns the run in a stored state: the latest one that is not later than the start of this
    /// frame.
    pub fn state_at(&self, frame: u64) -> ScriptRun<'a> {
        let index = (frame / STATE_INTERVAL) as usize;
        self.stored[index.min(self.stored.len() - 1)].0.clone()
    }

    /// Returns true if `machine` is certain to continue exactly like the usual console's machine.
    /// `machine` must be at the start of `frame`, and [`Baseline::is_stored`] must be true for that
    /// frame.
    pub fn will_match(&self, frame: u64, machine: &Machine) -> bool {
        let Some((stored_run, future)) = self.stored.get((frame / STATE_INTERVAL) as usize) else {
            return false;
        };
        // The values of unused bytes do not matter.
        let mut machine = machine.clone();
        for address in &self.unused {
            machine.poke_ram(*address, stored_run.machine().peek((*address).into()));
        }
        *future == machine.future_hash()
    }

    /// Returns a debugger for the usual console, positioned at the start of a frame.
    pub fn debugger_at(&self, frame: u64) -> Debugger {
        let subject = self.run.subject;
        let takeover = Takeover {
            cartridge: subject.cartridge.clone(),
            script: Some(Arc::new(self.run.script.clone())),
            past: Vec::new(),
            now: self.state_at(frame).machine().clone(),
        };
        let mut debugger = Debugger::take_over(takeover, subject.program.clone());
        debugger.go_to_place(Place::frame(frame), &mut || false);
        debugger
    }
}
