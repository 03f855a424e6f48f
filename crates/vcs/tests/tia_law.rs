//! Tests the law of time on the TIA: `run(a); run(b)` equals `run(a + b)`, with any writes in
//! between.
//!
//! Each random program runs once clock by clock, on the chip itself. Then it runs four times by
//! scanlines: in one piece; in one piece, but with the chip brought up to date after each action;
//! and twice in random pieces, with the chip brought up to date often or rarely. There are four
//! kinds of programs that run this way, and each of them except [`locked_program`] also runs on
//! chips with random deviations. A fifth kind, [`blanking_program`], is brought up to date once, at
//! every clock in turn. `docs/speed.md` lists bugs that were put into the code on purpose, and the
//! programs that find them.

use vcs::{
    fast::Scanner,
    television::{Sample, Television},
    tia::{
        Revision, ScoreSwitch, Tia,
        inputs::{Pin, Pins},
    },
};

/// A small random number generator (SplitMix64), so that a failure can be reproduced from its seed.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// Something that a program does to the chip: writing a register, or changing the input pins.
enum Action {
    Write(u8, u8),
    Pins(Pins),
}

/// Actions, each with the number of color clocks that pass before it.
type Program = Vec<(u32, Action)>;

/// Number of actions in a program. In a given test time, many short programs find more differences
/// than a few long ones, because a difference shows up within a line or two.
const ACTIONS: usize = 100;
/// Number of lines in a program whose actions are chosen line by line.
const LINES: u32 = 20;

fn random_program(random: &mut Rng, actions: usize) -> Program {
    (0..actions)
        .map(|_| {
            let cycles = match random.below(8) {
                0 => random.below(400),
                1 | 2 => random.below(60),
                _ => random.below(10),
            };
            (3 + 3 * cycles as u32, random_action(random))
        })
        .collect()
}

/// Returns a program that moves, resets and resizes objects all the time.
fn motion_program(random: &mut Rng) -> Program {
    // NUSIZ0, NUSIZ1, RESP0..RESM1, GRP0, GRP1, ENAM0, ENAM1, the motion registers, HMOVE, CXCLR.
    const REGISTERS: &[u8] = &[
        4, 4, 4, 4, 5, 5, 5, 5, 0x10, 0x11, 0x12, 0x1b, 0x1b, 0x1c, 0x1c, 0x1d, 0x1e, 0x0b, 0x20,
        0x21, 0x22, 0x23, 0x24, 0x2a, 0x2a, 0x2a, 0x2c,
    ];
    (0..ACTIONS)
        .map(|_| {
            let cycles = match random.below(8) {
                0 => random.below(100),
                1..=3 => random.below(30),
                _ => random.below(8),
            };
            let register = REGISTERS[random.below(REGISTERS.len() as u64) as usize];
            let action = Action::Write(register, random.next() as u8);
            (3 + 3 * cycles as u32, action)
        })
        .collect()
}

/// Returns a program whose missiles are locked to their players most of the time, while all objects
/// move.
fn locked_program(random: &mut Rng) -> Program {
    // HMOVE, the motion registers, RESMP0 and RESMP1, RESP0..RESM1, NUSIZ0, GRP0, GRP1, ENAM0.
    const REGISTERS: &[u8] = &[
        0x2a, 0x2a, 0x2a, 0x2a, 0x2a, 0x2a, 0x20, 0x20, 0x21, 0x22, 0x22, 0x23, 0x24, 0x2b, 0x28,
        0x29, 0x10, 0x11, 0x12, 4, 0x1b, 0x1c, 0x1d,
    ];
    let locks = [(3, Action::Write(0x28, 2)), (3, Action::Write(0x29, 2))];
    let actions = (0..ACTIONS).map(|_| {
        let cycles = match random.below(8) {
            0..=2 => random.below(100),
            3..=5 => random.below(30),
            _ => random.below(8),
        };
        let register = REGISTERS[random.below(REGISTERS.len() as u64) as usize];
        let data = match register {
            // Seven out of eight writes to RESMPx lock the missile.
            0x28 | 0x29 => 2 * u8::from(random.below(8) != 0),
            _ => random.next() as u8,
        };
        (3 + 3 * cycles as u32, Action::Write(register, data))
    });
    locks.into_iter().chain(actions).collect()
}

