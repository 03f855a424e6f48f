//! Compares the window's picture with a frame from a machine without a window: every pixel must
//! match.

use super::stage::{App, MENU_COLOR, Stage, probe, read_png, wait_for};
use play::picture::{Picture, palette_table};
use std::{collections::HashSet, fs, path::Path};
use vcs::{
    Cartridge, Machine, PowerOn, palette,
    television::{WIDTH, usual_lines},
};

/// Returns the picture of a frame, made by a machine without a window.
fn headless_picture(image: &[u8], frame: u64) -> Picture {
    let mut machine = Machine::new(Cartridge::from_image(image).unwrap(), PowerOn::default());
    while machine.frame().number < frame {}
    let frame = machine.last_frame();
    Picture::of(
        frame,
        usual_lines(frame.scanlines()),
        &palette_table(palette::ntsc),
    )
}

/// Returns true if these pixels contain the text of a message.
pub fn contains_text(pixels: &[u32]) -> bool {
    let is_ink = |pixel: &&u32| {
        let parts = [16, 8, 0].map(|shift| **pixel >> shift & 0xff);
        // None of the cartridge's colors is this light a gray, so this condition excludes them.
        parts.iter().all(|part| *part > 0xa8) && parts[0].abs_diff(parts[2]) < 12
    };
    pixels.iter().filter(is_ink).count() > 25
}

/// Returns the picture's pixels as a window of this scale shows them: each is twice as wide as it
/// is high.
fn scaled(picture: &Picture, scale: usize) -> Vec<u32> {
    let rows = picture
        .pixels
        .chunks(WIDTH)
        .flat_map(|line| std::iter::repeat_n(line, scale));
    rows.flat_map(|line| {
        line.iter()
            .flat_map(|pixel| std::iter::repeat_n(*pixel, 2 * scale))
    })
    .collect()
}

/// Waits until the window shows exactly these pixels.
fn expect_pixels(what: &str, app: &App<'_>, wanted: &[u32]) {
    let mut differing = 0;
    wait_for(&format!("{what}: exactly the pixels of the frame"), || {
        let (pixels, _) = app.screenshot();
        differing = pixels.iter().zip(wanted).filter(|(a, b)| a != b).count();
        (pixels.len() == wanted.len() && differing == 0).then_some(())
    });
}

fn compare_at_scale(scale: usize) {
    let stage = Stage::new(&format!("scale-{scale}"));
    let image = fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../rom/video-checkers.bin"
    ))
    .unwrap();
    let number = scale.to_string();
    let app = stage.start(&[
        "--integer-scale",
        "--scale",
        &number,
        "--freeze-at-frame",
        "90",
        "--audio-out",
        "null",
    ]);
    expect_pixels(
        &format!("scale {scale}"),
        &app,
        &scaled(&headless_picture(&image, 90), scale),
    );
}

#[test]
fn scale_1_is_exact() {
    support::needs!("Xvfb", "xdotool", "import");
    compare_at_scale(1);
}

#[test]
fn scale_2_is_exact() {
    support::needs!("Xvfb", "xdotool", "import");
    compare_at_scale(2);
}

#[test]
fn scale_3_is_exact() {
    support::needs!("Xvfb", "xdotool", "import");
    compare_at_scale(3);
}

#[test]
fn scale_4_is_exact() {
    support::needs!("Xvfb", "xdotool", "import");
    compare_at_scale(4);
}

/// Starts the probe cartridge, whose picture shows the values of the ports that it reads.
fn app_showing_ports<'a>(stage: &'a Stage, rom: &Path) -> App<'a> {
    let folder = stage.path("out");
    stage.start(&[
        rom.to_str().unwrap(),
        "--integer-scale",
        "--scale",
        "1",
        "--audio-out",
        "null",
        "--data-dir",
        folder.to_str().unwrap(),
    ])
}

#[test]
fn a_pressed_key_changes_the_picture_and_a_snapshot_shows_the_same() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("snapshot");
    let rom = probe(&stage.path(""));
    let app = app_showing_ports(&stage, &rom);
    // Up clears bit 4 of SWCHA: PF1's fourth block in the middle band goes dark.
    let block_is_dark = |pixels: &[u32]| pixels[(18 + 64 + 32) * 320 + 2 * (16 + 3 * 4) + 1] == 0;
    wait_for("the block of bit 4", || {
        (!block_is_dark(&app.screenshot().0)).then_some(())
    });
    app.input(&["keydown", "Up"]);
    wait_for("the block of bit 4 to go dark", || {
        block_is_dark(&app.screenshot().0).then_some(())
    });
    app.input(&["key", "F12"]);
    let file = stage.path("out/snapshots/probe-0001.png");
    wait_for("the snapshot", || file.exists().then_some(()));
    let (pixels, width) = read_png(&file);
    assert_eq!((width, pixels.len()), (320, 320 * 228));
    assert!(block_is_dark(&pixels));
    app.input(&["keyup", "Up", "key", "F12"]);
    wait_for("another snapshot", || {
        stage
            .path("out/snapshots/probe-0002.png")
            .exists()
            .then_some(())
    });
}

