//! The debugger's end of the link.

use crate::{
    messages::{DebuggerMessage, FullState, GREETING, GameMessage},
    wire,
};
use std::{
    io::{self, ErrorKind, Read, Write},
    net::{Ipv4Addr, Shutdown, TcpStream},
    time::Duration,
};
use thiserror::Error;

/// Timeout for the game's first message, for sending to the game, and for closing the connection.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Minimum read timeout. A stream rejects a timeout of zero.
const MIN_TIMEOUT: Duration = Duration::from_millis(1);

/// The reason an attempt to connect failed or the connection was lost.
#[derive(Debug, Error)]
pub enum LinkError {
    /// Nothing is listening on the port.
    #[error(
        "no game is listening on port {port} ({error}); start the game with \
         `crownhead --debug-port {port}`, or set the core option `Port for a debugger` in RetroArch"
    )]
    NoGame {
        /// The port.
        port: u16,
        /// The error from the operating system.
        error: io::Error,
    },
    /// The program listening on the port closed the connection or did not send [`FullState`].
    #[error(
        "port {0} has no game to attach to: another debugger is attached, or the program on that \
         port is not Crownhead, or is a different version of it"
    )]
    Refused(u16),
    /// The game has closed the connection.
    #[error("the game has closed the connection; attach again")]
    Closed,
}

/// A debugger's connection to a game.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Link {
    /// Attaches to the game that is listening on `port` of the local computer, and pauses it.
    ///
    /// # Errors
    /// [`LinkError::NoGame`] if nothing is listening on the port, [`LinkError::Refused`] if the
    /// program that is listening closes the connection or does not send [`FullState`].
    pub fn connect(port: u16) -> Result<(Link, FullState), LinkError> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))
            .map_err(|error| LinkError::NoGame { port, error })?;
        let mut link = Link {
            stream,
            received: Vec::new(),
        };
        let refused = |_| LinkError::Refused(port);
        let configured = link.stream.set_write_timeout(Some(TIMEOUT));
        configured
            .and_then(|()| link.stream.set_nodelay(true))
            .and_then(|()| link.stream.write_all(GREETING))
            .map_err(|_| LinkError::Refused(port))?;
        match link.receive(TIMEOUT).map_err(refused)? {
            Some(GameMessage::FullState(full_state)) => Ok((link, *full_state)),
            _ => Err(LinkError::Refused(port)),
        }
    }

    /// Waits for the next message and returns it; `None` on a timeout.
    ///
    /// # Errors
    /// [`LinkError::Closed`] if the connection is closed, or if the received bytes are not a valid
    /// message.
    pub fn receive(&mut self, timeout: Duration) -> Result<Option<GameMessage>, LinkError> {
        loop {
            if let Some(message) =
                wire::read_message(&mut self.received).map_err(|_| LinkError::Closed)?
            {
                return Ok(Some(message));
            }
            let mut bytes = [0; 64 << 10];
            let configured = self.stream.set_read_timeout(Some(timeout.max(MIN_TIMEOUT)));
            match configured.and_then(|()| self.stream.read(&mut bytes)) {
                Ok(0) => return Err(LinkError::Closed),
                Ok(count) => self.received.extend(&bytes[..count]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Ok(None);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(LinkError::Closed),
            }
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`LinkError::Closed`] if the message cannot be sent.
    pub fn send(&mut self, message: &DebuggerMessage) -> Result<(), LinkError> {
        let mut bytes = Vec::new();
        wire::write(message, &mut bytes);
        self.stream.write_all(&bytes).map_err(|_| LinkError::Closed)
    }

    /// Closes the connection once the game has read all messages. The game then continues.
    pub fn close(mut self) {
        // Closing a stream that still has unread incoming data can discard outgoing data that has
        // not been delivered yet. So read everything first.
        if self.stream.shutdown(Shutdown::Write).is_ok() {
            while matches!(self.receive(TIMEOUT), Ok(Some(_))) {}
        }
    }
}
