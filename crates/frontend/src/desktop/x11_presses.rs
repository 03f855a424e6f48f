//! Detects presses of the left mouse button and of all keys on X11, through the XInput 2 extension.
//! This extension reports even the shortest presses.
//!
//! The library's generated code for the extension is nearly as large as that for the core protocol.
//! So this module does not use it, but builds two requests and parses the events itself. Their
//! layout is in `XI2proto.h` and their numbers in `XI2.h`, both in X.Org's xorgproto.

use std::io::IoSlice;
use x11rb::{
    connection::{Connection, RequestConnection},
    errors::ReplyOrIdError,
    protocol::xproto::{GE_GENERIC_EVENT, Window},
    rust_connection::RustConnection,
};

/// The extension's name.
const EXTENSION_NAME: &str = "XInputExtension";
/// The numbers of the two requests that we use.
const SELECT_EVENTS: u8 = 46;
const QUERY_VERSION: u8 = 47;
/// The version to request, 2.2. In a request, the major number is the first half of a word.
const VERSION: [u16; 2] = [2, 2];
/// The device number that stands for all master devices: the pointers that have a cursor, and the
/// keyboards.
const ALL_MASTER_DEVICES: u16 = 1;
/// The event numbers for a key that went down or up, in any window.
const RAW_KEY_PRESS: u16 = 13;
const RAW_KEY_RELEASE: u16 = 14;
/// The event number for a button that went down, anywhere on the screen.
const RAW_BUTTON_PRESS: u16 = 15;
/// The number of the left button.
const LEFT_BUTTON: u32 = 1;

/// Recognizes the press events of all mice and keyboards.
pub struct PressListener {
    /// The number that the server assigned to the extension.
    opcode: u8,
}

impl PressListener {
    /// Subscribes to raw events, because the server sends a window's own events to only one
    /// listener. Returns `None` if the server does not have the extension.
    ///
    /// # Errors
    /// The server is gone or rejects the request.
    pub fn subscribe(
        connection: &RustConnection,
        root: Window,
    ) -> Result<Option<PressListener>, ReplyOrIdError> {
        let Some(extension) = connection.extension_information(EXTENSION_NAME)? else {
            return Ok(None);
        };
        let opcode = extension.major_opcode;
        let version = request(opcode, QUERY_VERSION, &[word_of_halves(VERSION)]);
        let version = [IoSlice::new(&version)];
        // A server that has only version 1 replies with an error.
        let reply = connection.send_request_with_reply::<u32>(&version, Vec::new())?;
        reply.reply()?;
        // Send one mask, a single word, for all these devices.
        let masks = [
            root,
            word_of_halves([1, 0]),
            word_of_halves([ALL_MASTER_DEVICES, 1]),
            1 << RAW_BUTTON_PRESS | 1 << RAW_KEY_PRESS | 1 << RAW_KEY_RELEASE,
        ];
        let select = request(opcode, SELECT_EVENTS, &masks);
        connection.send_request_without_reply(&[IoSlice::new(&select)], Vec::new())?;
        connection.flush()?;
        Ok(Some(PressListener { opcode }))
    }

    /// Returns whether the event is a press of the left button.
    pub fn is_left_press(&self, event: &[u8]) -> bool {
        parse_event(event, self.opcode) == Some((RAW_BUTTON_PRESS, LEFT_BUTTON))
    }

    /// Returns the code of a key, and true if it went down, false if it went up. Returns `None` for
    /// other events.
    pub fn key(&self, event: &[u8]) -> Option<(u8, bool)> {
        let (kind, key) = parse_event(event, self.opcode)?;
        let down = match kind {
            RAW_KEY_PRESS => true,
            RAW_KEY_RELEASE => false,
            _ => return None,
        };
        Some((u8::try_from(key).ok()?, down))
    }
}

/// Returns the kind of the event, from byte 8, and the button or key, from byte 16; `None` for an
/// event that belongs to a different extension.
fn parse_event(event: &[u8], opcode: u8) -> Option<(u16, u32)> {
    let kind = u16::from_ne_bytes(event.get(8..10)?.try_into().ok()?);
    let detail = u32::from_ne_bytes(event.get(16..20)?.try_into().ok()?);
    (event[..2] == [GE_GENERIC_EVENT, opcode]).then_some((kind, detail))
}

/// Packs two 16-bit numbers into a word. The first number comes first in memory.
fn word_of_halves([first, second]: [u16; 2]) -> u32 {
    let [a, b] = first.to_ne_bytes();
    let [c, d] = second.to_ne_bytes();
    u32::from_ne_bytes([a, b, c, d])
}

/// Builds the bytes of a request. `opcode` is the number of the extension, `number` that of the
/// request.
fn request(opcode: u8, number: u8, words: &[u32]) -> Vec<u8> {
    let mut bytes = vec![opcode, number];
    bytes.extend((words.len() as u16 + 1).to_ne_bytes());
    bytes.extend(words.iter().flat_map(|word| word.to_ne_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_press_of_the_left_button_counts() {
        let event = |kind: u16, button: u32| {
            let mut event = vec![0; 32];
            event[..2].copy_from_slice(&[35, 131]);
            event[8..10].copy_from_slice(&kind.to_ne_bytes());
            event[16..20].copy_from_slice(&button.to_ne_bytes());
            event
        };
        let listener = PressListener { opcode: 131 };
        assert!(listener.is_left_press(&event(15, 1)));
        assert!(!listener.is_left_press(&event(15, 3)));
        assert!(!listener.is_left_press(&event(16, 1)));
        assert!(!PressListener { opcode: 132 }.is_left_press(&event(15, 1)));
        assert!(!listener.is_left_press(&event(15, 1)[..18]));
        let keys = [event(13, 49), event(14, 49), event(15, 1)].map(|event| listener.key(&event));
        assert_eq!(keys, [Some((49, true)), Some((49, false)), None]);
    }

    #[test]
    fn a_request_contains_its_length_in_words() {
        let bytes = request(131, QUERY_VERSION, &[word_of_halves(VERSION)]);
        assert_eq!(bytes[..2], [131, 47]);
        let numbers: Vec<u16> = bytes[2..]
            .chunks_exact(2)
            .map(|pair| u16::from_ne_bytes([pair[0], pair[1]]))
            .collect();
        assert_eq!(numbers, [2, 2, 2]);
    }
}
