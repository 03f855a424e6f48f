//! The rules of checkers, from the player's point of view.

use super::{
    console::Console,
    screen::SquareContents,
    sound::{Sound, melody},
};
use checkers::{Position, Side};
use games::video_checkers::State;

/// Returns a two-player game with a position that was set up by hand.
fn two_players(fen: &str) -> Console {
    let mut console = Console::new();
    console.select_game(10);
    console.set_up(fen);
    console
}

/// Returns the subset of `squares` on which the side to move can pick up a piece.
fn movable_pieces(console: &mut Console, squares: &[u32]) -> Vec<u32> {
    let mut found = Vec::new();
    for &number in squares {
        console.go_to(number);
        let port = console.snapshot().port;
        let press = |console: &mut Console| match port {
            0 => console.push("f"),
            _ => console.push_right_stick("f"),
        };
        press(console);
        if console.snapshot().hand.is_some() {
            found.push(number);
            press(console);
        }
    }
    found
}

/// Picks up a piece and pushes it in each of the four diagonal directions; returns the squares on
/// which it can be dropped.
fn landings(console: &mut Console, number: u32) -> Vec<u32> {
    console.pick_up(number);
    let mut found = Vec::new();
    for (direction, back) in [("ul", "dr"), ("ur", "dl"), ("dl", "ur"), ("dr", "ul")] {
        console.push(direction);
        let (from, at) = console.snapshot().hand.expect("the piece stays in hand");
        if at != from {
            found.push(at.number());
            console.push(back);
        }
    }
    console.press();
    found.sort_unstable();
    found
}

#[test]
fn a_jump_is_compulsory() {
    let mut console = two_players("B:W18,22:B10,14,1");
    assert_eq!(movable_pieces(&mut console, &[1, 10, 14]), [14]);
    assert_eq!(landings(&mut console, 14), [23]);
}

#[test]
fn crowning_by_a_jump_ends_the_turn() {
    // 23x32 crowns the man. As a king, it could now jump over 26, but the turn ends.
    let mut console = two_players("B:W27,26,15:B23");
    console.play("23x32");
    console.frames(30);
    assert_eq!(
        console.position(),
        Position::from_fen("W:W26,15:BK32").unwrap()
    );
}

#[test]
fn a_blocked_side_ends_the_game() {
    let mut console = two_players("B:W12:B1,3,8");
    console.play("1-5");
    console.frames(30);
    assert_eq!(console.state(), State::Over, "12 is blocked");
    console.press();
    console.push_right_stick("f");
    console.push_right_stick("ul");
    assert_eq!(
        console.position(),
        Position::from_fen("W:W12:B3,5,8").unwrap()
    );
}

#[test]
fn a_side_without_pieces_ends_the_game() {
    let mut console = two_players("B:W18:B14");
    console.play("14x23");
    console.frames(30);
    assert_eq!(console.state(), State::Over);
}

#[test]
fn the_pieces_start_on_1_to_12_and_21_to_32() {
    let mut console = Console::new();
    console.frames(16);
    let screen = console.screens().pop().unwrap();
    let men = |side| screen.squares_with(SquareContents::Man(side), Side::Black);
    assert_eq!(
        men(Side::Black).len()
            + screen
                .squares_with(SquareContents::Cross(Side::Black), Side::Black)
                .len(),
        12
    );
    assert!(men(Side::Black).iter().all(|&number| number <= 12));
    assert_eq!(men(Side::White), (21..=32).collect::<Vec<_>>());
}

#[test]
fn the_players_take_turns_and_black_begins() {
    let mut console = Console::new();
    console.select_game(10);
    console.reset();
    for (side, text) in [
        (Side::Black, "11-15"),
        (Side::White, "23-19"),
        (Side::Black, "8-11"),
        (Side::White, "22-17"),
    ] {
        assert_eq!(console.position().side(), side);
        console.play(text);
        console.wait_for(State::Play);
    }
}

#[test]
fn a_man_steps_diagonally_forward_to_a_vacant_square() {
    let mut console = two_players("B:W22,32:B14,10");
    assert_eq!(landings(&mut console, 14), [17, 18]);
    assert_eq!(landings(&mut console, 10), [15], "14 is occupied");
}

#[test]
fn a_jump_takes_the_piece_off_the_board() {
    let mut console = two_players("B:W18,32:B14");
    console.play("14x23");
    console.frames(30);
    assert_eq!(console.square_contents(18), [SquareContents::Empty]);
    assert_eq!(console.square_contents(14), [SquareContents::Empty]);
    assert!(
        console
            .square_contents(23)
            .contains(&SquareContents::Man(Side::Black))
    );
}

