//! Tests the library through its C functions, the way CheckerBoard uses it.

use checkers::{Move, Position, Side};
use crownhead_checkerboard::{
    abi::{BLACK, Board8x8, CbMove, LOSS, TEXT_BYTES, UNKNOWN, WHITE, WIN},
    board::{board, cb_move, position},
    exports::{enginecommand, getmove},
};
use std::{
    ffi::{CStr, CString, c_char, c_int},
    ptr::{null, null_mut},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The library has a single engine with a single level, so only one test may run at a time.
static LIBRARY_LOCK: Mutex<()> = Mutex::new(());

/// A byte that does not occur in any answer. The tests fill each buffer with it first, so that they
/// can detect bytes written beyond the permitted size.
const GUARD: c_char = 0x5a;

/// A stand-in for CheckerBoard, with the engine set to a level.
struct Host {
    _lock: MutexGuard<'static, ()>,
    playnow: AtomicI32,
    maxtime: f64,
}

/// The results of a call to `getmove`.
struct Answer {
    result: c_int,
    board: Board8x8,
    chosen_move: CbMove,
    text: String,
}

impl Host {
    fn at_level(level: u8) -> Host {
        let host = Host {
            _lock: LIBRARY_LOCK.lock().unwrap_or_else(PoisonError::into_inner),
            playnow: AtomicI32::new(0),
            maxtime: 1e9,
        };
        assert_eq!(command(&format!("set level {level}")).0, 1);
        host
    }

    /// Calls `getmove`.
    fn ask(&self, board: Board8x8, color: c_int, info: c_int) -> Answer {
        let mut answer = Answer {
            result: -1,
            board,
            chosen_move: CbMove::default(),
            text: String::new(),
        };
        let mut text = [GUARD; TEXT_BYTES + 16];
        text[TEXT_BYTES - 1] = 0;
        // SAFETY: all these values outlive the call.
        answer.result = unsafe {
            getmove(
                &mut answer.board,
                color,
                self.maxtime,
                text.as_mut_ptr(),
                self.playnow.as_ptr(),
                info,
                0,
                &mut answer.chosen_move,
            )
        };
        assert!(text[TEXT_BYTES..].iter().all(|byte| *byte == GUARD));
        answer.text = read_text(&text);
        answer
    }

    /// Asks for the engine's move in a position, and checks that the board, the move and the text
    /// are consistent.
    fn reply(&self, before: &Position) -> (Move, c_int) {
        let color = match before.side() {
            Side::Black => BLACK,
            Side::White => WHITE,
        };
        let answer = self.ask(board(before), color, 0);
        let opponent = BLACK ^ WHITE ^ color;
        let after = position(&answer.board, opponent).expect("a position");
        let legal = before.legal_moves();
        let mut candidates = legal
            .into_iter()
            .filter(|chosen| before.play(chosen) == after);
        let reported = candidates.find(|chosen| cb_move(before, chosen) == answer.chosen_move);
        let chosen = reported.unwrap_or_else(|| panic!("{} {}", before.to_fen(), answer.text));
        assert!(
            answer.text.contains(&format!(": {chosen} (")),
            "{}",
            answer.text
        );
        assert!(answer.text.contains("console's time"), "{}", answer.text);
        (chosen, answer.result)
    }
}

/// Returns the text up to the terminating zero.
fn read_text(text: &[c_char]) -> String {
    assert!(text.contains(&0));
    // SAFETY: the text ends with a zero.
    let text = unsafe { CStr::from_ptr(text.as_ptr()) };
    text.to_str().expect("UTF-8").to_string()
}

/// Sends a command, and returns the return value of `enginecommand` and the reply. Checks that the
/// library writes to only the first 250 bytes of the buffer, because CheckerBoard's shortest buffer
/// has this size.
fn command(text: &str) -> (c_int, String) {
    let text = CString::new(text).expect("no zero inside");
    let mut reply = [GUARD; 256 + 16];
    // SAFETY: the text is zero-terminated, and the buffer is larger than what the library writes.
    let known = unsafe { enginecommand(text.as_ptr(), reply.as_mut_ptr()) };
    assert!(reply[250..].iter().all(|byte| *byte == GUARD));
    (known, read_text(&reply))
}

/// A random number generator that produces the same numbers in every run.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// Lets the engine play `side` against random moves. Returns the number of plies, and true if the
/// engine won.
fn play_game(host: &Host, side: Side, rng: &mut Rng) -> (usize, bool) {
    let mut position = Position::START;
    for plies in 0..300 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return (plies, position.side() != side);
        }
        let chosen = if position.side() == side {
            let (chosen, result) = host.reply(&position);
            let ends = position.play(&chosen).legal_moves().is_empty();
            assert_eq!(result, if ends { WIN } else { UNKNOWN });
            chosen
        } else {
            legal[rng.below(legal.len())]
        };
        position = position.play(&chosen);
    }
    (300, false)
}

