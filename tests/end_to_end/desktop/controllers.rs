//! Paddles, driving controllers and keypads, by mouse and keys: what the recording says of them.

use super::stage::{Show, Stage, probe, wait_for};
use std::{fs, path::PathBuf};

struct Hands<'a> {
    show: Show<'a>,
    script: PathBuf,
}

impl Hands<'_> {
    fn with<'a>(stage: &'a Stage, kind: &str) -> Hands<'a> {
        Hands::with_options(stage, kind, &[])
    }

    fn with_options<'a>(stage: &'a Stage, kind: &str, options: &[&str]) -> Hands<'a> {
        let script = stage.path("s.script");
        let rom = probe(&stage.path(""));
        let own = [
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
        let show = stage.start(&[&own, options].concat());
        Hands { show, script }
    }

    fn expect(&self, what: &str) {
        wait_for(what, || {
            let text = fs::read_to_string(&self.script).unwrap_or_default();
            text.contains(what).then_some(())
        });
    }
}

#[test]
fn the_mouse_is_a_paddle_and_its_button_fires() {
    let stage = Stage::new("paddles");
    let hands = Hands::with(&stage, "paddles");
    hands.show.point(160, 100);
    hands.expect("paddle0 327");
    hands.show.point(0, 100);
    hands.expect("paddle0 65535");
    hands.show.point(240, 100);
    hands.show.hands(&["mousedown", "1"]);
    hands.expect("fire");
    hands.show.hands(&["mouseup", "1", "keydown", "Right"]);
    hands.expect("paddle0 0");
    hands.show.hands(&["keyup", "Right", "key", "alt+j"]);
    hands.expect("paddle1 0");
    hands.show.hands(&["key", "alt+c", "key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
}

#[test]
fn a_button_that_is_let_go_in_the_list_can_be_pressed_again() {
    let stage = Stage::new("button-in-list");
    let hands = Hands::with(&stage, "paddles");
    hands.show.point(160, 100);
    hands.show.hands(&["mousedown", "1"]);
    hands.expect("fire");
    hands.show.hands(&[
        "key", "ctrl+o", "mouseup", "1", "sleep", "0.2", "key", "Escape",
    ]);
    hands.show.hands(&["keydown", "Right"]);
    hands.expect("paddle0 0");
    hands.show.hands(&["keyup", "Right", "mousedown", "1"]);
    wait_for("the second press", || {
        let text = fs::read_to_string(&hands.script).unwrap_or_default();
        let (_, after) = text.split_once("paddle0 0")?;
        after.contains("fire").then_some(())
    });
    hands.show.hands(&["mouseup", "1", "key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
}

#[test]
fn a_click_that_fetches_the_focus_is_no_fire() {
    let stage = Stage::new("focus-click");
    let settings = stage.settings("[play]\npause-without-focus = true\n");
    let hands = Hands::with_options(&stage, "paddles", &[&settings]);
    hands.show.point(160, 100);
    hands.show.hands(&["keydown", "Left"]);
    hands.expect("paddle0 65535");
    hands.show.hands(&["keyup", "Left"]);
    hands.show.lose_focus();
    hands
        .show
        .hands(&["sleep", "0.2", "mousedown", "1", "sleep", "0.2"]);
    hands.show.focus();
    hands
        .show
        .hands(&["sleep", "0.2", "mouseup", "1", "keydown", "Right"]);
    hands.expect("paddle0 0");
    let text = fs::read_to_string(&hands.script).unwrap();
    assert!(!text.contains("fire"), "{text}");
    // The next one fires.
    hands.show.hands(&["keyup", "Right", "mousedown", "1"]);
    hands.expect("fire");
    hands.show.hands(&["mouseup", "1", "key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
}

#[test]
fn a_caught_mouse_turns_a_wheel_without_end() {
    let stage = Stage::new("wheel");
    let hands = Hands::with(&stage, "driving");
    hands.show.point(40, 40);
    let place = || stage.xdotool(&["getmouselocation"]).stdout;
    let free = place();
    hands.show.hands(&["key", "alt+m"]);
    wait_for("the mouse in the middle", || {
        (place() != free).then_some(())
    });
    let steps = || {
        let text = fs::read_to_string(&hands.script).unwrap_or_default();
        text.lines().filter(|line| line.contains("step ")).count()
    };
    // Eight times most of the window to the right: free, the mouse would end at the screen's edge.
    // Each time is thirty steps, two more than whole rounds of the Gray code. A push at the moment
    // when the mouse is put back may be lost: the hand pushes on.
    for number in 0..8 {
        let before = steps();
        wait_for(&format!("step {number}"), || {
            hands.show.hands(&["mousemove_relative", "300", "0"]);
            std::thread::sleep(std::time::Duration::from_millis(300));
            (steps() > before).then_some(())
        });
    }
    hands.show.hands(&["key", "alt+m", "key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
}

#[test]
fn the_number_block_is_a_keypad() {
    let stage = Stage::new("keypad");
    let hands = Hands::with(&stage, "keypad");
    for (key, name) in [
        ("KP_1", "1"),
        ("KP_8", "8"),
        ("KP_0", "0"),
        ("KP_Multiply", "star"),
        ("KP_Divide", "hash"),
    ] {
        hands.show.hands(&["keydown", key]);
        hands.expect(&format!("p0 {name}\n"));
        hands.show.hands(&["keyup", key]);
    }
    hands.show.hands(&["key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
}
