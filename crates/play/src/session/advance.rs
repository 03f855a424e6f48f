//! Runs the frames for one shown picture. Usually, that is one frame. While the assistant is
//! operating the controls, it is several, and while time runs fast, it is as many as possible.

use super::{
    base::{Session, released},
    notice::Notice,
};
use crate::{contacts::HeldControls, paddles::RangeSearch, timeline::Timeline};
use lab::trace::FrameRecord;
use vcs::{Input, input::Difficulty};

/// Number of frames per picture while the assistant is operating the controls to carry out the
/// player's clicks. At this speed, a move that would take a player two seconds takes a quarter of a
/// second.
const ASSISTANT_FRAMES: u32 = 8;
/// Maximum number of frames to wait for the assistant's actions before they are abandoned. Setting
/// up 32 squares takes 600 frames.
const MAX_ACTION_FRAMES: u32 = 2000;

/// The functions that a session calls in its front end while it runs frames.
pub trait Host {
    /// Returns the controls that the players hold in the next frame. Called once per frame.
    fn held(&mut self) -> HeldControls;
    /// Returns true while there is time for another frame before the next picture. Called only
    /// while time runs fast: while the cartridge is thinking, or if the player asks for it.
    fn has_time(&mut self, _session: &Session) -> bool {
        false
    }
    /// Returns true if the session must not run more frames for this picture. Called only while the
    /// assistant is operating the controls.
    fn must_stop(&mut self, _session: &Session) -> bool {
        false
    }
    /// Handles the end of a frame. Called after every frame.
    fn frame_done(&mut self, _session: &Session, _mode: RunMode) {}
}

/// The simplest front end: it holds the same controls in every frame, and has no time for extra
/// frames.
impl Host for HeldControls {
    fn held(&mut self) -> HeldControls {
        *self
    }
}

/// The way in which the frames for a picture were run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunMode {
    /// One frame, with sound.
    Frame,
    /// Several frames while the assistant was operating the controls. Only the last frame has
    /// sound.
    Assistant,
    /// Many frames, without sound.
    Fast,
    /// Many frames while the cartridge was thinking. The front end should show the previous picture
    /// again, because the cartridge does not draw the board while it is thinking.
    Thinking,
}

impl Session {
    /// Runs the frames for the next picture, usually one. If `fast` is true or the cartridge is
    /// thinking, runs as many as there is time for. While the assistant is operating the controls,
    /// runs up to eight.
    pub fn advance(&mut self, host: &mut impl Host, fast: bool) -> RunMode {
        if self.is_thinking() {
            self.thinking_since.get_or_insert(self.frames());
            self.run_fast(host, RunMode::Thinking);
            return RunMode::Thinking;
        }
        self.thinking_since = None;
        if self.is_busy() {
            self.run_assistant(host);
            RunMode::Assistant
        } else if fast {
            self.run_fast(host, RunMode::Fast);
            RunMode::Fast
        } else {
            self.step(host, RunMode::Frame, run_and_draw);
            RunMode::Frame
        }
    }

    /// Runs frames until the assistant has released the controls, so that the state can be saved
    /// without an unfinished action. After 2000 frames, abandons the remaining actions.
    pub fn finish_actions(&mut self, host: &mut impl Host) {
        for _ in 0..MAX_ACTION_FRAMES {
            if !self.is_busy() {
                return;
            }
            self.step(host, RunMode::Assistant, run_and_draw);
        }
        self.interrupt();
    }

