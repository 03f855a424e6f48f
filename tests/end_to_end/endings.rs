//! Endings of kings, on the bare processor, against a defender who knows them by heart: from a
//! table of all positions with up to five kings, which also says which of them are won.

use crate::{engine::Engine, numbers::Numbers};
use checkers::{Board, Piece, Position, Side, Square};
use std::{collections::HashMap, thread};

/// Quiet plies after which a game is drawn.
const DRAWN: u32 = 80;
/// Plies of a position that nobody wins, or of which it is not known yet.
const NOBODY: u8 = u8::MAX;

/// Plies to the end of every position of kings when both sides play their best. Odd: the side to
/// move wins. Even: it loses.
struct Endings {
    /// For a side's kings, sets of so many squares of the 32.
    choose: [[usize; 4]; 33],
    /// By the number of kings of the side to move and of the other one.
    plies: HashMap<(u32, u32), Vec<u8>>,
}

impl Endings {
    /// The table for up to two kings against one, or three against two.
    fn new(most: u32) -> Endings {
        let mut choose = [[0; 4]; 33];
        for n in 0..33 {
            choose[n][0] = 1;
            for k in 1..4.min(n + 1) {
                choose[n][k] = choose[n - 1][k] + choose[n - 1][k - 1];
            }
        }
        let plies = HashMap::new();
        let mut endings = Endings { choose, plies };
        for (more, fewer) in [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)] {
            if more + fewer <= most {
                endings.add(more, fewer);
            }
        }
        endings
    }

    /// Adds the positions of two numbers of kings, whoever is to move; those with fewer are there.
    fn add(&mut self, more: u32, fewer: u32) {
        let mut unknown = Vec::new();
        let mut ways = vec![(more, fewer), (fewer, more)];
        ways.dedup();
        for (own, other) in ways {
            let count = |kings: u32| self.choose[32][kings as usize];
            self.plies
                .insert((own, other), vec![NOBODY; count(own) * count(other)]);
            unknown.extend(positions(own, other));
        }
        let (mut plies, mut idle) = (0, 0);
        while idle < 3 {
            let before = unknown.len();
            let (low, high) = unknown.split_at(before / 2);
            let found = thread::scope(|scope| {
                let worth = |part: &[Position]| {
                    part.iter()
                        .map(|at| self.look_ahead(at))
                        .collect::<Vec<u8>>()
                };
                let high = scope.spawn(move || worth(high));
                let low = worth(low);
                [low, high.join().expect("no panic")].concat()
            });
            let mut left = Vec::new();
            for (at, found) in unknown.into_iter().zip(found) {
                match found <= plies {
                    true => *self.entry(&at) = found,
                    false => left.push(at),
                }
            }
            unknown = left;
            idle = if unknown.len() == before { idle + 1 } else { 0 };
            plies += 1;
        }
    }

    /// Plies to the end by what is known of the positions one ply on.
    fn look_ahead(&self, at: &Position) -> u8 {
        let moves = at.legal_moves();
        let next: Vec<u8> = moves.iter().map(|m| self.plies(&at.play(m))).collect();
        let won = next.iter().filter(|&&plies| plies % 2 == 0).min();
        match (won, next.iter().max()) {
            (Some(quickest), _) => quickest + 1,
            (None, Some(&NOBODY)) => NOBODY,
            (None, Some(longest)) => longest + 1,
            (None, None) => 0,
        }
    }

    fn plies(&self, at: &Position) -> u8 {
        match self.place(at) {
            (counts @ (1.., 1..), index) => self.plies[&counts][index],
            _ => 0,
        }
    }

    fn entry(&mut self, at: &Position) -> &mut u8 {
        let (counts, index) = self.place(at);
        &mut self.plies.get_mut(&counts).expect("there is such a table")[index]
    }

    /// The table and the index of a position, as if its side to move were black.
    fn place(&self, at: &Position) -> ((u32, u32), usize) {
        let rank = |side| {
            let mut squares: Vec<usize> = at
                .board()
                .pieces(side)
                .map(|(square, _)| match at.side() {
                    Side::Black => square.index(),
                    Side::White => square.turned().index(),
                })
                .collect();
            squares.sort_unstable();
            let of = |(nth, &square): (usize, &usize)| self.choose[square][nth + 1];
            (
                squares.len() as u32,
                squares.iter().enumerate().map(of).sum::<usize>(),
            )
        };
        let ((own, first), (other, second)) = (rank(at.side()), rank(at.side().other()));
        let width = self.choose[32][other as usize];
        ((own, other), first * width + second)
    }

    /// The defender's move: to a position that nobody wins, or else to the longest loss.
    fn defend(&self, at: &Position) -> Position {
        let moves = at.legal_moves();
        let next = moves.iter().map(|chosen| at.play(chosen));
        let patience = |next: &Position| match self.plies(next) {
            NOBODY => 1000,
            won if won % 2 == 1 => won.into(),
            lost => 2000 - u32::from(lost),
        };
        next.max_by_key(patience).expect("there is a move")
    }
}

