//! Finds the range of cycles in which a write can land (take effect) without changing the result.
//!
//! The search moves the write away from its original cycle, one cycle at a time. At each step, two
//! chips run side by side, with the write in neighboring cycles. If they show the same pixels until
//! their states are equal, everything that follows is equal, too. If a pixel differs, the write
//! cannot move that far. If the states remain different for a long time, or if the processor reads
//! a different byte, a machine with the moved write runs to the end of the frame. The write can
//! move that far if the machine then has the same picture and state as at the end of the original
//! frame.

use crate::{
    recording::{Access, Recording, Span, true_ranges},
    replay::{MovedWrite, Replay},
    view::InclusiveRange,
};
use vcs::{
    Hash, Machine,
    place::{BLANK_CLOCKS, CLOCKS_PER_CYCLE, CYCLES_PER_LINE},
    television::WIDTH,
    tia::{
        Tia,
        registers::write::{RSYNC, VSYNC, WSYNC},
    },
};

/// Number of cycles for which two chips run side by side. If their states still differ after that,
/// a run of the whole machine decides.
const MAX_COMPARED_CYCLES: usize = CYCLES_PER_LINE as usize * 8;
/// The color clock of the first visible pixel in a line.
const FIRST_VISIBLE_CLOCK: usize = BLANK_CLOCKS as usize;

/// A write, and the range of cycles in which it can land, as indices into the recorded accesses.
#[derive(Debug)]
pub(crate) struct Slack {
    pub cycle: usize,
    pub register: u8,
    pub data: u8,
    /// The pixel column at which the write takes effect; negative in the horizontal blank.
    pub effect_pixel: i16,
    pub earliest: usize,
    pub latest: usize,
    /// The pixels of the line that would be different without the write.
    pub changes: Vec<InclusiveRange>,
    /// True if, without the write, the TIA would be in a different state at the end of the line.
    pub changes_end_state: bool,
}

/// The result of moving a write one cycle further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Same,
    Differs,
    Unknown,
}

/// How to decide whether a write can move one cycle further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    /// Run two TIAs with the recorded accesses.
    TiasOnly,
    /// Run a whole machine, because the recorded accesses may no longer apply: the processor may
    /// take a different path.
    WholeMachine,
}

impl Method {
    fn new(register: u8) -> Method {
        match register {
            // These registers also affect the television or the processor, and a TIA that runs
            // alone has neither.
            VSYNC | RSYNC => Method::WholeMachine,
            _ => Method::TiasOnly,
        }
    }
}

/// Searches for the slack of writes, line by line.
pub(crate) struct Searcher<'a> {
    recording: &'a Recording,
    /// The machine, at the start of the current line.
    machine: Machine,
    /// The index of the machine's next bus access.
    next_access: usize,
    /// The end of the frame when all writes are in their original cycles.
    end: End,
}

/// The state of a machine at the end of the frame. Two runs give the same result if these states
/// are equal.
#[derive(Debug, PartialEq, Eq)]
struct End {
    cycle: u64,
    picture: Hash,
    future: Hash,
}

impl End {
    fn of(machine: &mut Machine) -> End {
        // Discard the sound, which is not compared.
        machine.take_samples(&mut Vec::new());
        End {
            cycle: machine.cycles(),
            picture: machine.last_frame().hash(),
            future: machine.future_hash(),
        }
    }
}