    /// Returns true while the assistant is operating the controls.
    pub fn is_busy(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.is_busy())
    }

    /// Stops the assistant's actions. If the assistant may have moved the left difficulty switch,
    /// moves the switch back to B.
    pub(super) fn interrupt(&mut self) {
        let game = self.game.as_mut();
        if game.is_some_and(|game| game.interrupt()) {
            self.levers.left = Difficulty::B;
        }
    }

    fn run_assistant(&mut self, host: &mut impl Host) {
        for _ in 0..ASSISTANT_FRAMES {
            self.step(host, RunMode::Assistant, run_and_draw);
            if !self.is_busy() || self.is_thinking() || host.must_stop(self) {
                break;
            }
        }
    }

    /// Runs as many frames as there is time for, and draws the picture of the last one only.
    fn run_fast(&mut self, host: &mut impl Host, mode: RunMode) {
        self.timeline.is_fast = true;
        let was_thinking = self.is_thinking();
        while host.has_time(self) {
            self.step(host, mode, Timeline::skip_frame);
            if was_thinking && !self.is_thinking() {
                break;
            }
        }
        self.step(host, mode, run_and_draw);
        self.timeline.is_fast = false;
    }

    fn step(&mut self, host: &mut impl Host, mode: RunMode, run_frame: fn(&mut Timeline, Input)) {
        let held = host.held();
        let input = self.input(&held);
        let save_keys = self.plugged_save_keys();
        match self.chain {
            // The running hash includes every picture, so every frame must be drawn.
            Some(before) => {
                self.timeline.frame(input);
                let machine = self.timeline.machine();
                let frame = machine.last_frame();
                let record = FrameRecord::new(machine, frame, self.timeline.samples(), before);
                self.chain = Some(record.chain);
            }
            None => run_frame(&mut self.timeline, input),
        }
        self.store_written_pages(save_keys);
        self.explore_paddles();
        if let Some(game) = &mut self.game {
            game.after_frame(self.timeline.machine(), &mut self.notices);
        }
        host.frame_done(self, mode);
    }

    /// Continues the search for the part of a paddle's range that the game uses. Does not search
    /// while a script is playing.
    fn explore_paddles(&mut self) {
        let socket = self.controllers.paddles_to_explore();
        let Some(socket) = socket.filter(|_| self.playback.is_none()) else {
            self.range_search = None;
            return;
        };
        let search = self
            .range_search
            .get_or_insert_with(|| RangeSearch::new(socket));
        if let Some(used) = search.step(self.timeline.machine()) {
            self.controllers.set_used_range(used);
        }
    }

    /// Returns the console's input for the next frame, which comes from the script, the player or
    /// the assistant. If the script or the assistant has moved levers, such as the difficulty
    /// switches, they stay where they are.
    fn input(&mut self, held: &HeldControls) -> Input {
        let frame = self.timeline.frames();
        let scripted = self.playback.as_ref();
        if let Some(input) = scripted.and_then(|playback| playback.input(frame)) {
            self.levers = released(input.switches);
            return input;
        }
        if self.playback.is_some() {
            self.finished_script = self.playback.take();
            self.notices.push(Notice::ScriptEnded);
        }
        self.controllers.turn_dials(&held.players);
        let player_input = Input {
            ports: self.controllers.ports(&held.players),
            switches: held.switches(self.levers),
        };
        let Some(game) = &mut self.game else {
            return player_input;
        };
        let input = game.input(player_input, &mut self.notices);
        if game.moves_levers() {
            self.levers.left = input.switches.left;
            self.levers.right = input.switches.right;
        }
        input
    }
}

/// Runs a frame and draws its picture.
fn run_and_draw(timeline: &mut Timeline, input: Input) {
    timeline.frame(input);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        bundled::BUNDLED,
        playback::Playback,
        session::{Lever, SessionOptions},
    };
    use lab::script::Script;

    fn session() -> Session {
        let image = BUNDLED[0].image.to_vec();
        Session::open("video-checkers.bin", image, SessionOptions::default()).unwrap()
    }

    fn run(session: &mut Session, frames: u32, mut held: HeldControls) {
        (0..frames).for_each(|_| _ = session.advance(&mut held, false));
    }

    /// Returns a session in which Reset has been pressed, so that the screen shows the board.
    fn started_session() -> Session {
        let mut session = session();
        let reset = HeldControls {
            reset: true,
            ..HeldControls::default()
        };
        run(&mut session, 10, HeldControls::default());
        run(&mut session, 4, reset);
        run(&mut session, 30, HeldControls::default());
        session
    }

    #[test]
    fn going_back_in_time_restores_the_levers() {
        let mut session = started_session();
        session.set_lever(Lever::Color(false));
        run(&mut session, 20, HeldControls::default());
        session.take_notices();
        assert!(session.back(25));
        assert!(session.levers().color);
        let notices = session.take_notices();
        assert_eq!(notices, [Notice::LeverMoved("TV type: color".into())]);
        assert!(session.forward(25));
        assert!(!session.levers().color);
        assert!(!session.forward(1));
    }

    #[test]
    fn a_state_restores_its_levers_and_a_damaged_state_is_refused() {
        let mut session = started_session();
        let text = session.set_lever(Lever::Difficulty(0, Difficulty::A));
        assert_eq!(text, "Left difficulty A");
        run(&mut session, 3, HeldControls::default());
        let (state, machine) = (session.save(), session.save_machine());
        let mut other = super::tests::session();
        assert!(other.load(&state[..state.len() - 1]).is_err());
        other.load(&state).unwrap();
        assert_eq!(other.levers().left, Difficulty::A);
        assert_eq!(other.frames(), session.frames());
        assert_eq!(other.save(), state);
        let mut other = super::tests::session();
        other.load_machine(&machine).unwrap();
        assert!(other.save_machine() == machine);
    }

    #[test]
    fn a_transcript_played_back_gives_the_same_chain() {
        let options = SessionOptions {
            compute_chain: true,
            ..SessionOptions::default()
        };
        let cartridge = vcs::Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut first = Session::new(cartridge.clone(), options.clone());
        let reset = HeldControls {
            reset: true,
            ..HeldControls::default()
        };
        run(&mut first, 20, HeldControls::default());
        run(&mut first, 5, reset);
        run(&mut first, 20, HeldControls::default());
        let script = Script::parse(&first.transcript(Some("bundled"))).unwrap();
        let mut second = Session::new(cartridge, options);
        second.play_script(Playback::new(&script).unwrap());
        run(&mut second, 45, reset);
        assert_eq!(second.chain(), first.chain());
        assert_eq!(second.first_player_input(), None);
        run(&mut second, 1, reset);
        assert_eq!(second.take_notices().last(), Some(&Notice::ScriptEnded));
        assert!(!second.is_scripted());
    }
}
