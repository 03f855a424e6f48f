//! Tests of `Rewind` and its memory limit.

use lab::Rewind;
use vcs::{Cartridge, Machine};

fn busy_machine() -> (Cartridge, Machine) {
    let cartridge = Cartridge::from_image(&programs::busy_kernel(0xf000)).expect("4096 bytes");
    let machine = programs::machine(&cartridge);
    (cartridge, machine)
}

#[test]
fn states_are_returned_newest_first_and_stay_within_the_limit() {
    let (cartridge, mut machine) = busy_machine();
    let mut rewind = Rewind::new(200_000);
    let mut past = Vec::new();
    for _ in 0..40 {
        machine.frame();
        rewind.push(&machine);
        past.push(machine.clone());
        assert!(rewind.bytes() <= 200_000);
    }
    let kept = rewind.len();
    assert!(kept > 10, "{kept} states kept");
    for expected in past.iter().rev().take(kept) {
        assert!(rewind.pop(&cartridge).as_ref() == Some(expected));
    }
    assert!(rewind.is_empty());
    assert!(rewind.pop(&cartridge).is_none());
    assert_eq!(rewind.bytes(), 0);
}

#[test]
fn a_limit_that_is_too_small_for_one_state_keeps_nothing() {
    let (cartridge, mut machine) = busy_machine();
    machine.frame();
    let mut rewind = Rewind::new(10);
    rewind.push(&machine);
    assert!(rewind.is_empty());
    assert!(rewind.pop(&cartridge).is_none());
}
