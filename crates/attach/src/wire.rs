//! The encoding of messages: the length in four bytes, low byte first, then the message.

use serde::{Serialize, de::DeserializeOwned};

/// Maximum length of a message in bytes. Anything longer cannot come from Crownhead.
const MAX_LENGTH: usize = 256 << 20;

/// Encodes a message and appends it to `out`.
pub fn write(message: &impl Serialize, out: &mut Vec<u8>) {
    let body = postcard::to_allocvec(message).expect("messages can always be encoded");
    out.extend((body.len() as u32).to_le_bytes());
    out.extend(body);
}

/// Removes the first message from the received bytes and returns it; `None` if it is incomplete.
///
/// # Errors
/// [`InvalidMessage`] if the bytes are not a message.
pub fn read_message<T: DeserializeOwned>(
    received: &mut Vec<u8>,
) -> Result<Option<T>, InvalidMessage> {
    let Some((length, rest)) = received.split_first_chunk() else {
        return Ok(None);
    };
    let length = u32::from_le_bytes(*length) as usize;
    if length > MAX_LENGTH {
        return Err(InvalidMessage);
    }
    let Some(body) = rest.get(..length) else {
        return Ok(None);
    };
    let message = postcard::from_bytes(body).map_err(|_| InvalidMessage)?;
    received.drain(..4 + length);
    Ok(Some(message))
}

/// The error for bytes that are not a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidMessage;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_may_arrive_in_pieces() {
        let mut bytes = Vec::new();
        write(&"one".to_owned(), &mut bytes);
        write(&"two".to_owned(), &mut bytes);
        let mut received = Vec::new();
        let mut messages: Vec<String> = Vec::new();
        for byte in bytes {
            received.push(byte);
            messages.extend(read_message::<String>(&mut received).unwrap());
        }
        assert_eq!(messages, ["one", "two"]);
        assert!(received.is_empty());
    }

    #[test]
    fn bytes_that_are_not_a_message_give_an_error() {
        let mut received = b"GET / HTTP/1.1".to_vec();
        assert_eq!(read_message::<String>(&mut received), Err(InvalidMessage));
    }
}