/// Returns a program that moves, resizes and changes objects in most horizontal blanks, including
/// those that HMOVE extends. Many objects are near the blank. Some writes follow each other more
/// closely than a processor could make them; if `gap` is 0, at the same clock, as a debugger does.
fn hblank_program(random: &mut Rng, gap: u32) -> Program {
    // VBLANK, NUSIZ0, NUSIZ1, REFP0, GRP0, GRP1, ENAM0..ENABL, the motion registers, RESMP0, HMOVE,
    // HMCLR, CXCLR.
    const REGISTERS: &[u8] = &[
        1, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 0x0b, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22,
        0x23, 0x24, 0x28, 0x2a, 0x2a, 0x2b, 0x2c, 0x2c, 0x2c, 0x2c,
    ];
    const RESP0: u8 = 0x10;
    const HMOVE: u8 = 0x2a;
    let mut program = Vec::new();
    let mut time = 0;
    let mut push = |at: u32, register, data| {
        let at = at.max(time + gap);
        let clocks = clocks_until(&mut time, at);
        program.push((clocks, Action::Write(register, data)));
    };
    // Turn on all objects and PF0, the first four groups of the playfield. HMOVE will give each
    // object 14 or 15 pulses.
    for (number, register) in [0x0d, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f].into_iter().enumerate() {
        push(3 * number as u32, register, 0xff);
    }
    for register in 0x20..=0x24 {
        push(0, register, 0x60 | (random.next() as u8 & 0x10));
    }
    for line in 1..LINES {
        let mut at = 228 * line + random.below(90) as u32 / (1 + random.below(9) as u32);
        if random.below(5) != 0 {
            push(at, HMOVE, 0);
        }
        for _ in 0..random.below(7) {
            at += gap + random.below(27) as u32 * u32::from(random.below(3) != 0);
            let register = REGISTERS[random.below(REGISTERS.len() as u64) as usize];
            let data = match register {
                // One in eight writes to VBLANK and RESMP0 sets the bit.
                1 | 0x28 => 2 * u8::from(random.below(8) == 0),
                _ => random.next() as u8,
            };
            push(at, register, data);
        }
        if random.below(3) == 0 {
            let at = 228 * line + 180 + 3 * random.below(20) as u32;
            push(at, RESP0 + random.below(5) as u8, 0);
        }
    }
    program
}

/// Returns a program that changes VBLANK and score mode in the middle of lines. It ends soon after
/// the last change.
fn blanking_program(random: &mut Rng) -> Program {
    // COLUP1, CTRLPF, PF0 to PF2.
    let mut program: Program = [
        (0x07, 0x44),
        (0x0a, 2),
        (0x0d, 0xff),
        (0x0e, 0xff),
        (0x0f, 0xff),
    ]
    .map(|(register, data)| (3, Action::Write(register, data)))
    .into();
    for _ in 0..2 + random.below(8) {
        // VBLANK or CTRLPF. In both, bit 1 matters.
        let register = if random.below(4) == 0 { 0x0a } else { 1 };
        let clocks = random.below(120) as u32 * u32::from(random.below(4) != 0);
        program.push((clocks, Action::Write(register, random.next() as u8)));
    }
    program.push((6, Action::Write(0x07, 0x46)));
    program
}

fn random_action(random: &mut Rng) -> Action {
    if random.below(40) == 0 {
        let pot = [
            Pin::Open,
            Pin::Grounded,
            Pin::Charged(random.below(1 << 20) as u32),
        ];
        return Action::Pins(Pins {
            pots: [0; 4].map(|_| pot[random.below(3) as usize]),
            triggers: [0; 2].map(|_| random.below(2) == 0),
        });
    }
    let register = random.below(0x2d) as u8;
    // Writes to VBLANK and RSYNC are rare, because VBLANK would blank half of the picture, and
    // RSYNC would leave few whole lines.
    let rare = matches!(register, 1 | 3) && random.below(4) != 0;
    let data = random.next() as u8;
    Action::Write(if rare { 0x1b } else { register }, data)
}

