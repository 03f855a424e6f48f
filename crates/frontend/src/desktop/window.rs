//! The window: a small trait that shows pixels and reports key events, and its implementation.

use super::{events::Event, mouse::Mouse};
#[cfg(all(unix, not(target_os = "macos")))]
use super::{
    key_positions::KeyNames,
    keys::set_printed_characters,
    x11::{X11Server, X11Window},
};
use headless::error::Error;
use minifb::{InputCallback, Key, MouseButton, MouseMode, Scale, ScaleMode, Window, WindowOptions};
use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

/// The window that the player sees and types into.
pub trait Screen {
    /// Shows a picture, whose size must be [`Screen::size`]. It may differ from the previous
    /// picture only in `rows`.
    ///
    /// # Errors
    /// [`Error::Fault`] if the window is gone.
    fn present(
        &mut self,
        pixels: &[u32],
        size: (usize, usize),
        rows: &[Range<usize>],
    ) -> Result<(), Error>;
    /// Returns false while the previous picture is waiting to be shown. A new picture would have to
    /// wait, too.
    fn is_ready(&mut self) -> bool;
    /// Returns the key events and typed characters since the last call. Draws nothing.
    fn poll(&mut self) -> Vec<Event>;
    /// Returns the state of the mouse and its motion since the last call. Call [`Screen::poll`]
    /// first.
    fn mouse(&mut self) -> Mouse;
    /// Hides the mouse and keeps it in the middle of the window, or releases it. Returns false if
    /// that is not possible.
    fn capture(&mut self, on: bool) -> bool;
    /// Returns whether the digits of the numeric keypad are reported only while NumLock is on.
    fn needs_num_lock(&self) -> bool;
    /// Returns the width and height in pixels.
    fn size(&self) -> (usize, usize);
    /// Returns false once the player has closed the window.
    fn is_open(&self) -> bool;
    /// Returns whether the window has the keyboard focus.
    fn is_active(&self) -> bool;
    /// Changes the text of the title bar.
    fn set_title(&mut self, title: String);
    /// Returns the position on the screen, if the system reports it.
    fn position(&self) -> Option<(isize, isize)>;
    /// Requests a different size. Returns false if that is not possible.
    fn resize(&mut self, width: usize, height: usize) -> bool;
    /// Switches full screen on or off. Returns false if that is not possible.
    fn set_fullscreen(&mut self, on: bool) -> bool;
}

/// Collects key events on every system. The key list of the window library (minifb) loses presses
/// shorter than a frame. The library's callback does not report mouse events; see
/// [`DesktopWindow::left_button_was_pressed`].
struct KeyQueue(Arc<Mutex<Vec<Event>>>);

impl KeyQueue {
    fn push(&self, event: Event) {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        queue.push(event);
    }
}

impl InputCallback for KeyQueue {
    fn add_char(&mut self, character: u32) {
        if let Some(letter) = char::from_u32(character) {
            self.push(Event::Character(letter));
        }
    }

    fn set_key_state(&mut self, key: Key, down: bool) {
        self.push(Event::Key(key, down));
    }
}

/// The window system that a window runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "each build uses only some of the systems")
)]
enum System {
    X11,
    Wayland,
    Windows,
    MacOs,
}

/// Converts a wheel value of the library to notches; up is positive. The unit of the library's
/// value depends on the window system.
fn notches(value: f32, system: System) -> f32 {
    value
        / match system {
            // On X11 each notch is a button press. The library counts both the press and the
            // release.
            System::X11 => 2.0,
            // The library passes on the compositor's value, which is positive for down. Most
            // compositors send 10 per notch, some 15.
            System::Wayland => -10.0,
            // Windows sends WHEEL_DELTA (120) per notch, and the library divides that by 10.
            System::Windows => 12.0,
            // The unit is lines. If the wheel turns slowly, the values are fractions.
            System::MacOs => 1.0,
        }
}

/// The desktop before the window opens.
///
/// On X11 this is a connection to the server, which the window later takes over. Without any
/// connection, the server might reset itself and reject new clients for a short time.
pub struct Desktop {
    #[cfg(all(unix, not(target_os = "macos")))]
    x11: Option<X11Server>,
}

impl Desktop {
    /// Connects to the desktop.
    pub fn connect() -> Desktop {
        Desktop {
            #[cfg(all(unix, not(target_os = "macos")))]
            x11: X11Server::connect(),
        }
    }

    /// Returns the width and height of the screen in pixels, if the system reports them.
    pub fn screen_size(&self) -> Option<(usize, usize)> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.x11.as_ref().map(X11Server::screen_size);
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }
}

/// A window on the desktop.
pub struct DesktopWindow {
    window: Window,
    events: Arc<Mutex<Vec<Event>>>,
    shape: WindowShape,
    /// The previous horizontal mouse position. The next motion is measured from it.
    previous_mouse_x: Option<f32>,
    /// Wheel notches that have not been reported yet.
    wheel: f32,
    captured: bool,
    #[cfg(all(unix, not(target_os = "macos")))]
    x11: Option<X11Window>,
    #[cfg(all(unix, not(target_os = "macos")))]
    key_names: KeyNames,
}