#[test]
fn the_engine_wins_games_against_random_moves() {
    let host = Host::at_level(2);
    let mut rng = Rng(11);
    for side in [Side::Black, Side::White] {
        let (plies, won) = play_game(&host, side, &mut rng);
        assert!(won && plies > 20, "{side}: {plies} plies");
    }
}

#[test]
fn the_engine_can_play_both_sides_of_a_game() {
    let host = Host::at_level(1);
    let mut position = Position::START;
    for _ in 0..30 {
        if !position.legal_moves().is_empty() {
            position = position.play(&host.reply(&position).0);
        }
    }
    assert_ne!(position, Position::START);
}

/// After a draw, the cartridge waits for the joystick, so the next move must come from a new
/// console.
#[test]
fn a_game_continues_after_forty_quiet_moves() {
    let host = Host::at_level(2);
    let mut position = Position::from_fen("W:WK32:BK1").unwrap();
    // Black's king moves only between 1 and 5, where no piece can capture it.
    let stays_in_corner = |chosen: &&Move| [1, 5].contains(&chosen.to().number());
    for number in 1..=50 {
        position = position.play(&host.reply(&position).0);
        let legal = position.legal_moves();
        let corner_move = legal.iter().find(stays_in_corner);
        let corner_move =
            corner_move.unwrap_or_else(|| panic!("move {number}: {}", position.to_fen()));
        position = position.play(corner_move);
    }
}

#[test]
fn the_level_can_be_set_and_is_shown() {
    let host = Host::at_level(5);
    assert_eq!(command("get level"), (1, "5".into()));
    assert_eq!(command("set level 10"), (0, "a level is 1 to 9".into()));
    assert_eq!(command("set level 1"), (1, "level 1".into()));
    let answer = host.ask(board(&Position::START), BLACK, 0);
    assert!(
        answer.text.starts_with("Video Checkers, level 1: "),
        "{}",
        answer.text
    );
}

#[test]
fn a_higher_level_thinks_longer() {
    let host = Host::at_level(1);
    let position = Position::from_fen("W:W21,22,24,25,26,27,29,30,31,32:B1-8,12,15,16").unwrap();
    let seconds = |text: &str| {
        let (_, time) = text.rsplit_once('(').expect("a time");
        let (seconds, _) = time.split_once(" s").expect("seconds");
        seconds.parse::<f64>().expect("a number")
    };
    let short = host.ask(board(&position), WHITE, 1).text;
    assert_eq!(command("set level 4").0, 1);
    let long = host.ask(board(&position), WHITE, 1).text;
    assert!(seconds(&long) > 3.0 * seconds(&short), "{short}\n{long}");
}

