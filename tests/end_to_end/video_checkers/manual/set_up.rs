//! The set-up mode: left difficulty A.

use super::{
    console::{Console, joystick},
    screen::SquareContents,
    sound::melody,
};
use checkers::{Board, Position, Side};
use games::video_checkers::State;
use vcs::{Input, input::Difficulty};

/// Returns a console in set-up mode with an empty board; the cursor is on 11.
fn console_with_empty_board() -> Console {
    let mut console = Console::new();
    console.set_up_mode(true);
    console.reset();
    assert_eq!(console.position().board(), &Board::EMPTY);
    console
}

/// Returns the piece on the cursor's square.
fn piece_at_cursor(console: &Console) -> Option<char> {
    let snapshot = console.snapshot();
    snapshot
        .position
        .board()
        .piece(snapshot.cursor)
        .map(|piece| piece.letter())
}

/// Presses the button `count` times; returns the piece after each press.
fn pieces_after_presses(console: &mut Console, count: usize) -> Vec<Option<char>> {
    let press = |console: &mut Console| {
        console.press();
        piece_at_cursor(console)
    };
    (0..count).map(|_| press(console)).collect()
}

#[test]
fn left_difficulty_a_starts_set_up_mode_without_changing_the_board() {
    let mut console = Console::new();
    console.set_up_mode(true);
    assert_eq!(console.state(), State::SetUp);
    assert_eq!(console.position(), Position::START);
    console.set_up_mode(false);
    assert_eq!(
        (console.state(), console.position()),
        (State::Play, Position::START)
    );
}

#[test]
fn the_cursor_goes_to_any_square_empty_or_occupied() {
    let mut console = Console::new();
    console.set_up_mode(true);
    for number in [1, 16, 32, 29, 4] {
        console.go_to(number);
        assert_eq!(console.cursor(), number);
        assert!(
            console
                .square_contents(number)
                .contains(&SquareContents::Cross(Side::Black))
        );
    }
    console.go_to(22);
    console.press();
    assert_ne!(
        piece_at_cursor(&console),
        Some('w'),
        "an occupied square is changed"
    );
}

#[test]
fn each_press_changes_to_the_next_piece() {
    let mut console = console_with_empty_board();
    let all = [Some('b'), Some('B'), Some('w'), Some('W'), None, Some('b')];
    assert_eq!(pieces_after_presses(&mut console, 6), all);
}

#[test]
fn with_white_at_the_bottom_white_pieces_come_first() {
    let mut input = Input::default();
    (input.switches.left, input.switches.right) = (Difficulty::A, Difficulty::A);
    let mut console = Console::with_input(input);
    console.reset();
    let all = [Some('w'), Some('W'), Some('b'), Some('B'), None, Some('w')];
    assert_eq!(pieces_after_presses(&mut console, 6), all);
}

#[test]
fn holding_the_button_goes_through_all_pieces_and_shows_them() {
    let mut console = console_with_empty_board();
    console.input.ports[0] = joystick("f");
    let mut shown = Vec::new();
    for _ in 0..120 {
        console.frame();
        let seen = console.screen().square(11, Side::Black);
        if !shown.contains(&seen) && !matches!(seen, SquareContents::Cross(_)) {
            shown.push(seen);
        }
    }
    let pieces = [SquareContents::Man, SquareContents::King];
    for side in [Side::Black, Side::White] {
        for piece in pieces {
            assert!(shown.contains(&piece(side)), "{shown:?}");
        }
    }
    assert!(shown.contains(&SquareContents::Empty));
}

#[test]
fn the_piece_shown_when_the_button_is_released_stays() {
    let mut console = console_with_empty_board();
    console.input.ports[0] = joystick("f");
    while piece_at_cursor(&console) != Some('w') {
        console.frame();
    }
    console.input.ports[0] = joystick("");
    console.frames(100);
    assert_eq!(piece_at_cursor(&console), Some('w'));
    assert!(
        console
            .square_contents(11)
            .contains(&SquareContents::Man(Side::White))
    );
}

#[test]
fn a_man_on_its_king_row_is_made_a_king() {
    for (number, pieces) in [(32, "BwW"), (29, "BwW"), (1, "bBW"), (4, "bBW")] {
        let mut console = console_with_empty_board();
        console.go_to(number);
        let found: String = pieces_after_presses(&mut console, 4)
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(found, pieces, "{number}");
    }
}

