//! The debugger in the window, by keyboard and mouse.

use super::stage::{App, Stage, wait_for};
use crate::debugging::names_and_addresses::{CARTRIDGE_RAM, line_in};
use attach::{DebuggerMessage, GameMessage, Link};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::Stdio,
    time::Duration,
};
use vcs::{Cartridge, Machine};

const EXAMPLE: &str = include_str!("../../../crates/debugger/docs/example.asm");
/// The background color of the debugger.
const BACKGROUND_COLOR: u32 = 0x0d0f16;
/// The color of the cursor, and of the line of code that the machine will execute next.
const CURSOR_COLOR: u32 = 0xffd866;
/// The color of a breakpoint.
const BREAKPOINT_COLOR: u32 = 0xf05c5c;

/// The color of the pixels that a write changes.
const CHANGED_PIXEL_COLOR: u32 = 0xff9900;

/// Starts the window with the example from the debugger's manual.
fn start(stage: &Stage) -> App<'_> {
    start_with(stage, EXAMPLE)
}

fn start_with<'a>(stage: &'a Stage, program: &str) -> App<'a> {
    let source = stage.path("game.asm");
    fs::write(&source, program).unwrap();
    let folder = stage.path("out");
    stage.start(&[
        source.to_str().unwrap(),
        "--audio-out",
        "null",
        "--scale",
        "3",
        "--data-dir",
        folder.to_str().unwrap(),
        &stage.settings(""),
    ])
}

fn count_pixels(app: &App<'_>, color: u32) -> usize {
    let (pixels, _) = app.screenshot();
    pixels.iter().filter(|pixel| **pixel == color).count()
}

/// Counts the green pixels in the area below the code. Text that links to an earlier moment is
/// green.
fn count_links(app: &App<'_>) -> usize {
    let (pixels, width) = app.screenshot();
    let height = pixels.len() / width;
    let rows = pixels.chunks(width).skip(height * 3 / 5);
    let lower_right = rows.flat_map(|row| &row[width * 3 / 5..]);
    let is_green = |pixel: &&u32| {
        let [_, red, green, blue] = pixel.to_be_bytes();
        green > red.saturating_add(30) && green > blue.saturating_add(30)
    };
    lower_right.filter(is_green).count()
}

fn is_debugger_open(app: &App<'_>) -> bool {
    count_pixels(app, BACKGROUND_COLOR) > 10_000
}

fn wait_for_debugger(app: &App<'_>, what: &str) {
    wait_for(what, || is_debugger_open(app).then_some(()));
}

fn wait_for_game(app: &App<'_>) {
    wait_for("the game", || (!is_debugger_open(app)).then_some(()));
}

/// Types a command.
fn command(app: &App<'_>, text: &str) {
    app.input(&["type", "--delay", "25", text]);
    app.input(&["key", "Return"]);
}

#[test]
fn keys_open_the_debugger_step_and_resume_the_game() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("debugger-keys");
    let app = start(&stage);
    app.input(&["key", "grave"]);
    wait_for_debugger(&app, "the debugger");
    // These commands also exist in the terminal debugger.
    let picture = stage.path("frame.png");
    command(&app, "to Move");
    app.input(&["key", "F11"]);
    app.input(&["key", "F11"]);
    command(&app, &format!("picture {}", picture.display()));
    wait_for("the picture", || picture.exists().then_some(()));
    // Set a breakpoint at the machine's position. The game runs for a frame and stops there.
    assert_eq!(count_pixels(&app, BREAKPOINT_COLOR), 0);
    app.input(&["key", "F9"]);
    wait_for("the breakpoint", || {
        (count_pixels(&app, BREAKPOINT_COLOR) > 20).then_some(())
    });
    let before = app.screenshot();
    app.input(&["key", "F5"]);
    wait_for("the debugger at its breakpoint", || {
        (app.screenshot() != before && is_debugger_open(&app)).then_some(())
    });
    app.input(&["key", "shift+F7"]);
    command(&app, "delete all");
    wait_for("no breakpoint", || {
        (count_pixels(&app, BREAKPOINT_COLOR) == 0).then_some(())
    });
    app.input(&["key", "grave"]);
    wait_for_game(&app);
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

#[test]
fn the_kernel_tab_marks_what_a_write_changes() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("debugger-kernel");
    let app = start(&stage);
    app.input(&["key", "grave"]);
    wait_for_debugger(&app, "the debugger");
    command(&app, "run 5");
    command(&app, "to Picture");
    command(&app, "scanline 21");
    assert_eq!(count_pixels(&app, CHANGED_PIXEL_COLOR), 0);
    // Shift+Tab opens the last tab, the kernel view. Marks at both edges of the picture show the
    // machine's scanline.
    app.input(&["key", "shift+Tab"]);
    wait_for("the line's marks", || {
        (count_pixels(&app, CHANGED_PIXEL_COLOR) > 20).then_some(())
    });
    // The first write sets the background of the whole line.
    let marked_before = count_pixels(&app, CHANGED_PIXEL_COLOR);
    app.input(&["key", "Right"]);
    wait_for("the pixels of the write", || {
        (count_pixels(&app, CHANGED_PIXEL_COLOR) > marked_before + 500).then_some(())
    });
    app.input(&["key", "grave"]);
    wait_for_game(&app);
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

