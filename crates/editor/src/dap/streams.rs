//! Reads messages from streams, and writes messages to them.

use super::adapter::Adapter;
use crate::framing::{self, Rules};
use headless::{error::Error, print};
use serde_json::Value;
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError, TryRecvError},
    },
    thread,
    time::Duration,
};

const RULES: Rules = Rules {
    max_length: 16 << 20,
    strict: false,
};
/// Interval between checks of the sources while the machine is stopped.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Reads the next message; `None` at the end of the stream, or if the header is too long.
///
/// # Errors
/// A description of the fault if the text is not a message. Reading can then continue with the next
/// message.
pub fn read_message(input: &mut impl BufRead) -> Option<Result<Value, String>> {
    Some(match framing::read(input, &RULES) {
        Ok(body) => serde_json::from_slice(&body?)
            .map_err(|error| format!("a message is not JSON: {error}")),
        Err(_) => Err(
            "the header of a message cannot be used; begin a message with `Content-Length: BYTES` \
             and an empty line, and limit it to 16 MiB"
                .into(),
        ),
    })
}

fn write_message(output: &mut impl Write, message: &Value) -> io::Result<()> {
    output.write_all(framing::frame(&message.to_string()).as_bytes())?;
    output.flush()
}

/// Returns true if the message is a request that must end a long step.
fn is_urgent(message: &Result<Value, String>) -> bool {
    let commands = ["pause", "disconnect", "terminate", "restart", "cancel"];
    message.as_ref().is_ok_and(|message| {
        commands
            .iter()
            .any(|command| message["command"] == *command)
    })
}

/// Serves a client until it disconnects.
///
/// # Errors
/// The system's error if an answer cannot be written.
pub fn serve(input: impl Read + Send + 'static, mut output: impl Write) -> io::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, messages) = mpsc::channel();
    let stop_flag = stop.clone();
    // The thread ends when the client closes the stream, or when the program ends.
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        while let Some(message) = read_message(&mut input) {
            if is_urgent(&message) {
                stop_flag.store(true, Ordering::Relaxed);
            }
            if sender.send(message).is_err() {
                return;
            }
        }
        // The client has disconnected, so end any long step.
        stop_flag.store(true, Ordering::Relaxed);
    });
    let mut adapter = Adapter::new(stop.clone());
    loop {
        let message = if adapter.is_running() {
            match messages.try_recv() {
                Ok(message) => Some(message),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return Ok(()),
            }
        } else {
            match messages.recv_timeout(CHECK_INTERVAL) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        };
        let answers = match message {
            Some(message) => {
                stop.store(false, Ordering::Relaxed);
                adapter.receive(message)
            }
            None => adapter.advance(),
        };
        for answer in answers {
            write_message(&mut output, &answer)?;
        }
        if adapter.is_over() {
            return Ok(());
        }
    }
}

/// Serves a client on standard input and output.
///
/// # Errors
/// [`Error::Write`] if an answer cannot be written.
pub fn serve_standard_streams() -> Result<(), Error> {
    serve(io::stdin(), io::stdout()).map_err(Error::write(Path::new("-")))
}

/// Listens on a port of the local computer and prints the address. Waits for one client, and serves
/// it until it disconnects.
///
/// # Errors
/// [`Error::Fault`] if the port cannot be used, or a write error if the address cannot be printed.
pub fn serve_port(port: u16) -> Result<(), Error> {
    let fault = |error: io::Error| Error::Fault(format!("port {port} cannot be used: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(fault)?;
    let address = listener.local_addr().map_err(fault)?;
    print::out(format!("{address}\n"))?;
    let (stream, _) = listener.accept().map_err(fault)?;
    let input = stream.try_clone().map_err(Error::read(Path::new("-")))?;
    // If the client closes the connection, an answer cannot be written. This ends the session like
    // `disconnect`, and is not an error.
    let _ = serve(input, stream);
    Ok(())
}
