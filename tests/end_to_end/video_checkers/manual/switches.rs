//! The console's switches: Select, Reset, both difficulties, color.

use super::{
    console::{Console, joystick},
    screen::SquareContents,
};
use checkers::{Position, Side};
use games::video_checkers::State;
use vcs::{Input, PowerOn, PowerOnState, input::Difficulty};

/// Returns a console whose computer has white and is thinking, at level 6, about its reply to
/// 11-15.
fn thinking_console() -> Console {
    let mut console = Console::new();
    console.select_game(6);
    console.play("11-15");
    console.wait_for(State::Think);
    console.frames(10);
    console
}

#[test]
fn select_changes_the_game_number_at_the_upper_left() {
    let mut console = Console::new();
    for game in (1..=19).chain([1]) {
        assert_eq!(console.screen().game, game.to_string());
        console.select();
    }
}

#[test]
fn the_color_of_the_game_number_shows_the_left_players_side() {
    let mut console = Console::new();
    let text_color = |console: &mut Console| console.screens()[0].text;
    assert_eq!(text_color(&mut console) >> 4, 9, "blue");
    console.set_color_switch(false);
    assert_eq!(text_color(&mut console), 0, "black");
    console.set_color_switch(true);
    console.set_left_player(Side::White);
    console.wait_for_reply();
    assert_eq!(text_color(&mut console), 0x0E, "white");
    console.set_color_switch(false);
    assert_eq!(text_color(&mut console), 0x0E, "white");
}

#[test]
fn the_number_of_players_is_shown_at_the_upper_right() {
    let mut console = Console::new();
    for game in 1..=19 {
        console.select_game(game);
        let players = if game == 10 { "2" } else { "1" };
        assert_eq!(console.screen().players, players, "game {game}");
    }
}

#[test]
fn game_10_is_for_two_players() {
    let mut console = Console::new();
    console.select_game(10);
    console.reset();
    console.play("11-15");
    console.frames(30);
    assert_eq!(console.state(), State::Play);
    console.push("ul");
    assert_eq!(console.cursor(), 22, "the wrong stick does nothing");
    console.push_right_stick("dr");
    assert_ne!(console.cursor(), 22);
    console.play("22-18");
    console.frames(30);
    assert_eq!((console.cursor(), console.snapshot().port), (15, 0));
}

/// Plays the last move of a game; the game must be over, and the header must have this face.
fn assert_ends_with_face(game: u8, position: &str, last_move: &str, face: &str) {
    let mut console = Console::new();
    console.select_game(game);
    console.set_up(position);
    console.play(last_move);
    console.frames(30);
    assert_eq!(console.state(), State::Over);
    let headers = console.headers();
    assert!(
        headers.iter().any(|text| text.ends_with(face)),
        "{game}: {headers:?}"
    );
}

#[test]
fn games_11_to_19_are_won_by_losing_all_pieces() {
    for (game, result) in [(1, ":)"), (10, ":)"), (11, ":("), (15, ":("), (19, ":(")] {
        assert_ends_with_face(game, "B:W18:B14", "14x23", result);
    }
}

#[test]
fn games_11_to_19_are_won_by_being_blocked() {
    for (game, result) in [(2, ":)"), (12, ":("), (19, ":(")] {
        assert_ends_with_face(game, "B:W12:B1,3,8", "1-5", result);
    }
}

#[test]
fn select_in_the_middle_of_a_game_leaves_the_game_as_it_is() {
    let mut console = Console::new();
    console.play("11-15");
    console.wait_for_reply();
    let before = console.position();
    console.select();
    assert_eq!((console.snapshot().game, console.position()), (2, before));
    let from = before.legal_moves()[0].from().number();
    console.pick_up(from);
    console.select();
    let hand = console
        .snapshot()
        .hand
        .expect("the piece stays in hand")
        .0
        .number();
    assert_eq!(
        (console.snapshot().game, console.position(), hand),
        (3, before, from)
    );
}

#[test]
fn the_computer_continues_at_the_level_of_the_selected_game() {
    // The thinking time shows the level: five plies take several times as long as one, whatever the
    // reply.
    let mut console = Console::new();
    console.play("11-15");
    console.wait_for_reply();
    console.select_game(5);
    let text = console.position().legal_moves()[0].to_string();
    console.play(&text);
    let longer = console.wait_for_reply();
    console.select_game(1);
    let text = console.position().legal_moves()[0].to_string();
    console.play(&text);
    let shorter = console.wait_for_reply();
    assert!(
        longer > 2 * shorter,
        "{longer} frames at level 5, {shorter} at level 1"
    );
}

