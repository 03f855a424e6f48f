//! Reads and writes messages on standard input and output: a header with the length, then JSON.

use crate::{
    framing::{self, Rules},
    lsp::kernels::View,
};
use headless::{error::Error, print};
use lsp_server::{ErrorCode, Message, RequestId, Response};
use serde_json::{Value, json};
use std::{collections::VecDeque, io::BufRead, path::PathBuf};

/// The limits on messages. Even a source of 30,000 lines, about one million bytes, is far below
/// them.
const RULES: Rules = Rules {
    max_length: 64 << 20,
    strict: true,
};

/// An item that the server receives: a message, an error in reading one, or another event.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Message(Message),
    /// A malformed message; the next message can still be read.
    Malformed(Fault),
    /// A malformed message after which the start of the next one is unknown, so the connection
    /// ends.
    Lost(Fault),
    /// The client has closed the connection.
    End,
    /// The result of a background run: the kernel views of programs, by main source.
    Views(Vec<(PathBuf, View)>),
}

/// An error in a message, with what is needed to answer it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The error code of the answer.
    pub code: i32,
    /// The text of the answer.
    pub text: String,
    /// The ID of the request, if it could be read.
    pub id: Option<RequestId>,
}

/// Reads the next message.
pub fn read(input: &mut dyn BufRead) -> Incoming {
    match framing::read(input, &RULES) {
        Ok(Some(body)) => parse(&body),
        Ok(None) => Incoming::End,
        Err(wrong) => Incoming::Lost(fault(ErrorCode::ParseError, header_text(wrong))),
    }
}

fn header_text(fault: framing::Fault) -> String {
    match fault {
        framing::Fault::NotAHeader => {
            "expected a header line such as `Content-Length: 20`".to_owned()
        }
        framing::Fault::NoLength => {
            "the header has no `Content-Length` with a number of bytes".to_owned()
        }
        framing::Fault::TooLong(length) => format!(
            "a message of {length} bytes is too long; at most {} are read",
            RULES.max_length
        ),
    }
}

fn parse(body: &[u8]) -> Incoming {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => {
            let text = format!("the message is not JSON: {error}");
            return Incoming::Malformed(fault(ErrorCode::ParseError, text));
        }
    };
    let id = value.get("id").cloned();
    match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => {
            let text = "the message is neither a request nor a response nor a notification";
            Incoming::Malformed(Fault {
                id: id.and_then(|id| serde_json::from_value(id).ok()),
                ..fault(ErrorCode::InvalidRequest, text)
            })
        }
    }
}

fn fault(code: ErrorCode, text: impl Into<String>) -> Fault {
    Fault {
        code: code as i32,
        text: text.into(),
        id: None,
    }
}

/// Writes messages to standard output.
///
/// # Errors
/// Returns an [`Error`] if standard output cannot be written.
pub fn write(messages: &[Message]) -> Result<(), Error> {
    let mut bytes = Vec::new();
    for message in messages {
        // Writing to memory does not fail.
        let _ = message.write(&mut bytes);
    }
    if bytes.is_empty() {
        Ok(())
    } else {
        print::out(bytes)
    }
}

/// Answers a malformed message.
///
/// # Errors
/// Returns an [`Error`] if standard output cannot be written.
pub fn answer_malformed(fault: &Fault) -> Result<(), Error> {
    let id = fault.id.as_ref().map_or(Value::Null, |id| json!(id));
    let error = json!({"code": fault.code, "message": fault.text});
    let body = json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string();
    print::out(framing::frame(&body))
}

/// If `message` cancels a request that is in `waiting`, replaces that request with an error that
/// says so.
pub fn cancel(waiting: &mut VecDeque<Incoming>, message: &Incoming) {
    let Incoming::Message(Message::Notification(notification)) = message else {
        return;
    };
    if notification.method != "$/cancelRequest" {
        return;
    }
    let Some(id) = notification.params.get("id") else {
        return;
    };
    let Ok(id) = serde_json::from_value::<RequestId>(id.clone()) else {
        return;
    };
    for pending in waiting {
        if let Incoming::Message(Message::Request(request)) = pending
            && request.id == id
        {
            let text = "the client has cancelled the request";
            *pending = Incoming::Malformed(Fault {
                id: Some(id.clone()),
                ..fault(ErrorCode::RequestCanceled, text)
            });
        }
    }
}

/// Returns an error response.
pub fn error_response(id: RequestId, code: ErrorCode, text: impl Into<String>) -> Message {
    Response::new_err(id, code as i32, text.into()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(input: &str) -> Vec<Incoming> {
        let mut input = input.as_bytes();
        let mut found = Vec::new();
        loop {
            let incoming = read(&mut input);
            let is_last = matches!(incoming, Incoming::End | Incoming::Lost(_));
            found.push(incoming);
            if is_last {
                return found;
            }
        }
    }

    #[test]
    fn messages_after_a_malformed_one_are_read() {
        let request = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
        let input = framing::frame("{")
            + &framing::frame("[1]")
            + &framing::frame(r#"{"id":7}"#)
            + &framing::frame(request);
        let found = read_all(&input);
        let code = |incoming: &Incoming| match incoming {
            Incoming::Malformed(fault) => fault.code,
            _ => 0,
        };
        let codes: Vec<i32> = found.iter().map(code).collect();
        assert_eq!(codes, [-32700, -32600, -32600, 0, 0]);
        assert!(matches!(&found[2], Incoming::Malformed(fault) if fault.id == Some(7.into())));
        assert!(matches!(found[3], Incoming::Message(Message::Request(_))));
        assert!(matches!(found[4], Incoming::End));
    }

    #[test]
    fn a_wrong_header_is_reported() {
        for input in ["hello\r\n", "Content-Length: x\r\n\r\n", "A: b\r\n\r\n"] {
            assert!(
                matches!(&read_all(input)[..], [Incoming::Lost(_)]),
                "{input}"
            );
        }
        let endless = "Content-Length: 99999999999\r\n\r\n";
        assert!(matches!(&read_all(endless)[..], [Incoming::Lost(_)]));
        assert!(matches!(
            &read_all("Content-Length: 9\r\n\r\n{}")[..],
            [Incoming::End]
        ));
    }
}
