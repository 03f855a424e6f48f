//! The joystick: cursor, picking up, carrying, dropping.

use super::{
    console::{Console, joystick},
    screen::SquareContents,
    sound::{Sound, melody},
};
use checkers::{Position, Side};

/// Returns the sound that a short push of the left stick makes or, for `f`, a press of its button.
fn sound_of(console: &mut Console, directions: &str) -> Vec<Sound> {
    console.listen(20);
    console.input.ports[0] = joystick(directions);
    let mut heard = console.listen(2);
    console.input.ports[0] = joystick("");
    heard.extend(console.listen(20));
    melody(&heard)
}

#[test]
fn the_cursor_is_an_x_in_the_color_of_the_side_to_move() {
    let mut console = Console::new();
    console.select_game(10);
    console.reset();
    assert!(
        console
            .square_contents(11)
            .contains(&SquareContents::Cross(Side::Black))
    );
    console.play("11-15");
    console.frames(20);
    assert!(
        console
            .square_contents(22)
            .contains(&SquareContents::Cross(Side::White))
    );
    console.set_color_switch(false);
    assert!(
        console
            .square_contents(22)
            .contains(&SquareContents::Cross(Side::White))
    );
    console.play("22-18");
    console.frames(20);
    console.go_to(13);
    assert!(
        console
            .square_contents(13)
            .contains(&SquareContents::Cross(Side::Black))
    );
}

#[test]
fn the_cursor_moves_only_diagonally_over_all_dark_squares() {
    let mut console = Console::new();
    for directions in ["u", "d", "l", "r", "ud", "lr", "udlr", "ulr"] {
        console.push(directions);
        assert_eq!(console.cursor(), 11, "{directions}");
    }
    for (directions, number) in [("ul", 16), ("ur", 19), ("dl", 16), ("dr", 11)] {
        console.push(directions);
        assert_eq!(console.cursor(), number, "{directions}");
    }
    for number in 1..=32 {
        console.go_to(number);
        assert_eq!(console.cursor(), number);
    }
}

#[test]
fn every_dark_square_is_numbered_from_right_to_left_and_bottom_to_top() {
    let mut console = Console::new();
    console.set_up_mode(true);
    console.reset();
    for number in 1..=32 {
        console.go_to(number);
        assert_eq!(console.screen().numbers, format!("{number}-"));
        // `Screen` counts squares from bottom right to top left.
        let shown = console.screens().iter().any(|screen| {
            screen.squares_with(SquareContents::Cross(Side::Black), Side::Black) == [number]
        });
        assert!(shown, "{number}");
    }
}

#[test]
fn the_cursor_stays_at_the_edge() {
    let mut console = Console::new();
    console.go_to(4);
    for directions in ["dl", "dr", "ul"] {
        assert_eq!(sound_of(&mut console, directions), [Sound::Noise]);
        assert_eq!(console.cursor(), 4);
    }
}

#[test]
fn the_button_picks_a_piece_up_and_drops_it() {
    let mut console = Console::new();
    console.press();
    assert_eq!(
        console.snapshot().hand.map(|hand| hand.0.number()),
        Some(11)
    );
    assert_eq!(console.screen().numbers, "11-");
    console.push("ur");
    assert_eq!(console.screen().numbers, "11-15");
    assert_eq!(console.position(), Position::START, "not yet dropped");
    console.press();
    let piece = |number| {
        console
            .position()
            .board()
            .piece(checkers::Square::new(number).unwrap())
    };
    assert_eq!(piece(11), None);
    assert_eq!(piece(15).map(|piece| piece.side), Some(Side::Black));
}

#[test]
fn a_piece_in_hand_is_shown_over_its_target_square() {
    let mut console = Console::new();
    console.press();
    console.push("ur");
    let shown = console.square_contents(15);
    assert!(
        shown.contains(&SquareContents::Man(Side::Black)) && shown.contains(&SquareContents::Empty)
    );
    assert!(
        console
            .square_contents(11)
            .contains(&SquareContents::Cross(Side::Black))
    );
}