#[test]
fn the_engine_moves_when_the_time_is_up_or_play_is_pressed() {
    let mut host = Host::at_level(9);
    let position = Position::START.play(&Position::START.legal_moves()[0]);
    // Without a time limit, the search would take minutes of the console's time.
    for maxtime in [0.0, -1.0, f64::NAN, 0.05, 0.5] {
        host.maxtime = maxtime;
        let start = Instant::now();
        host.reply(&position);
        assert!(start.elapsed() < Duration::from_secs(8), "{maxtime} s");
    }
    host.maxtime = 1e9;
    host.playnow = AtomicI32::new(1);
    let start = Instant::now();
    host.reply(&position);
    assert!(start.elapsed() < Duration::from_secs(8));

    host.playnow = AtomicI32::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            // The engine answers commands while it is thinking.
            assert_eq!(command("get level").1, "9");
            host.playnow.store(1, Ordering::Relaxed);
        });
        let start = Instant::now();
        host.reply(&position);
        assert!(start.elapsed() < Duration::from_secs(9));
    });
}

#[test]
fn invalid_input_gets_a_message_and_leaves_the_board_unchanged() {
    let host = Host::at_level(1);
    let start = board(&Position::START);
    let mut nonsense = start;
    nonsense[2][4] = 77;
    let mut light = start;
    light[0][1] = 6;
    let mut uncrowned = start;
    uncrowned[1][7] = 6;
    let empty = [[0; 8]; 8];
    let cases = [
        (
            nonsense,
            BLACK,
            UNKNOWN,
            "column 2, row 4: no piece has the code 77",
        ),
        (light, BLACK, UNKNOWN, "light square"),
        (uncrowned, WHITE, UNKNOWN, "king row"),
        (start, 3, UNKNOWN, "3 is not a color"),
        (empty, WHITE, LOSS, "no legal move"),
    ];
    for (board, color, result, text) in cases {
        let answer = host.ask(board, color, 0);
        assert_eq!((answer.result, answer.board), (result, board), "{text}");
        assert!(answer.text.contains(text), "{}", answer.text);
        assert_eq!(answer.chosen_move, CbMove::default());
    }
    // These positions cannot occur in a game. The cartridge may or may not accept them; in either
    // case, the engine must make a legal move.
    let kings: String = (1..=16).map(|square| format!("K{square},")).collect();
    for fen in [
        format!("B:W{}32:BK29", kings),
        format!("W:W32:B{}28", kings),
    ] {
        let position = Position::from_fen(&fen).unwrap();
        let color = if position.side() == Side::Black {
            BLACK
        } else {
            WHITE
        };
        let answer = host.ask(board(&position), color, 0);
        let moved = answer.board != board(&position);
        assert_eq!(
            moved,
            !position.legal_moves().is_empty(),
            "{fen}: {}",
            answer.text
        );
    }
}

#[test]
fn null_pointers_do_not_crash() {
    let _host = Host::at_level(1);
    let mut start = board(&Position::START);
    // SAFETY: null is allowed.
    unsafe {
        let (text, now, chosen_move) = (null_mut(), null_mut(), null_mut());
        assert_eq!(
            getmove(null_mut(), BLACK, 1.0, text, now, 0, 0, chosen_move),
            UNKNOWN
        );
        assert_eq!(
            getmove(&mut start, BLACK, 1.0, text, now, 0, 0, chosen_move),
            UNKNOWN
        );
        assert_eq!(enginecommand(null(), null_mut()), 0);
        assert_eq!(enginecommand(c"name".as_ptr(), null_mut()), 1);
    }
    assert_ne!(start, board(&Position::START));
    assert_eq!(command(""), (0, "?".into()));
}

#[test]
fn overlong_commands_are_unknown() {
    let _host = Host::at_level(1);
    let long = "name ".to_string() + &"x".repeat(10_000);
    assert_eq!(command(&long), (0, "?".into()));
    assert_eq!(command(&"\u{e9}".repeat(300)).0, 0);
    for text in ["name", "about", "get gametype", "get protocolversion"] {
        let (known, reply) = command(text);
        assert!(known == 1 && !reply.is_empty(), "{text}");
    }
}
