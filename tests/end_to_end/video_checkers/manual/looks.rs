//! Colors and shapes.

use super::{console::Console, screen::SquareContents};
use checkers::Side;
use vcs::palette;

fn rgb(color: u8) -> [i32; 3] {
    let rgb = palette::ntsc(color) as i32;
    [rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF]
}

fn is_red([red, green, blue]: [i32; 3]) -> bool {
    red > green + 40 && red > blue + 40
}

fn is_green([red, green, blue]: [i32; 3]) -> bool {
    green > red + 40 && green > blue + 40
}

/// Returns whether a color is light brown: more red than green, and more green than blue.
fn is_buff([red, green, blue]: [i32; 3]) -> bool {
    red > 150 && red > green && green > blue + 30 && red < green + 80
}

fn luma(color: u8) -> i32 {
    let [red, green, blue] = rgb(color);
    (299 * red + 587 * green + 114 * blue) / 1000
}

#[test]
fn the_board_is_black_and_red_in_games_1_to_4_and_green_and_buff_in_5_to_9() {
    let mut console = Console::new();
    for game in 1..=19 {
        console.select_game(game);
        let screen = console.screens()[0].clone();
        let is_low_level = matches!(game, 1..=4 | 10..=14);
        let (light, dark) = (rgb(screen.light), rgb(screen.dark));
        if is_low_level {
            assert!(is_red(light) && dark == [0, 0, 0], "game {game}");
        } else {
            assert!(
                is_buff(light) && is_green(dark),
                "game {game}: {light:?} {dark:?}"
            );
        }
    }
}

#[test]
fn the_pieces_are_red_and_white_or_dark_gray_and_white() {
    let mut console = Console::new();
    for game in [1, 5, 10, 19] {
        console.select_game(game);
        let screen = console.screens()[0].clone();
        assert!(is_red(rgb(screen.black.unwrap())));
        assert_eq!(
            screen
                .squares_with(SquareContents::Man(Side::White), Side::Black)
                .len(),
            12
        );
        console.set_color_switch(false);
        let gray = console.screens()[0].black.unwrap();
        assert!(gray >> 4 == 0 && luma(gray) < 100, "{gray:X}");
        console.set_color_switch(true);
    }
}

#[test]
fn pieces_and_numbers_stand_out_in_color_and_in_gray() {
    let mut console = Console::new();
    for game in [1, 5] {
        for color in [true, false] {
            console.select_game(game);
            console.set_color_switch(color);
            let screen = console.screens()[0].clone();
            let stands_out = |a: u8, b: u8| (luma(a) - luma(b)).abs() >= 60;
            assert!(
                stands_out(screen.black.unwrap(), screen.dark),
                "game {game}, color {color}"
            );
            assert!(stands_out(0x0E, screen.dark) && stands_out(0x0E, screen.black.unwrap()));
            assert!(stands_out(0x0E, screen.band) && stands_out(screen.text, screen.band));
            assert_ne!(screen.light, screen.dark);
        }
    }
}

#[test]
fn the_board_has_64_squares_and_a_dark_single_corner_to_the_left() {
    let console = Console::new();
    let frame = console.machine.last_frame();
    let pixel = |line: usize, clock: usize| frame.line(line)[clock];
    let (light, dark) = (pixel(55, 24), pixel(55, 40));
    for rank in 0..8 {
        for file in 0..8 {
            let expected = if (rank + file) % 2 == 1 { dark } else { light };
            assert_eq!(pixel(55 + 22 * rank, 24 + 16 * file), expected);
        }
    }
    assert_eq!(pixel(55 + 22 * 7, 24), dark, "bottom left");
    assert_eq!(
        pixel(55, 24 + 16 * 7),
        dark,
        "top right, the other player's left"
    );
}

#[test]
fn the_left_edge_has_no_comb() {
    let mut console = Console::new();
    console.frames(2);
    let frame = console.machine.last_frame();
    for line in 39..231 {
        let edge = &frame.line(line)[..8];
        assert!(
            edge.iter().all(|color| *color == edge[0] && *color != 1),
            "line {line}"
        );
        assert_eq!(edge[0], frame.line(line)[159], "line {line}");
    }
}

// From frame to frame, nothing changes except objects that blink every 16 frames.
#[test]
fn nothing_flickers() {
    let mut console = Console::new();
    for scene in ["at rest", "the computer's move"] {
        if scene != "at rest" {
            console.play("11-15");
            console.wait_for_reply();
            console.frames(2);
        }
        let mut changes = 0;
        let mut before = None;
        for _ in 0..320 {
            console.frame();
            let frame = console.machine.last_frame();
            let lines: Vec<Vec<u8>> = (0..262).map(|line| frame.line(line).to_vec()).collect();
            changes += usize::from(before.is_some_and(|before| before != lines));
            before = Some(lines);
        }
        assert!(
            (18..=21).contains(&changes),
            "{scene}: {changes} changes in 320 frames"
        );
    }
}

// Lines 39 to 231 are the picture. None of them is black; all other lines are.
#[test]
fn the_picture_fills_its_lines_and_no_others() {
    let mut console = Console::new();
    for color in [true, false] {
        console.set_color_switch(color);
        let frame = console.machine.last_frame();
        let is_blank = |line: &usize| frame.line(*line).iter().all(|&pixel| pixel == 1);
        let lit: Vec<usize> = (0..262).filter(|line| !is_blank(line)).collect();
        assert_eq!((lit[0], lit[lit.len() - 1], lit.len()), (39, 231, 193));
    }
}