#[test]
fn a_piece_can_be_put_back_and_another_picked_up() {
    let mut console = Console::new();
    console.press();
    console.push("ur");
    console.push("dl");
    assert_eq!(
        console
            .snapshot()
            .hand
            .map(|(from, at)| (from.number(), at.number())),
        Some((11, 11))
    );
    console.press();
    assert_eq!(
        (console.snapshot().hand, console.position()),
        (None, Position::START)
    );
    console.pick_up(9);
    assert_eq!(console.snapshot().hand.map(|hand| hand.0.number()), Some(9));
}

#[test]
fn a_jump_is_made_by_moving_over_the_piece() {
    let mut console = Console::new();
    console.set_up("B:W18,32:B14");
    console.pick_up(14);
    for directions in ["ul", "ur"] {
        console.push(directions);
    }
    assert!(console.headers().contains(&"14-23".to_owned()));
    console.press();
    assert_eq!(
        console.position().board(),
        Position::from_fen("W:W32:B23").unwrap().board()
    );
}

#[test]
fn a_multiple_jump_is_made_landing_by_landing() {
    let mut console = Console::new();
    console.select_game(10);
    console.set_up("B:W15,22,32:B11");
    console.play("11x18x25");
    console.frames(30);
    assert_eq!(console.position(), Position::from_fen("W:W32:B25").unwrap());
}

#[test]
fn a_piece_without_a_legal_move_is_refused_with_a_razz() {
    let mut console = Console::new();
    for number in [1, 22, 16] {
        console.go_to(number);
        assert_eq!(sound_of(&mut console, "f"), [Sound::Noise], "{number}");
        assert_eq!(console.snapshot().hand, None);
    }
    console.set_up("B:W18:B14,1");
    console.go_to(1);
    assert_eq!(
        sound_of(&mut console, "f"),
        [Sound::Noise],
        "the man on 1 cannot jump"
    );
}

#[test]
fn a_wrong_square_is_refused_with_a_razz() {
    let mut console = Console::new();
    console.press();
    for directions in ["dl", "dr"] {
        assert_eq!(sound_of(&mut console, directions), [Sound::Noise]);
    }
    console.push("ur");
    for directions in ["ul", "ur", "dr"] {
        assert_eq!(
            sound_of(&mut console, directions),
            [Sound::Noise],
            "{directions}"
        );
        assert_eq!(console.screen().numbers, "11-15");
    }
    console.select_game(10);
    console.set_up("B:W18:B14");
    console.pick_up(14);
    assert_eq!(
        sound_of(&mut console, "ur"),
        [Sound::Noise],
        "14-17 is not a jump"
    );
}

#[test]
fn jp_flashes_when_a_jump_must_be_made() {
    let mut console = Console::new();
    console.select_game(10);
    console.set_up("B:W18,32:B14");
    let headers = console.headers();
    assert_eq!(headers.len(), 2, "{headers:?}");
    assert!(headers.iter().any(|text| text.ends_with("- JP")));
    assert!(headers.iter().any(|text| text.ends_with('-')));
    console.play("14x23");
    console.frames(30);
    assert!(!console.headers().iter().any(|text| text.ends_with("JP")));
}

#[test]
fn a_press_and_a_push_make_different_sounds() {
    let mut console = Console::new();
    let sounds = ["ul", "dr", "f", "ur", "f"].map(|directions| sound_of(&mut console, directions));
    let [step, back, pick_up, carry, drop] = sounds;
    assert_eq!(step, back);
    assert_eq!(step, carry);
    assert!(
        step != pick_up && pick_up != drop && step != drop,
        "{step:?} {pick_up:?} {drop:?}"
    );
    for sound in [step, pick_up, drop] {
        let tone = |heard: &Sound| matches!(heard, Sound::Tone(300..3000));
        assert!(sound.iter().all(tone), "{sound:?}");
    }
}