#[test]
fn select_does_nothing_while_the_computer_thinks() {
    let mut console = thinking_console();
    console.select();
    assert_eq!(console.state(), State::Think);
    console.input.switches.select = true;
    console.wait_for_reply();
    console.frames(60);
    assert_eq!(
        console.snapshot().game,
        6,
        "Select was held when the search ended"
    );
    console.input.switches.select = false;
    console.frames(6);
    console.select();
    assert_eq!(console.snapshot().game, 7);
}

#[test]
fn reset_sets_up_a_new_game_at_any_time() {
    let assert_new_game = |console: &Console| {
        assert_eq!(console.position(), Position::START);
        assert_eq!((console.state(), console.cursor()), (State::Play, 11));
        assert_eq!(console.snapshot().hand, None);
    };
    let mut console = Console::new();
    console.play("11-15");
    console.wait_for_reply();
    console.reset();
    assert_new_game(&console);
    console.pick_up(9);
    console.reset();
    assert_new_game(&console);
    console.set_up("B:W18:B14");
    console.play("14x23");
    console.frames(30);
    assert_eq!(console.state(), State::Over);
    console.reset();
    assert_new_game(&console);
}

#[test]
fn reset_works_while_the_computer_thinks() {
    let mut console = thinking_console();
    console.hold(1, |input| input.switches.reset = true);
    assert_eq!(console.position(), Position::START);
    assert_eq!((console.state(), console.snapshot().game), (State::Play, 6));
}

#[test]
fn reset_with_left_difficulty_a_clears_the_board() {
    let mut console = Console::new();
    console.set_up_mode(true);
    console.reset();
    let screens = console.screens();
    let empty = |n| {
        screens
            .iter()
            .all(|screen| screen.square(n, Side::Black) == SquareContents::Empty)
    };
    assert!(
        (1..=32).all(|number| number == 11 || empty(number)),
        "all but the cursor"
    );
    assert_eq!(console.position().board(), &checkers::Board::EMPTY);
}

#[test]
fn the_computers_first_move_is_picked_at_random() {
    let mut boards = std::collections::HashSet::new();
    for seed in 0..60 {
        let mut input = Input::default();
        input.switches.right = Difficulty::A;
        let state = PowerOnState::Random;
        let mut console = Console::with_power_on(PowerOn { state, seed }, input);
        console.wait_for_reply();
        boards.insert(console.position().board().to_string());
    }
    assert_eq!(boards.len(), 7, "all seven first moves");
}

#[test]
fn right_difficulty_b_gives_the_left_player_black_and_the_first_move() {
    for game in [1, 10, 14] {
        let mut console = Console::new();
        console.select_game(game);
        console.reset();
        let snapshot = console.snapshot();
        assert_eq!((snapshot.left_player, snapshot.port), (Side::Black, 0));
        assert_eq!(snapshot.position, Position::START);
        assert_eq!(snapshot.state, State::Play);
        let contents = console.screens()[0].square(1, Side::Black);
        assert_eq!(
            contents,
            SquareContents::Man(Side::Black),
            "black at the bottom"
        );
    }
}

#[test]
fn right_difficulty_a_gives_the_computer_black_and_the_first_move() {
    let mut console = Console::new();
    console.input.switches.right = Difficulty::A;
    console.reset();
    console.wait_for_reply();
    let snapshot = console.snapshot();
    assert_eq!(
        (snapshot.left_player, snapshot.position.side()),
        (Side::White, Side::White)
    );
    assert_ne!(snapshot.position.board(), Position::START.board());
    assert_eq!(
        console.screens()[0].square(32, Side::White),
        SquareContents::Man(Side::White)
    );
}

#[test]
fn right_difficulty_a_gives_the_right_player_black_and_the_first_move() {
    let mut console = Console::new();
    console.select_game(10);
    console.input.switches.right = Difficulty::A;
    console.reset();
    let snapshot = console.snapshot();
    assert_eq!((snapshot.left_player, snapshot.port), (Side::White, 1));
    console.push("ul");
    assert_eq!(console.cursor(), 11);
    console.play("11-15");
    console.frames(30);
    assert_eq!(
        (console.snapshot().port, console.position().side()),
        (0, Side::White)
    );
}

#[test]
fn swapping_sides_makes_the_computer_move_for_its_new_side() {
    let mut console = Console::new();
    console.set_left_player(Side::White);
    console.wait_for_reply();
    assert_eq!(console.position().side(), Side::White);
    assert_ne!(console.position().board(), Position::START.board());
    assert_eq!(console.snapshot().left_player, Side::White);
    console.set_left_player(Side::Black);
    console.wait_for_reply();
    assert_eq!(console.position().side(), Side::Black);
    assert_eq!(console.snapshot().left_player, Side::Black);
}