/// Returns the register to read after an action, usually a collision register; `None` if there is
/// no read. `clocks` is the number of clocks that pass before the action.
fn read_after(clocks: u32) -> Option<u8> {
    let cycles = clocks / 3;
    (clocks > 0 && cycles.is_multiple_of(3)).then_some((cycles / 3 % 9) as u8)
}

/// Returns the number of clocks from `time` to an action at clock `at`, and sets `time` to the
/// clock after the read that follows the action.
fn clocks_until(time: &mut u32, at: u32) -> u32 {
    let clocks = at - *time;
    *time = at + if read_after(clocks).is_some() { 3 } else { 0 };
    clocks
}

/// The results of a program that runs clock by clock on the chip itself.
#[derive(Default)]
struct Reference {
    /// For each action, the chip just before it and just after it.
    chips: Vec<[Tia; 2]>,
    reads: Vec<u8>,
    chip: Tia,
    television: Television,
}

impl Reference {
    fn of(revision: Revision, program: &Program) -> Reference {
        let mut reference = Reference {
            chip: Tia::new(revision),
            ..Reference::default()
        };
        let Reference {
            chips,
            reads,
            chip,
            television,
        } = &mut reference;
        for (clocks, action) in program {
            (0..*clocks).for_each(|_| chip.run(1, television));
            let before = chip.clone();
            match action {
                Action::Write(register, data) => chip.write(*register, *data),
                Action::Pins(pins) => chip.set_inputs(*pins),
            }
            chips.push([before, chip.clone()]);
            if let Some(register) = read_after(*clocks) {
                (0..3).for_each(|_| chip.run(1, television));
                reads.push(chip.read(register, 0));
            }
        }
        reference
    }

    /// Runs the program by scanlines, as the bus does, and compares it with the reference.
    /// `piece_length` divides the time before each action into pieces. After each piece and each
    /// action, the chip is brought up to date if `settle` returns true. Returns the number of the
    /// first action at which the chip differs from the reference, `program.len()` if only the final
    /// states differ, and `None` if nothing differs.
    fn first_difference(
        &self,
        revision: Revision,
        program: &Program,
        mut piece_length: impl FnMut(u32) -> u32,
        mut settle: impl FnMut() -> bool,
    ) -> Option<usize> {
        let mut scanner = Scanner::new(Tia::new(revision));
        let mut television = Television::default();
        let mut reads = self.reads.iter();
        for (number, (clocks, action)) in program.iter().enumerate() {
            let [before, after] = &self.chips[number];
            let mut left = *clocks;
            while left > 0 {
                let piece = piece_length(left).clamp(1, left);
                scanner.run(piece, &mut television);
                left -= piece;
                if settle() {
                    let chip = scanner.settle(&mut television);
                    if left == 0 && chip != before {
                        return Some(number);
                    }
                }
            }
            match action {
                Action::Write(register, data) => scanner.write(*register, *data, &mut television),
                Action::Pins(pins) => scanner.set_inputs(*pins),
            }
            if settle() && scanner.settle(&mut television) != after {
                return Some(number);
            }
            if let Some(register) = read_after(*clocks) {
                scanner.run(3, &mut television);
                if reads.next() != Some(&scanner.read(register, 0)) {
                    return Some(number);
                }
            }
        }
        let is_same =
            *scanner.settle(&mut television) == self.chip && television == self.television;
        (!is_same).then_some(program.len())
    }
}

