//! `crownhead lsp`: the language server for editors, on standard input and output.
//!
//! The crate `language` computes the answers; this module handles the protocol, the open documents
//! and the projects. [`Server`] receives and returns messages as values, so tests drive it without
//! a process. One thread reads messages, another answers them, and a third runs programs for the
//! kernel view. While messages are waiting, the server does not compute diagnostics, because the
//! next keystroke would make them stale.
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
/// [`Error`] if standard output cannot be written, or if the input is so malformed that the start
/// of the next message cannot be found.
pub fn run() -> Result<ExitCode, Error> {
    let (sender, incoming) = channel();
    let mut server = Server::new(sender.clone());
    // The thread is not joined, because it may wait for input that never comes; it ends with the
    // process.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let message = read(&mut input);
            let is_last = matches!(message, Incoming::End | Incoming::Lost(_));
            if sender.send(message).is_err() || is_last {
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
                write(&server.on_idle())?;
                match incoming.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(ExitCode::FAILURE),
                }
            }
        };
        match message {
            Incoming::Message(message) => write(&server.handle(message))?,
            Incoming::Views(views) => write(&server.store_views(views))?,
            Incoming::Malformed(fault) => transport::answer_malformed(&fault)?,
            Incoming::Lost(fault) => {
                transport::answer_malformed(&fault)?;
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

/// Returns the next waiting message; `None` if there is none. If a later message cancels a waiting
/// request, replaces the request with an error response, so that no work is done for it.
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
