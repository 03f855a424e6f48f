//! The computer's turn: thinking, and its move on the screen.

use super::{console::Console, screen::SquareContents};
use checkers::Side;
use games::video_checkers::State;
use std::collections::HashSet;
use vcs::television::BLANK;

/// Returns the colors of the pictures shown while the computer is thinking; each picture has just
/// one color.
fn thinking_colors(color: bool) -> HashSet<u8> {
    let mut console = Console::new();
    console.select_game(7);
    console.set_color_switch(color);
    console.play("11-15");
    console.wait_for(State::Think);
    console.frames(2);
    let mut colors = HashSet::new();
    while console.state() == State::Think {
        console.frame();
        let frame = console.machine.last_frame();
        let picture: HashSet<u8> = (42..228)
            .flat_map(|line| frame.line(line))
            .copied()
            .collect();
        if console.state() == State::Think {
            assert_eq!(picture.len(), 1, "no board, one color: {picture:X?}");
            assert!(!picture.contains(&BLANK), "black");
            colors.extend(picture);
        }
    }
    colors
}

/// Returns a game in which the computer has just played 18x9, which captured the man on 14. The
/// cursor is on 8.
fn after_a_capture() -> Console {
    let mut console = Console::new();
    console.set_up("B:W18,23,32:B14,4,1");
    console.play("4-8");
    console.wait_for_reply();
    console.frames(4);
    console
}

#[test]
fn the_computer_answers_a_move() {
    let mut console = Console::new();
    console.play("11-15");
    let after = console.position();
    console.wait_for_reply();
    let legal = after
        .legal_moves()
        .into_iter()
        .map(|chosen| after.play(&chosen));
    assert!(
        legal
            .into_iter()
            .any(|position| position == console.position())
    );
}

#[test]
fn colors_flash_while_the_computer_thinks() {
    let colors = thinking_colors(true);
    let hues: HashSet<u8> = colors.iter().map(|color| color >> 4).collect();
    assert!(hues.len() >= 8, "{colors:X?}");
}

/// The color must be dark and change at most twice a second.
#[test]
fn colors_change_slowly_while_the_computer_thinks() {
    let mut console = Console::new();
    console.select_game(7);
    console.play("11-15");
    console.wait_for(State::Think);
    console.frames(2);
    let mut seen: Vec<u8> = Vec::new();
    while console.state() == State::Think {
        seen.push(console.machine.last_frame().line(100)[80]);
        console.frame();
    }
    let changes: Vec<usize> = (1..seen.len())
        .filter(|&at| seen[at] != seen[at - 1])
        .collect();
    assert!(changes.len() >= 4, "{changes:?}");
    assert!(
        changes.windows(2).all(|pair| pair[1] - pair[0] >= 30),
        "{changes:?}"
    );
    assert!(seen.iter().all(|color| color & 0x0F <= 2), "{seen:X?}");
}

#[test]
fn grays_flash_while_the_computer_thinks_in_black_and_white() {
    let colors = thinking_colors(false);
    assert!(
        colors.len() >= 4 && colors.iter().all(|color| color >> 4 == 0),
        "{colors:X?}"
    );
}

#[test]
fn the_color_switch_works_while_the_computer_thinks() {
    let mut console = Console::new();
    console.select_game(6);
    console.play("11-15");
    console.wait_for(State::Think);
    console.set_color_switch(false);
    for _ in 0..32 {
        console.frame();
        assert_eq!(console.machine.last_frame().line(100)[80] >> 4, 0);
    }
}

#[test]
fn the_board_reappears_with_the_computers_move() {
    let mut console = Console::new();
    console.play("11-15");
    console.wait_for(State::Think);
    console.wait_for_reply();
    console.frames(2);
    assert_eq!(console.screen().game, "1");
}

#[test]
fn the_computers_move_blinks_an_x_on_one_square_and_the_piece_on_the_other() {
    let mut console = Console::new();
    console.play("11-15");
    let before = console.position();
    console.wait_for_reply();
    console.frames(2);
    let legal = before.legal_moves();
    let reply = legal
        .iter()
        .find(|&chosen| before.play(chosen) == console.position())
        .unwrap();
    let (from, to) = (reply.from().number(), reply.to().number());
    let crosses = [SquareContents::Empty, SquareContents::Cross(Side::White)];
    assert!(
        crosses
            .iter()
            .all(|seen| console.square_contents(from).contains(seen))
    );
    let pieces = [SquareContents::Empty, SquareContents::Man(Side::White)];
    assert!(
        pieces
            .iter()
            .all(|seen| console.square_contents(to).contains(seen))
    );
    let text = format!("{from}-{to}");
    assert!(console.headers().contains(&text));
    // The player's cursor is on the board, too, in the player's color.
    let cursor = console.cursor();
    assert!(
        console
            .square_contents(cursor)
            .contains(&SquareContents::Cross(Side::Black))
    );
}

#[test]
fn jumped_pieces_blink() {
    let mut console = after_a_capture();
    let shown = console.square_contents(14);
    assert!(
        shown.contains(&SquareContents::Man(Side::Black)) && shown.contains(&SquareContents::Empty),
        "{shown:?}"
    );
    assert!(console.headers().iter().any(|text| text == "18-9"));
}

#[test]
fn a_push_or_a_press_ends_the_display_of_the_computers_move() {
    for pushes in ["f", "u", "l", "ul", "dr"] {
        let mut console = after_a_capture();
        console.push(pushes);
        assert!(
            !console
                .square_contents(14)
                .contains(&SquareContents::Man(Side::Black)),
            "{pushes}"
        );
        assert!(
            !console
                .square_contents(18)
                .contains(&SquareContents::Cross(Side::White)),
            "{pushes}"
        );
        assert_eq!(
            console.square_contents(9),
            [SquareContents::Man(Side::White)],
            "{pushes}"
        );
        assert!(
            !console.headers().iter().any(|text| text == "18-9"),
            "{pushes}"
        );
    }
}

#[test]
fn a_higher_level_thinks_longer() {
    let time = |game| {
        let mut console = Console::new();
        console.select_game(game);
        console.play("11-15");
        console.wait_for_reply()
    };
    let [one, three, five] = [1, 3, 5].map(time);
    assert!(one < three && three < five, "{one} {three} {five} frames");
}
