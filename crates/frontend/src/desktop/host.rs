//! Runs the console for the window's next picture. Between two pictures, the console can run one
//! frame, no frame or many frames, or go back in time.

use super::{
    action::{Action, Command, GameCommand},
    app::App,
    bindings::Bindings,
    debugger::WindowDebugger,
    input_map::InputMap,
    logs::InputLog,
    panel::Panel,
    view::View,
};
use attach::{Frame, Port};
use debugger::Stop;
use headless::error::Error;
use play::{
    contacts::{Control, HeldControls},
    session::{Host, Notice, RunMode, Session},
};
use std::time::{Duration, Instant};

/// Maximum time per picture for running frames in fast mode. Pictures are 16.7 ms apart; the
/// remaining time is for showing the picture.
const FAST_SLICE: Duration = Duration::from_millis(13);
/// Number of pictures for which a hint stays visible: five seconds.
const HINT_PICTURES: u32 = 300;

/// The desktop as the session's host.
struct Desktop<'a> {
    input: &'a mut InputMap,
    view: &'a mut View,
    log: &'a mut Option<InputLog>,
    /// The debugger, if it has breakpoints or traps.
    debugger: Option<&'a mut WindowDebugger>,
    /// The port of a debugger in another program.
    port: Option<&'a mut Port>,
    /// The console's cycle count before the frame.
    cycles: u64,
    /// The stop, if the debugger has stopped the game during this picture.
    stop: Option<Stop>,
    /// Autofire holds the button for this number of frames, then releases it for the same number;
    /// 0 switches autofire off.
    autofire: u64,
    /// The frame count that times autofire.
    frames: u64,
    /// Whether the next frame is the first one of this picture. For that frame, the main loop has
    /// already updated the contacts.
    is_first: bool,
    started: Instant,
    exit_after: Option<u64>,
    /// The error that ended the input log.
    log_error: Option<Error>,
}

impl Desktop<'_> {
    /// Returns whether the next frame must wait, because a debugger has stopped the game or has yet
    /// to answer.
    fn must_wait(&self) -> bool {
        self.stop.is_some() || self.port.as_ref().is_some_and(|port| port.is_waiting())
    }

    /// Returns whether the program must exit after at most `frames` more frames.
    fn ends_within(&self, session: &Session, frames: u64) -> bool {
        self.exit_after
            .is_some_and(|last| frames + session.frames() >= last)
    }
}

impl Host for Desktop<'_> {
    fn held(&mut self) -> HeldControls {
        if !std::mem::take(&mut self.is_first) {
            self.input.contacts.next_frame();
        }
        let mut held = self.input.contacts.held();
        self.frames += 1;
        if self.autofire > 0 && self.frames / self.autofire % 2 == 1 {
            for player in &mut held.players {
                player.joystick.fire = false;
            }
        }
        held
    }

    fn has_time(&mut self, session: &Session) -> bool {
        !self.must_wait() && !self.ends_within(session, 1) && self.started.elapsed() < FAST_SLICE
    }

    fn must_stop(&mut self, session: &Session) -> bool {
        self.must_wait() || self.ends_within(session, 0)
    }

    fn frame_done(&mut self, session: &Session, mode: RunMode) {
        if let Some(log) = self.log
            && let Err(error) = log.log(session.frames() - 1, session.machine())
        {
            *self.log = None;
            self.log_error = Some(error);
        }
        if self.stop.is_none()
            && let Some(debugger) = &mut self.debugger
        {
            self.stop = debugger.follow(session);
        }
        let start = std::mem::replace(&mut self.cycles, session.machine().cycles());
        if let Some(port) = &mut self.port {
            port.report_frame(Frame::of(session.machine(), start));
        }
        if mode == RunMode::Assistant && !session.is_thinking() {
            self.view.load_frame(session);
        }
    }
}

