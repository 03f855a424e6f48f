//! The consoles on which a program is run: how each differs from the usual console, and who reports
//! such consoles.

use lab::script::{Action, Script};
use reports::check::{Evidence, Rule};
use vcs::{
    Cartridge, Input, Machine, PowerOn, PowerOnState,
    input::Controller,
    tia::{Revision, ScoreSwitch, registers::write::*},
};

/// A console.
#[derive(Debug, Clone, Copy)]
pub struct Console {
    /// The console, as the end of a sentence.
    pub words: &'static str,
    /// The rule that a difference breaks.
    pub rule: Rule,
    /// The source of the report about such consoles.
    pub evidence: Evidence,
    /// Registers whose writes show the difference.
    pub registers: &'static [u8],
    /// Number of different pixels in a frame that makes a difference grave even if the program
    /// behaves the same.
    pub grave_pixels: Option<usize>,
    change: Change,
}

/// Consoles that are first run as one console with all their oddities. If that one makes the usual
/// pictures, each of the members does.
#[derive(Debug, Clone)]
pub struct Group {
    /// All oddities together.
    pub joined: Console,
    /// The consoles.
    pub members: Vec<Console>,
}

impl Group {
    /// Makes a group of one console.
    fn of(console: Console) -> Group {
        Group {
            joined: console,
            members: vec![console],
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Change {
    None,
    PowerOn(PowerOn),
    Revision(Revision),
    /// The pins of port B that are not connected are low.
    SwitchPinsLow,
    /// The pins of the pots are pulled up, although a joystick is plugged in.
    PotPinsHigh,
}

/// The pins of port B that no switch is connected to.
const FREE_PINS: u8 = 0x34;
const SWCHB: u16 = 0x282;
const SWBCNT: u16 = 0x283;

/// Number of different pixels that makes a difference grave, about a twentieth of a picture.
const GRAVE_PIXELS: usize = 1500;
/// Bits of all five objects, and of the missiles.
const ALL: u8 = 0x1f;
const MISSILES: u8 = 0x0a;
const MOTION: &[u8] = &[HMOVE];
const RESETS: &[u8] = &[RESP0, RESP1, RESM0, RESM1, RESBL];

const POWER_ON: Evidence = Evidence {
    rank: "E",
    source: "no document says what undefined cells hold, emulators take random values",
};

impl Console {
    /// Returns the usual console, with the power-on state of the script.
    pub fn own() -> Console {
        Console {
            words: "the usual console",
            rule: Rule::Jam,
            evidence: POWER_ON,
            registers: &[],
            grave_pixels: None,
            change: Change::None,
        }
    }

    /// Returns true if the console differs only in the values at power-on.
    pub fn is_power_on(&self) -> bool {
        matches!(self.change, Change::PowerOn(_))
    }

    /// Returns true if, at power-on, all of RAM differs and no register of the TIA does.
    pub fn has_other_ram(&self) -> bool {
        let state = |power_on: PowerOn| power_on.state != PowerOnState::RandomTia;
        matches!(self.change, Change::PowerOn(power_on) if state(power_on))
    }

    /// Returns true if the program may be meant for this console, for example for pads with two
    /// buttons, or if no report describes such a console.
    pub fn may_be_meant(&self) -> bool {
        let is_tia = self.is_power_on() && !self.has_other_ram();
        is_tia || matches!(self.change, Change::PotPinsHigh)
    }

    /// Creates a machine at power-on.
    pub fn machine(&self, cartridge: &Cartridge, script: &Script) -> Machine {
        let power_on = match self.change {
            Change::PowerOn(power_on) => power_on,
            _ => script.setup.power_on,
        };
        let mut machine = Machine::new(cartridge.clone(), power_on);
        for (port, memory) in script.setup.save_keys.iter().enumerate() {
            machine.set_save_key(port, memory.clone());
        }
        machine.set_input(script.setup.input);
        match self.change {
            Change::Revision(revision) => machine.set_revision(revision),
            Change::SwitchPinsLow => {
                // Outputs of 0 read like pins that are low.
                machine.poke(SWCHB, 0);
                machine.poke(SWBCNT, FREE_PINS);
            }
            _ => {}
        }
        machine
    }

    /// Returns the script with the input of this console.
    pub fn script(&self, script: &Script) -> Script {
        let mut script = script.clone();
        if matches!(self.change, Change::PotPinsHigh) {
            pull_pots(&mut script.setup.input);
            for event in &mut script.events {
                if let Action::Input(input) = &mut event.action {
                    pull_pots(input);
                }
            }
        }
        script
    }
}

/// Replaces joysticks by joysticks that pull up the pins of the pots.
fn pull_pots(input: &mut Input) {
    for port in &mut input.ports {
        if let Controller::Joystick(joystick) = *port {
            *port = Controller::TwoButton {
                joystick,
                second: false,
            };
        }
    }
}

/// Returns all consoles but the usual one.
pub fn consoles(own: PowerOn) -> Vec<Group> {
    let others = power_ons().filter(|console| !is(console, own));
    let mut all: Vec<Group> = others.map(Group::of).collect();
    all.extend(revisions());
    all.push(Group::of(Console {
        words: "a console whose unconnected pins of SWCHB (D2, D4, D5) are low",
        rule: Rule::Pins,
        evidence: Evidence {
            rank: "H",
            source: "data sheet: nothing pulls them down",
        },
        registers: &[],
        grave_pixels: None,
        change: Change::SwitchPinsLow,
    }));
    all.push(Group::of(Console {
        words: "a controller that pulls up the pins of the pots (INPT0 to INPT3)",
        rule: Rule::Pins,
        evidence: Evidence {
            rank: "C",
            source: "Stella's issue 94: with nothing there they read 0",
        },
        registers: &[],
        grave_pixels: None,
        change: Change::PotPinsHigh,
    }));
    all
}

fn is(console: &Console, own: PowerOn) -> bool {
    matches!(console.change, Change::PowerOn(power_on) if power_on == own)
}

fn power_ons() -> impl Iterator<Item = Console> {
    let states = [
        (PowerOnState::Zero, 0, "all RAM and registers 0 at power-on"),
        (PowerOnState::Ones, 0, "all RAM and registers 1 at power-on"),
        (PowerOnState::Random, 0, "random RAM and registers, seed 0"),
        (PowerOnState::Random, 1, "random RAM and registers, seed 1"),
        (PowerOnState::Random, 2, "random RAM and registers, seed 2"),
        (PowerOnState::Random, 3, "random RAM and registers, seed 3"),
        (PowerOnState::RandomTia, 1, "a random TIA too, seed 1"),
        (PowerOnState::RandomTia, 2, "a random TIA too, seed 2"),
    ];
    states.into_iter().map(|(state, seed, words)| Console {
        words,
        rule: Rule::PowerOn,
        evidence: POWER_ON,
        registers: &[],
        grave_pixels: None,
        change: Change::PowerOn(PowerOn { state, seed }),
    })
}

/// Returns the revisions of the TIA. The revisions of a group differ in separate fields.
fn revisions() -> impl Iterator<Item = Group> {
    let one = |words, registers, rank, source, revision| Console {
        words,
        rule: Rule::Revision,
        evidence: Evidence { rank, source },
        registers,
        grave_pixels: None,
        change: Change::Revision(revision),
    };
    let common = Revision::COMMON;
    macro_rules! with {
        ($($field:ident: $value:expr),*) => { Revision { $($field: $value,)* ..common } };
    }
    let group = |revision, members: Vec<Console>| Group {
        joined: Console {
            change: Change::Revision(revision),
            ..members[0]
        },
        members,
    };
    let swallows = Console {
        grave_pixels: Some(GRAVE_PIXELS),
        ..one(
            "a late Junior or 7800, whose HMOVE pulses in the visible line swallow a clock",
            MOTION,
            "C",
            "Stella's issue 246, mailing list 0302/281: late Juniors and 7800s",
            with!(visible_hmove_swallows_clock: ALL),
        )
    };
    let floating = Console {
        rule: Rule::FloatingBits,
        ..one(
            "a console that does not hold undriven bits of the bus",
            &[],
            "C",
            "Gopher2600's issue 16 and Stella's issue 173: some boards do not hold them",
            with!(floating_bits_random: true),
        )
    };
    [
        group(
            with!(visible_hmove_pixels: 0, starfield_phase: 2),
            vec![
                one(
                    "a chip that shows no other pixel at an HMOVE pulse in the visible line",
                    MOTION,
                    "N",
                    "the netlist shows its right neighbor, emulators do not",
                    with!(visible_hmove_pixels: 0),
                ),
                one(
                    "a chip whose HMOVE pulses in the visible line come two clocks later",
                    MOTION,
                    "C",
                    "Stella's issue 19: the starfield's phase differs from console to console",
                    with!(starfield_phase: 2),
                ),
            ],
        ),
        Group::of(swallows),
        group(
            with!(late_hmove_loses_pulse: ALL, hmove74_comb: false),
            vec![
                one(
                    "a chip that loses a late HMOVE's pulse at the line's start (seen in cycles 72 and \
                     73)",
                    MOTION,
                    "C",
                    "Stella's issue 1022: some consoles",
                    with!(late_hmove_loses_pulse: ALL),
                ),
                one(
                    "a chip without a comb after an HMOVE in cycle 74",
                    MOTION,
                    "N",
                    "the netlist has a race there, consoles have the comb",
                    with!(hmove74_comb: false),
                ),
            ],
        ),
        group(
            with!(reset_loses_motion_pulse: ALL, reset_blank_edge_late: true),
            vec![
                one(
                    "a chip on which missiles lose the motion pulse that meets their reset",
                    RESETS,
                    "C",
                    "Stella's issue 699: two PAL Juniors and a PAL console with four switches",
                    with!(reset_loses_motion_pulse: MISSILES),
                ),
                one(
                    "a chip on which all objects lose the motion pulse that meets their reset",
                    RESETS,
                    "C",
                    "Stella's issue 699: a PAL light sixer",
                    with!(reset_loses_motion_pulse: ALL),
                ),
                one(
                    "a warm chip, on which a reset near the blank's end comes a clock late",
                    RESETS,
                    "C",
                    "mailing list 9901/89: changes as the console warms up",
                    with!(reset_blank_edge_late: true),
                ),
            ],
        ),
        group(
            with!(score_switch: ScoreSwitch::Pixel79, pf_delay: 3),
            vec![
                one(
                    "a chip that changes the score's color at pixel 79",
                    &[CTRLPF],
                    "C",
                    "Stella's issue 587: a PAL console with four switches",
                    with!(score_switch: ScoreSwitch::Pixel79),
                ),
                one(
                    "a chip that takes PF0 to PF2 a clock later",
                    &[PF0, PF1, PF2],
                    "C",
                    "Stella's issue 322: stray pixels in Pesco",
                    with!(pf_delay: 3),
                ),
            ],
        ),
        group(
            with!(colupf_delay: 1, colubk_delay: 1),
            vec![
                one(
                    "a chip that takes COLUPF a clock later",
                    &[COLUPF],
                    "C",
                    "AtariAge topic 307533: one light sixer with an RGB modification",
                    with!(colupf_delay: 1),
                ),
                one(
                    "a chip that takes COLUBK a clock later",
                    &[COLUBK],
                    "C",
                    "AtariAge topic 368031",
                    with!(colubk_delay: 1),
                ),
            ],
        ),
        group(
            with!(late_vdel_copy: ALL, vdel_delay: 0),
            vec![
                one(
                    "a chip that copies delayed graphics a clock later",
                    &[GRP0, GRP1],
                    "C",
                    "seen in the title picture of one program; models not known",
                    with!(late_vdel_copy: ALL),
                ),
                one(
                    "a chip that takes VDELP0, VDELP1 and VDELBL without a delay",
                    &[VDELP0, VDELP1, VDELBL],
                    "N, E",
                    "the netlist takes a clock, emulators none",
                    with!(vdel_delay: 0),
                ),
            ],
        ),
        group(
            with!(ball_reset_stretches: false, collision_read_delay: 0),
            vec![
                one(
                    "a chip on which a reset in mid-draw breaks a wide ball off",
                    &[RESBL],
                    "N, E",
                    "emulators break it off, the netlist stretches it",
                    with!(ball_reset_stretches: false),
                ),
                one(
                    "a chip whose collisions can be read without a delay",
                    &[],
                    "N, E",
                    "emulators have no delay, the netlist one clock",
                    with!(collision_read_delay: 0),
                ),
            ],
        ),
        Group::of(floating),
    ]
    .into_iter()
}
