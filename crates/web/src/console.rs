//! A session with a screen and a speaker. The page supplies the input and collects the output.

mod scripts;

use crate::{error::WebError, report::Report, screen::Screen, speaker::Speaker};
use checkers::Position;
use games::session::BundledGames;
use play::{
    archive,
    contacts::{Contacts, Control, HeldControls},
    image::{ImageError, UnpackedImage},
    session::{Host, Lever, Notice, RunMode, Session, SessionOptions, game::Aid},
};
use serde::Serialize;

/// Maximum length of a script that a page plays, in frames: about four and a half hours.
pub const MAX_SCRIPT_FRAMES: u64 = 1_000_000;
/// Number of frames by which each picture goes back while the player is rewinding.
const REWIND_FRAMES: u64 = 2;

/// The number that the page assigns to a key, a gamepad button or a finger.
pub type Source = u32;

/// An event for the page to show or handle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "kebab-case")]
pub enum Event {
    /// A message to show.
    Message(String),
    /// The script has ended.
    ScriptEnded,
    /// The record of the game has changed.
    GameMoved,
    /// A new game has begun.
    GameBegan,
    /// Rewinding has reached the earliest stored moment.
    Earliest,
    /// The player has been pushing the stick horizontally or vertically for some time, but pieces
    /// move only diagonally.
    PushedStraight,
}

/// A console in which a page plays a cartridge.
pub struct Console {
    name: String,
    session: Session,
    contacts: Contacts<Source>,
    /// The picture.
    pub screen: Screen,
    /// The sound.
    pub speaker: Speaker,
    events: Vec<Event>,
    /// The frame up to which a script runs as fast as possible, to skip its beginning; `None` if no
    /// script is being skipped.
    skip_to: Option<u64>,
    last_report: Option<Report>,
}

/// Answers the session's questions while it runs the frames for one picture.
struct PictureHost<'a> {
    contacts: &'a mut Contacts<Source>,
    /// True before the first frame. The contacts are already prepared for this frame.
    is_first_frame: bool,
    /// Maximum number of frames that may still run for this picture, in fast mode or while the
    /// cartridge is thinking.
    frames: u32,
    skip_to: Option<u64>,
}

impl Host for PictureHost<'_> {
    fn held(&mut self) -> HeldControls {
        if !std::mem::take(&mut self.is_first_frame) {
            self.contacts.next_frame();
        }
        self.contacts.held()
    }

    fn has_time(&mut self, session: &Session) -> bool {
        self.frames = self.frames.saturating_sub(1);
        let arrived = self.skip_to.is_some_and(|to| session.frames() + 1 >= to);
        self.frames > 0 && !arrived
    }

    fn must_stop(&mut self, session: &Session) -> bool {
        self.skip_to.is_some_and(|to| session.frames() >= to)
    }
}

impl Console {
    /// Opens a file: an image, or a zip or gzip file. If a zip file contains several images,
    /// `member` is the name of the image to open. `date` is the date for game records, as
    /// `YYYY.MM.DD`.
    ///
    /// # Errors
    /// Returns [`WebError::Image`] with the reason.
    pub fn open(
        name: &str,
        bytes: Vec<u8>,
        member: Option<&str>,
        date: &str,
    ) -> Result<Console, WebError> {
        let image_error = |source: ImageError| WebError::Image {
            name: name.into(),
            source,
        };
        let image = match member {
            Some(member) => UnpackedImage::unpack_member(&bytes, member),
            None => UnpackedImage::unpack(name, bytes),
        };
        let image = image.map_err(image_error)?;
        let cartridge = image
            .cartridge()
            .map_err(|error| image_error(error.into()))?;
        let options = SessionOptions {
            date: date.into(),
            recognize: games::session::recognize,
            ..SessionOptions::default()
        };
        Ok(Console {
            name: image.name,
            session: Session::new(cartridge, options),
            contacts: Contacts::default(),
            screen: Screen::default(),
            speaker: Speaker::default(),
            events: Vec::new(),
            skip_to: None,
            last_report: None,
        })
    }

