//! What the cartridge would play, found in a thread while the window goes on.

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

/// What the answer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To show it to the player.
    Hint,
    /// To play it for the player.
    Play,
}

/// A question that is being thought about.
pub struct Adviser {
    question: Question,
    purpose: Purpose,
    answer: Receiver<Option<Move>>,
    /// Cleared when the answer is no longer needed.
    goes_on: Arc<AtomicBool>,
}

impl Adviser {
    /// Begins to think; a thread that cannot be started gives no answer.
    pub fn ask(question: Question, purpose: Purpose) -> Adviser {
        let goes_on = Arc::new(AtomicBool::new(true));
        let (sender, answer) = channel();
        let wanted = Arc::clone(&goes_on);
        let thread = thread::Builder::new().name("advice".into());
        // Without the thread the sender is gone, which is an answer too.
        let _ = thread.spawn(move || {
            let answer = question.ask(|| wanted.load(Relaxed));
            let _ = sender.send(answer.ok().flatten());
        });
        Adviser {
            question,
            purpose,
            answer,
            goes_on,
        }
    }

    /// What was asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// What the answer is for.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// The answer, once it is there; `Some(None)` is none.
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
        self.goes_on.store(false, Relaxed);
    }
}
