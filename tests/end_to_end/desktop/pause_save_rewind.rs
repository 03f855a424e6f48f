//! Tests pausing, saving, resuming and rewinding. The ports that the program reads show the effect.

use super::{
    keys::{IDLE, Keyboard, swcha, swchb},
    stage::{Stage, wait_for},
};

#[test]
fn the_game_pauses_without_focus_if_the_setting_is_on() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("wait-for-focus");
    let settings = stage.settings("[play]\npause-without-focus = true\n");
    let keyboard = Keyboard::with(&stage, &[&settings], IDLE);
    keyboard.app.input(&["keydown", "Right"]);
    keyboard.expect("held", swcha(0x80));
    keyboard.app.lose_focus_and_pause();
    keyboard.app.input(&["sleep", "0.3", "keyup", "Right"]);
    assert_eq!(keyboard.ports(), Some(swcha(0x80)), "the game is paused");
    keyboard.app.focus();
    keyboard.expect("released", IDLE);
    // If the player has paused the game, regaining the focus does not end the pause.
    keyboard.app.input(&["key", "p"]);
    keyboard.app.lose_focus();
    keyboard.app.focus();
    keyboard.app.input(&["keydown", "Down", "sleep", "0.3"]);
    assert_eq!(keyboard.ports(), Some(IDLE));
    keyboard.app.input(&["key", "p"]);
    keyboard.expect("held", swcha(0x20));
}

#[test]
fn loading_a_state_restores_its_switches_and_a_session_can_be_resumed() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("states");
    let keyboard = Keyboard::on(&stage);
    keyboard.app.input(&["key", "F5"]);
    keyboard.expect("left difficulty A", swchb(0x7f));
    keyboard.app.input(&["key", "F9", "key", "F6"]);
    keyboard.expect("left difficulty B", IDLE);
    keyboard.app.input(&["key", "F11"]);
    keyboard.expect("the saved state", swchb(0x7f));
    keyboard
        .app
        .input(&["key", "F10", "key", "F11", "key", "F7"]);
    keyboard.expect("an empty slot changes nothing", swchb(0xff));
    keyboard.app.input(&["key", "ctrl+q"]);
    assert_eq!(keyboard.app.wait_for_exit(), (0, String::new()));
    let keyboard = Keyboard::with(&stage, &["--resume"], swchb(0xff));
    let (frame, _) = keyboard.changes()[0];
    assert!(frame > 0, "the session continues where it ended");
    keyboard.app.input(&["key", "ctrl+q"]);
    assert_eq!(keyboard.app.wait_for_exit(), (0, String::new()));
    // A session without input does not replace the saved one.
    let keyboard = Keyboard::on(&stage);
    keyboard.app.input(&["key", "ctrl+q"]);
    assert_eq!(keyboard.app.wait_for_exit(), (0, String::new()));
    let keyboard = Keyboard::on(&stage);
    keyboard.app.input(&["key", "shift+F11"]);
    keyboard.expect("the last saved session", swchb(0xff));
    assert!(keyboard.changes().last().unwrap().0 >= frame);
}

#[test]
fn rewinding_goes_back_past_a_key_press() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("rewind");
    let keyboard = Keyboard::on(&stage);
    keyboard.play_until(60);
    let (press_frame, _) = *keyboard.changes().last().unwrap();
    // After rewinding to before the press, the next change has a lower frame number.
    wait_for("an earlier frame", || {
        let hold = ["keydown", "BackSpace", "sleep", "1", "keyup", "BackSpace"];
        keyboard.app.input(&hold);
        keyboard.try_key("f", [0xff, 0x3f, 0x80, 0x00], IDLE);
        let changes = keyboard.changes();
        changes
            .last()
            .filter(|(now, _)| *now < press_frame)
            .copied()
    });
}

#[test]
fn rewinding_restores_the_levers_too() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("rewind-levers");
    let keyboard = Keyboard::on(&stage);
    keyboard.play_until(60);
    let before = keyboard.changes().len();
    keyboard.app.input(&["key", "F5", "key", "F4"]);
    keyboard.expect("both levers", swchb(0x77));
    wait_for("the levers as before", || {
        keyboard.app.input(&["key", "alt+Left", "sleep", "0.1"]);
        (keyboard.ports() == Some(IDLE)).then_some(())
    });
    let (change_frame, _) = keyboard.changes()[before];
    let (frame, _) = *keyboard.changes().last().unwrap();
    assert!(frame < change_frame, "{frame} {change_frame}");
}