    /// Returns the names of the images in a zip file. Returns no names for any other file.
    ///
    /// # Errors
    /// Returns an error if the zip file is damaged.
    pub fn images(name: &str, bytes: &[u8]) -> Result<Vec<String>, WebError> {
        archive::image_names(bytes).map_err(|source| WebError::Image {
            name: name.into(),
            source: source.into(),
        })
    }

    /// Inserts another image, and turns the console off and on. If `state` is given, the new
    /// machine continues from this state.
    ///
    /// # Errors
    /// If the error is [`WebError::Image`], the old cartridge is still in the console. If it is
    /// [`WebError::State`], the new cartridge is in the console and runs from power-on.
    pub fn insert(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        state: Option<&[u8]>,
    ) -> Result<(), WebError> {
        let image = UnpackedImage::unpack(name, bytes);
        let inserted = image.and_then(|image| Ok((image.cartridge()?, image.name)));
        let (cartridge, name) = inserted.map_err(|source| WebError::Image {
            name: name.into(),
            source,
        })?;
        self.session.insert(cartridge);
        self.name = name;
        self.skip_to = None;
        if let Some(state) = state {
            self.session.load_machine(state)?;
        }
        Ok(())
    }

    /// Handles the press of a key, button or finger.
    pub fn press(&mut self, source: Source, control: Control) {
        self.contacts.press(source, control);
    }

    /// Releases the key, button or touch `source`.
    pub fn release(&mut self, source: Source) {
        self.contacts.release(source);
    }

    /// Releases all keys, buttons and touches. The page calls this when it loses the focus.
    pub fn release_all(&mut self) {
        self.contacts.release_all();
    }

    /// Moves a console switch.
    pub fn set_lever(&mut self, lever: Lever) {
        let text = self.session.set_lever(lever);
        self.events.push(Event::Message(text));
    }

    /// Handles the horizontal position of the mouse: -0.5 is the left edge of the picture, and 0.5
    /// is the right edge.
    pub fn mouse_at(&mut self, position: f32) {
        self.session.controllers.set_mouse(position);
    }

    /// Handles a horizontal mouse movement. `distance` is a fraction of the picture's width.
    pub fn mouse_moved(&mut self, distance: f32) {
        self.session.controllers.mouse_moved(distance);
        if let Some(game) = self.session.game_mut() {
            game.pointer_moved();
        }
    }

    /// Handles the horizontal position of the stick on a player's gamepad: -1 is left, 1 is right.
    pub fn stick_at(&mut self, player: usize, axis: f32) {
        if player < 2 {
            self.session.controllers.set_stick(player, axis);
        }
    }

    /// Handles a click or tap at a color clock and a row of the picture.
    pub fn click(&mut self, clock: usize, row: usize) {
        let text = self.session.click(clock, row);
        self.events.extend(text.map(Event::Message));
    }

    /// Takes back the last move in Video Checkers.
    pub fn take_back(&mut self) {
        let text = self.session.take_back();
        self.events.extend(text.map(Event::Message));
    }

    /// Shows or hides the square numbers.
    pub fn set_numbers(&mut self, on: bool) {
        if let Some(numbers) = self.session.aid(Aid::Numbers) {
            *numbers = on;
        }
    }

    /// Sets up a Video Checkers position.
    ///
    /// # Errors
    /// Returns an error if the text is not a position, or if the cartridge is not Video Checkers.
    pub fn set_up(&mut self, fen: &str) -> Result<(), WebError> {
        let position = Position::from_fen(fen)?;
        let text = self.session.set_up(&position).ok_or(WebError::NoBoard)?;
        self.events.push(Event::Message(text));
        Ok(())
    }

    /// Makes the console run at full speed, or not, while the computer is thinking.
    pub fn set_fast_thinking(&mut self, on: bool) {
        self.session.fast_thinking = on;
    }

