//! Tests the list of files in the window with keys, mouse and wheel, and what happens when a file
//! is chosen.

use super::stage::{App, Stage, probe, wait_for};
use std::{fs, path::PathBuf};

/// A window that runs the probe cartridge from a separate folder.
struct Library<'a> {
    stage: &'a Stage,
    app: App<'a>,
    log: PathBuf,
}

impl Library<'_> {
    /// Starts the window with `probe.bin`. Its folder also has copies under the given names, and
    /// `odd.bin`, which is not a cartridge.
    fn with<'a>(stage: &'a Stage, names: &[&str]) -> Library<'a> {
        let folder = stage.path("library");
        fs::create_dir(&folder).unwrap();
        let rom = probe(&folder);
        for name in names {
            fs::copy(&rom, folder.join(name)).unwrap();
        }
        fs::write(folder.join("odd.bin"), [0; 3000]).unwrap();
        let mut command = stage.command(&[rom.to_str().unwrap(), "--audio-out", "null"]);
        let log = stage.path("log");
        command.args(["--scale", "1", "--data-dir"]);
        command.arg(stage.path("out")).arg("--log-input").arg(&log);
        Library {
            stage,
            app: stage.launch_titled(command, "^Crownhead: probe$"),
            log,
        }
    }

    /// Waits until the title bar names a cartridge.
    fn expect_title(&self, name: &str) {
        let wanted = format!("Crownhead: {name}");
        wait_for(&wanted, || {
            let title = self
                .stage
                .xdotool(&["getwindowname", &self.app.window().to_string()]);
            (String::from_utf8_lossy(&title.stdout).trim() == wanted).then_some(())
        });
    }

    /// Takes a snapshot, which must be named after the current cartridge.
    fn expect_snapshot(&self, name: &str) {
        self.app.input(&["key", "F12"]);
        let file = self.stage.path("out/snapshots").join(name);
        wait_for(name, || file.exists().then_some(()));
    }

    /// Waits until the ports have changed more than `before` times.
    fn expect_port_change(&self, before: usize) {
        wait_for("a port change", || {
            (self.port_changes() > before).then_some(())
        });
    }

    /// Returns the number of port changes so far.
    fn port_changes(&self) -> usize {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        text.matches('\n').count()
    }
}

#[test]
fn another_cartridge_can_be_chosen_in_the_window_and_an_invalid_one_is_refused() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("chooser");
    let library = Library::with(&stage, &["zebra.bin"]);
    // The list is: ../ odd.bin probe.bin zebra.bin
    library.app.input(&[
        "key", "ctrl+o", "key", "Home", "key", "Down", "key", "Return", "key", "Escape",
    ]);
    library.expect_snapshot("probe-0001.png");
    library
        .app
        .input(&["key", "ctrl+o", "key", "End", "key", "Return"]);
    library.expect_title("zebra");
    library.expect_snapshot("zebra-0001.png");
    // The next page is the list of recent files, which starts with the current cartridge.
    library.app.input(&[
        "key", "ctrl+o", "key", "Tab", "key", "Down", "key", "Return",
    ]);
    library.expect_snapshot("probe-0002.png");
    // The bundled cartridges are at the end of the list.
    library
        .app
        .input(&["key", "ctrl+o", "key", "Tab", "key", "End", "key", "Return"]);
    library.expect_title("Triktrak");
    library.app.input(&[
        "key", "ctrl+o", "key", "Tab", "key", "End", "key", "Up", "key", "Return",
    ]);
    library.expect_title("Video Checkers");
    library.app.input(&["key", "ctrl+q"]);
    assert_eq!(library.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn keys_pressed_right_after_ctrl_o_go_to_the_list() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("quick-list");
    let library = Library::with(&stage, &["zebra.bin"]);
    wait_for("the first frame", || {
        (library.port_changes() > 0).then_some(())
    });
    for name in ["zebra", "probe", "zebra", "probe"] {
        let keys = ["key", "--delay", "0", "ctrl+o", &name[..1], "Return"];
        library.app.input(&keys);
        library.expect_title(name);
    }
}

