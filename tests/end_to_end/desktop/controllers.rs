//! Paddles, driving controllers and keypads, operated by mouse and keys. The recorded input shows
//! the effect.

use super::stage::{App, Stage, probe, wait_for};
use std::{fs, path::PathBuf};

/// The program, with a controller whose recorded input the tests check.
struct Controls<'a> {
    app: App<'a>,
    script: PathBuf,
}

impl Controls<'_> {
    fn start<'a>(stage: &'a Stage, kind: &str) -> Controls<'a> {
        Controls::start_with_options(stage, kind, &[])
    }

    fn start_with_options<'a>(stage: &'a Stage, kind: &str, options: &[&str]) -> Controls<'a> {
        let script = stage.path("s.script");
        let rom = probe(&stage.path(""));
        let arguments = [
            rom.to_str().unwrap(),
            "--audio-out",
            "null",
            "--scale",
            "1",
            "--left-controller",
            kind,
            "--record",
            script.to_str().unwrap(),
        ];
        let app = stage.start(&[&arguments, options].concat());
        Controls { app, script }
    }

    /// Waits until the recorded script contains this text.
    fn wait_for_input(&self, input: &str) {
        wait_for(input, || {
            let text = fs::read_to_string(&self.script).unwrap_or_default();
            text.contains(input).then_some(())
        });
    }
}

#[test]
fn the_mouse_is_a_paddle_and_its_button_fires() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("paddles");
    let controls = Controls::start(&stage, "paddles");
    controls.app.move_mouse(160, 100);
    controls.wait_for_input("paddle0 327");
    controls.app.move_mouse(0, 100);
    controls.wait_for_input("paddle0 65535");
    controls.app.move_mouse(240, 100);
    controls.app.input(&["mousedown", "1"]);
    controls.wait_for_input("fire");
    controls.app.input(&["mouseup", "1", "keydown", "Right"]);
    controls.wait_for_input("paddle0 0");
    controls.app.input(&["keyup", "Right", "key", "alt+j"]);
    controls.wait_for_input("paddle1 0");
    controls.app.input(&["key", "alt+y", "key", "ctrl+q"]);
    assert_eq!(controls.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_button_released_in_the_list_of_cartridges_can_be_pressed_again() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("button-in-list");
    let controls = Controls::start(&stage, "paddles");
    controls.app.move_mouse(160, 100);
    controls.app.input(&["mousedown", "1"]);
    controls.wait_for_input("fire");
    controls.app.input(&[
        "key", "ctrl+o", "mouseup", "1", "sleep", "0.2", "key", "Escape",
    ]);
    controls.app.input(&["keydown", "Right"]);
    controls.wait_for_input("paddle0 0");
    controls.app.input(&["keyup", "Right", "mousedown", "1"]);
    wait_for("the second press", || {
        let text = fs::read_to_string(&controls.script).unwrap_or_default();
        let (_, after) = text.split_once("paddle0 0")?;
        after.contains("fire").then_some(())
    });
    controls.app.input(&["mouseup", "1", "key", "ctrl+q"]);
    assert_eq!(controls.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_click_that_gives_the_window_the_focus_does_not_fire() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("focus-click");
    let settings = stage.settings("[play]\npause-without-focus = true\n");
    let controls = Controls::start_with_options(&stage, "paddles", &[&settings]);
    controls.app.move_mouse(160, 100);
    controls.app.input(&["keydown", "Left"]);
    controls.wait_for_input("paddle0 65535");
    controls.app.input(&["keyup", "Left"]);
    controls.app.lose_focus_and_pause();
    controls.app.input(&["mousedown", "1", "sleep", "0.2"]);
    controls.app.focus();
    controls
        .app
        .input(&["sleep", "0.2", "mouseup", "1", "keydown", "Right"]);
    controls.wait_for_input("paddle0 0");
    let text = fs::read_to_string(&controls.script).unwrap();
    assert!(!text.contains("fire"), "{text}");
    // The next press fires.
    controls.app.input(&["keyup", "Right", "mousedown", "1"]);
    controls.wait_for_input("fire");
    controls.app.input(&["mouseup", "1", "key", "ctrl+q"]);
    assert_eq!(controls.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn a_grabbed_mouse_turns_the_driving_controller_without_limit() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("wheel");
    let controls = Controls::start(&stage, "driving");
    controls.app.move_mouse(40, 40);
    let mouse_position = || stage.xdotool(&["getmouselocation"]).stdout;
    let before = mouse_position();
    controls.app.input(&["key", "alt+m"]);
    wait_for("the mouse in the middle", || {
        (mouse_position() != before).then_some(())
    });
    let steps = || {
        let text = fs::read_to_string(&controls.script).unwrap_or_default();
        text.lines().filter(|line| line.contains("step ")).count()
    };
    // Move the mouse to the right eight times, each time by most of the window's width. A mouse
    // that is not grabbed would stop at the edge of the screen. Each movement turns the controller
    // by thirty steps, which is two more than a whole number of cycles of the Gray code. A movement
    // may be lost while the program is moving the mouse back to the middle, so the loop repeats it.
    for number in 0..8 {
        let steps_before = steps();
        wait_for(&format!("movement {number}"), || {
            controls.app.input(&["mousemove_relative", "300", "0"]);
            std::thread::sleep(std::time::Duration::from_millis(300));
            (steps() > steps_before).then_some(())
        });
    }
    controls.app.input(&["key", "alt+m", "key", "ctrl+q"]);
    assert_eq!(controls.app.wait_for_exit(), (0, String::new()));
}

#[test]
fn the_numeric_keypad_is_a_keypad_controller() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("keypad");
    let controls = Controls::start(&stage, "keypad");
    for (key, name) in [
        ("KP_1", "1"),
        ("KP_8", "8"),
        ("KP_0", "0"),
        ("KP_Multiply", "star"),
        ("KP_Divide", "hash"),
    ] {
        controls.app.input(&["keydown", key]);
        controls.wait_for_input(&format!("p0 {name}\n"));
        controls.app.input(&["keyup", key]);
    }
    controls.app.input(&["key", "ctrl+q"]);
    assert_eq!(controls.app.wait_for_exit(), (0, String::new()));
}