#[test]
fn swapping_sides_puts_back_a_piece_in_hand() {
    let mut console = Console::new();
    console.pick_up(9);
    console.push("ul");
    console.set_left_player(Side::White);
    console.wait_for_reply();
    assert_eq!(console.snapshot().hand, None);
    let white = console.position().board().men_and_kings(Side::White);
    assert_eq!(white, (12, 0));
    assert!(console.position().legal_moves().len() > 4);
}

#[test]
fn swapping_sides_during_a_multiple_jump_takes_effect_after_the_jump() {
    let mut console = Console::new();
    console.set_up("B:W15,22,32:B11");
    console.pick_up(11);
    console.push("ur");
    if console.snapshot().hand.unwrap().1.number() == 11 {
        console.push("ul");
    }
    console.press();
    assert!(console.snapshot().must_jump_again);
    console.set_left_player(Side::White);
    assert!(console.snapshot().must_jump_again);
    assert_eq!(console.snapshot().left_player, Side::Black);
    for direction in ["ul", "ur"] {
        console.push(direction);
    }
    console.press();
    console.frames(30);
    assert_eq!(console.position(), Position::from_fen("W:W32:B25").unwrap());
    assert_eq!(
        (console.snapshot().left_player, console.state()),
        (Side::White, State::Play)
    );
}

#[test]
fn select_during_a_multiple_jump_does_not_change_the_player() {
    let mut console = Console::new();
    console.select_game(10);
    console.set_up("W:W22,31:B1,11,18,27");
    console.pick_up(22);
    console.push_right_stick("dl");
    console.push_right_stick("f");
    assert!(console.snapshot().must_jump_again);
    console.select();
    console.frames(60);
    let after = Position::from_fen("W:W15,31:B1,11,27").unwrap();
    assert_eq!((console.snapshot().game, console.position()), (11, after));
    assert!(console.snapshot().must_jump_again);
    console.push_right_stick("dl");
    console.push_right_stick("f");
    console.frames(30);
    let after = Position::from_fen("B:W8,31:B1,27").unwrap();
    assert_eq!(console.position(), after);
}

#[test]
fn select_held_during_a_multiple_jump_advances_the_game_every_30_frames() {
    for press_frame in [5, 27, 28, 29, 30, 50] {
        let mut console = Console::new();
        console.set_up("B:W15,22,32:B11");
        console.pick_up(11);
        console.push("ur");
        console.input.switches.select = true;
        for frame in 0..61 {
            // Pressing the button makes the first of two jumps.
            console.input.ports[0] = joystick(if frame == press_frame { "f" } else { "" });
            console.frame();
            let expected = 2 + frame / 30;
            assert_eq!(
                console.snapshot().game,
                expected,
                "{press_frame}: frame {frame}"
            );
        }
        console.input.switches.select = false;
        assert!(
            console.snapshot().must_jump_again,
            "the computer has not moved"
        );
        console.push("ur");
        console.press();
        console.wait_for_reply();
        assert_eq!(
            console.position().board().men_and_kings(Side::White),
            (1, 0)
        );
        assert_eq!(
            (console.snapshot().game, console.position().side()),
            (4, Side::Black)
        );
    }
}

#[test]
fn swapping_sides_with_two_players_rotates_the_board_and_keeps_the_turn() {
    let mut console = Console::new();
    console.select_game(10);
    console.reset();
    console.play("11-15");
    console.frames(30);
    let before = console.position();
    console.set_left_player(Side::White);
    assert_eq!(console.position(), before);
    assert_eq!((console.snapshot().port, console.state()), (0, State::Play));
    assert_eq!(
        console.screens()[0].square(32, Side::White),
        SquareContents::Man(Side::White)
    );
}

#[test]
fn swapping_sides_at_a_draw_lets_the_other_side_decide() {
    let mut console = Console::new();
    console.set_up("B:WK32:BK1,K2");
    console.poke("quiet", 80);
    console.poke("pause", 1);
    console.frames(6);
    assert_eq!(console.state(), State::Drawn);
    console.set_left_player(Side::White);
    assert_eq!(
        (console.state(), console.snapshot().left_player),
        (State::Drawn, Side::White)
    );
    console.press();
    console.wait_for_reply();
    assert_eq!(
        (console.state(), console.position().side()),
        (State::Play, Side::White)
    );
}

#[test]
fn the_right_switch_moved_while_thinking_takes_effect_after_the_move() {
    let mut console = thinking_console();
    console.set_left_player(Side::White);
    assert_eq!(
        (console.state(), console.snapshot().left_player),
        (State::Think, Side::Black)
    );
    console.wait_for_reply();
    // White has moved, the players have swapped sides, and the computer has moved for black.
    assert_eq!(console.snapshot().left_player, Side::White);
    assert_eq!(console.position().side(), Side::White);
    console.set_left_player(Side::Black);
    console.set_left_player(Side::White);
    console.wait_for_reply();
    assert_eq!(
        console.snapshot().left_player,
        Side::White,
        "in step with the switch"
    );
}

