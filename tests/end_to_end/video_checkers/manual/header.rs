//! Tests the word next to the move in the header, and the header at the end of a game.

use super::{
    console::{Console, joystick},
    screen::{Screen, WHITE},
};
use games::video_checkers::State;
use std::collections::HashSet;

/// Bits of the RAM variable `status`.
const GAMEOVER: u8 = 0x40;
const SHOWMOVE: u8 = 0x10;
/// Number of frames for which a flashing word is shown; it is then hidden for the same number.
const FLASH_FRAMES: usize = 16;

/// Returns whether the last picture has only one color, as it does while the computer is thinking.
fn is_plain(console: &Console) -> bool {
    let line = console.machine.last_frame().line(100);
    line.iter().all(|&color| color == line[0])
}

/// Returns a console that is showing the board again after the computer has moved. The computer
/// (white) has played 28-24, its only move, and black must now jump. `frame` is the value to which
/// the cartridge's frame counter is set right after black's move.
fn console_with_forced_jump(frame: u8) -> Console {
    let mut console = Console::new();
    console.set_up("B:W28:B20,1");
    console.play("1-5");
    console.poke("frame", frame);
    for plain in [true, false] {
        while is_plain(&console) != plain {
            console.frame();
        }
    }
    console
}

/// Returns `count` pictures in order, beginning with the last one shown.
fn pictures(console: &mut Console, count: usize) -> Vec<Screen> {
    let picture = |console: &mut Console| {
        let screen = console.screen();
        console.frame();
        screen
    };
    (0..count).map(|_| picture(console)).collect()
}

#[test]
fn the_move_is_shown_all_the_time_beside_jp() {
    let mut console = console_with_forced_jump(0);
    let shown = pictures(&mut console, 10 * FLASH_FRAMES);
    assert!(shown.iter().all(|screen| screen.numbers == "28-24"));
    assert!(shown.iter().any(|screen| screen.word == "JP"));
    assert!(shown.iter().all(|screen| screen.players == "1"));
}

// The first picture still belongs to the computer's move; the player's turn begins with the second
// picture.
#[test]
fn jp_flashes_without_a_gap_from_the_second_picture_on() {
    for frame in [0, 5, 10, 15, 20] {
        let shown = pictures(&mut console_with_forced_jump(frame), 1 + 8 * FLASH_FRAMES);
        assert_eq!(shown[0].word, "");
        for (at, screen) in shown[1..].iter().enumerate() {
            let expected = ["JP", ""][at / FLASH_FRAMES % 2];
            assert_eq!(screen.word, expected, "picture {at} of the turn");
        }
    }
}

/// Returns a console on which black's turn has just begun in a two-player game, and black must
/// jump. White has played 28-24, dropping the piece `delay` frames after the push.
fn two_player_console_with_forced_jump(delay: usize) -> Console {
    let mut console = Console::new();
    console.select_game(10);
    console.set_up("W:W28:B20,1");
    console.pick_up(28);
    console.push_right_stick("dr");
    console.frames(delay);
    console.input.ports[1] = joystick("f");
    console.wait_for(State::Dropped);
    console.input.ports[1] = joystick("");
    console.wait_for(State::Play);
    console
}

#[test]
fn jp_flashes_regularly_with_two_players_whenever_the_piece_is_dropped() {
    for delay in [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30] {
        let shown = pictures(
            &mut two_player_console_with_forced_jump(delay),
            1 + 8 * FLASH_FRAMES,
        );
        assert_eq!(shown[0].word, "", "the last picture before the turn");
        for (at, screen) in shown[1..].iter().enumerate() {
            let expected = ["JP", ""][at / FLASH_FRAMES % 2];
            assert_eq!(screen.word, expected, "delay {delay}, picture {at}");
        }
    }
}

/// Plays the last move of a game. Returns the pictures of the next few flashes, and the color of
/// the winning side.
fn last_pictures(game: u8, fen: &str, text: &str, color: bool) -> (Vec<Screen>, u8) {
    let mut console = Console::new();
    console.select_game(game);
    console.set_up(fen);
    console.set_color_switch(color);
    let black = console.screen().black.expect("a black piece");
    console.play(text);
    console.frames(30);
    assert_eq!(console.state(), State::Over);
    let white_has_won = (game > 10) == fen.starts_with('B');
    let winner = if white_has_won { WHITE } else { black };
    (pictures(&mut console, 4 * FLASH_FRAMES), winner)
}

#[test]
fn at_the_end_the_band_flashes_in_the_winners_color() {
    let endings = [
        (1, "B:W18:B14", "14x23", ":)"),
        (5, "B:W18:B14", "14x23", ":)"),
        (10, "W:W18:B14", "18x9", ":("),
        (11, "B:W18:B14", "14x23", ":("),
    ];
    for (game, fen, text, face) in endings {
        for color in [true, false] {
            let (shown, winner) = last_pictures(game, fen, text, color);
            let with_lit_band = shown.iter().filter(|screen| screen.band == winner);
            assert_eq!(
                with_lit_band.count(),
                2 * FLASH_FRAMES,
                "game {game}, color {color}"
            );
            for screen in shown {
                let (band, text, word) = if screen.band == winner {
                    (winner, screen.dark, face)
                } else {
                    (screen.dark, screen.text, "")
                };
                assert_eq!((screen.band, screen.text, screen.word), (band, text, word));
                assert!(screen.text != screen.band);
            }
        }
    }
}

#[test]
fn at_a_draw_the_band_stays_dark() {
    let mut console = Console::new();
    console.set_up("B:WK32:BK1,K2");
    console.poke("quiet", 79);
    console.play("2-6");
    console.frames(30);
    assert_eq!(console.state(), State::Drawn);
    for screen in pictures(&mut console, 4 * FLASH_FRAMES) {
        assert_eq!(screen.band, screen.dark);
    }
}

// The picture that takes the most time to prepare is in black-and-white and shows a winning move by
// the computer. The move captured pieces, both of its numbers have two digits, and there is no
// input. Even for this picture, the program must finish the list of squares in every frame.
#[test]
fn the_picture_that_takes_longest_is_ready_in_time() {
    let mut console = Console::new();
    console.set_color_switch(false);
    console.frames(30);
    for (name, value) in [
        ("game", 19),
        ("status", GAMEOVER | SHOWMOVE),
        ("moveFrom", 0),
        ("moveTo", 8),
        ("taken", 0b100),
        ("idle", 0x80),
    ] {
        console.poke(name, value);
    }
    let mut boards = HashSet::new();
    for _ in 0..4 * FLASH_FRAMES {
        console.frame();
        assert_eq!(console.peek("idle"), 0x80);
        boards.insert(console.peek_bytes::<32>("dl"));
    }
    assert_eq!(boards.len(), 2, "with and without the captured pieces");
}