#[test]
fn escape_closes_the_help_overlay_and_then_opens_the_menus() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("help");
    let rom = probe(&stage.path(""));
    let app = app_showing_ports(&stage, &rom);
    // Counts the pixels that have the playfield's color, $0e.
    let count_white = |pixels: &[u32]| pixels.iter().filter(|pixel| **pixel == 0xececec).count();
    let initial_count = wait_for("the picture", || {
        Some(count_white(&app.screenshot().0)).filter(|count| *count > 1000)
    });
    app.input(&["key", "Tab"]);
    wait_for("a dimmed picture", || {
        (count_white(&app.screenshot().0) < initial_count / 10).then_some(())
    });
    app.input(&["key", "Escape"]);
    wait_for("the picture again", || {
        (count_white(&app.screenshot().0) > initial_count / 2).then_some(())
    });
    // Without an open panel, Escape opens the menus.
    app.input(&["key", "Escape"]);
    wait_for("the menu bar", || {
        let (pixels, width) = app.screenshot();
        (pixels[..width]
            .iter()
            .filter(|pixel| **pixel == MENU_COLOR)
            .count()
            > width / 2)
            .then_some(())
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
}

#[test]
fn full_screen_and_other_sizes_keep_whole_pixels() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("sizes");
    let app = app_showing_ports(&stage, &probe(&stage.path("")));
    let expect_size = |what: &str, wanted: (usize, usize)| {
        wait_for(what, || {
            let (pixels, width) = app.screenshot();
            ((width, pixels.len() / width) == wanted).then_some(())
        });
    };
    expect_size("the first size", (320, 228));
    app.input(&["key", "alt+equal"]);
    expect_size("twice the size", (640, 456));
    let window = app.window().to_string();
    let position = || stage.xdotool(&["getwindowgeometry", &window]).stdout;
    let before = position();
    app.input(&["key", "alt+Return"]);
    expect_size("full screen", (1300, 1024));
    // The picture is four times as large, centered: 10 columns and 56 rows on each side are black.
    wait_for("the picture", || {
        let (pixels, _) = app.screenshot();
        let row = &pixels[(56 + 4 * 50) * 1300..][..1300];
        (row[9] == 0 && row[10] != 0 && row[1289] != 0 && row[1290] == 0).then_some(())
    });
    app.input(&["key", "alt+Return"]);
    expect_size("a window again", (640, 456));
    assert_eq!(position(), before);
}

#[test]
fn full_screen_works_after_the_window_manager_has_exited() {
    support::needs!("Xvfb", "xdotool", "import");
    use x11rb::{
        connection::Connection,
        protocol::xproto::{AtomEnum, ConnectionExt, PropMode},
        wrapper::ConnectionExt as _,
    };
    let stage = Stage::new("stale-manager");
    let (x, screen) = x11rb::connect(Some(stage.display())).expect("the server answers");
    let root = x.setup().roots[screen].root;
    let property = b"_NET_SUPPORTING_WM_CHECK";
    let property = x
        .intern_atom(false, property)
        .unwrap()
        .reply()
        .unwrap()
        .atom;
    // Make the property refer to a window that no longer exists.
    let closed_window = x.generate_id().unwrap();
    x.change_property32(
        PropMode::REPLACE,
        root,
        property,
        AtomEnum::WINDOW,
        &[closed_window],
    )
    .unwrap();
    x.sync().unwrap();
    let app = app_showing_ports(&stage, &probe(&stage.path("")));
    app.input(&["key", "alt+Return"]);
    wait_for("full screen", || (app.screenshot().1 == 1300).then_some(()));
}

/// Returns the number of colors in the window.
fn color_count(app: &App<'_>) -> usize {
    let (pixels, _) = app.screenshot();
    pixels.into_iter().collect::<HashSet<u32>>().len()
}

#[test]
fn television_looks_have_many_more_colors_than_the_bitmap() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("look");
    let fixed = [
        // Written as one word, `--title=stage` stops `Stage` from adding `--look bitmap`, so the
        // run without `--look` has the default look.
        "--title=stage",
        "--audio-out",
        "null",
        "--scale",
        "3",
        "--freeze-at-frame",
        "60",
    ];
    for look in ["", "bitmap", "clean", "composite", "rf", "pal", "secam"] {
        let chosen = ["--look", look];
        let chosen = if look.is_empty() { &[][..] } else { &chosen };
        let app = stage.launch(stage.command(&[&fixed[..], chosen].concat()));
        wait_for(look, || {
            let count = color_count(&app);
            // The bitmap look has few colors: those of the board, and mixtures at the edges.
            (if look == "bitmap" {
                (2..120).contains(&count)
            } else {
                count > 300
            })
            .then_some(())
        });
        app.input(&["key", "ctrl+q"]);
        assert_eq!(app.wait_for_exit(), (0, String::new()));
    }
}

