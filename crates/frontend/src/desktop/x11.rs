//! X11 features that the window library lacks: window size, full screen, detection of short clicks,
//! and fast drawing. They use a separate connection to the server.

use super::{key_positions::Layout, x11_image::SharedImage, x11_presses::PressListener};
use std::{
    ops::Range,
    time::{Duration, Instant},
};
use x11rb::{
    connection::Connection,
    errors::ReplyOrIdError,
    protocol::{
        Event,
        xproto::{
            AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux,
            ConnectionExt, EventMask, PropMode, Window,
        },
    },
    rust_connection::RustConnection,
    wrapper::ConnectionExt as _,
};

/// The action of a `_NET_WM_STATE` message that removes a state.
const REMOVE: u32 = 0;
/// The action of a `_NET_WM_STATE` message that adds a state.
const ADD: u32 = 1;

/// Maximum time that the server may take to show a picture. If it takes longer, the window library
/// shows all further pictures, without shared memory.
const SHOW_TIMEOUT: Duration = Duration::from_secs(2);

/// A connection to the X server.
pub struct X11Server {
    connection: RustConnection,
    screen_number: usize,
}

impl X11Server {
    /// Connects to the server; returns `None` if there is none.
    pub fn connect() -> Option<X11Server> {
        let (connection, screen_number) = x11rb::connect(None).ok()?;
        Some(X11Server {
            connection,
            screen_number,
        })
    }

    /// Returns the width and height of the screen.
    pub fn screen_size(&self) -> (usize, usize) {
        let screen = &self.connection.setup().roots[self.screen_number];
        (
            screen.width_in_pixels.into(),
            screen.height_in_pixels.into(),
        )
    }
}

/// A window on the X server.
pub struct X11Window {
    connection: RustConnection,
    window: Window,
    root: Window,
    screen_size: (u32, u32),
    /// The position and size before full screen. They are stored only if no window manager is
    /// running.
    previous_geometry: Option<ConfigureWindowAux>,
    /// The picture in shared memory; `None` if the server does not share memory.
    image: Option<SharedImage>,
    /// The time at which the last picture was sent.
    sent_at: Instant,
    /// The listener for mice and keyboards; `None` if the server lacks the extension. Without the
    /// listener, short clicks and keys for which the library has no name are lost.
    listener: Option<PressListener>,
    /// Number of presses of the left button that have not been reported yet.
    presses: usize,
    /// Key events that have not been reported yet: the server's key code, and true if the key went
    /// down, false if it went up.
    keys: Vec<(u8, bool)>,
    /// Whether the keyboard layout has changed.
    has_new_layout: bool,
}

impl X11Window {
    /// Finds the window with this ID on the server; `None` if there is none, as on Wayland.
    pub fn find(server: X11Server, id: usize) -> Option<X11Window> {
        let window = u32::try_from(id).ok()?;
        let X11Server {
            connection,
            screen_number,
        } = server;
        let depth = connection.get_geometry(window).ok()?.reply().ok()?.depth;
        let screen = &connection.setup().roots[screen_number];
        let screen_size = (
            screen.width_in_pixels.into(),
            screen.height_in_pixels.into(),
        );
        let root = screen.root;
        let listener = PressListener::subscribe(&connection, root).ok().flatten();
        let image = SharedImage::new(&connection, window, depth);
        let exposures = ChangeWindowAttributesAux::new().event_mask(EventMask::EXPOSURE);
        connection
            .change_window_attributes(window, &exposures)
            .ok()?;
        Some(X11Window {
            image,
            sent_at: Instant::now(),
            listener,
            presses: 0,
            keys: Vec::new(),
            has_new_layout: true,
            connection,
            window,
            root,
            screen_size,
            previous_geometry: None,
        })
    }