/// The shape of a window to open.
#[derive(Debug, Clone)]
pub struct WindowShape {
    /// The text of the title bar.
    pub title: String,
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Whether the window has no frame and fills the screen.
    pub fullscreen: bool,
    /// The position on the screen; `None` leaves it to the system.
    pub position: Option<(isize, isize)>,
}

impl DesktopWindow {
    /// Opens a window.
    ///
    /// # Errors
    /// [`Error::Fault`] if there is no display.
    #[cfg_attr(
        not(all(unix, not(target_os = "macos"))),
        expect(unused_variables, reason = "only X11 has a connection")
    )]
    pub fn open(shape: &WindowShape, desktop: Desktop) -> Result<DesktopWindow, Error> {
        let options = WindowOptions {
            resize: !shape.fullscreen,
            borderless: shape.fullscreen,
            topmost: shape.fullscreen,
            scale: if shape.fullscreen {
                Scale::FitScreen
            } else {
                Scale::X1
            },
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let mut window = Window::new(&shape.title, shape.width, shape.height, options)
            .map_err(no_display_error)?;
        window.set_target_fps(0);
        match shape.position {
            _ if shape.fullscreen => window.set_position(0, 0),
            Some((x, y)) => window.set_position(x, y),
            None => {}
        }
        let events = Arc::default();
        window.set_input_callback(Box::new(KeyQueue(Arc::clone(&events))));
        #[cfg(all(unix, not(target_os = "macos")))]
        let x11 = desktop
            .x11
            .and_then(|server| X11Window::find(server, window.get_window_handle() as usize));
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &x11 {
            x11.set_icon(&super::icon::icon());
        }
        Ok(DesktopWindow {
            #[cfg(all(unix, not(target_os = "macos")))]
            x11,
            window,
            events,
            shape: shape.clone(),
            previous_mouse_x: None,
            wheel: 0.0,
            captured: false,
            #[cfg(all(unix, not(target_os = "macos")))]
            key_names: KeyNames::default(),
        })
    }

    /// Renames the keys in the events according to their positions; see [`super::key_positions`].
    #[cfg(all(unix, not(target_os = "macos")))]
    fn rename_keys_by_position(&mut self, mut events: Vec<Event>) -> Vec<Event> {
        let Some(x11) = &mut self.x11 else {
            return events;
        };
        if let Some(layout) = x11.new_layout() {
            set_printed_characters(layout.printed_characters());
            self.key_names.set_layout(layout);
        }
        let is_active = self.window.is_active();
        if !is_active {
            self.key_names.forget_pressed_keys();
        }
        for event in &mut events {
            if let Event::Key(key, down) = event {
                *key = self.key_names.name(*key, *down);
            }
        }
        // Ignore presses (but not releases) while another window is active.
        let key_events = x11
            .take_keys()
            .into_iter()
            .filter(|(_, down)| is_active || !down);
        let layout = self.key_names.layout();
        let unnamed = key_events
            .filter_map(|(key, down)| Some(Event::Key(layout.unnamed_position(key)?, down)));
        events.extend(unnamed);
        events
    }

    /// Moves a captured mouse back to the middle. Returns false if that is not possible.
    fn recenter(&mut self) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            let (width, height) = self.window.get_size();
            return x11.warp((width / 2) as i16, (height / 2) as i16);
        }
        false
    }

    /// Returns whether the left button was pressed since the last call. The library reports only
    /// the current state of the button. So without X11, a click that begins and ends between two
    /// calls is lost.
    fn left_button_was_pressed(&mut self) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &mut self.x11 {
            return x11.take_presses() > 0 && self.window.is_active();
        }
        false
    }

    /// Adds the wheel's latest motion to `wheel`. Must be called after every poll and every
    /// drawing, because in both the library reads events and resets its own wheel value.
    fn add_wheel(&mut self) {
        let value = self.window.get_scroll_wheel().map_or(0.0, |(_, y)| y);
        self.wheel += notches(value, self.system());
    }

    /// Returns the window system that the window runs on.
    fn system(&self) -> System {
        #[cfg(all(unix, not(target_os = "macos")))]
        return match self.x11 {
            Some(_) => System::X11,
            None => System::Wayland,
        };
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        if cfg!(windows) {
            System::Windows
        } else {
            System::MacOs
        }
    }

    /// Returns the number of whole notches that have not been reported yet.
    fn take_notches(&mut self) -> f32 {
        let notches = self.wheel.trunc();
        self.wheel -= notches;
        notches
    }

    /// Returns the current mouse position in the window; `None` without X11. This is needed because
    /// the library's position may be older than a button press.
    fn pointer(&self) -> Option<(f32, f32)> {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            return x11.pointer();
        }
        None
    }

    /// Replaces this window with a new one, for systems on which an open window cannot change its
    /// size. Returns false if that is not possible.
    fn reopen(&mut self, shape: WindowShape) -> bool {
        match DesktopWindow::open(&shape, Desktop::connect()) {
            Ok(other) => {
                *self = other;
                true
            }
            Err(_) => false,
        }
    }
}