#[test]
fn the_window_reopens_at_its_last_size_unless_a_scale_is_given() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("kept-size");
    let rom = probe(&stage.path(""));
    let folder = stage.path("out").display().to_string();
    let words = [
        rom.to_str().unwrap(),
        "--audio-out",
        "null",
        "--data-dir",
        &folder,
    ];
    let app = stage.start(&words);
    let default_size = app.settled_size();
    app.input(&["key", "alt+minus"]);
    wait_for("a smaller window", || {
        (app.settled_size() != default_size).then_some(())
    });
    let smaller = app.settled_size();
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
    let app = stage.start(&words);
    assert_eq!(app.settled_size(), smaller);
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
    let app = stage.start(&[&words[..], &["--scale", "3"]].concat());
    assert_eq!(app.settled_size(), default_size);
    // The default size is not saved, because a different screen may have a different default.
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
    assert!(!stage.path("out/window.txt").exists());
}

#[test]
fn the_window_reopens_at_its_last_position() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("kept-position");
    let rom = probe(&stage.path(""));
    let folder = stage.path("out").display().to_string();
    let words = [
        rom.to_str().unwrap(),
        "--audio-out",
        "null",
        "--scale",
        "2",
        "--data-dir",
        &folder,
    ];
    let position = |app: &App<'_>| {
        let window = app.window().to_string();
        let found = stage.xdotool(&["getwindowgeometry", "--shell", &window]);
        let found = String::from_utf8_lossy(&found.stdout).into_owned();
        let line = |name: &str| {
            let mut lines = found.lines();
            lines.find_map(|line| line.strip_prefix(name).map(str::to_owned))
        };
        line("X=").zip(line("Y="))
    };
    let wanted = Some(("120".to_owned(), "75".to_owned()));
    let app = stage.start(&words);
    assert_ne!(position(&app), wanted);
    app.input(&["windowmove", &app.window().to_string(), "120", "75"]);
    wait_for("the window at its new position", || {
        (position(&app) == wanted).then_some(())
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
    let app = stage.start(&words);
    wait_for("the window at the saved position", || {
        (position(&app) == wanted).then_some(())
    });
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
    // A position outside the screen is ignored.
    fs::write(stage.path("out/window.txt"), "at 9000 20\n").unwrap();
    let app = stage.start(&words);
    assert_ne!(position(&app).unwrap().0, "9000");
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit().0, 0);
}

#[test]
fn a_selected_slot_shows_its_thumbnail_until_it_is_loaded() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("thumbnail");
    let folder = stage.path("out");
    let data = ["--data-dir", folder.to_str().unwrap()];
    let app = stage.start(
        &[
            &["--integer-scale", "--scale", "1", "--audio-out", "null"][..],
            &data,
        ]
        .concat(),
    );
    let screen_shows = |thumbnail: bool| {
        let (pixels, width) = app.screenshot();
        let has_message = contains_text(&pixels[200 * width..]);
        // There must be golden lines in the strip below the board, but not on the board.
        let count_gold = |rows: std::ops::Range<usize>| {
            let rows = pixels[rows.start * width..rows.end * width].iter();
            let is_gold = |pixel: &&u32| {
                let [_, red, green, blue] = pixel.to_be_bytes();
                red > 0xc0 && (0x90..0xe8).contains(&green) && blue < 0x80
            };
            rows.filter(is_gold).count()
        };
        let board = count_gold(14..204);
        assert_eq!(board, 0, "the picture covers the board");
        (has_message && (count_gold(204..228) > 20) == thumbnail).then_some(())
    };
    app.input(&["key", "F9", "key", "F10", "key", "shift+F10"]);
    wait_for("the slot's picture", || screen_shows(true));
    app.input(&["key", "F11"]);
    wait_for("a message without the picture", || screen_shows(false));
}

#[test]
fn a_clip_of_the_last_seconds_is_an_animated_picture() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("clip");
    let app = app_showing_ports(&stage, &probe(&stage.path("")));
    app.input(&["sleep", "0.3", "key", "ctrl+g"]);
    let file = stage.path("out/clips/probe-0001.png");
    wait_for("the clip", || file.exists().then_some(()));
    let bytes = fs::read(&file).unwrap();
    assert!(
        bytes.windows(4).any(|word| word == b"acTL"),
        "the clip is animated"
    );
}
