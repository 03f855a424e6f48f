//! Moments of a session by the ports that the program reads: paused, saved, resumed, rewound.

use super::{
    keys::{Hands, IDLE, Ports, swcha, swchb},
    stage::{Stage, wait_for},
};

#[test]
fn time_waits_for_the_focus_where_that_is_wanted() {
    let stage = Stage::new("wait-for-focus");
    let settings = stage.settings("[play]\npause-without-focus = true\n");
    let hands = Hands::with(&stage, &[&settings], IDLE);
    hands.show.hands(&["keydown", "Right"]);
    hands.expect("held", swcha(0x80));
    hands.show.lose_focus();
    hands.show.hands(&["sleep", "0.3", "keyup", "Right"]);
    assert_eq!(hands.ports(), Some(swcha(0x80)), "time stands still");
    hands.show.focus();
    hands.expect("let go", IDLE);
    // A pause of the player's own lasts.
    hands.show.hands(&["key", "p"]);
    hands.show.lose_focus();
    hands.show.focus();
    hands.show.hands(&["keydown", "Down", "sleep", "0.3"]);
    assert_eq!(hands.ports(), Some(IDLE));
    hands.show.hands(&["key", "p"]);
    hands.expect("held", swcha(0x20));
}

#[test]
fn a_state_comes_back_with_its_switches_and_the_session_resumes() {
    let stage = Stage::new("states");
    let hands = Hands::on(&stage);
    hands.show.hands(&["key", "F5"]);
    hands.expect("left difficulty A", swchb(0x7f));
    hands.show.hands(&["key", "F9", "key", "F6"]);
    hands.expect("left difficulty B", IDLE);
    hands.show.hands(&["key", "F11"]);
    hands.expect("the saved state", swchb(0x7f));
    hands.show.hands(&["key", "F10", "key", "F11", "key", "F7"]);
    hands.expect("an empty slot changes nothing", swchb(0xff));
    hands.show.hands(&["key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
    let hands = Hands::with(&stage, &["--resume"], swchb(0xff));
    let (frame, _) = hands.changes()[0];
    assert!(frame > 0, "it goes on where it ended");
    hands.show.hands(&["key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
    // A session that nobody touched is no reason to forget the one before it.
    let hands = Hands::on(&stage);
    hands.show.hands(&["key", "ctrl+q"]);
    assert_eq!(hands.show.end(), (0, String::new()));
    let hands = Hands::on(&stage);
    hands.show.hands(&["key", "shift+F11"]);
    hands.expect("the last session but one", swchb(0xff));
    assert!(hands.changes().last().unwrap().0 >= frame);
}

#[test]
fn rewinding_goes_back_before_the_key() {
    let stage = Stage::new("rewind");
    let hands = Hands::on(&stage);
    hands.show.hands(&["sleep", "1"]);
    hands.try_key("space", [0xff, 0x3f, 0x00, 0x80], IDLE);
    let (pressed, _) = hands.changes()[1];
    hands.show.hands(&["keydown", "BackSpace"]);
    hands.show.hands(&["sleep", "1.5", "keyup", "BackSpace"]);
    // Time has gone back before the press, so the next change carries a lower number.
    hands.show.hands(&["keydown", "f"]);
    hands.expect("right fire", [0xff, 0x3f, 0x80, 0x00]);
    hands.show.hands(&["keyup", "f"]);
    let (frame, _) = *hands.changes().last().unwrap();
    assert!(frame < pressed, "{frame} {pressed}");
}

#[test]
fn rewinding_turns_the_levers_back_too() {
    let stage = Stage::new("rewind-levers");
    let hands = Hands::on(&stage);
    hands.show.hands(&["sleep", "0.5"]);
    hands
        .show
        .hands(&["key", "F5", "key", "F4", "sleep", "0.1", "key", "alt+Left"]);
    wait_for("the levers as before", || {
        let ports: Vec<Ports> = hands.changes().iter().map(|(_, ports)| *ports).collect();
        (ports.contains(&swchb(0x77)) && ports.last() == Some(&IDLE)).then_some(())
    });
    let (turned, _) = hands.changes()[1];
    let (frame, _) = *hands.changes().last().unwrap();
    assert!(frame < turned, "{frame} {turned}");
}
