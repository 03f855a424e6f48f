//! The window, behind a small trait: pixels go in, key events and the mouse come out.

use crate::error::Error;
use minifb::{InputCallback, Key, MouseButton, MouseMode, ScaleMode, Window, WindowOptions};
use std::sync::{Arc, Mutex, PoisonError};

/// A key went down (true) or up.
pub type KeyEvent = (Key, bool);

/// Where the pointer is, in pixels of the window, and what it presses.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mouse {
    /// From the left edge; outside the window it may be negative.
    pub x: f32,
    /// From the top edge.
    pub y: f32,
    /// Left button.
    pub left: bool,
    /// Right button.
    pub right: bool,
}

/// What the player sees and types into.
pub trait Screen {
    /// Shows a picture of exactly [`Screen::size`].
    ///
    /// # Errors
    /// [`Error::Fault`] where the window is gone.
    fn present(&mut self, pixels: &[u32], width: usize, height: usize) -> Result<(), Error>;
    /// Fetches what happened since the last call, without drawing.
    fn poll(&mut self) -> Vec<KeyEvent>;
    /// Width and height in pixels.
    fn size(&self) -> (usize, usize);
    /// False once the player has closed it.
    fn is_open(&self) -> bool;
    /// True while it has the keyboard.
    fn is_active(&self) -> bool;
    /// The pointer.
    fn mouse(&self) -> Mouse;
    /// The text in the title bar.
    fn set_title(&mut self, title: &str);
}

/// Collects key events. The library's own key list forgets taps shorter than a frame.
struct KeyQueue(Arc<Mutex<Vec<KeyEvent>>>);

impl InputCallback for KeyQueue {
    fn add_char(&mut self, _character: u32) {}

    fn set_key_state(&mut self, key: Key, down: bool) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((key, down));
    }
}

/// A window of the desktop.
pub struct DesktopWindow {
    window: Window,
    events: Arc<Mutex<Vec<KeyEvent>>>,
}

/// How a window is opened.
#[derive(Debug, Clone)]
pub struct WindowShape {
    /// The text in the title bar.
    pub title: String,
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// Without a frame, in the screen's corner.
    pub borderless: bool,
}

impl DesktopWindow {
    /// Opens a window.
    ///
    /// # Errors
    /// [`Error::Fault`] without a display.
    pub fn open(shape: &WindowShape) -> Result<DesktopWindow, Error> {
        let options = WindowOptions {
            resize: !shape.borderless,
            borderless: shape.borderless,
            topmost: shape.borderless,
            scale_mode: ScaleMode::UpperLeft,
            ..WindowOptions::default()
        };
        let mut window =
            Window::new(&shape.title, shape.width, shape.height, options).map_err(no_display)?;
        window.set_target_fps(0);
        if shape.borderless {
            window.set_position(0, 0);
        }
        let events = Arc::default();
        window.set_input_callback(Box::new(KeyQueue(Arc::clone(&events))));
        Ok(DesktopWindow { window, events })
    }
}

impl Screen for DesktopWindow {
    fn present(&mut self, pixels: &[u32], width: usize, height: usize) -> Result<(), Error> {
        self.window
            .update_with_buffer(pixels, width, height)
            .map_err(|error| {
                Error::Fault(format!("the window cannot be drawn: {}", one_line(&error)))
            })
    }

    fn poll(&mut self) -> Vec<KeyEvent> {
        self.window.update();
        std::mem::take(&mut *self.events.lock().unwrap_or_else(PoisonError::into_inner))
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

    fn mouse(&self) -> Mouse {
        let (x, y) = self
            .window
            .get_unscaled_mouse_pos(MouseMode::Pass)
            .unwrap_or((-1.0, -1.0));
        Mouse {
            x,
            y,
            left: self.window.get_mouse_down(MouseButton::Left),
            right: self.window.get_mouse_down(MouseButton::Right),
        }
    }

    fn set_title(&mut self, title: &str) {
        self.window.set_title(title);
    }
}

fn no_display(error: minifb::Error) -> Error {
    Error::Fault(format!(
        "no window can be opened ({}); start it on a desktop, or use a subcommand that needs no \
         window (crownhead help)",
        one_line(&error)
    ))
}

fn one_line(error: &minifb::Error) -> String {
    error.to_string().lines().collect::<Vec<_>>().join(" ")
}
