//! Menus and options in the window, operated by keyboard alone and by mouse alone. The settings
//! file shows the effect.

use super::stage::{App, Stage, probe, wait_for};
use play::picture::palette_table;
use std::fs;
use vcs::palette;

/// A settings file with comments.
const SETTINGS: &str = "# mine\n[sound]\n# not too loud\nvolume = 40 # evening\n";

struct Window<'a> {
    stage: &'a Stage,
    app: App<'a>,
}

impl Window<'_> {
    fn with<'a>(stage: &'a Stage) -> Window<'a> {
        let settings = stage.settings(SETTINGS);
        let rom = probe(&stage.path(""));
        let folder = stage.path("out");
        let app = stage.start(&[
            rom.to_str().unwrap(),
            "--audio-out",
            "null",
            "--scale",
            "3",
            "--data-dir",
            folder.to_str().unwrap(),
            &settings,
        ]);
        Window { stage, app }
    }

    fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.app.input(&["key", key]);
        }
    }

    /// Waits until the settings file is exactly this text.
    fn expect_settings(&self, text: &str) {
        let file = self.stage.path("settings.toml");
        wait_for(&format!("the settings {text:?}"), || {
            (fs::read_to_string(&file).unwrap_or_default() == text).then_some(())
        });
    }

    /// Waits until the settings file contains this text.
    fn expect_setting(&self, text: &str) {
        let file = self.stage.path("settings.toml");
        wait_for(&format!("the setting {text:?}"), || {
            let settings = fs::read_to_string(&file).unwrap_or_default();
            settings.contains(text).then_some(())
        });
    }
}

#[test]
fn options_can_be_changed_by_keyboard_alone_and_comments_are_kept() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("options-keys");
    let window = Window::with(&stage);
    // Open the sound page of the options, and turn the volume up twice and down once.
    window.keys(&["ctrl+comma", "Tab", "Down", "Right", "Right", "Left"]);
    window.expect_settings(&SETTINGS.replace("40", "45"));
    window.keys(&["Down", "Return"]);
    window.expect_setting("mute = true\n");
    window.expect_setting("# not too loud\nvolume = 45 # evening\n");
    // Choose a new key for fire, the ninth action on the page for keys.
    window.keys(&["Tab", "Tab", "Tab"]);
    for _ in 0..9 {
        window.keys(&["Down"]);
    }
    window.keys(&["Return", "k"]);
    window.expect_setting("left-fire = [\"k\"]");
    window.keys(&["Escape", "ctrl+q"]);
    assert_eq!(window.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn menu_items_can_be_chosen_by_keyboard_alone() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("menu-keys");
    let window = Window::with(&stage);
    // The menu for recordings is the seventh; its first item takes a snapshot.
    window.keys(&["ctrl+m"]);
    for _ in 0..6 {
        window.keys(&["Right"]);
    }
    window.keys(&["Return"]);
    let file = stage.path("out/snapshots/probe-0001.png");
    wait_for("the snapshot", || file.exists().then_some(()));
    // The last item of the first menu quits.
    window.keys(&["ctrl+m", "Up", "Return"]);
    assert_eq!(window.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn menus_and_options_can_be_used_by_mouse_alone() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("menu-mouse");
    let window = Window::with(&stage);
    let has_highlight = |app: &App<'_>, from: usize, to: usize| {
        let (pixels, width) = app.screenshot();
        let rows = pixels[from * width..to * width].iter();
        rows.filter(|pixel| **pixel == 0xffd866).count() > 20
    };
    // The menu bar appears when the mouse is at the top edge. Its first word opens a menu whose
    // second item opens the options.
    window.app.open_menu_bar();
    window.app.click(30, 12);
    wait_for("an open menu", || {
        has_highlight(&window.app, 0, 36).then_some(())
    });
    window.app.click(60, 36 + 7 + 30 + 15);
    wait_for("the options", || {
        has_highlight(&window.app, 20, 60).then_some(())
    });
    // The tabs are next to the title.
    let open_tab = |app: &App<'_>| {
        let (pixels, width) = app.screenshot();
        // The underline of the open tab ends at the gap before the next one.
        let row = (20..60).rev().find(|row| {
            let line = &pixels[row * width..(row + 1) * width];
            line.iter().filter(|pixel| **pixel == 0xffd866).count() > 30
        })?;
        let line = &pixels[row * width..(row + 1) * width];
        let end = line.iter().rposition(|pixel| *pixel == 0xffd866)?;
        Some((end + 35, row - 12))
    };
    let sound_tab = wait_for("the tab for sound", || open_tab(&window.app));
    window.app.click(sound_tab.0, sound_tab.1);
    wait_for("the page for sound", || {
        open_tab(&window.app).filter(|next| next.0 > sound_tab.0)
    });
    // The volume is the second row; its right arrow is near the right edge.
    let (_, width) = window.app.screenshot();
    window.app.click(width - 54, sound_tab.1 + 78);
    window.expect_settings(&SETTINGS.replace("40", "45"));
    window.app.click(width - 54, sound_tab.1 + 78);
    window.expect_settings(&SETTINGS.replace("40", "50"));
}