#[test]
fn any_jump_may_be_chosen() {
    // 10x17 captures one piece, and 11x18x27 captures two.
    let mut console = two_players("B:W14,15,23:B10,11");
    assert_eq!(movable_pieces(&mut console, &[10, 11]), [10, 11]);
    console.play("10x17");
    console.frames(30);
    assert_eq!(
        console.position(),
        Position::from_fen("W:W15,23:B11,17").unwrap()
    );
}

#[test]
fn a_multiple_jump_must_be_completed() {
    let mut console = two_players("B:W15,22,32:B11");
    console.pick_up(11);
    console.push("ul");
    let (_, at) = console.snapshot().hand.unwrap();
    let second_push = if at.number() == 11 { "ur" } else { "" };
    if !second_push.is_empty() {
        console.push(second_push);
    }
    assert_eq!(console.snapshot().hand.unwrap().1.number(), 18);
    console.push("f");
    assert!(console.snapshot().must_jump_again);
    assert_eq!(
        console.position(),
        Position::from_fen("B:W22,32:B18").unwrap()
    );
    assert!(console.headers().iter().any(|text| text == "18- JP"));
    // The player can neither put the piece back nor pick up another one.
    console.machine.take_samples(&mut Vec::new());
    console.input.ports[0] = super::console::joystick("f");
    let heard = console.listen(8);
    console.input.ports[0] = super::console::joystick("");
    assert_eq!(melody(&heard), [Sound::Noise]);
    assert!(console.snapshot().hand.is_some());
    assert_eq!(console.position().side(), Side::Black);
}

#[test]
fn a_man_becomes_a_king_by_a_step_and_by_a_jump() {
    let mut console = two_players("B:W12:B27");
    console.play("27-31");
    console.frames(30);
    assert_eq!(
        console.square_contents(31),
        [SquareContents::King(Side::Black)]
    );
    let mut console = two_players("W:W12,10:B7,20");
    console.play("10x3");
    console.frames(30);
    assert_eq!(
        console.square_contents(3),
        [SquareContents::King(Side::White)]
    );
}

#[test]
fn a_king_steps_forward_and_backward() {
    let mut console = two_players("B:W32:BK14");
    assert_eq!(landings(&mut console, 14), [9, 10, 17, 18]);
}

#[test]
fn a_king_jumps_backward_and_into_and_out_of_the_king_row() {
    let mut console = two_players("B:W26,27,5:BK22");
    console.play("22x31x24");
    console.frames(30);
    assert_eq!(console.position(), Position::from_fen("W:W5:BK24").unwrap());
}

#[test]
fn the_side_that_makes_the_last_move_wins() {
    for (fen, text, result) in [("B:W18:B14", "14x23", ":)"), ("W:W18:B14", "18x9", ":(")] {
        let mut console = two_players(fen);
        console.play(text);
        console.frames(30);
        let headers = console.headers();
        assert!(
            headers.iter().any(|text| text.ends_with(result)),
            "{headers:?}"
        );
    }
}

#[test]
fn forty_moves_by_each_side_without_progress_are_a_draw() {
    let mut console = two_players("B:WK32:BK1");
    // Two kings move back and forth; the game is a draw after the 80th ply.
    for ply in 0..80 {
        assert_eq!(console.state(), State::Play, "ply {ply}");
        console.play(["1-5", "32-28", "5-1", "28-32"][ply % 4]);
        console.frames(14);
    }
    assert_eq!(console.state(), State::Drawn);
    assert!(console.headers().iter().any(|text| text.ends_with("DR")));
}

#[test]
fn the_draw_count_restarts_with_a_capture_and_with_a_mans_move() {
    for (text, quiet) in [("9-13", 0), ("18x11", 0), ("1-5", 80)] {
        let fen = if text == "18x11" {
            "B:W15,29:BK18,K1,9"
        } else {
            "B:W12,29:BK18,K1,9"
        };
        let mut console = two_players(fen);
        console.poke("quiet", 79);
        console.play(text);
        assert_eq!(console.peek("quiet"), quiet, "{text}");
        console.frames(30);
        assert_eq!(console.state() == State::Drawn, quiet == 80, "{text}");
    }
}

#[test]
fn after_a_draw_the_players_may_play_on() {
    for pushes in ["f", "u", "ul"] {
        let mut console = two_players("B:WK32:BK1,K2");
        console.poke("quiet", 79);
        console.play("2-6");
        console.frames(30);
        assert_eq!(console.state(), State::Drawn);
        console.push_right_stick(pushes);
        assert_eq!(console.state(), State::Play, "{pushes}");
        assert_eq!(console.peek("quiet"), 0);
        assert_eq!(console.snapshot().hand, None);
        console.play("32-28");
    }
}
