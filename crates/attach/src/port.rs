//! The game's end of the link. The game polls its [`Port`] before each frame; polling never blocks.

use crate::{
    messages::{DebuggerMessage, Frame, FullState, GREETING, GameMessage},
    wire,
};
use std::{
    io::{self, ErrorKind, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
};
use vcs::{Cartridge, Machine};

/// A game that a debugger can attach to.
pub trait Game {
    /// Returns everything that a debugger needs to make its copy of the game.
    fn full_state(&self) -> FullState;

    /// Returns the cartridge in the console.
    fn cartridge(&self) -> &Cartridge;

    /// Continues the game from the debugger's machine.
    fn continue_from(&mut self, machine: Machine);
}

/// A port through which one debugger at a time can attach to the game.
#[derive(Debug)]
pub struct Port {
    listener: TcpListener,
    client: Option<Client>,
}

#[derive(Debug)]
struct Client {
    stream: TcpStream,
    received: Vec<u8>,
    /// Bytes that have not been sent yet.
    unsent: Vec<u8>,
    greeted: bool,
    /// Number of messages that the debugger has not answered yet.
    unanswered: u32,
    /// Number of machine states received from the debugger.
    states_received: u32,
}

impl Port {
    /// Opens a port on the local computer; 0 picks a free one.
    ///
    /// # Errors
    /// The operating system's error if the port is in use or not allowed.
    pub fn open(port: u16) -> io::Result<Port> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        Ok(Port {
            listener,
            client: None,
        })
    }

    /// Returns the address to which debuggers connect.
    ///
    /// # Errors
    /// The operating system's error if it cannot determine the address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Handles the debugger's messages without blocking. Returns true if the game must not run a
    /// frame now.
    pub fn poll(&mut self, game: &mut dyn Game) -> bool {
        self.accept();
        if let Some(client) = &mut self.client
            && client.exchange(game).is_err()
        {
            self.client = None;
        }
        self.is_waiting()
    }

    /// Returns true if the debugger has yet to answer a message. Until it has answered all of them,
    /// the game must not run a frame.
    pub fn is_waiting(&self) -> bool {
        let client = self.client.as_ref();
        client.is_some_and(|client| client.unanswered > 0)
    }

    /// Reports to the debugger, if one is attached, that the game has run a frame.
    pub fn report_frame(&mut self, mut frame: Frame) {
        if let Some(client) = self.client.as_mut().filter(|client| client.greeted) {
            frame.states_received = client.states_received;
            client.send(&GameMessage::Frame(Box::new(frame)));
        }
    }

    /// Accepts a client that is waiting to connect. While a debugger is attached, closes the new
    /// connection instead.
    fn accept(&mut self) {
        let Ok((stream, _)) = self.listener.accept() else {
            return;
        };
        let is_attached = self.client.as_ref().is_some_and(|client| client.greeted);
        let ready = stream.set_nonblocking(true).is_ok() && stream.set_nodelay(true).is_ok();
        if !is_attached && ready {
            self.client = Some(Client {
                stream,
                received: Vec::new(),
                unsent: Vec::new(),
                greeted: false,
                unanswered: 0,
                states_received: 0,
            });
        }
    }
}

impl Client {
    /// Receives messages, handles them and sends the answers, without blocking.
    fn exchange(&mut self, game: &mut dyn Game) -> io::Result<()> {
        self.flush()?;
        let is_open = self.read()?;
        if !self.greeted && self.received.len() >= GREETING.len() {
            self.greet(game)?;
        }
        while self.greeted
            && let Some(message) = wire::read_message(&mut self.received)
                .map_err(|_| io::Error::from(ErrorKind::InvalidData))?
        {
            self.execute(message, game)?;
        }
        self.flush()?;
        if is_open {
            Ok(())
        } else {
            Err(ErrorKind::UnexpectedEof.into())
        }
    }

    /// Reads the bytes that have arrived; returns false at the end of the stream.
    fn read(&mut self) -> io::Result<bool> {
        let mut bytes = [0; 16 << 10];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return Ok(false),
                Ok(count) => self.received.extend(&bytes[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(true),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Checks the greeting and answers with [`FullState`].
    ///
    /// # Errors
    /// Fails if the greeting is wrong; the caller then closes the connection.
    fn greet(&mut self, game: &dyn Game) -> io::Result<()> {
        if !self.received.starts_with(GREETING) {
            return Err(ErrorKind::InvalidData.into());
        }
        self.received.drain(..GREETING.len());
        self.greeted = true;
        self.send_full_state(game);
        Ok(())
    }

    fn execute(&mut self, message: DebuggerMessage, game: &mut dyn Game) -> io::Result<()> {
        match message {
            DebuggerMessage::Play => self.unanswered = self.unanswered.saturating_sub(1),
            DebuggerMessage::Resend => {
                self.unanswered = self.unanswered.saturating_sub(1);
                self.send_full_state(game);
            }
            DebuggerMessage::ContinueFrom(state) => {
                let machine = Machine::load(game.cartridge(), &state)
                    .map_err(|_| io::Error::from(ErrorKind::InvalidData))?;
                game.continue_from(machine);
                self.unanswered = 0;
                self.states_received += 1;
            }
        }
        Ok(())
    }

    fn send_full_state(&mut self, game: &dyn Game) {
        let full_state = FullState {
            states_received: self.states_received,
            ..game.full_state()
        };
        self.send(&GameMessage::FullState(Box::new(full_state)));
    }

    fn send(&mut self, message: &GameMessage) {
        self.unanswered += 1;
        wire::write(message, &mut self.unsent);
        // If the client has closed the connection, the next poll will notice.
        let _ = self.flush();
    }

    fn flush(&mut self) -> io::Result<()> {
        while !self.unsent.is_empty() {
            match self.stream.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
