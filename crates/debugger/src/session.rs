//! Lets the debugger follow a session that is running elsewhere, for example in a window. The
//! debugger takes over the history of the session, and then repeats each new frame on its own
//! machine.

use crate::{
    debugger::{Debugger, Goal},
    program::Program,
    stop::Stop,
    timeline::{Edit, SNAPSHOT_BYTES, Timeline},
};
use lab::script::Script;
use std::sync::Arc;
use vcs::{
    Cartridge, Frame, Input, Machine,
    place::BLANK_CLOCKS,
    television::{BLANK, MAX_SCANLINES, WIDTH},
};

/// A session for the debugger to take over.
#[derive(Debug, Clone)]
pub struct Takeover {
    /// The cartridge in its power-on state.
    pub cartridge: Cartridge,
    /// The power-on state, and all input since power-on; `None` if they are unknown. In that case,
    /// nothing before the current moment is known.
    pub script: Option<Arc<Script>>,
    /// Earlier states of the machine, each at the start of a frame, oldest first.
    pub past: Vec<Machine>,
    /// The current state of the machine.
    pub now: Machine,
}

impl Takeover {
    fn into_timeline(self) -> Timeline {
        let Takeover {
            cartridge,
            script,
            past,
            now,
        } = self;
        match script {
            Some(script) => Timeline::from_history(cartridge, script, past, now, SNAPSHOT_BYTES),
            None => Timeline::from_machine(now, SNAPSHOT_BYTES),
        }
    }
}

impl Debugger {
    /// Creates a debugger at the current moment of a session. It treats all of RAM as written,
    /// because it does not know the earlier writes.
    pub fn take_over(session: Takeover, program: Program) -> Debugger {
        Debugger::with_timeline(session.into_timeline(), program)
    }

    /// Takes over the session again, after it was rewound or has loaded a state. Breakpoints and
    /// traps remain set.
    pub fn take_over_again(&mut self, session: Takeover) {
        self.timeline = session.into_timeline();
        self.go_to(self.moment());
    }

    /// Runs exactly to the end of the frame, with `input` from the session. If a breakpoint, a trap
    /// or a jam stops the machine earlier, returns that stop. If `seen` is true, breakpoints and
    /// traps at the current instruction are ignored, because the user has already seen that stop.
    pub fn follow_frame(&mut self, input: Input, seen: bool) -> Option<Stop> {
        if *self.machine().input() != input {
            self.timeline.edit(Edit::Input(input));
        }
        let end = self.timeline.frame_end();
        if self.is_armed() {
            let seen_moment = seen.then_some(self.moment());
            let stop = self.run_to_goal_from(seen_moment, Goal::Moment(end), &mut || false);
            if !stop.reached_goal() {
                return Some(stop);
            }
        }
        // If an instruction was waiting for WSYNC, the run may have gone past the end of the frame,
        // so go back to the frame's end.
        self.go_to(end);
        None
    }

    /// Returns the picture that a television would be showing: the frame in progress down to the
    /// beam, and the previous frame below it.
    pub fn picture(&mut self) -> Frame {
        self.catch_up();
        let mut frame = self.machine().television().frame().clone();
        let mut past = self.timeline.past(self.moment());
        past.catch_up();
        let so_far = past.machine().television().pixels_so_far();
        let lines = frame.scanlines().max(so_far.len().div_ceil(WIDTH));
        frame.pixels.resize(lines * WIDTH, BLANK);
        frame.pixels[..so_far.len()].copy_from_slice(so_far);
        frame
    }

    /// Returns, row by row, the objects that were on at each pixel of [`Debugger::picture`],
    /// whether visible or hidden behind others. The bits are those of
    /// [`vcs::tia::Tia::objects_on`]; blank pixels have 0.
    pub fn objects_drawn(&self) -> Vec<u8> {
        let mut drawn = vec![0; MAX_SCANLINES * WIDTH];
        let place = self.timeline.place();
        let mut past = self.timeline.past_frame(place.frame.saturating_sub(1));
        while past.moment() < self.timeline.moment() {
            let beam = past.place();
            for (clock, signals) in (beam.clock..).zip(past.signals()) {
                let Some(pixel) = clock.checked_sub(BLANK_CLOCKS).map(usize::from) else {
                    continue;
                };
                let row = usize::from(beam.scanline);
                if pixel < WIDTH && row < MAX_SCANLINES {
                    let blank = signals.vblank || signals.hblank;
                    drawn[row * WIDTH + pixel] = if blank { 0 } else { signals.objects };
                }
            }
            past.cycle(self.timeline.tape());
            past.discard_new_frame_sound();
        }
        drawn
    }
}
