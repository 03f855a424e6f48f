//! A window's picture on X11, in memory that is shared with the server.
//!
//! The server allocates the memory and passes a file descriptor to us, so the picture does not go
//! through a socket. We write only the rows that have changed. The server sends an event when it
//! has shown them. A server on another computer cannot share memory, nor can a server without the
//! MIT-SHM extension.

use std::{fs::File, ops::Range, os::unix::fs::FileExt};
use x11rb::{
    connection::{Connection, RequestConnection},
    errors::{ReplyError, ReplyOrIdError},
    protocol::{
        shm::{self, ConnectionExt as _},
        xproto::{ConnectionExt as _, CreateGCAux, Gcontext, ImageFormat, ImageOrder, Window},
    },
    rust_connection::RustConnection,
};

/// Bits per pixel.
const BITS_PER_PIXEL: u8 = 32;

/// The picture of a window.
pub struct SharedImage {
    window: Window,
    context: Gcontext,
    depth: u8,
    memory: Option<SharedMemory>,
    /// Whether the last picture is waiting for the server to show it.
    pub is_pending: bool,
    /// Whether the server has lost part of the window's picture, which must then be shown again.
    pub is_exposed: bool,
}

/// Memory shared with the X server that holds a picture.
struct SharedMemory {
    segment: shm::Seg,
    file: File,
    size: (usize, usize),
}

impl SharedImage {
    /// Creates the picture of a window with this color depth. Returns `None` if the server does not
    /// share memory, or if its pixel format is not ours.
    pub fn new(connection: &RustConnection, window: Window, depth: u8) -> Option<SharedImage> {
        let setup = connection.setup();
        let format = setup
            .pixmap_formats
            .iter()
            .find(|format| format.depth == depth)?;
        let order = if cfg!(target_endian = "little") {
            ImageOrder::LSB_FIRST
        } else {
            ImageOrder::MSB_FIRST
        };
        if format.bits_per_pixel != BITS_PER_PIXEL || setup.image_byte_order != order {
            return None;
        }
        connection
            .extension_information(shm::X11_EXTENSION_NAME)
            .ok()??;
        let version = connection.shm_query_version().ok()?.reply().ok()?;
        // Sharing memory through a file descriptor requires version 1.2.
        if (version.major_version, version.minor_version) < (1, 2) {
            return None;
        }
        let context = connection.generate_id().ok()?;
        connection
            .create_gc(context, window, &CreateGCAux::new())
            .ok()?;
        Some(SharedImage {
            window,
            context,
            depth,
            memory: None,
            is_pending: false,
            is_exposed: false,
        })
    }

    /// Writes the rows that have changed and asks the server to show them.
    ///
    /// # Errors
    /// The server is gone, or it turns out not to share memory.
    pub fn present(
        &mut self,
        connection: &RustConnection,
        pixels: &[u32],
        size: (usize, usize),
        rows: &[Range<usize>],
    ) -> Result<(), ReplyOrIdError> {
        let all_rows = 0..size.1;
        let whole_picture = std::slice::from_ref(&all_rows);
        let is_new = self.memory.as_ref().map(|memory| memory.size) != Some(size);
        if is_new {
            self.free_memory(connection)?;
            self.memory = Some(SharedMemory::new(connection, size)?);
        }
        let Some(memory) = &self.memory else {
            return Ok(());
        };
        let rows_to_write = if is_new { whole_picture } else { rows };
        for rows in rows_to_write {
            let part = &pixels[rows.start * size.0..rows.end * size.0];
            let offset = (rows.start * size.0 * size_of::<u32>()) as u64;
            memory
                .file
                .write_all_at(bytemuck::cast_slice(part), offset)
                .map_err(|error| {
                    ReplyOrIdError::from(x11rb::errors::ConnectionError::from(error))
                })?;
        }
        let rows_to_show = if std::mem::take(&mut self.is_exposed) {
            whole_picture
        } else {
            rows_to_write
        };
        for (index, rows) in rows_to_show.iter().enumerate() {
            let is_last = index + 1 == rows_to_show.len();
            self.send_rows(connection, memory, rows, is_last)?;
            self.is_pending |= is_last;
        }
        connection.flush()?;
        Ok(())
    }

    fn send_rows(
        &self,
        connection: &RustConnection,
        memory: &SharedMemory,
        rows: &Range<usize>,
        is_last: bool,
    ) -> Result<(), ReplyOrIdError> {
        let (width, height) = (memory.size.0 as u16, memory.size.1 as u16);
        let (top, rows_height) = (rows.start as u16, rows.len() as u16);
        connection.shm_put_image(
            self.window,
            self.context,
            width,
            height,
            0,
            top,
            width,
            rows_height,
            0,
            top as i16,
            self.depth,
            ImageFormat::Z_PIXMAP.into(),
            is_last,
            memory.segment,
            0,
        )?;
        Ok(())
    }

    /// Frees the memory.
    fn free_memory(&mut self, connection: &RustConnection) -> Result<(), ReplyOrIdError> {
        if let Some(memory) = self.memory.take() {
            connection.shm_detach(memory.segment)?;
        }
        Ok(())
    }
}

impl SharedMemory {
    fn new(
        connection: &RustConnection,
        size: (usize, usize),
    ) -> Result<SharedMemory, ReplyOrIdError> {
        let segment = connection.generate_id()?;
        let bytes = size.0 * size.1 * size_of::<u32>();
        let bytes = u32::try_from(bytes).map_err(|_| {
            let error = std::io::Error::from(std::io::ErrorKind::FileTooLarge);
            ReplyError::from(x11rb::errors::ConnectionError::from(error))
        })?;
        let reply = connection
            .shm_create_segment(segment, bytes, true)?
            .reply()?;
        Ok(SharedMemory {
            segment,
            file: File::from(reply.shm_fd),
            size,
        })
    }
}