impl App {
    /// Calls `run` with the session and the desktop as its host.
    fn with_host<T>(&mut self, run: impl FnOnce(&mut Session, &mut Desktop<'_>) -> T) -> T {
        let debugger = self.panels.debugger.as_deref_mut();
        let mut host = Desktop {
            input: &mut self.controls.input,
            view: &mut self.view,
            log: &mut self.storage.log,
            debugger: debugger.filter(|debugger| debugger.is_armed()),
            port: self.port.as_mut(),
            cycles: self.session.machine().cycles(),
            stop: None,
            autofire: match self.settings.merged().play.autofire {
                0 => 0,
                shots => 30 / u64::from(shots),
            },
            frames: self.session.frames(),
            is_first: true,
            started: Instant::now(),
            exit_after: self.plan.exit_after,
            log_error: None,
        };
        let result = run(&mut self.session, &mut host);
        let stop = host.stop.take();
        if let Some(error) = host.log_error.take() {
            self.view.messages.show_failure(error);
        }
        if let Some(stop) = stop {
            if let Some(debugger) = &mut self.panels.debugger {
                debugger.show_stop(&stop);
            }
            self.open_panel(Panel::Debugger);
        }
        result
    }

    /// Runs the frames for one picture. Returns true if the picture must not change because the
    /// cartridge is thinking at full speed.
    pub fn run_frames(&mut self) -> bool {
        let freeze_at = self.plan.freeze_at;
        let frozen = freeze_at.is_some_and(|frame| self.session.frames() > frame);
        let pause_in_menus = self.settings.merged().play.pause_in_menus;
        if frozen || self.panels.pauses_game(pause_in_menus) {
            self.devices.audio.pause();
            return false;
        }
        if self.controls.input.contacts.holds(Control::Rewind) {
            self.rewind(1);
            return false;
        }
        if self.clock.is_stopped() {
            self.devices.audio.pause();
            return false;
        }
        if self.poll_debugger() {
            self.devices.audio.pause();
            return false;
        }
        self.clock.frames_to_advance = self.clock.frames_to_advance.saturating_sub(1);
        let fast = self.clock.turbo || self.controls.input.contacts.holds(Control::FastForward);
        let mode = self.with_host(|session, host| session.advance(host, fast));
        self.play_sound(mode);
        if mode == RunMode::Thinking {
            return true;
        }
        self.storage.add_to_clip(&self.session);
        // While the cartridge is thinking, it does not show the board, so the last picture stays.
        if mode != RunMode::Assistant && !self.session.is_thinking() {
            self.update_picture();
        }
        false
    }

    fn play_sound(&mut self, mode: RunMode) {
        let audio = &mut self.devices.audio;
        if matches!(mode, RunMode::Fast | RunMode::Thinking) {
            audio.pause();
            return audio.smooth_jump();
        }
        if mode == RunMode::Assistant {
            audio.smooth_jump();
        }
        let pace = self.clock.pace(&self.session);
        if let Err(error) = audio.play(&self.session, pace) {
            self.view.messages.show_failure(error);
        }
    }

    /// Runs until the assistant no longer needs the controls, so that no state is saved in the
    /// middle of a move.
    pub fn finish_actions(&mut self) {
        self.with_host(|session, host| session.finish_actions(host));
        self.act_on_notices();
    }

    /// Rewinds by this number of frames.
    pub fn rewind(&mut self, frames: u64) {
        self.devices.audio.pause();
        self.devices.audio.smooth_jump();
        if self.session.back(frames) {
            self.update_picture()
        } else {
            let text = "Rewind: this is the earliest moment";
            self.view.messages.show(text);
        }
    }

    /// Shows the session's notices, and writes the record of its games. A program may change the
    /// SaveKey in every frame, so the SaveKey's file is not written immediately after a change, but
    /// within a second.
    pub fn act_on_notices(&mut self) {
        for notice in self.session.take_notices() {
            match notice {
                Notice::ScriptEnded => {
                    // The session accepts no cheats while a script is playing.
                    let cheats = self.settings.merged().active_cheats();
                    self.session.set_cheats(cheats);
                    let text = "Script: ended; you have the controls";
                    self.view.messages.show(text);
                }
                Notice::PushedStraight => {
                    let hint = diagonals_hint(&self.controls.bindings);
                    self.view.messages.show_for(hint, HINT_PICTURES);
                }
                Notice::LeverMoved(text) => self.view.messages.show(text),
                Notice::SaveKeyWritten => {
                    if let Some(file) = &mut self.storage.save_key {
                        file.mark_changed();
                    }
                }
                Notice::GameBegan => self.storage.game_saver.start_next_game(),
                Notice::GameMoved => {
                    let messages = &mut self.view.messages;
                    self.storage.save_game(&self.session, messages);
                }
                Notice::Repetition(times) => {
                    let text = offer_draw_hint(&self.controls.bindings, times);
                    self.view.messages.show_for(text, HINT_PICTURES);
                }
                _ => {}
            }
        }
    }
}

/// Returns a message that suggests offering a draw, with the key to press, because the position has
/// occurred `times` times.
fn offer_draw_hint(bindings: &Bindings, times: usize) -> String {
    let draw = Action::Once(Command::Game(GameCommand::OfferDraw));
    format!("Repetition {times}: {} offers a draw", bindings.hint(draw))
}

fn diagonals_hint(bindings: &Bindings) -> String {
    let keys = bindings.diagonals().join(" ");
    format!("Pieces move diagonally: use {keys}")
}