#[test]
fn a_letter_and_the_wheel_move_the_selection() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("wheel-list");
    let names: Vec<String> = (0..90).map(|number| format!("m{number:02}.bin")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let library = Library::with(&stage, &names);
    library.app.move_mouse(100, 100);
    // The list is: ../ m00.bin m01.bin ... The letter selects m00.bin. A notch of the wheel moves
    // down three files, so twenty notches (ten single ones and ten in a burst) move down sixty.
    library.app.input(&["key", "ctrl+o", "key", "m"]);
    for _ in 0..10 {
        library.app.input(&["click", "5", "sleep", "0.03"]);
    }
    let burst = ["click", "--repeat", "10", "--delay", "3", "5"];
    library.app.input(&burst);
    // The program reads the wheel after the keys. So before Return, wait until it has read a key
    // that came after the wheel: F4, which saves a favorite.
    library.app.input(&["key", "F4"]);
    let favorites = stage.path("out/favorites.txt");
    wait_for("the favorite", || favorites.exists().then_some(()));
    library.app.input(&["key", "Return"]);
    library.expect_title("m60");
    library.app.input(&["key", "ctrl+o", "key", "ctrl+q"]);
    assert_eq!(library.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_key_that_closed_the_list_does_nothing_else_even_if_it_stays_held() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("held-escape");
    let library = Library::with(&stage, &[]);
    wait_for("the first frame", || {
        (library.port_changes() > 0).then_some(())
    });
    // 1.5 seconds is much longer than the keyboard's repeat delay.
    library.app.input(&[
        "key", "ctrl+o", "keydown", "Escape", "sleep", "1.5", "keyup", "Escape",
    ]);
    let before = library.port_changes();
    library.app.input(&["key", "space"]);
    library.expect_port_change(before);
    // Choose the current cartridge again in the list. The Space bar, which is still held, must not
    // fire afterwards.
    library.app.input(&[
        "key", "ctrl+o", "key", "p", "keydown", "space", "sleep", "1.5",
    ]);
    let before = library.port_changes();
    library.app.input(&["keydown", "f"]);
    library.expect_port_change(before);
    let text = fs::read_to_string(&library.log).unwrap();
    assert!(text.trim_end().ends_with("inpt4 80 inpt5 00"), "{text}");
    library
        .app
        .input(&["keyup", "f", "keyup", "space", "key", "ctrl+q"]);
    assert_eq!(library.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn opening_a_cartridge_ends_a_pause() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("open-in-pause");
    let library = Library::with(&stage, &["zebra.bin"]);
    library
        .app
        .input(&["key", "p", "key", "ctrl+o", "key", "z", "key", "Return"]);
    library.expect_title("zebra");
    let before = library.port_changes();
    library.app.input(&["key", "space"]);
    library.expect_port_change(before);
}

#[test]
fn closing_the_list_of_an_option_chooses_nothing_and_writes_nothing() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("left-list");
    let library = Library::with(&stage, &["zebra.bin"]);
    wait_for("the first frame", || {
        (library.port_changes() > 0).then_some(())
    });
    let press = |keys: &[&str]| keys.iter().for_each(|key| library.app.input(&["key", key]));
    // Page Up on the first page of the options wraps around to the last page, which sets the
    // folders. The first row of that page opens a list of folders, where Return would choose the
    // folder. Escape closes the list, and a second Escape closes the options.
    let open_folder_list = ["ctrl+comma", "Prior", "Down", "Return"];
    press(&open_folder_list);
    press(&["Escape", "Escape"]);
    press(&["ctrl+o", "End", "Return"]);
    library.expect_title("zebra");
    // Ctrl+O closes the list of folders. A second Ctrl+O opens the list of cartridges.
    press(&open_folder_list);
    press(&["ctrl+o", "ctrl+o", "End", "Up", "Return"]);
    library.expect_title("probe");
    press(&["ctrl+q"]);
    assert_eq!(library.app.wait_for_exit(), (0, String::new()));
    assert!(!stage.path("config").exists());
}