#[test]
fn a_cartridge_has_its_own_settings() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("own-settings");
    let window = Window::with(&stage);
    // The first row selects whether the options apply to all cartridges or only to this one.
    window.keys(&["ctrl+comma", "Tab", "Right", "Down", "Right"]);
    let folder = stage.path("cartridges");
    wait_for("a file for the cartridge", || {
        let mut files = fs::read_dir(&folder).ok()?;
        let text = fs::read_to_string(files.next()?.ok()?.path()).ok()?;
        (text.starts_with("# ") && text.contains("volume = 45")).then_some(())
    });
    window.expect_settings(SETTINGS);
}

#[test]
fn a_cheat_added_by_keyboard_holds_after_a_script_and_a_rewind_until_it_is_removed() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("cheats");
    let rom = super::super::repository().join("tests/roms/savekey.asm");
    let settings = stage.settings(SETTINGS);
    let rom = rom.display().to_string();
    let start = |more: &[&str]| {
        let arguments = [&rom, "--audio-out", "null", "--scale", "2", &settings];
        Window {
            stage: &stage,
            app: stage.start(&[&arguments, more].concat()),
        }
    };
    let window = start(&[]);
    let cartridge_settings = || {
        let file = fs::read_dir(stage.path("cartridges")).ok()?.next()?.ok()?;
        fs::read_to_string(file.path()).ok()
    };
    let wait_for_setting = |text: &str| {
        wait_for(text, || {
            cartridge_settings().filter(|settings| settings.contains(text))
        })
    };
    let center_pixel = |window: &Window<'_>| {
        let (pixels, width) = window.app.screenshot();
        pixels[pixels.len() / 2 + width / 2]
    };
    let expect_color = |what: &str, window: &Window<'_>, color: u32| {
        wait_for(what, || (center_pixel(window) == color).then_some(()));
    };
    let before = center_pixel(&window);
    let cheats_page = ["ctrl+comma", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab"];
    window.keys(&cheats_page);
    // The cheat's address is $80, where the program keeps its counter; its value is 5.
    window.keys(&["8", "0", "Down", "0", "5", "Down", "Return"]);
    wait_for_setting("[cheats]\n\"80:05\" = true\n");
    window.keys(&["Escape"]);
    // The program sets the background color to twice the counter.
    let color = palette_table(palette::ntsc)[5];
    expect_color("the color for a counter of 5", &window, color);
    window.keys(&["ctrl+q"]);
    assert_eq!(window.app.wait_for_exit(), (0, String::new()));
    // A script plays without cheats. They are active again once it has ended.
    let script = stage.path("s.script");
    fs::write(&script, "crownhead-script 1\nplug p1 savekey\n@30 end\n").unwrap();
    let window = start(&["--input", script.to_str().unwrap()]);
    expect_color("the color after the script", &window, color);
    // Rewind into the frames of the script, and continue from there.
    window.keys(&["p"]);
    wait_for("the script's color", || {
        window.keys(&["alt+Left"]);
        (center_pixel(&window) == before).then_some(())
    });
    window.keys(&["p"]);
    expect_color("the color after going back", &window, color);
    window.keys(&cheats_page);
    window.keys(&["Return"]);
    wait_for_setting("\"80:05\" = false\n");
    window.keys(&["BackSpace"]);
    wait_for("no cheat", || {
        cartridge_settings().filter(|settings| !settings.contains("80:05"))
    });
    window.expect_settings(SETTINGS);
    window.keys(&["Escape", "ctrl+q"]);
    assert_eq!(window.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn stellas_keys_hide_objects() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("objects");
    let window = Window::with(&stage);
    // The probe's upper band has a playfield over the background.
    let playfield = || {
        let (pixels, _) = window.app.screenshot();
        pixels.iter().filter(|pixel| **pixel & 0xff > 0xe0).count()
    };
    let shown = wait_for("the playfield", || {
        Some(playfield()).filter(|white| *white > 5000)
    });
    window.keys(&["alt+n"]);
    wait_for("no playfield", || (playfield() < shown / 4).then_some(()));
    window.keys(&["alt+comma", "alt+comma"]);
    wait_for("no playfield", || (playfield() < shown / 4).then_some(()));
    window.keys(&["alt+comma", "shift+alt+x", "ctrl+q"]);
    assert_eq!(window.app.wait_for_exit(), (0, String::new()));
}
