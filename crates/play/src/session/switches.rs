//! The console switches that stay where they are put (*levers*): all except Select and Reset.

use super::{base::Session, notice::Notice};
use crate::contacts::Port;
use vcs::input::{Difficulty, Switches};

/// A console switch and its new position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lever {
    /// The TV type switch: true is color, false is black-and-white.
    Color(bool),
    /// The difficulty switch of the left (0) or the right (1) player.
    Difficulty(Port, Difficulty),
}

/// A console switch that has two positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// The TV type switch, for color or black-and-white.
    TvType,
    /// The difficulty switch of the left (0) or the right (1) player.
    Difficulty(Port),
}

impl Session {
    /// Returns the positions of the console switches, with Select and Reset released.
    pub fn levers(&self) -> Switches {
        self.levers
    }

    /// Moves a console switch. Returns a message to show.
    pub fn set_lever(&mut self, lever: Lever) -> String {
        match lever {
            Lever::Color(on) => {
                self.levers.color = on;
                format!("TV type: {}", if on { "color" } else { "black-and-white" })
            }
            Lever::Difficulty(port, position) => self.set_difficulty(port, position),
        }
    }

    /// Moves a console switch to its other position. Returns a message to show.
    pub fn toggle(&mut self, switch: Switch) -> String {
        let other = |position| match position {
            Difficulty::A => Difficulty::B,
            Difficulty::B => Difficulty::A,
        };
        self.set_lever(match switch {
            Switch::TvType => Lever::Color(!self.levers.color),
            Switch::Difficulty(0) => Lever::Difficulty(0, other(self.levers.left)),
            Switch::Difficulty(port) => Lever::Difficulty(port, other(self.levers.right)),
        })
    }

    fn set_difficulty(&mut self, port: Port, position: Difficulty) -> String {
        let (switch, side) = match port {
            0 => (&mut self.levers.left, "Left"),
            _ => (&mut self.levers.right, "Right"),
        };
        let turned = std::mem::replace(switch, position) != position;
        let game = self.game.as_ref();
        let meaning = game.map_or("", |game| game.lever_meaning(port, position, turned));
        format!("{side} difficulty {position:?}{meaning}")
    }

    /// Moves the levers to their positions in the machine after a step through time, and adds a
    /// notice for each lever that moves. In a game whose assistant moves levers, a left difficulty
    /// lever that is at B stays there: the assistant puts it at A only while setting up a position.
    pub(super) fn restore_levers(&mut self) {
        let (before, now) = (self.levers, self.machine().input().switches);
        let keeps_left_at_b = self.game.as_ref().is_some_and(|game| game.moves_levers())
            && before.left == Difficulty::B;
        let mut moved = Vec::new();
        if now.color != before.color {
            moved.push(Lever::Color(now.color));
        }
        if now.left != before.left && !keeps_left_at_b {
            moved.push(Lever::Difficulty(0, now.left));
        }
        if now.right != before.right {
            moved.push(Lever::Difficulty(1, now.right));
        }
        for lever in moved {
            let text = self.set_lever(lever);
            self.notices.push(Notice::LeverMoved(text));
        }
    }
}