#[test]
fn the_left_switch_has_no_effect_while_the_computer_thinks() {
    let mut console = thinking_console();
    console.set_up_mode(true);
    assert_eq!(console.state(), State::Think);
    console.set_up_mode(false);
    console.wait_for_reply();
    assert_eq!(console.state(), State::Play);
    let text = console.position().legal_moves()[0].to_string();
    console.play(&text);
    console.wait_for(State::Think);
    console.set_up_mode(true);
    assert_eq!(console.state(), State::Think);
    console.wait_for(State::SetUp);
}

/// Returns a console that has been in set-up mode since power-on, so the computer cannot have
/// moved. The left player has `side`.
fn console_in_set_up_mode(side: Side, color: bool) -> Console {
    let mut input = Input::default();
    input.switches.right = match side {
        Side::White => Difficulty::A,
        Side::Black => Difficulty::B,
    };
    input.switches.left = Difficulty::A;
    input.switches.color = color;
    let mut console = Console::with_input(input);
    console.set_up_mode(true);
    console
}

#[test]
fn black_starts_on_1_to_12_if_the_switch_is_set_to_color() {
    for side in [Side::Black, Side::White] {
        let mut console = console_in_set_up_mode(side, true);
        for (number, owner) in [
            (1, Side::Black),
            (12, Side::Black),
            (21, Side::White),
            (32, Side::White),
        ] {
            console.go_to(number);
            assert_eq!(console.screen().numbers, format!("{number}-"));
            assert!(
                console
                    .square_contents(number)
                    .contains(&SquareContents::Man(owner))
            );
        }
    }
}

#[test]
fn white_starts_on_1_to_12_if_the_switch_is_set_to_black_and_white() {
    for side in [Side::Black, Side::White] {
        let mut console = console_in_set_up_mode(side, false);
        for number in [1, 12, 21, 32] {
            let shown = 33 - number;
            console.go_to(number);
            assert_eq!(console.screen().numbers, format!("{shown}-"));
            let owner = if shown <= 12 {
                Side::White
            } else {
                Side::Black
            };
            assert!(
                console
                    .square_contents(number)
                    .contains(&SquareContents::Man(owner))
            );
        }
    }
}

#[test]
fn the_color_switch_immediately_renumbers_a_move_on_the_screen() {
    let mut console = Console::new();
    console.play("11-15");
    console.wait_for_reply();
    let shown_move = |console: &mut Console| {
        let headers = console.headers();
        headers
            .into_iter()
            .find(|text| !text.ends_with("JP"))
            .expect("a move")
    };
    let shown = shown_move(&mut console);
    let (from, to) = shown.split_once('-').expect("a move");
    let mirrored_number = |text: &str| 33 - text.parse::<u32>().expect("a number");
    console.input.switches.color = false;
    console.frames(2);
    assert_eq!(
        shown_move(&mut console),
        format!("{}-{}", mirrored_number(from), mirrored_number(to))
    );
    console.set_color_switch(true);
    console.press();
    // The player is holding a piece over another square.
    let legal_move = console.position().legal_moves()[0];
    console.pick_up(legal_move.from().number());
    for direction in ["ul", "ur"] {
        console.push(direction);
    }
    let (from, at) = console.snapshot().hand.expect("in hand");
    assert_ne!(from, at);
    console.input.switches.color = false;
    console.frames(2);
    let mirrored = format!("{}-{}", 33 - from.number(), 33 - at.number());
    assert!(console.headers().contains(&mirrored));
    assert!(console.snapshot().hand.is_some());
}

#[test]
fn the_color_switch_chooses_colors_or_grays() {
    let mut console = Console::new();
    for game in [1, 5, 10, 19] {
        console.select_game(game);
        let colored = console.screens()[0].clone();
        assert!(
            [colored.light, colored.text, colored.black.unwrap()]
                .iter()
                .all(|c| c >> 4 != 0)
        );
        console.set_color_switch(false);
        let gray = console.screens()[0].clone();
        let all = [
            gray.light,
            gray.dark,
            gray.band,
            gray.text,
            gray.black.unwrap(),
        ];
        assert!(all.iter().all(|color| color >> 4 == 0), "{all:X?}");
        console.set_color_switch(true);
    }
}

#[test]
fn only_the_left_joystick_works_against_the_computer() {
    let mut console = Console::new();
    for directions in ["ul", "dr", "f", "u"] {
        console.push_right_stick(directions);
    }
    assert_eq!((console.cursor(), console.snapshot().hand), (11, None));
    console.input.ports[1] = joystick("ulf");
    console.frames(60);
    assert_eq!((console.cursor(), console.snapshot().hand), (11, None));
}