impl<'a> Searcher<'a> {
    pub fn new(start: Machine, recording: &'a Recording) -> Searcher<'a> {
        Searcher {
            machine: start,
            next_access: 0,
            end: End::of(&mut recording.end.clone()),
            recording,
        }
    }

    /// Returns the pixels of a line, and the slack of its writes. Must be called for the lines in
    /// ascending order.
    pub fn line(&mut self, span: &Span) -> (Vec<u8>, Vec<Slack>) {
        while self.next_access < span.start {
            self.machine.cycle();
            self.next_access += 1;
        }
        let (states, picture) = self.states_and_pixels(span);
        let slacks = (span.start..span.end).filter_map(|cycle| {
            let (register, data) = self.recording.accesses[cycle].tia_write()?;
            (register != WSYNC).then(|| self.slack(span, &states, cycle, register, data))
        });
        let slacks = slacks.collect();
        (picture, slacks)
    }

    /// Returns the state of the TIA just before each cycle's access, and the pixels of the line.
    fn states_and_pixels(&self, span: &Span) -> (Vec<Tia>, Vec<u8>) {
        let mut replay = Replay::new(self.machine.tia());
        let skipped_pixels =
            FIRST_VISIBLE_CLOCK.max(replay.tia.clock().into()) - FIRST_VISIBLE_CLOCK;
        let mut states = Vec::with_capacity(span.end - span.start);
        for access in &self.recording.accesses[span.start..span.end] {
            replay.run_clocks();
            states.push(replay.tia.clone());
            replay.access(access);
        }
        let mut picture = vec![vcs::television::BLANK; skipped_pixels];
        picture.extend(replay.pixels());
        picture.resize(WIDTH, vcs::television::BLANK);
        (states, picture)
    }

    fn slack(&self, span: &Span, states: &[Tia], cycle: usize, register: u8, data: u8) -> Slack {
        let before = &states[cycle - span.start];
        let write_in = |to| MovedWrite {
            register,
            data,
            from: cycle,
            to,
        };
        let (mut earliest, mut method) = (cycle, Method::new(register));
        while earliest > span.start {
            let state = &states[earliest - 1 - span.start];
            if !self.can_move(span, state, write_in(Some(earliest - 1)), &mut method) {
                break;
            }
            earliest -= 1;
        }
        let (mut latest, mut method) = (cycle, Method::new(register));
        let mut without_write = Replay::new(before.clone());
        while latest + 1 < span.end {
            if !self.can_move(
                span,
                &without_write.tia,
                write_in(Some(latest + 1)),
                &mut method,
            ) {
                break;
            }
            let access = &self.recording.accesses[latest];
            without_write.access_with_moved_write(latest, access, &write_in(None));
            without_write.run_clocks();
            latest += 1;
        }
        let (changes, changes_end_state) = self.changes(span, before, write_in(None));
        let effect_clock = before.first_affected_clock(register, before.clock().into()) as i16;
        Slack {
            cycle,
            register,
            data,
            effect_pixel: effect_clock - FIRST_VISIBLE_CLOCK as i16,
            earliest,
            latest,
            changes,
            changes_end_state,
        }
    }

    /// Returns true if the result is the same with the write in its new cycle. The caller must
    /// already know that the result is the same with the write in the neighboring cycle, one cycle
    /// closer to its original cycle. `state` is the TIA just before the access in whichever of
    /// these two cycles is earlier.
    fn can_move(&self, span: &Span, state: &Tia, moved: MovedWrite, method: &mut Method) -> bool {
        if *method == Method::TiasOnly {
            match self.compare(state, moved) {
                Verdict::Same => return true,
                Verdict::Differs => return false,
                Verdict::Unknown => *method = Method::WholeMachine,
            }
        }
        self.ends_the_same(span, moved)
    }

    /// Runs two chips and compares them. One has the write in its new cycle, the other has it one
    /// cycle closer to its original cycle.
    fn compare(&self, state: &Tia, moved: MovedWrite) -> Verdict {
        let to = moved.to.unwrap_or(moved.from);
        let neighbor = if to < moved.from { to + 1 } else { to - 1 };
        let first = to.min(neighbor);
        let mut moved_replay = Replay::new(state.clone());
        let mut neighbor_replay = moved_replay.clone();
        let neighbor_write = MovedWrite {
            to: Some(neighbor),
            ..moved
        };
        let mut compared_pixels = 0;
        for (index, access) in self.recording.accesses.iter().enumerate().skip(first) {
            if index > first {
                moved_replay.run_clocks();
                neighbor_replay.run_clocks();
            }
            moved_replay.access_with_moved_write(index, access, &moved);
            neighbor_replay.access_with_moved_write(index, access, &neighbor_write);
            if moved_replay.data_read != neighbor_replay.data_read {
                return Verdict::Unknown;
            }
            let pixels = [&moved_replay, &neighbor_replay].map(|replay| {
                let pixels = replay.pixels();
                &pixels[compared_pixels.min(pixels.len())..]
            });
            if pixels[0] != pixels[1] {
                return Verdict::Differs;
            }
            compared_pixels = moved_replay.pixels().len();
            if index >= to.max(neighbor) && moved_replay.tia == neighbor_replay.tia {
                return Verdict::Same;
            }
            if index - first > MAX_COMPARED_CYCLES {
                break;
            }
        }
        Verdict::Unknown
    }

    /// Runs a machine with the moved write to the end of the frame. Returns true if the picture and
    /// the state are the same as in the original frame.
    fn ends_the_same(&self, span: &Span, moved: MovedWrite) -> bool {
        let mut machine = self.machine.clone();
        let frame = machine.television().frames();
        let to = moved.to.unwrap_or(moved.from);
        for index in span.start..=to.max(moved.from) {
            let pins = machine.cpu().pins();
            let program_write = Access::of_pins(pins).tia_write();
            // If the processor does not make the recorded write in this cycle, it has taken a
            // different path.
            if index == moved.from && program_write != Some((moved.register, moved.data)) {
                return false;
            }
            let moved_goes_first =
                index == to && moved.precedes_program_write() && program_write.is_some();
            match index == moved.from || moved_goes_first {
                true => machine.cycle_without_tia_write(),
                false => machine.cycle(),
            };
            if index == to {
                machine.write_tia(moved.register, moved.data);
            }
            if moved_goes_first && let Some((register, data)) = program_write {
                machine.write_tia(register, data);
            }
        }
        if machine.television().frames() == frame {
            machine.frame();
        }
        End::of(&mut machine) == self.end
    }

    /// Returns the pixels of the line that would be different without the write `omitted`, whose
    /// `to` must be `None`. The second value is true if the TIA would be in a different state at
    /// the end of the line.
    fn changes(
        &self,
        span: &Span,
        before: &Tia,
        omitted: MovedWrite,
    ) -> (Vec<InclusiveRange>, bool) {
        let mut with = Replay::new(before.clone());
        let mut without = with.clone();
        let cycle = omitted.from;
        let skipped_pixels = FIRST_VISIBLE_CLOCK
            .max((cycle + 1 - span.start) * usize::from(CLOCKS_PER_CYCLE))
            - FIRST_VISIBLE_CLOCK;
        for index in cycle..span.end {
            if index > cycle {
                with.run_clocks();
                without.run_clocks();
            }
            let access = &self.recording.accesses[index];
            with.access(access);
            // The write is not added again, because it has no new cycle.
            without.access_with_moved_write(index, access, &omitted);
        }
        let (with_pixels, without_pixels) = (with.pixels(), without.pixels());
        let not_drawn = (0..skipped_pixels).map(|_| false);
        let differ = with_pixels.iter().zip(without_pixels).map(|(a, b)| a != b);
        let changes = true_ranges(not_drawn.chain(differ).take(WIDTH));
        (changes, with.tia != without.tia)
    }
}