    /// Sets the window's icon. `icon` contains its width, its height, and one number 0xAARRGGBB per
    /// pixel.
    pub fn set_icon(&self, icon: &[u32]) {
        let set = || {
            let atom = self.connection.intern_atom(false, b"_NET_WM_ICON").ok()?;
            let atom = atom.reply().ok()?.atom;
            let mode = PropMode::REPLACE;
            let kind = AtomEnum::CARDINAL;
            self.connection
                .change_property32(mode, self.window, atom, kind, icon)
                .ok()?;
            self.connection.flush().ok()
        };
        // If this fails, the window works, but has no icon.
        let _ = set();
    }

    /// Requests a size. Returns whether the request was sent.
    pub fn resize(&self, width: u32, height: u32) -> bool {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.configure(&size).is_ok()
    }

    /// Moves the mouse to a pixel of the window. Returns whether the request was sent.
    pub fn warp(&self, x: i16, y: i16) -> bool {
        let none = x11rb::NONE;
        self.connection
            .warp_pointer(none, self.window, 0, 0, 0, 0, x, y)
            .is_ok_and(|_| self.connection.sync().is_ok())
    }

    /// Returns the mouse position in the window, in pixels.
    pub fn pointer(&self) -> Option<(f32, f32)> {
        let pointer = self.connection.query_pointer(self.window).ok()?;
        let pointer = pointer.reply().ok()?;
        Some((pointer.win_x.into(), pointer.win_y.into()))
    }

    /// Returns how often the left button was pressed since the last call, anywhere on the screen.
    pub fn take_presses(&mut self) -> usize {
        self.read_events();
        std::mem::take(&mut self.presses)
    }

    /// Returns the key events since the last call, in any window: the server's key code, and true
    /// if the key went down, false if it went up.
    pub fn take_keys(&mut self) -> Vec<(u8, bool)> {
        self.read_events();
        std::mem::take(&mut self.keys)
    }

    /// Returns the keyboard layout on the first call and after each change; otherwise `None`.
    pub fn new_layout(&mut self) -> Option<Layout> {
        if !std::mem::take(&mut self.has_new_layout) {
            return None;
        }
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let count = last - first + 1;
        let mapping = self.connection.get_keyboard_mapping(first, count).ok()?;
        let mapping = mapping.reply().ok()?;
        let per_key = mapping.keysyms_per_keycode.into();
        Some(Layout::new(first, per_key, &mapping.keysyms))
    }

    /// Returns the screen position of the upper left corner of the window's frame.
    pub fn position(&self) -> Option<(isize, isize)> {
        let corner = self
            .connection
            .translate_coordinates(self.window, self.root, 0, 0);
        let corner = corner.ok()?.reply().ok()?;
        let frame = || {
            let extents = self.atom(b"_NET_FRAME_EXTENTS")?;
            let kind = AtomEnum::CARDINAL;
            let request = self
                .connection
                .get_property(false, self.window, extents, kind, 0, 4);
            let sides: Vec<u32> = request.ok()?.reply().ok()?.value32()?.collect();
            Some((*sides.first()? as isize, *sides.get(2)? as isize))
        };
        let (left, top) = frame().unwrap_or_default();
        Some((
            isize::from(corner.dst_x) - left,
            isize::from(corner.dst_y) - top,
        ))
    }

    /// Shows a picture. It must have the window's size, and only `rows` may have changed. Returns
    /// false if the server does not share memory, or if the picture cannot be sent.
    pub fn present(&mut self, pixels: &[u32], size: (usize, usize), rows: &[Range<usize>]) -> bool {
        let Some(image) = &mut self.image else {
            return false;
        };
        self.sent_at = Instant::now();
        let sent = image.present(&self.connection, pixels, size, rows).is_ok();
        if !sent {
            self.image = None;
        }
        sent
    }

    /// Returns false while the last picture is waiting for the server to show it. After
    /// [`SHOW_TIMEOUT`], stops using shared memory and returns true.
    pub fn is_ready(&mut self) -> bool {
        self.read_events();
        let Some(image) = &self.image else {
            return true;
        };
        if image.is_pending && self.sent_at.elapsed() > SHOW_TIMEOUT {
            self.image = None;
        }
        self.image.as_ref().is_none_or(|image| !image.is_pending)
    }