#[test]
fn a_missile_that_appears_soon_after_a_change_of_copies_obeys_the_law() {
    for (reset, shown) in (0..160).flat_map(|reset| (76..92).map(move |shown| (reset, shown))) {
        // NUSIZ0, COLUP0, RESM0; in the next line HMOVE, NUSIZ0, ENAM0; in the line after it,
        // COLUBK.
        let writes = [
            (3, 0x04, 0x31),
            (9, 0x06, 0x44),
            (68 + reset, 0x12, 0),
            (237, 0x2a, 0),
            (288, 0x04, 0x30),
            (228 + shown, 0x1d, 2),
            (500, 0x09, 1),
        ];
        let mut time = 0;
        let program: Program = writes
            .map(|(at, register, data)| {
                let clocks = clocks_until(&mut time, at);
                (clocks, Action::Write(register, data))
            })
            .into();
        let reference = Reference::of(Revision::default(), &program);
        let whole = |left| left;
        let difference = reference.first_difference(Revision::default(), &program, whole, || false);
        assert_eq!(
            difference, None,
            "RESM0 at pixel {reset}, ENAM0 at clock {shown}"
        );
    }
}

#[test]
fn bringing_the_chip_up_to_date_once_at_any_clock_changes_nothing() {
    for seed in 0..300 {
        let program = blanking_program(&mut Rng(seed));
        let reference = Reference::of(Revision::default(), &program);
        let (mut chosen_call, mut calls) = (0, u32::MAX);
        while chosen_call < calls {
            calls = 0;
            let settle = || {
                calls += 1;
                calls - 1 == chosen_call
            };
            let revision = Revision::default();
            let difference = reference.first_difference(revision, &program, |_| 1, settle);
            assert_eq!(difference, None, "seed {seed}, call {chosen_call}");
            chosen_call += 1;
        }
    }
}

#[test]
fn run_in_pieces_equals_run_at_once() {
    check_random_programs(0..4_000, ACTIONS, |_| Revision::default());
    // In this program, a motion pulse in the blank makes a player reset its locked missile.
    check_random_programs(1461..1462, 300, |_| Revision::default());
}

#[test]
#[ignore = "20,000 programs take a minute"]
fn full_run_in_pieces_equals_run_at_once() {
    check_random_programs(4_000..24_000, ACTIONS, |_| Revision::default());
}

#[test]
fn variant_chips_obey_the_law() {
    check_random_programs(30_000..33_000, ACTIONS, random_revision);
    // By scanlines, this program once gave different results from a run clock by clock.
    check_random_programs(28_840..28_841, 300, random_revision);
}

#[test]
#[ignore = "20,000 programs take a minute"]
fn full_variant_chips_obey_the_law() {
    check_random_programs(33_000..53_000, ACTIONS, random_revision);
}

#[test]
fn objects_in_motion_obey_the_law() {
    check_motion_programs(100_000..105_000);
}

#[test]
#[ignore = "20,000 programs take a minute"]
fn full_objects_in_motion_obey_the_law() {
    check_motion_programs(105_000..125_000);
}

#[test]
fn locked_missiles_obey_the_law() {
    check_locked_programs(200_000..203_000);
}

#[test]
#[ignore = "20,000 programs take a minute"]
fn full_locked_missiles_obey_the_law() {
    check_locked_programs(203_000..223_000);
}

#[test]
fn writes_in_hblank_obey_the_law() {
    check_hblank_programs(300_000..305_000, 1);
    check_hblank_programs(325_000..328_000, 0);
}

#[test]
#[ignore = "20,000 programs take a minute"]
fn full_writes_in_hblank_obey_the_law() {
    check_hblank_programs(305_000..325_000, 1);
    check_hblank_programs(328_000..348_000, 0);
}

fn check_locked_programs(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        check(seed, Revision::default(), &locked_program(&mut Rng(seed)));
    }
}

fn check_motion_programs(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        // Half of the chips have random deviations, for example in HMOVE and in resets.
        let revision = match seed % 2 {
            0 => Revision::default(),
            _ => random_revision(&mut Rng(!seed)),
        };
        check(seed, revision, &motion_program(&mut Rng(seed)));
    }
}

