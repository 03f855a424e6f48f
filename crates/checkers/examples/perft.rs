//! Counts the move sequences of a position: `cargo run --release --example perft -- 10 [FEN]`.

use checkers::{CheckersError, Position, perft};
use std::time::Instant;

fn main() -> Result<(), CheckersError> {
    let mut arguments = std::env::args().skip(1);
    let max_depth = arguments.next().and_then(|text| text.parse().ok());
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::START,
    };
    print!("{}", position.board());
    for depth in 1..=max_depth.unwrap_or(8) {
        let started = Instant::now();
        let count = perft(&position, depth);
        println!(
            "{depth:2} {count:12} {:.3} s",
            started.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