impl Screen for DesktopWindow {
    #[cfg_attr(
        not(all(unix, not(target_os = "macos"))),
        expect(unused_variables, reason = "the library sends the whole picture")
    )]
    fn present(
        &mut self,
        pixels: &[u32],
        size: (usize, usize),
        rows: &[Range<usize>],
    ) -> Result<(), Error> {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &mut self.x11
            && x11.present(pixels, size, rows)
        {
            return Ok(());
        }
        let drawn = self.window.update_with_buffer(pixels, size.0, size.1);
        self.add_wheel();
        drawn.map_err(|error| {
            Error::Fault(format!("the window cannot be drawn: {}", one_line(&error)))
        })
    }

    fn is_ready(&mut self) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &mut self.x11 {
            return x11.is_ready();
        }
        true
    }

    fn poll(&mut self) -> Vec<Event> {
        self.window.update();
        self.add_wheel();
        let events =
            std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner));
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.rename_keys_by_position(events);
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        events
    }

    fn position(&self) -> Option<(isize, isize)> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.x11.as_ref()?.position();
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        Some(self.window.get_position())
    }

    fn mouse(&mut self) -> Mouse {
        let (width, height) = self.window.get_size();
        let left = self.window.get_mouse_down(MouseButton::Left);
        let pressed = self.left_button_was_pressed();
        let reported = self.window.get_unscaled_mouse_pos(MouseMode::Pass);
        let current = (left || pressed).then(|| self.pointer()).flatten();
        let position = current.or(reported);
        let inside = |(x, y): &(f32, f32)| {
            *x >= 0.0 && *y >= 0.0 && (*x as usize) < width && (*y as usize) < height
        };
        let in_window = position.filter(inside);
        let motion = match (position, self.previous_mouse_x) {
            (Some((x, _)), Some(before)) => x - before,
            _ => 0.0,
        };
        self.previous_mouse_x = position.map(|(x, _)| x);
        if self.captured && motion != 0.0 && self.recenter() {
            self.previous_mouse_x = Some((width / 2) as f32);
        }
        Mouse {
            at: in_window.map(|(x, y)| (x as usize, y as usize)),
            motion,
            left,
            pressed: pressed && in_window.is_some(),
            wheel: self.take_notches(),
        }
    }

    fn capture(&mut self, on: bool) -> bool {
        self.captured = on && self.recenter();
        // Update the mouse position, so that the next motion is measured from the middle.
        self.window.update();
        let (width, _) = self.window.get_size();
        self.previous_mouse_x = self.captured.then_some((width / 2) as f32);
        self.window.set_cursor_visibility(!self.captured);
        self.captured == on
    }

    fn needs_num_lock(&self) -> bool {
        // On X11 the library reports the keypad's digits even without NumLock.
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.x11.is_none();
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        cfg!(windows)
    }

    fn size(&self) -> (usize, usize) {
        self.window.get_size()
    }

    fn is_open(&self) -> bool {
        self.window.is_open()
    }

    fn is_active(&self) -> bool {
        self.window.is_active()
    }

    fn set_title(&mut self, title: String) {
        self.window.set_title(&title);
        self.shape.title = title;
    }

    fn resize(&mut self, width: usize, height: usize) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            return x11.resize(width as u32, height as u32);
        }
        let shape = WindowShape {
            width,
            height,
            ..self.shape.clone()
        };
        self.reopen(shape)
    }

    fn set_fullscreen(&mut self, on: bool) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &mut self.x11 {
            return x11.set_fullscreen(on);
        }
        let shape = WindowShape {
            fullscreen: on,
            ..self.shape.clone()
        };
        self.reopen(shape)
    }
}

fn no_display_error(error: minifb::Error) -> Error {
    Error::Fault(format!(
        "no window can be opened ({}); start crownhead on a desktop, or use a subcommand that \
         needs no window (crownhead help)",
        one_line(&error)
    ))
}

fn one_line(error: &minifb::Error) -> String {
    error.to_string().lines().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_notch_up_is_one_on_every_system() {
        assert_eq!(notches(2.0, System::X11), 1.0);
        assert_eq!(notches(-10.0, System::Wayland), 1.0);
        assert_eq!(notches(-15.0, System::Wayland).trunc(), 1.0);
        assert_eq!(notches(120.0 * 0.1, System::Windows), 1.0);
        assert_eq!(notches(1.0, System::MacOs), 1.0);
        assert_eq!(notches(-12.0, System::Windows), -1.0);
    }
}