/// All positions with so many kings of black, to move, and of white.
fn positions(black: u32, white: u32) -> Vec<Position> {
    let mut boards = vec![(Board::EMPTY, 0)];
    for (side, count) in [(Side::Black, black), (Side::White, white)] {
        boards.iter_mut().for_each(|(_, from)| *from = 0);
        for _ in 0..count {
            let more = |&(board, from): &(Board, usize)| {
                let free = Square::all()
                    .skip(from)
                    .filter(move |&at| board.piece(at).is_none());
                free.map(move |square| {
                    let mut board = board;
                    board.set(square, Some(Piece { side, king: true }));
                    (board, square.index() + 1)
                })
            };
            boards = boards.iter().flat_map(more).collect();
        }
    }
    let position = |(board, _)| Position::new(board, Side::Black);
    boards.into_iter().map(position).collect()
}

/// Won positions of so many kings against so many, black to move, the end farther away than the
/// deepest level looks.
fn won(endings: &Endings, black: u32, white: u32, count: usize, seed: u64) -> Vec<Position> {
    let mut numbers = Numbers::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let position = numbers.kings(black, white);
        let plies = endings.plies(&position);
        if plies != NOBODY && plies % 2 == 1 && plies > 9 {
            positions.push(position);
        }
    }
    positions
}

/// Whether the computer, black, wins before 80 plies pass without a capture.
fn wins(engine: &mut Engine, endings: &Endings, mut position: Position, game: u8) -> bool {
    let (mut last_back, mut quiet, mut ply) = (engine.address("NO_STEP") as u8, 0, 0_usize);
    while quiet < DRAWN {
        if position.legal_moves().is_empty() {
            return position.side() == Side::White;
        }
        let captures = position.must_jump();
        position = match position.side() {
            Side::White => endings.defend(&position),
            Side::Black => {
                engine.set(&position);
                engine.ram("game")[0] = game;
                engine.ram("random")[0] = 1 + (ply * 37 % 255) as u8;
                engine.ram("lastBack")[0] = last_back;
                engine.run("Think", "ThinkDone");
                last_back = engine.ram("lastBack")[0];
                engine.position()
            }
        };
        quiet = if captures { 0 } else { quiet + 1 };
        ply += 1;
    }
    false
}

/// How many of some won positions the computer wins; two processors share them.
fn count_wins(endings: &Endings, positions: &[Position], game: u8) -> usize {
    let part = |part: &[Position]| {
        let mut engine = Engine::assemble();
        let mut count = 0;
        for &position in part {
            let won = wins(&mut engine, endings, position, game);
            println!("game {game}: {} {won}", position.to_fen());
            count += usize::from(won);
        }
        count
    };
    let (low, high) = positions.split_at(positions.len() / 2);
    let won = thread::scope(|scope| {
        let high = scope.spawn(move || part(high));
        part(low) + high.join().expect("no panic")
    });
    let kings = |side| positions[0].board().count(side).1;
    let (black, white) = (kings(Side::Black), kings(Side::White));
    let of = positions.len();
    println!("game {game}: {black} kings against {white}: {won} of {of} won");
    won
}

#[test]
fn two_kings_beat_one() {
    let endings = Endings::new(3);
    let positions = won(&endings, 2, 1, 4, 3);
    assert_eq!(count_wins(&endings, &positions, 7), 4);
}

#[test]
#[ignore = "full: 20 won positions of two kings against one at game 7, 8 at game 8, 4 at game 9"]
fn full_two_kings_beat_one() {
    let endings = Endings::new(3);
    for (game, count) in [(7, 20), (8, 8), (9, 4)] {
        let positions = won(&endings, 2, 1, count, 3);
        let wins = count_wins(&endings, &positions, game);
        assert!(wins * 10 >= count * 9, "game {game}: {wins} of {count}");
    }
}

#[test]
#[ignore = "full: 20 won positions of three kings against two at game 7, 8 at game 8, 4 at game 9"]
fn full_three_kings_beat_two() {
    let endings = Endings::new(5);
    for (game, count) in [(7, 20), (8, 8), (9, 4)] {
        let positions = won(&endings, 3, 2, count, 3);
        let wins = count_wins(&endings, &positions, game);
        assert!(wins * 2 > count, "game {game}: {wins} of {count}");
    }
}