#[test]
fn leaving_set_up_mode_continues_from_the_new_position() {
    let mut console = Console::new();
    console.set_up("B:WK10,22:B5,K30");
    assert_eq!(
        console.position(),
        Position::from_fen("B:WK10,22:B5,K30").unwrap()
    );
    assert_eq!(console.state(), State::Play);
    console.set_up("W:WK10,22:B5,K30");
    console.wait_for_reply();
    assert_eq!(
        console.position().side(),
        Side::Black,
        "the computer has moved"
    );
}

#[test]
fn moves_can_be_taken_back_in_set_up_mode() {
    let mut console = Console::new();
    console.play("11-15");
    console.wait_for_reply();
    console.set_up(&Position::START.to_fen());
    assert_eq!(
        (console.position(), console.state()),
        (Position::START, State::Play)
    );
}

#[test]
fn set_up_mode_puts_back_a_piece_in_hand() {
    let mut console = Console::new();
    console.pick_up(11);
    console.push("ur");
    console.set_up_mode(true);
    assert_eq!(
        (console.snapshot().hand, console.position()),
        (None, Position::START)
    );
    assert_eq!(console.screen().numbers, "11-");
    console.set_up_mode(false);
    assert_eq!(
        (console.snapshot().hand, console.position()),
        (None, Position::START)
    );
}

#[test]
fn set_up_mode_during_a_multiple_jump_leaves_the_pieces_where_they_are() {
    let mut console = Console::new();
    console.set_up("B:W15,22,32:B11");
    console.pick_up(11);
    console.push("ul");
    console.push("ur");
    console.press();
    assert!(console.snapshot().must_jump_again);
    console.set_up_mode(true);
    assert_eq!(console.snapshot().hand, None);
    console.set_up_mode(false);
    assert_eq!(
        console.position(),
        Position::from_fen("B:W22,32:B18").unwrap()
    );
    assert!(console.headers().iter().any(|text| text.ends_with("JP")));
}

#[test]
fn set_up_mode_ends_the_display_of_the_computers_move() {
    let mut console = Console::new();
    console.set_up("B:W22,32:B14,5");
    console.play("14-18");
    console.wait_for_reply();
    console.set_up_mode(true);
    assert!(console.headers().iter().all(|text| text.ends_with('-')));
}

#[test]
fn more_than_twelve_pieces_per_side_can_be_set_up() {
    let mut console = Console::new();
    console.select_game(10);
    console.set_up("B:W25-32:B1-20");
    assert_eq!(
        console.position(),
        Position::from_fen("B:W25-32:B1-20").unwrap()
    );
    console.play("17-21");
    console.frames(30);
    assert_eq!(
        (console.state(), console.position().side()),
        (State::Play, Side::White)
    );
}

#[test]
fn a_position_without_a_legal_move_ends_the_game_immediately() {
    let mut console = Console::new();
    console.set_up("B:W12:B1");
    console.set_up_mode(true);
    console.go_to(1);
    assert_eq!(pieces_after_presses(&mut console, 3).pop(), Some(None));
    console.set_up_mode(false);
    console.frames(10);
    assert_eq!(console.state(), State::Over);
    assert!(console.headers().iter().any(|text| text.ends_with(":(")));
}

#[test]
fn swapping_sides_in_set_up_mode_rotates_the_board_without_starting_a_search() {
    let mut console = Console::new();
    console.set_up_mode(true);
    console.set_left_player(Side::White);
    assert_eq!(
        (console.state(), console.snapshot().left_player),
        (State::SetUp, Side::White)
    );
    assert_eq!(console.position(), Position::START);
    assert_eq!(
        console.screens()[0].square(32, Side::White),
        SquareContents::Man(Side::White)
    );
}

#[test]
fn each_change_to_a_square_makes_a_sound() {
    let mut console = console_with_empty_board();
    console.listen(20);
    console.input.ports[0] = joystick("f");
    let heard = console.listen(20);
    assert!(!melody(&heard).is_empty());
}

#[test]
fn power_on_with_left_difficulty_a_starts_set_up_mode_with_all_pieces() {
    let mut input = Input::default();
    input.switches.left = Difficulty::A;
    let console = Console::with_input(input);
    assert_eq!(
        (console.state(), console.position()),
        (State::SetUp, Position::START)
    );
}

#[test]
fn select_works_in_set_up_mode() {
    let mut console = console_with_empty_board();
    pieces_after_presses(&mut console, 1);
    console.select();
    assert_eq!(
        (console.snapshot().game, piece_at_cursor(&console)),
        (2, Some('b'))
    );
    assert_eq!(console.state(), State::SetUp);
}
