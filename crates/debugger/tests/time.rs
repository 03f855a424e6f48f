//! Tests that steps forward visit the instructions that a trace lists, and that steps back restore
//! earlier states.

use debugger::{Calls, Debugger, Edit, Program, Unit};
use fastrand::Rng;
use lab::{
    script::{Script, ScriptRun},
    trace::{InstructionWriter, Symbols, TraceFormat},
};
use rayon::prelude::*;
use std::sync::Arc;
use vcs::{Cartridge, Hash, Input, Place, PowerOn, PowerOnState, input::Joystick};

/// Returns a stop condition that never holds.
fn never_stop() -> impl FnMut() -> bool {
    || false
}

fn script() -> Arc<Script> {
    let mut script = Script::default();
    script.setup.power_on = PowerOn {
        state: PowerOnState::Random,
        seed: 2600,
    };
    Arc::new(script)
}

fn debugger(cartridge: &Cartridge) -> Debugger {
    Debugger::new(cartridge.clone(), Program::default(), script())
}

/// Returns a hash of the machine's complete state.
fn state_hash(debugger: &Debugger) -> Hash {
    Hash::of(&debugger.machine().save())
}

/// Returns `count` lines of an instruction trace, beginning with the first instruction at or after
/// a cycle.
fn trace(cartridge: &Cartridge, script: &Script, cycle: u64, count: usize) -> Vec<String> {
    let symbols = Symbols::default();
    let mut player =
        ScriptRun::new(cartridge.clone(), script, &symbols).until(Place::frame(u64::MAX));
    let mut writer = InstructionWriter::new(TraceFormat::Crownhead, &symbols);
    let mut lines = Vec::new();
    while lines.len() < count
        && let Some(step) = player.instruction()
    {
        if step.cycle >= cycle {
            let mut line = Vec::new();
            writer.step(&mut line, &step);
            lines.push(String::from_utf8(line).unwrap());
        }
    }
    lines
}

/// Returns the debugger's current instruction as a line of an instruction trace.
fn trace_line(debugger: &Debugger) -> String {
    let symbols = Symbols::default();
    let mut line = Vec::new();
    InstructionWriter::new(TraceFormat::Crownhead, &symbols).step(&mut line, &debugger.step_here());
    String::from_utf8(line).unwrap()
}

/// Runs a check on every program, using all processor cores.
fn for_each_program(check: impl Fn(&str, &Cartridge) + Sync) {
    let programs = programs::programs();
    // Distribute the programs one at a time, because some take a hundred times as long as others.
    let each = programs.par_iter().with_max_len(1);
    each.for_each(|(name, cartridge)| check(name, cartridge));
}

/// Checks every program at `moments` random moments: `steps` steps forward must visit the next
/// lines of a trace, and as many steps back must restore the state.
fn check_steps_against_a_trace(moments: usize, steps: usize, last_cycle: u64) {
    for_each_program(|name, cartridge| {
        check_steps_of_a_program(name, cartridge, moments, steps, last_cycle);
    });
}

fn check_steps_of_a_program(
    name: &str,
    cartridge: &Cartridge,
    moments: usize,
    steps: usize,
    last_cycle: u64,
) {
    let mut random = Rng::with_seed(Hash::of(name.as_bytes()).0 | 1);
    let mut cycles: Vec<u64> = (0..moments).map(|_| random.u64(..last_cycle)).collect();
    cycles.sort_unstable();
    let mut debugger = debugger(cartridge);
    // One run produces the trace for all moments, in order.
    let symbols = Symbols::default();
    let script = script();
    let mut player =
        ScriptRun::new(cartridge.clone(), &script, &symbols).until(Place::frame(u64::MAX));
    let mut writer = InstructionWriter::new(TraceFormat::Crownhead, &symbols);
    let mut recent: Vec<(u64, String)> = Vec::new();
    for cycle in cycles {
        recent.retain(|(moment, _)| *moment >= cycle);
        while recent.len() < steps + 1 {
            let Some(step) = player.instruction() else {
                // The program has jammed.
                return;
            };
            if step.cycle >= cycle {
                let mut line = Vec::new();
                writer.step(&mut line, &step);
                recent.push((step.cycle, String::from_utf8(line).unwrap()));
            }
        }
        debugger.go_to(recent[0].0);
        let start = state_hash(&debugger);
        for (moment, expected) in &recent[..=steps] {
            assert_eq!(debugger.moment(), *moment, "{name}");
            assert_eq!(trace_line(&debugger), *expected, "{name}");
            debugger.step(Unit::Instruction, Calls::Into, &mut never_stop());
        }
        for (moment, _) in recent[..=steps].iter().rev() {
            debugger.back(Unit::Instruction, Calls::Into, &mut never_stop());
            assert_eq!(debugger.moment(), *moment, "{name}: back");
        }
        assert_eq!(state_hash(&debugger), start, "{name} at cycle {cycle}");
    }
}

#[test]
fn steps_forward_follow_a_trace_and_steps_back_restore_the_state() {
    check_steps_against_a_trace(4, 20, 200_000);
}

#[test]
#[ignore = "1,000 moments in each program take 11 minutes of processor time"]
fn full_steps_match_a_trace() {
    check_steps_against_a_trace(1000, 20, 2_000_000);
}

