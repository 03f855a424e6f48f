//! Asks the cartridge for a move in a separate thread, while the window keeps running.

use checkers::Move;
use games::robot::Question;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, TryRecvError, channel},
    },
    thread,
};

/// The use that the program makes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The window shows the answer to the player.
    Hint,
    /// The program plays the answer as the player's move.
    Play,
}

/// A question to the cartridge, and the thread that searches for the answer.
pub struct Adviser {
    question: Question,
    purpose: Purpose,
    answer: Receiver<Option<Move>>,
    /// A flag that becomes false when the answer is no longer needed.
    needed: Arc<AtomicBool>,
}

impl Adviser {
    /// Starts a thread that searches for the answer. If the thread cannot be started,
    /// [`Adviser::poll`] returns `Some(None)`.
    pub fn ask(question: Question, purpose: Purpose) -> Adviser {
        let needed = Arc::new(AtomicBool::new(true));
        let (sender, answer) = channel();
        let still_needed = Arc::clone(&needed);
        let thread = thread::Builder::new().name("advice".into());
        // If the thread fails to start, its sender is dropped, which `poll` detects.
        let _ = thread.spawn(move || {
            let answer = question.ask(|| still_needed.load(Relaxed));
            let _ = sender.send(answer.ok().flatten());
        });
        Adviser {
            question,
            purpose,
            answer,
            needed,
        }
    }

    /// Returns the question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Returns the purpose of the question.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Returns the answer if it has arrived, otherwise `None`. The answer is `Some(None)` if the
    /// cartridge found no move or the thread failed.
    pub fn poll(&self) -> Option<Option<Move>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(None),
        }
    }
}

impl Drop for Adviser {
    fn drop(&mut self) {
        self.needed.store(false, Relaxed);
    }
}
