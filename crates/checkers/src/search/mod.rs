//! The reference search for the *Video Checkers* cartridge: negamax with alpha-beta, to a given
//! number of plies. Beyond that depth, it searches only captures. It evaluates positions as the
//! cartridge does (module `video_checkers`) but shares no code with the cartridge, so tests can use
//! it to check the value of the cartridge's move.
//!
//! In giveaway, the search goes one ply deeper if the last ply was a single jump, because the reply
//! to a forced capture often decides the game.
//!
//! Values are bytes, from the point of view of the side to move; 0 is the worst. A value `v` for
//! one side is the complement `!v` for the other.
//!
//! ```
//! use checkers::{Position, Variant, search::Search};
//!
//! // 15-19 gives up a man to 24x15 and takes two with 11x18x25.
//! let position = Position::from_fen("B:W22,24,32:B8,11,15")?;
//! let shot = position.parse_move("15-19")?;
//! let mut search = Search::new(&position, Variant::Checkers, 3);
//! assert!(search.is_worth_at_least(&shot, 140));
//! # Ok::<(), checkers::CheckersError>(())
//! ```

mod video_checkers;

pub use video_checkers::Parameters;

use crate::{
    board::{Board, Position},
    game::Variant,
    moves::Move,
};
use video_checkers::Evaluation;

/// Maximum length of a line of play. The length is measured in entries: a step takes one entry, a
/// capture takes one for each jump. When all entries are used, the search evaluates the position,
/// even in the middle of a capture. There is room for nine plies and at least eleven further jumps.
pub const MAX_ENTRIES: usize = 20;

/// A search of one position.
#[derive(Debug, Clone)]
pub struct Search {
    root: Position,
    plies: i32,
    evaluation: Evaluation,
    /// The killer moves: for each entry of the line of play, the move that most recently caused a
    /// cutoff there. The search tries that move first.
    killers: [Option<Move>; MAX_ENTRIES],
}

/// A node of the search, described by its place in the line of play.
#[derive(Debug, Clone, Copy)]
struct Node {
    /// Number of plies left; negative in captures beyond the nominal depth.
    plies: i32,
    /// Number of entries used so far.
    entry: usize,
    /// True if the last ply was a single jump.
    jumped_once: bool,
}

impl Node {
    fn root(plies: i32) -> Node {
        Node {
            plies,
            entry: 0,
            jumped_once: false,
        }
    }

    /// Returns the child node that a move leads to.
    fn child(self, chosen: &Move) -> Node {
        Node {
            plies: self.plies - 1,
            entry: (self.entry + chosen.landings().len()).min(MAX_ENTRIES),
            jumped_once: chosen.is_capture() && chosen.landings().len() == 1,
        }
    }
}

impl Search {
    /// Creates a search at a level of the cartridge, 1..=9. The level determines the number of
    /// plies to look ahead, and how positions are evaluated.
    ///
    /// # Panics
    /// If the level is 0.
    pub fn new(root: &Position, variant: Variant, level: u8) -> Search {
        Search::with_parameters(&Parameters::default(), root, variant, level)
    }

    /// Creates a search with other evaluation parameters.
    ///
    /// # Panics
    /// If the level is 0.
    pub fn with_parameters(
        parameters: &Parameters,
        root: &Position,
        variant: Variant,
        level: u8,
    ) -> Search {
        assert!(level > 0, "a search looks at least one ply ahead");
        Search {
            root: *root,
            plies: i32::from(level),
            evaluation: Evaluation::new(parameters, root, variant, level),
            killers: [None; MAX_ENTRIES],
        }
    }

    /// Returns the value of the best move for the side to move; `None` if there is no legal move.
    pub fn best_value(&mut self) -> Option<u8> {
        let moves = self.ordered_moves(&self.root.clone(), 0);
        let mut best = u8::MIN;
        for chosen in &moves {
            best = best.max(self.move_value(chosen, best, u8::MAX));
        }
        (!moves.is_empty()).then_some(best)
    }

    /// Returns all moves that have the best value.
    pub fn best_moves(&mut self) -> Vec<Move> {
        let best = self.best_value().unwrap_or_default();
        let moves = self.root.legal_moves();
        moves
            .into_iter()
            .filter(|chosen| self.is_worth_at_least(chosen, best))
            .collect()
    }

    /// Returns true if a move from the root position is worth at least `value`.
    pub fn is_worth_at_least(&mut self, chosen: &Move, value: u8) -> bool {
        self.move_value(chosen, value.saturating_sub(1), value) >= value
    }

    /// Returns the value of a move from the root position.
    pub fn value_of(&mut self, chosen: &Move) -> u8 {
        self.move_value(chosen, u8::MIN, u8::MAX)
    }

    fn move_value(&mut self, chosen: &Move, alpha: u8, beta: u8) -> u8 {
        let (root, node) = (self.root, Node::root(self.plies));
        self.value_after(&root, chosen, node, alpha, beta)
    }

    /// Returns the value of a node, clamped to `alpha..=beta`.
    fn value(&mut self, position: &Position, node: Node, mut alpha: u8, beta: u8) -> u8 {
        let entry = node.entry;
        if self.is_leaf(position, node) {
            return self.evaluation.value(position).clamp(alpha, beta);
        }
        let moves = self.ordered_moves(position, entry);
        if moves.is_empty() {
            return self
                .evaluation
                .value_without_moves(entry)
                .clamp(alpha, beta);
        }
        for chosen in &moves {
            alpha = alpha.max(self.value_after(position, chosen, node, alpha, beta));
            if alpha >= beta {
                self.killers[entry] = Some(*chosen);
                break;
            }
        }
        alpha
    }

    /// Returns true if the search stops at this node and takes its static value. It stops when all
    /// entries are used, or when no plies are left and the side to move cannot capture. In
    /// giveaway, if the last ply was a single jump, the search goes one ply deeper.
    fn is_leaf(&self, position: &Position, node: Node) -> bool {
        let one_more_ply = node.plies == 0 && node.jumped_once && self.evaluation.is_giveaway();
        node.entry == MAX_ENTRIES || node.plies <= 0 && !one_more_ply && !position.must_jump()
    }

    /// Returns the value of a move, from the point of view of the side that makes it.
    fn value_after(
        &mut self,
        position: &Position,
        chosen: &Move,
        node: Node,
        alpha: u8,
        beta: u8,
    ) -> u8 {
        let room = MAX_ENTRIES - node.entry;
        let after = if chosen.landings().len() > room {
            position.play_jumps(chosen, room)
        } else {
            position.play(chosen)
        };
        !self.value(&after, node.child(chosen), !beta, !alpha)
    }

    /// Returns the legal moves. If the killer move of this entry is legal, it comes first.
    fn ordered_moves(&self, position: &Position, entry: usize) -> Vec<Move> {
        let mut moves = position.legal_moves();
        let killer = self.killers[entry.min(MAX_ENTRIES - 1)];
        if let Some(index) = moves.iter().position(|m| Some(*m) == killer) {
            moves[..=index].rotate_right(1);
        }
        moves
    }
}

impl Position {
    /// Returns the position after the first `jumps` jumps of a capture, with the opponent to move.
    fn play_jumps(&self, chosen: &Move, jumps: usize) -> Position {
        let mut board: Board = *self.board();
        let mut from = chosen.from();
        let piece = board.piece(from);
        for to in &chosen.landings()[..jumps] {
            let jumped = from.between(*to);
            board.clear(from.bit() | jumped.map_or(0, |square| square.bit()));
            from = *to;
        }
        board.set(from, piece);
        Position::new(board, self.side().other())
    }
}

#[cfg(test)]
mod tests;