#[test]
fn stepping_back_by_any_unit_restores_earlier_states() {
    let units = [
        Unit::Clock,
        Unit::Cycle,
        Unit::Instruction,
        Unit::Scanline,
        Unit::Frame,
    ];
    for (name, cartridge) in programs::benchmarks() {
        for unit in units {
            let mut debugger = debugger(&cartridge);
            debugger.go_to(150_000);
            debugger.step(unit, Calls::Into, &mut never_stop());
            let mut visited = Vec::new();
            for _ in 0..12 {
                visited.push((debugger.place(), state_hash(&debugger)));
                debugger.step(unit, Calls::Into, &mut never_stop());
            }
            for (place, earlier_hash) in visited.iter().rev() {
                debugger.back(unit, Calls::Into, &mut never_stop());
                assert_eq!(debugger.place(), *place, "{name}: {unit}");
                assert_eq!(state_hash(&debugger), *earlier_hash, "{name}: {unit}");
            }
        }
    }
}

#[test]
fn a_moment_has_the_same_state_however_it_is_reached() {
    for (name, cartridge) in programs::benchmarks() {
        let mut slow = debugger(&cartridge);
        let mut fast = debugger(&cartridge);
        for moment in [70_000, 70_001, 91_234, 400_000, 123_456, 399_999, 8] {
            fast.go_to(moment);
            if slow.moment() > moment {
                slow = debugger(&cartridge);
            }
            while slow.moment() < moment {
                slow.step(Unit::Cycle, Calls::Into, &mut never_stop());
            }
            assert_eq!(state_hash(&fast), state_hash(&slow), "{name} at {moment}");
        }
    }
}

#[test]
fn an_edit_discards_the_future_and_is_repeated_in_replays() {
    let (_, cartridge) = programs::benchmarks().remove(0);
    let mut debugger = debugger(&cartridge);
    debugger.go_to(100_000);
    debugger.step(Unit::Instruction, Calls::Into, &mut never_stop());
    let moment = debugger.moment();
    assert!(debugger.edit(Edit::Poke(0x90, 0x5a)));
    assert_eq!(debugger.machine().peek(0x90), 0x5a);
    let edited = state_hash(&debugger);
    debugger.go_to(500_000);
    let later = state_hash(&debugger);
    debugger.go_to(moment - 1);
    assert_ne!(state_hash(&debugger), edited);
    debugger.go_to(moment);
    assert_eq!(state_hash(&debugger), edited);
    debugger.go_to(500_000);
    assert_eq!(state_hash(&debugger), later);
    debugger.go_to(moment - 10);
    debugger.edit(Edit::Poke(0x91, 0x33));
    assert_eq!(debugger.timeline().tape().edits().len(), 1);
}

#[test]
fn an_edit_at_power_on_is_repeated_in_replays() {
    let (_, cartridge) = programs::benchmarks().remove(0);
    let mut debugger = debugger(&cartridge);
    debugger.go_to(0);
    debugger.edit(Edit::Poke(0xf0, 0x77));
    debugger.go_to(30);
    debugger.go_to(0);
    assert_eq!(debugger.machine().peek(0xf0), 0x77);
}

#[test]
fn a_scripts_input_is_part_of_the_run() {
    let (_, cartridge) = programs::benchmarks().remove(0);
    let text = "crownhead-script 1\nseed 3\n@5 p0 up fire\n@7.40.12 p0 -\n@9 power cycle\n\
                @12 select down\n@30 end\n";
    let script = Arc::new(Script::parse(text).unwrap());
    let mut debugger = Debugger::new(cartridge.clone(), Program::default(), script.clone());
    let lines = trace(&cartridge, &script, 0, 120_000);
    // The cycle count restarts at the power cycle, so compare only the instructions.
    for (number, expected) in lines.iter().enumerate() {
        assert_eq!(trace_line(&debugger), *expected, "line {number}");
        if number % 9_973 == 0 {
            let (moment, hash) = (debugger.moment(), state_hash(&debugger));
            debugger.back(Unit::Frame, Calls::Into, &mut never_stop());
            debugger.go_to(moment);
            assert_eq!(state_hash(&debugger), hash, "line {number}");
        }
        debugger.step(Unit::Instruction, Calls::Into, &mut never_stop());
    }
}

#[test]
fn input_can_be_edited() {
    let (_, cartridge) = programs::benchmarks().remove(0);
    let mut debugger = debugger(&cartridge);
    debugger.go_to(100_000);
    let mut input = Input::default();
    input.ports[0] = vcs::input::Controller::Joystick(Joystick {
        up: true,
        ..Joystick::default()
    });
    debugger.edit(Edit::Input(input));
    debugger.go_to(300_000);
    assert_eq!(*debugger.machine().input(), input);
    debugger.go_to(99_000);
    assert_eq!(*debugger.machine().input(), Input::default());
}

#[test]
fn a_minute_of_snapshots_fits_in_64_megabytes() {
    for (name, cartridge) in programs::benchmarks().into_iter().take(2) {
        let mut debugger = debugger(&cartridge);
        let mut frames = 0;
        debugger.run(&mut || {
            frames += 1;
            frames >= 5000
        });
        let (count, bytes) = debugger.timeline().snapshot_usage();
        assert!(bytes <= 64 << 20, "{name}: {bytes}");
        let end = debugger.moment();
        let minute = 1_193_182 * 60;
        assert!(end > minute, "{name}");
        // In the last minute, no gap is longer than eight frames.
        let mut moment = end;
        let mut gaps = 0;
        while let Some(before) = debugger.timeline().snapshot_before(moment)
            && before > end - minute
        {
            assert!(moment - before < 9 * 31_000, "{name}: {before}..{moment}");
            moment = before;
            gaps += 1;
        }
        assert!(gaps > 400 && gaps < count, "{name}: {gaps}");
    }
}