/// Returns the vertical position of the line of code that the machine is at. The cursor is on it,
/// so it is the only golden line.
fn row_of_machine(app: &App<'_>) -> usize {
    let (pixels, width) = app.screenshot();
    let rows = pixels.chunks(width).enumerate();
    let is_golden = |row: &[u32]| row[width / 2..].contains(&CURSOR_COLOR);
    let golden: Vec<usize> = rows
        .take(pixels.len() / width / 2)
        .filter(|(_, row)| is_golden(row))
        .map(|(y, _)| y)
        .collect();
    assert!(
        !golden.is_empty(),
        "no code line is marked as the machine's"
    );
    golden[golden.len() / 2]
}

#[test]
fn clicks_explain_pixels_set_breakpoints_and_resume_the_game() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("debugger-mouse");
    let app = start(&stage);
    app.input(&["key", "grave"]);
    wait_for_debugger(&app, "the debugger");
    // The last command creates a file, which shows that all commands are done.
    let picture = stage.path("frame.png");
    command(&app, "run 5");
    command(&app, "to Move");
    command(&app, &format!("picture {}", picture.display()));
    wait_for("the picture", || picture.exists().then_some(()));
    assert_eq!(count_links(&app), 0);
    // The pixel in the middle of the picture has the color of the background.
    let (pixels, width) = app.screenshot();
    let height = pixels.len() / width;
    app.click(width / 4, height / 4);
    wait_for("the writes", || (count_links(&app) > 30).then_some(()));
    // Clicking the machine's line of code sets a breakpoint, and clicking it again removes it. The
    // window reads the mouse once per picture, so each click waits for the effect of the previous
    // one.
    let row = row_of_machine(&app);
    for _ in 0..2 {
        app.click(width * 3 / 4, row);
        wait_for("a breakpoint", || {
            (count_pixels(&app, BREAKPOINT_COLOR) > 20).then_some(())
        });
        app.click(width * 3 / 4, row);
        wait_for("no breakpoint", || {
            (count_pixels(&app, BREAKPOINT_COLOR) == 0).then_some(())
        });
    }
    // The first button of the row resumes the game.
    app.click(20, 20);
    wait_for_game(&app);
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

/// Waits until there is a breakpoint on the machine's line of code.
fn wait_at_breakpoint(app: &App<'_>) {
    wait_for("the machine at a breakpoint", || {
        let (pixels, width) = app.screenshot();
        let mut rows = pixels.chunks(width);
        let has_both = |row: &[u32]| row.contains(&CURSOR_COLOR) && row.contains(&BREAKPOINT_COLOR);
        rows.any(has_both).then_some(())
    });
}

#[test]
fn breakpoints_in_cartridge_ram_stop_the_program() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("debugger-cartridge-ram");
    let app = start_with(&stage, CARTRIDGE_RAM);
    app.input(&["key", "grave"]);
    wait_for_debugger(&app, "the debugger");
    command(&app, "to Loop");
    for place in [
        "inram".to_owned(),
        format!(":{}", line_in(CARTRIDGE_RAM, "eor count")),
    ] {
        command(&app, &format!("break {place}"));
        wait_for("the breakpoint", || {
            (count_pixels(&app, BREAKPOINT_COLOR) > 20).then_some(())
        });
        app.input(&["key", "F5"]);
        wait_at_breakpoint(&app);
        command(&app, "delete all");
        wait_for("no breakpoint", || {
            (count_pixels(&app, BREAKPOINT_COLOR) == 0).then_some(())
        });
    }
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_debugger_in_another_program_controls_the_game() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("debugger-attached");
    let source = stage.path("game.asm");
    fs::write(&source, EXAMPLE).unwrap();
    let folder = stage.path("out");
    let arguments = [
        source.to_str().unwrap(),
        "--title=stage",
        "--audio-out=null",
        "--debug-port=0",
        "--data-dir",
        folder.to_str().unwrap(),
        &stage.settings(""),
    ];
    let mut command = stage.command(&arguments);
    command.stdout(Stdio::piped());
    let mut app = stage.launch(command);
    let mut address = String::new();
    BufReader::new(app.child.stdout())
        .read_line(&mut address)
        .unwrap();
    let port = address.trim().rsplit(':').next().unwrap().parse().unwrap();
    let (mut link, state) = Link::connect(port).unwrap();
    assert!(state.path.unwrap().ends_with("game.asm"));
    assert!(state.script.unwrap().starts_with("crownhead-script"));
    let cartridge = Cartridge::from_image(&state.image).unwrap();
    let mut copy = Machine::load(&cartridge, &state.current_state).unwrap();
    // The game runs exactly one frame.
    link.send(&DebuggerMessage::Play).unwrap();
    let timeout = Duration::from_secs(40);
    let Some(GameMessage::Frame(frame)) = link.receive(timeout).unwrap() else {
        panic!("no frame");
    };
    copy.set_input(frame.input);
    copy.frame();
    assert!(frame.ends_at(&copy));
    assert_eq!(link.receive(Duration::from_millis(100)).unwrap(), None);
    // Continue the game from a changed state, in which the example's square is at another position.
    copy.poke_ram(0x80, 77);
    link.send(&DebuggerMessage::ContinueFrom(copy.save()))
        .unwrap();
    let Some(GameMessage::Frame(frame)) = link.receive(timeout).unwrap() else {
        panic!("no frame");
    };
    assert_eq!((frame.states_received, frame.ram[0]), (1, 78));
    link.close();
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
}