    fn read_events(&mut self) {
        while let Ok(Some(event)) = self.connection.poll_for_event() {
            match (event, &mut self.image) {
                (Event::Unknown(event), _) => {
                    let listener = self.listener.as_ref();
                    self.presses += usize::from(
                        listener.is_some_and(|listener| listener.is_left_press(&event)),
                    );
                    self.keys
                        .extend(listener.and_then(|listener| listener.key(&event)));
                }
                (Event::MappingNotify(_), _) => self.has_new_layout = true,
                (Event::ShmCompletion(_), Some(image)) => image.is_pending = false,
                (Event::Expose(_), Some(image)) => image.is_exposed = true,
                _ => {}
            }
        }
    }

    /// Requests full screen or, if `on` is false, the window's previous size. Returns whether the
    /// request was sent.
    pub fn set_fullscreen(&mut self, on: bool) -> bool {
        if self.has_window_manager() {
            self.ask_window_manager(on).is_ok()
        } else {
            self.fill_screen(on).is_ok()
        }
    }

    /// Returns whether a window manager is running. A window manager creates a window, and sets a
    /// property of the root window and of this window to the window's id. When the window manager
    /// exits, its window disappears, but the property of the root window remains.
    fn has_window_manager(&self) -> bool {
        let manager = self.manager_window(self.root);
        manager.is_some_and(|window| self.manager_window(window) == Some(window))
    }

    /// Returns the window whose id is in the window manager's property of `window`.
    fn manager_window(&self, window: Window) -> Option<Window> {
        let property = self.atom(b"_NET_SUPPORTING_WM_CHECK")?;
        let kind = AtomEnum::WINDOW;
        let request = self
            .connection
            .get_property(false, window, property, kind, 0, 1);
        request.ok()?.reply().ok()?.value32()?.next()
    }

    fn ask_window_manager(&self, on: bool) -> Result<(), ReplyOrIdError> {
        let (Some(state), Some(fullscreen)) = (
            self.atom(b"_NET_WM_STATE"),
            self.atom(b"_NET_WM_STATE_FULLSCREEN"),
        ) else {
            return Ok(());
        };
        let data = [if on { ADD } else { REMOVE }, fullscreen, 0, 1, 0];
        let event = ClientMessageEvent::new(32, self.window, state, data);
        let mask = EventMask::SUBSTRUCTURE_NOTIFY | EventMask::SUBSTRUCTURE_REDIRECT;
        self.connection.send_event(false, self.root, mask, event)?;
        Ok(self.connection.sync()?)
    }

    /// Makes the window fill the screen or, if `on` is false, restores its position and size. Sets
    /// them directly, because there is no window manager.
    fn fill_screen(&mut self, on: bool) -> Result<(), ReplyOrIdError> {
        let geometry = |x, y, (width, height)| {
            let size = ConfigureWindowAux::new().width(width).height(height);
            size.x(x).y(y)
        };
        let whole_screen = geometry(0, 0, self.screen_size);
        if !on {
            let previous = self.previous_geometry.take().unwrap_or(whole_screen);
            return self.configure(&previous);
        }
        let current = self.connection.get_geometry(self.window)?.reply()?;
        let size = (current.width.into(), current.height.into());
        self.previous_geometry = Some(geometry(current.x.into(), current.y.into(), size));
        self.configure(&whole_screen)
    }

    fn configure(&self, change: &ConfigureWindowAux) -> Result<(), ReplyOrIdError> {
        self.connection.configure_window(self.window, change)?;
        Ok(self.connection.sync()?)
    }

    fn atom(&self, name: &[u8]) -> Option<u32> {
        Some(
            self.connection
                .intern_atom(false, name)
                .ok()?
                .reply()
                .ok()?
                .atom,
        )
    }
}
