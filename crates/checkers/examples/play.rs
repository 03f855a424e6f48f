//! Plays a random game and prints its record: `cargo run --example play`.

use checkers::{Game, MoveStyle, Outcome, Variant, pdn::Record};

fn main() {
    let mut game = Game::new(Variant::Checkers);
    let mut random: u32 = std::process::id() | 1;
    while game.outcome() == Outcome::Open {
        let moves = game.position().legal_moves();
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        game.play(moves[(random >> 16) as usize % moves.len()]);
    }
    println!("{}", game.position().board());
    let mut record = Record::new(game);
    record.set_tag("Event", "Random game");
    print!("{}", record.to_pdn(MoveStyle::Short));
}
