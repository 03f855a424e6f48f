//! A question to confirm an action that cannot be undone.

use crate::desktop::{
    nav::Nav,
    request::Request,
    ui::{Page, Row},
};

/// A question with two answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    title: &'static str,
    /// The answers. The first one changes nothing.
    answers: [&'static str; 2],
    /// The request to make on the second answer.
    request: Request,
    /// Index of the selected answer.
    selected: usize,
}

/// The result of an event: the player's answer, if there is one yet.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// No answer yet.
    Pending,
    /// The first answer, or the player closed the question.
    No,
    /// The second answer.
    Yes(Request),
}

impl Question {
    /// Asks whether the player really wants to resign a game of Video Checkers.
    pub const RESIGN: Question = Question {
        title: "Resign this game?",
        answers: ["Play on", "Resign"],
        request: Request::Resign,
        selected: 0,
    };

    /// Moves the selection, chooses the selected answer, or closes the question.
    pub fn navigate(&mut self, nav: Nav) -> Answer {
        match nav {
            Nav::Up | Nav::Left | Nav::First | Nav::PageUp => self.selected = 0,
            Nav::Down | Nav::Right | Nav::Last | Nav::PageDown => self.selected = 1,
            Nav::NextTab => self.selected ^= 1,
            Nav::Choose => return self.choose(),
            Nav::Close | Nav::Erase => return Answer::No,
            Nav::ToggleTiles | Nav::ToggleFavorite => {}
        }
        Answer::Pending
    }

    /// Selects the answer under the mouse.
    pub fn hover(&mut self, row: usize) {
        self.selected = row.min(1);
    }

    /// Returns the selected answer.
    pub fn choose(&self) -> Answer {
        match self.selected {
            0 => Answer::No,
            _ => Answer::Yes(self.request.clone()),
        }
    }

    /// Returns the page to draw.
    pub fn show(&self) -> Page {
        let rows = self.answers.map(|label| Row {
            label: label.into(),
            ..Row::default()
        });
        Page {
            title: self.title.into(),
            rows: rows.into(),
            cursor: self.selected,
            footer: "Enter: choose · Esc: back".into(),
            ..Page::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_and_esc_change_nothing() {
        let mut question = Question::RESIGN;
        assert_eq!(question.navigate(Nav::Close), Answer::No);
        assert_eq!(question.navigate(Nav::Choose), Answer::No);
        assert_eq!(question.navigate(Nav::Down), Answer::Pending);
        assert_eq!(question.navigate(Nav::Choose), Answer::Yes(Request::Resign));
        question.hover(0);
        assert_eq!(question.choose(), Answer::No);
    }
}
