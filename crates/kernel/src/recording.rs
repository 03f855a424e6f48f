//! Records the bus accesses from the first line of the view to the end of the frame.

use crate::view::{Cells, Code, Instruction};
use vcs::{Machine, Step, address::Device, cpu::Pins, tia::registers::write::CXCLR};

/// A bus cycle, with everything that a TIA needs to repeat the access.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub address: u16,
    pub data: u8,
    pub write: bool,
    pub rdy: bool,
    /// The byte on the bus in the previous cycle.
    pub before: u8,
}

impl Access {
    /// Returns the access that the processor is about to make.
    pub fn of_pins(pins: Pins) -> Access {
        Access {
            address: pins.address,
            data: pins.data,
            write: pins.write,
            rdy: true,
            before: 0,
        }
    }

    /// Returns the TIA register that the access writes, and the byte; `None` if it does not write
    /// to the TIA.
    pub fn tia_write(&self) -> Option<(u8, u8)> {
        let register = (self.address & 0x3f) as u8;
        let is_ours = self.write && Device::at(self.address) == Device::Tia;
        (is_ours && register <= CXCLR).then_some((register, self.data))
    }

    /// Returns the TIA register that the access reads; `None` if it does not read the TIA.
    pub fn tia_read(&self) -> Option<u8> {
        let is_ours = !self.write && self.rdy && Device::at(self.address) == Device::Tia;
        is_ours.then_some((self.address & 0x0f) as u8)
    }

    /// Returns true for a read of INTIM or TIMINT.
    fn reads_timer(&self) -> bool {
        !self.write && self.address & 0x1284 == 0x0284
    }
}

/// The cycles of a line, as indices into [`Recording::accesses`].
#[derive(Debug, Clone)]
pub(crate) struct Span {
    pub scanline: u16,
    pub start: usize,
    /// One past the last index.
    pub end: usize,
    pub instructions: Vec<Instruction>,
}

/// The recording of a run to the end of the frame.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    pub accesses: Vec<Access>,
    /// The lines of the view.
    pub spans: Vec<Span>,
    /// One flag for each cycle of the view's lines: true if the processor is waiting.
    waits: Vec<bool>,
    /// The last scanline of the frame.
    last: u16,
    /// The machine just after the cycle in which the frame ends.
    pub end: Machine,
}

impl Recording {
    /// Runs a copy of a machine to the end of its frame. Records all bus accesses, and the
    /// instructions up to line `last`.
    pub fn of(start: &Machine, last: u16, code: &dyn Fn(&Machine, &Step) -> Code) -> Recording {
        let mut machine = start.clone();
        let frame = machine.place().frame;
        let mut recording = Recording {
            accesses: Vec::new(),
            spans: Vec::new(),
            waits: Vec::new(),
            last: machine.place().scanline,
            end: start.clone(),
        };
        let mut poll = Poll::default();
        // The address, bank and description of the instruction in progress.
        let mut now: Option<(u16, usize, Code)> = None;
        let mut before = 0;
        while machine.place().frame == frame {
            let place = machine.place();
            let index = recording.accesses.len();
            recording.last = recording.last.max(place.scanline);
            let shown = place.scanline <= last;
            let begins = machine.cpu().at_instruction();
            let noted = (shown && begins).then(|| machine.before_step(place));
            let pc = machine.cpu().registers().pc;
            let cycle = machine.cycle();
            recording.accesses.push(Access {
                address: cycle.address,
                data: cycle.data,
                write: cycle.write,
                rdy: cycle.rdy,
                before,
            });
            before = cycle.data;
            if !shown {
                continue;
            }
            let held = !cycle.write && !cycle.rdy;
            recording.waits.push(held);
            poll.see(&mut recording, index, pc);
            let spans = &mut recording.spans;
            let is_new = spans
                .last()
                .is_none_or(|span| span.scanline != place.scanline);
            if is_new {
                spans.push(Span {
                    scanline: place.scanline,
                    start: index,
                    end: index,
                    instructions: Vec::new(),
                });
            }
            let span = spans.last_mut().expect("one was pushed");
            span.end = index + 1;
            let cell = (index - span.start) as u16;
            let fetched = noted.filter(|_| !machine.cpu().at_instruction());
            if let Some(before) = fetched {
                let step = machine.step(before);
                now = Some((step.registers.pc, step.bank, code(&machine, &step)));
            }
            let (Some((address, bank, code)), false) = (&now, begins && fetched.is_none()) else {
                continue;
            };
            match span.instructions.last_mut() {
                Some(instruction) if fetched.is_none() => instruction.cells.last = cell,
                _ => span.instructions.push(Instruction {
                    cells: Cells {
                        first: cell,
                        last: cell,
                    },
                    address: *address,
                    bank: *bank,
                    code: code.clone(),
                }),
            }
        }
        // `Machine::frame` also stops after this cycle, so this state can be compared with that of
        // a machine that has called `frame`.
        recording.end = machine;
        recording
    }

    /// Returns the last scanline of the frame.
    pub fn last_line(&self) -> u16 {
        self.last
    }

    /// Returns the cycles of a line in which the processor is waiting, as ranges.
    pub fn waits(&self, span: &Span) -> Vec<Cells> {
        let waits = &self.waits[span.start..span.end];
        runs(waits.iter().copied())
    }
}

/// Returns the ranges of indices for which the flag is true.
pub(crate) fn runs(flags: impl IntoIterator<Item = bool>) -> Vec<Cells> {
    let mut runs: Vec<Cells> = Vec::new();
    for (index, _) in (0..).zip(flags).filter(|(_, holds)| *holds) {
        match runs.last_mut() {
            Some(run) if run.last + 1 == index => run.last = index,
            _ => runs.push(Cells {
                first: index,
                last: index,
            }),
        }
    }
    runs
}

/// Maximum number of cycles in one iteration of a loop that counts as waiting for the timer.
const ROUND: usize = 30;

/// Finds loops that wait for the timer. In such a loop, the same instruction reads the timer again
/// and again, and the program writes nothing in between.
#[derive(Debug, Default)]
struct Poll {
    /// The cycle of the last read of the timer, and the address of the instruction that reads it.
    read: Option<(usize, u16)>,
}

impl Poll {
    fn see(&mut self, recording: &mut Recording, index: usize, pc: u16) {
        let access = recording.accesses[index];
        if access.write || !access.rdy {
            self.read = None;
        } else if access.reads_timer()
            && let Some((since, at)) = self.read.replace((index, pc))
            && at == pc
            && index - since <= ROUND
        {
            recording.waits[since + 1..=index].fill(true);
        }
    }
}
