//! The functions that CheckerBoard calls, under the names that the interface gives them.
//!
//! CheckerBoard calls `getmove` in a separate thread, and may call `enginecommand` while `getmove`
//! is running. A panic must not unwind into C, so each function catches panics.
//!
//! `#[unsafe(no_mangle)]` exports a function under its Rust name. These names are so short that
//! they could clash, but nothing except this crate's test links the library as a Rust crate.

use crate::{
    abi::{
        Board8x8, CbMove, LOSS, MAX_COMMAND_BYTES, MAX_REPLY_BYTES, RESET_MOVES, TEXT_BYTES,
        UNKNOWN, WIN,
    },
    board::{board, cb_move, position},
    commands,
    engine::{Answer, Engine},
};
use checkers::Position;
use std::{
    ffi::{c_char, c_double, c_int},
    panic::{AssertUnwindSafe, catch_unwind},
    slice,
    sync::atomic::{AtomicI32, Ordering},
    time::{Duration, Instant},
};

/// Number of frames between status lines while the cartridge is thinking: half a second of the
/// console's time.
const FRAMES_PER_STATUS: u32 = 30;
/// Frames per second in the console's time.
const FRAMES_PER_SECOND: u32 = 60;

static ENGINE: Engine = Engine::new();

/// Plays a move for `color` on the board. Returns [`WIN`], [`LOSS`] or [`UNKNOWN`].
///
/// The search takes at most about `maxtime` seconds; the bits in `info` about timing are ignored.
/// If `maxtime` is not positive, the cartridge plays the best move of a very short search. A
/// nonzero `playnow` also ends the search. If the board is missing or invalid, or if there is no
/// legal move, the board stays unchanged, and the reason is written to `text`.
///
/// # Safety
/// Each pointer must be null or point to a valid value of its type for the whole call; `text` must
/// point to [`TEXT_BYTES`] bytes. During the call, no other function of this library may access
/// these values, and other threads may access only `playnow` and `text`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the interface prescribes them")]
pub unsafe extern "system" fn getmove(
    cb_board: *mut Board8x8,
    color: c_int,
    maxtime: c_double,
    text: *mut c_char,
    playnow: *mut c_int,
    info: c_int,
    _moreinfo: c_int,
    chosen_move: *mut CbMove,
) -> c_int {
    // SAFETY: the caller promises that each pointer is null or is valid during the call.
    let (cb_board, chosen_move) = unsafe { (cb_board.as_mut(), chosen_move.as_mut()) };
    // SAFETY: as above. The interface's `int` is 32 bits. CheckerBoard writes `playnow` from
    // another thread, so the read is atomic. A null pointer means that there is no `playnow`.
    let playnow = (!playnow.is_null()).then(|| unsafe { AtomicI32::from_ptr(playnow) });
    // SAFETY: the caller promises that the pointer is null or points to `TEXT_BYTES` bytes.
    let status = |line: &str| unsafe { write_text(line, text, TEXT_BYTES) };
    let started = Instant::now();
    let limit = time_limit(maxtime);
    let has_time = || {
        let must_play_now = playnow.is_some_and(|now| now.load(Ordering::Relaxed) != 0);
        !must_play_now && started.elapsed() < limit
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        play(
            cb_board,
            color,
            chosen_move,
            info & RESET_MOVES != 0,
            &status,
            &has_time,
        )
    }));
    outcome.unwrap_or(UNKNOWN)
}

/// Does the work of [`getmove`] with safe arguments.
fn play(
    cb_board: Option<&mut Board8x8>,
    color: c_int,
    chosen_move: Option<&mut CbMove>,
    new_game: bool,
    status: &dyn Fn(&str),
    has_time: &dyn Fn() -> bool,
) -> c_int {
    let name = format!("Video Checkers, level {}", ENGINE.level());
    let Some(cb_board) = cb_board else {
        status(&format!("{name}: no board"));
        return UNKNOWN;
    };
    let before = match position(cb_board, color) {
        Ok(before) => before,
        Err(fault) => {
            status(&format!("{name}: {fault}"));
            return UNKNOWN;
        }
    };
    let mut frames = 0;
    let answer = ENGINE.answer(&before, new_game, || {
        if frames % FRAMES_PER_STATUS == 0 {
            status(&format!("{name} thinks: {}", console_time(frames)));
        }
        frames += 1;
        has_time()
    });
    let Some(Answer { chosen, fault }) = answer else {
        status(&format!("{name}: no legal move"));
        return LOSS;
    };
    let after = before.play(&chosen);
    *cb_board = board(&after);
    if let Some(chosen_move) = chosen_move {
        *chosen_move = cb_move(&before, &chosen);
    }
    let detail = fault.unwrap_or_else(|| console_time(frames));
    status(&format!("{name}: {chosen} ({detail})"));
    result(&after)
}