fn check_hblank_programs(seeds: std::ops::Range<u64>, gap: u32) {
    let common = Revision::COMMON;
    for seed in seeds {
        // Half of the chips have deviations, but none in the movement of objects.
        let revision = match seed % 2 {
            0 => Revision::default(),
            _ => Revision {
                late_hmove_loses_pulse: common.late_hmove_loses_pulse,
                visible_hmove_swallows_clock: common.visible_hmove_swallows_clock,
                visible_hmove_pixels: common.visible_hmove_pixels,
                starfield_phase: common.starfield_phase,
                ..random_revision(&mut Rng(!seed))
            },
        };
        check(seed, revision, &hblank_program(&mut Rng(seed), gap));
    }
}

/// Returns a chip with random deviations from the common chip.
fn random_revision(random: &mut Rng) -> Revision {
    let mut random_objects = || (random.below(4) / 3 * random.below(32)) as u8;
    let common = Revision::COMMON;
    let mut variant = Revision {
        visible_hmove_swallows_clock: random_objects(),
        visible_hmove_pixels: common.visible_hmove_pixels & !random_objects(),
        late_hmove_loses_pulse: random_objects(),
        reset_loses_motion_pulse: random_objects(),
        late_vdel_copy: random_objects(),
        ..common
    };
    let mut bit = || random.below(2) as u8;
    variant.starfield_phase = bit() * 2 + bit();
    variant.hmove74_comb = bit() == 0;
    variant.reset_blank_edge_late = bit() == 0;
    variant.score_switch = [
        ScoreSwitch::Pixel80,
        ScoreSwitch::Pixel79,
        ScoreSwitch::Unsteady,
    ][usize::from(bit() + bit())];
    variant.pf_delay = 2 + bit();
    variant.colupf_delay = bit();
    variant.colubk_delay = bit();
    variant.vdel_delay = bit();
    variant.ball_reset_stretches = bit() == 0;
    variant.collision_read_delay = bit();
    variant
}

fn check_random_programs(
    seeds: std::ops::Range<u64>,
    actions: usize,
    revision: impl Fn(&mut Rng) -> Revision,
) {
    for seed in seeds {
        let program = random_program(&mut Rng(seed), actions);
        check(seed, revision(&mut Rng(!seed)), &program);
    }
}

/// Checks that a program gives the same results as on the chip itself, whether it is run in one
/// piece or in several.
fn check(seed: u64, revision: Revision, program: &Program) {
    let reference = Reference::of(revision, program);
    let whole = |left| left;
    let without_settling = reference.first_difference(revision, program, whole, || false);
    assert_eq!(
        without_settling, None,
        "seed {seed}: brought up to date only at the end"
    );
    let with_settling = reference.first_difference(revision, program, whole, || true);
    assert_eq!(
        with_settling, None,
        "seed {seed}: brought up to date after each action"
    );
    for settle_interval in [3, 50] {
        let mut random = Rng(seed ^ 0x5eed);
        let piece_length = |left: u32| 1 + random.below(left.into()) as u32;
        let mut settle_random = Rng(!seed ^ 0x5eed);
        let settle = || settle_random.below(settle_interval) == 0;
        let in_pieces = reference.first_difference(revision, program, piece_length, settle);
        assert_eq!(
            in_pieces, None,
            "seed {seed}: run in random pieces, and brought up to date after one in \
             {settle_interval} of them"
        );
    }
}

#[test]
fn a_sample_is_the_sum_of_levels_over_half_a_line() {
    let mut television = Television::default();
    let mut tia = Tia::default();
    // With AUDC 0, the waveform bit becomes 1 within a few steps and stays 1.
    tia.run(20 * 228, &mut television);
    tia.write(0x19, 15);
    tia.write(0x1a, 4);
    tia.run(3 * 228, &mut television);
    let mut samples = Vec::new();
    television.take_samples(&mut samples);
    assert_eq!(samples.len(), 46);
    assert!(samples[..40].iter().all(|sample| *sample == Sample([0, 0])));
    assert!(
        samples[40..]
            .iter()
            .all(|sample| *sample == Sample([15 * 114, 4 * 114]))
    );
}
