//! `crownhead lsp`: the language server for editors, on standard input and output.
//!
//! The answers come from the crate `language`; this module has the protocol, the open documents and
//! the projects. [`Server`] turns messages into messages, so tests drive it without a process. One
//! thread reads and another answers. A third runs programs for the kernel view. While messages
//! wait, the server does not compute diagnostics, because the next keystroke would make them stale.
#![doc = include_str!("../../docs/lsp.md")]

mod answers;
mod capabilities;
mod convert;
mod documents;
mod failure;
mod kernels;
mod main_sources;
mod server;
#[cfg(test)]
mod tests;
mod transport;
mod units;
mod workspace;

use headless::error::Error;
use server::Server;
use std::{
    collections::VecDeque,
    io,
    process::ExitCode,
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
};
use transport::{Incoming, read, write};

/// Serves one client until it sends `exit` or closes the connection.
///
/// # Errors
/// Standard output cannot be written, unless its reader has closed it.
pub fn run() -> Result<ExitCode, Error> {
    let (sender, incoming) = channel();
    let mut server = Server::new(sender.clone());
    // The thread ends with the process: it may wait for input that never comes.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let message = read(&mut input);
            let ends = matches!(message, Incoming::End | Incoming::Lost(_));
            if sender.send(message).is_err() || ends {
                return;
            }
        }
    });
    serve(&mut server, &incoming)
}

fn serve(server: &mut Server, incoming: &Receiver<Incoming>) -> Result<ExitCode, Error> {
    let mut waiting = VecDeque::new();
    loop {
        let message = match next(incoming, &mut waiting) {
            Some(message) => message,
            None => {
                write(&server.idle())?;
                match incoming.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(ExitCode::FAILURE),
                }
            }
        };
        match message {
            Incoming::Message(message) => write(&server.handle(message))?,
            Incoming::Views(views) => write(&server.take_views(views))?,
            Incoming::Malformed(fault) => transport::refuse(&fault)?,
            Incoming::Lost(fault) => {
                transport::refuse(&fault)?;
                return Err(Error::Fault(fault.text));
            }
            // The client has closed the connection without `exit`.
            Incoming::End => return Ok(ExitCode::FAILURE),
        }
        if let Some(status) = server.exit_status() {
            return Ok(ExitCode::from(status));
        }
    }
}

/// Returns the next waiting message. A request that a later message cancels gets an error without
/// any work.
fn next(incoming: &Receiver<Incoming>, waiting: &mut VecDeque<Incoming>) -> Option<Incoming> {
    loop {
        match incoming.try_recv() {
            Ok(message) => {
                transport::cancel(waiting, &message);
                waiting.push_back(message);
            }
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => return waiting.pop_front(),
        }
    }
}