    /// Turns the console off and on.
    pub fn power_cycle(&mut self) {
        self.skip_to = None;
        self.session.power_cycle();
        self.speaker.smooth_jump();
    }

    /// Runs the frames for the page's next picture. This is usually one frame; in fast mode, or
    /// while the cartridge is thinking, it is up to `frames` frames. `rate` is the browser's audio
    /// sample rate. `pace` is the speed of the game relative to a real console.
    pub fn advance(&mut self, frames: u32, rate: f64, pace: f64) {
        self.contacts.next_frame();
        if self.contacts.holds(Control::Rewind) {
            return self.rewind();
        }
        let fast = self.skip_to.is_some() || self.contacts.holds(Control::FastForward);
        let mut host = PictureHost {
            contacts: &mut self.contacts,
            is_first_frame: true,
            frames,
            skip_to: self.skip_to,
        };
        let mode = self.session.advance(&mut host, fast);
        self.end_skip();
        match mode {
            RunMode::Fast | RunMode::Thinking => self.speaker.smooth_jump(),
            RunMode::Assistant => {
                self.speaker.smooth_jump();
                self.speaker.add_frame(&self.session, rate, pace);
            }
            RunMode::Frame => self.speaker.add_frame(&self.session, rate, pace),
        }
        self.take_notices();
        if let Some(game) = self.session.game_mut() {
            game.picture_shown();
        }
        // The cartridge shows no board while it is thinking, so keep the last picture.
        let is_board = mode != RunMode::Thinking && !self.session.is_thinking();
        if is_board {
            self.screen.load_frame(&self.session);
        }
    }

    fn rewind(&mut self) {
        self.speaker.smooth_jump();
        if self.session.back(REWIND_FRAMES) {
            self.screen.load_frame(&self.session);
        } else {
            self.events.push(Event::Earliest);
        }
    }

    fn end_skip(&mut self) {
        let frames = self.session.frames();
        self.skip_to = self.skip_to.filter(|to| frames < *to);
    }

    fn take_notices(&mut self) {
        let events = self.session.take_notices().into_iter();
        self.events.extend(events.filter_map(|notice| match notice {
            Notice::ScriptEnded => Some(Event::ScriptEnded),
            Notice::PushedStraight => Some(Event::PushedStraight),
            Notice::LeverMoved(text) => Some(Event::Message(text)),
            Notice::GameBegan => Some(Event::GameBegan),
            Notice::GameMoved => Some(Event::GameMoved),
            Notice::Repetition(times) => {
                let text = format!("Repetition {times}: this position may be called a draw");
                Some(Event::Message(text))
            }
            _ => None,
        }));
    }

    /// Removes and returns the events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Returns the session's report for the page; `None` if the report has not changed since the
    /// last call.
    pub fn report(&mut self) -> Option<&Report> {
        let catching_up = self.skip_to.is_some();
        let report = Report::of(&self.session, &self.name, &self.screen, catching_up);
        let changed = self.last_report.as_ref() != Some(&report);
        self.last_report = Some(report);
        self.last_report.as_ref().filter(|_| changed)
    }

    /// Returns the session, for read-only access.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the record of the game as text, for a file; `None` if there is no record.
    pub fn record(&self) -> Option<String> {
        self.session.game()?.record()
    }

    /// Returns the current moment as a saved state. First lets the assistant finish its current
    /// actions.
    pub fn save(&mut self) -> Vec<u8> {
        let mut host = PictureHost {
            contacts: &mut self.contacts,
            is_first_frame: true,
            frames: 0,
            skip_to: None,
        };
        self.session.finish_actions(&mut host);
        self.session.save()
    }

    /// Restores a saved moment.
    ///
    /// # Errors
    /// Returns an error if the bytes are damaged or belong to another cartridge. The console then
    /// remains unchanged.
    pub fn load(&mut self, state: &[u8]) -> Result<(), WebError> {
        self.session.load(state)?;
        self.skip_to = None;
        self.speaker.smooth_jump();
        self.screen.load_frame(&self.session);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
