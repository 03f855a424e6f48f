//! Tests that a step of an environment allocates no memory.

#![allow(dead_code, unused_imports, missing_docs)]

// A test program cannot link this crate, because it is a Python module. Therefore this test
// includes the code by path.
#[path = "../src/environment/mod.rs"]
mod environment;

use environment::{Lane, Observation, Pool, Settings, Task, View};
use std::sync::Arc;
use vcs::{Cartridge, Input, input::Controller, input::Joystick};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

#[test]
fn a_step_allocates_nothing() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let image = play::bundled::BUNDLED[1].image;
    let mut fire = Input::default();
    fire.ports[0] = Controller::Joystick(Joystick {
        fire: true,
        ..Joystick::default()
    });
    for view in [View::Ram, View::Index, View::Rgb, View::Gray, View::Objects] {
        let settings = Arc::new(Settings {
            cartridge: Cartridge::from_image(image).unwrap(),
            start: Vec::new(),
            actions: vec![Input::default(), fire],
            frame_skip: 4,
            repeat_probability: 1 << 30,
            max_start_wait: 0,
            observation: Observation::new(view, 4, None),
            reward: None,
            score: None,
            done: None,
            max_steps: 0,
        });
        let lanes = (0..4).map(|lane| Lane::new(settings.clone(), lane));
        let mut pool = Pool::new(lanes.collect(), 2);
        // First run for a second, so that the sound buffer reaches its full size.
        run_steps(&mut pool, 60);
        let before = dhat::HeapStats::get().total_blocks;
        run_steps(&mut pool, 100);
        let after = dhat::HeapStats::get().total_blocks;
        assert_eq!(after - before, 0, "{view:?}");
    }
}

fn run_steps(pool: &mut Pool, count: usize) {
    for step in 0..count {
        for lane in 0..pool.lanes() {
            pool.slot(lane).task = Task::Step((step + lane) / 7 % 2);
        }
        pool.run_round();
    }
}