/// Returns the result of `getmove` if the engine's move leads to this position.
fn result(after: &Position) -> c_int {
    if after.legal_moves().is_empty() {
        WIN
    } else {
        UNKNOWN
    }
}

fn console_time(frames: u32) -> String {
    let tenths = frames * 10 / FRAMES_PER_SECOND;
    format!("{}.{} s of the console's time", tenths / 10, tenths % 10)
}

/// Converts seconds to a duration. If the number is not positive, returns zero; if it is too large,
/// returns the maximum duration.
fn time_limit(seconds: c_double) -> Duration {
    let duration = Duration::try_from_secs_f64(seconds).ok();
    let max = (seconds > 0.0).then_some(Duration::MAX);
    duration.or(max).unwrap_or_default()
}

/// Answers a command. Returns 1 if the command was carried out, 0 otherwise.
///
/// # Safety
/// `command` must be null or a NUL-terminated string. At most [`MAX_COMMAND_BYTES`] bytes of it are
/// read.
/// `reply` must be null or point to [`TEXT_BYTES`] writable bytes. At most [`MAX_REPLY_BYTES`] of
/// them are written.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    let outcome = catch_unwind(|| {
        // SAFETY: as the caller promises.
        let command = unsafe { read_text(command) };
        commands::answer(&ENGINE, &command)
    });
    let (done, answer) = outcome.unwrap_or_else(|_| (false, commands::UNKNOWN.into()));
    // SAFETY: as the caller promises.
    unsafe { write_text(&answer, reply, MAX_REPLY_BYTES) };
    c_int::from(done)
}

/// Reads the text at a pointer. Returns an empty text if the pointer is null.
///
/// # Safety
/// `pointer` must be null, or point to a text that is NUL-terminated or at least
/// [`MAX_COMMAND_BYTES`] bytes long.
unsafe fn read_text(pointer: *const c_char) -> String {
    let mut bytes = Vec::new();
    while !pointer.is_null() && bytes.len() < MAX_COMMAND_BYTES {
        // SAFETY: none of the previous bytes was zero, so by the caller's promise this byte still
        // belongs to the text.
        match unsafe { pointer.add(bytes.len()).read() } {
            0 => break,
            byte => bytes.push(byte.to_ne_bytes()[0]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes a NUL-terminated string, truncated to `capacity` bytes. Does nothing if the pointer is
/// null.
///
/// # Safety
/// `pointer` must be null or point to `capacity` writable bytes. `capacity` must not be 0.
unsafe fn write_text(text: &str, pointer: *mut c_char, capacity: usize) {
    if pointer.is_null() {
        return;
    }
    // SAFETY: the pointer is not null, and the caller promises the size. The bytes may be
    // uninitialized, hence the `MaybeUninit`.
    let out =
        unsafe { slice::from_raw_parts_mut(pointer.cast::<std::mem::MaybeUninit<u8>>(), capacity) };
    let bytes = &text.as_bytes()[..text.len().min(capacity - 1)];
    // Write the zero first, so that a thread that reads the text meanwhile always finds its end.
    out[bytes.len()].write(0);
    for (out, byte) in out.iter_mut().zip(bytes) {
        out.write(*byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_inside_their_buffer() {
        for (length, capacity, expected) in [(0, 4, 0), (3, 4, 3), (4, 4, 3), (5000, 1024, 1023)] {
            let mut buffer = vec![0x55 as c_char; capacity + 8];
            let text = "a".repeat(length);
            // SAFETY: the buffer is longer than `capacity`.
            unsafe { write_text(&text, buffer.as_mut_ptr(), capacity) };
            assert_eq!(buffer.iter().position(|byte| *byte == 0), Some(expected));
            assert!(buffer[capacity..].iter().all(|byte| *byte == 0x55));
        }
        // SAFETY: null is allowed.
        unsafe { write_text("text", std::ptr::null_mut(), 10) };
    }

    #[test]
    fn a_command_is_read_up_to_its_end_or_the_maximum_length() {
        let read = |text: &[u8]| {
            // SAFETY: each text below is NUL-terminated or has the maximum length.
            unsafe { read_text(text.as_ptr().cast()) }
        };
        assert_eq!(read(b"get level\0more"), "get level");
        assert_eq!(read(b"\0"), "");
        assert_eq!(read(&[b'x'; MAX_COMMAND_BYTES]).len(), MAX_COMMAND_BYTES);
        // SAFETY: null is allowed.
        assert_eq!(unsafe { read_text(std::ptr::null()) }, "");
    }

    #[test]
    fn unusual_time_limits_become_zero_or_endless() {
        assert_eq!(time_limit(0.5), Duration::from_millis(500));
        for no_time in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
            assert_eq!(time_limit(no_time), Duration::ZERO);
        }
        for endless in [f64::INFINITY, 1e300] {
            assert_eq!(time_limit(endless), Duration::MAX);
        }
    }
}
