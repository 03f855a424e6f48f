//! The consoles on which a program is run: how each differs from the usual console, and the source
//! of that information.

use lab::script::{Action, Script};
use reports::check::{Evidence, Rule};
use vcs::{
    Cartridge, Input, Machine, PowerOn, PowerOnState,
    input::Controller,
    tia::{Revision, ScoreSwitch, registers::write::*},
};

/// A console on which a program is run.
#[derive(Debug, Clone, Copy)]
pub struct Console {
    /// A description without a full stop, such as `a warm chip, on which ...`.
    pub description: &'static str,
    /// The rule that a finding on this console belongs to.
    pub rule: Rule,
    /// The evidence that such consoles exist.
    pub evidence: Evidence,
    /// The registers that can cause a difference when a program writes to them.
    pub registers: &'static [u8],
    /// A difference of at least this many pixels in a frame is a warning, even if the program
    /// behaves the same.
    pub warning_pixels: usize,
    change: Change,
    quirk: Quirk,
}

#[derive(Debug, Clone, Copy)]
enum Change {
    None,
    /// Everything that is undefined at power-on, except the timer.
    PowerOn(PowerOn),
    /// The timer at power-on.
    Timer(u8),
    Quirks(Quirks),
}

/// Peculiarities of the chips, the switches and the controllers.
#[derive(Debug, Clone, Copy)]
struct Quirks {
    revision: Revision,
    /// The unconnected pins of port B are low.
    switch_pins_low: bool,
    /// The pins of the paddle pots are pulled up, although a joystick is plugged in.
    pot_pins_high: bool,
}

/// The pins of port B that no switch is connected to.
const UNCONNECTED_PINS: u8 = 0x34;
const SWCHB: u16 = 0x282;
const SWBCNT: u16 = 0x283;
const INTIM: u16 = 0x284;

/// The value of [`Console::warning_pixels`] for late Juniors and 7800s: about a twentieth of a
/// picture.
const LATE_JUNIOR_WARNING_PIXELS: usize = 1500;
/// The bits of all five objects, as used in fields of [`Revision`].
const ALL_OBJECTS: u8 = 0x1f;
/// The bits of the two missiles.
const MISSILES: u8 = 0x0a;
/// The registers that start motion.
const MOTION: &[u8] = &[HMOVE];
/// The registers that reset the position of an object.
const RESETS: &[u8] = &[RESP0, RESP1, RESM0, RESM1, RESBL];

const POWER_ON_EVIDENCE: Evidence = Evidence {
    rank: "E",
    source: "no document defines the initial values; emulators use random values",
};
const TIMER_EVIDENCE: Evidence = Evidence {
    rank: "E",
    source: "programs such as batari Basic's startup.asm read a random number from the timer",
};

impl Quirks {
    const NONE: Quirks = Quirks {
        revision: Revision::COMMON,
        switch_pins_low: false,
        pot_pins_high: false,
    };
}

impl Console {
    /// Returns the usual console, with the script's power-on state.
    pub fn usual() -> Console {
        Console::new(
            "the usual console",
            Rule::Jam,
            POWER_ON_EVIDENCE,
            Change::None,
        )
    }

    fn new(description: &'static str, rule: Rule, evidence: Evidence, change: Change) -> Console {
        Console {
            description,
            rule,
            evidence,
            registers: &[],
            warning_pixels: usize::MAX,
            change,
            quirk: |_| {},
        }
    }

    /// Returns true if the console differs only in its values at power-on.
    pub fn differs_only_at_power_on(&self) -> bool {
        matches!(self.change, Change::PowerOn(_) | Change::Timer(_))
    }

    /// Returns true if, at power-on, RAM and CPU registers differ from the usual console's, but the
    /// TIA does not.
    pub fn differs_in_ram(&self) -> bool {
        let is_usual_tia = |power_on: PowerOn| power_on.state != PowerOnState::RandomTia;
        matches!(self.change, Change::PowerOn(power_on) if is_usual_tia(power_on))
    }

    /// Returns true if a program may behave differently on this console on purpose, for example
    /// because it detects two-button pads, or if no report describes such a console.
    pub fn may_be_intended(&self) -> bool {
        let differs_in_tia_or_timer = self.differs_only_at_power_on() && !self.differs_in_ram();
        differs_in_tia_or_timer || self.has_high_pots()
    }

    fn has_high_pots(&self) -> bool {
        matches!(self.change, Change::Quirks(quirks) if quirks.pot_pins_high)
    }

    /// Creates a machine at power-on.
    pub fn machine(&self, cartridge: &Cartridge, script: &Script) -> Machine {
        let script_power_on = script.setup.power_on;
        let power_on = match self.change {
            Change::PowerOn(power_on) => power_on,
            _ => script_power_on,
        };
        let mut machine = Machine::new(cartridge.clone(), power_on);
        for (port, memory) in script.setup.save_keys.iter().enumerate() {
            machine.set_save_key(port, memory.clone());
        }
        machine.set_input(script.setup.input);
        match self.change {
            Change::PowerOn(_) => {
                let usual = Machine::new(cartridge.clone(), script_power_on);
                machine.restart_timer(usual.peek(INTIM));
            }
            Change::Timer(count) => machine.restart_timer(count),
            Change::Quirks(quirks) => {
                machine.set_revision(quirks.revision);
                if quirks.switch_pins_low {
                    // As outputs that drive 0, the pins read the same as pins that are pulled low.
                    machine.poke(SWCHB, 0);
                    machine.poke(SWBCNT, UNCONNECTED_PINS);
                }
            }
            Change::None => {}
        }
        machine
    }

    /// Returns the script adapted to this console's controllers.
    pub fn script(&self, script: &Script) -> Script {
        let mut script = script.clone();
        if self.has_high_pots() {
            pull_up_pots(&mut script.setup.input);
            for event in &mut script.events {
                if let Action::Input(input) = &mut event.action {
                    pull_up_pots(input);
                }
            }
        }
        script
    }
}

/// Replaces each joystick with a two-button pad, which pulls up the pins of the paddle pots.
fn pull_up_pots(input: &mut Input) {
    for port in &mut input.ports {
        if let Controller::Joystick(joystick) = *port {
            *port = Controller::TwoButton {
                joystick,
                second: false,
            };
        }
    }
}

/// Returns one console for each quirk. [`combined`] puts several quirks into one console.
pub fn quirky_consoles() -> Vec<Console> {
    QUIRKS.iter().map(quirky_console).collect()
}

/// Returns the consoles that differ from the usual one only in the values at power-on.
pub fn power_on_consoles(script_power_on: PowerOn) -> Vec<Console> {
    use PowerOnState::{Ones, Random, RandomTia, Zero};
    let states = [
        (Zero, 0, "all bits of RAM and CPU registers 0 at power-on"),
        (Ones, 0, "all bits of RAM and CPU registers 1 at power-on"),
        (Random, 0, "random RAM and CPU registers, seed 0"),
        (Random, 1, "random RAM and CPU registers, seed 1"),
        (Random, 2, "random RAM and CPU registers, seed 2"),
        (Random, 3, "random RAM and CPU registers, seed 3"),
        (RandomTia, 1, "random RAM, CPU registers and TIA, seed 1"),
        (RandomTia, 2, "random RAM, CPU registers and TIA, seed 2"),
    ];
    let states = states.into_iter().filter_map(|(state, seed, description)| {
        let power_on = PowerOn { state, seed };
        let change = Change::PowerOn(power_on);
        (power_on != script_power_on)
            .then(|| Console::new(description, Rule::PowerOn, POWER_ON_EVIDENCE, change))
    });
    let timers = [
        (0x00, "$00 in the timer at power-on"),
        (0x5a, "$5A in the timer at power-on"),
        (0xff, "$FF in the timer at power-on"),
    ];
    let timers = timers.into_iter().map(|(count, description)| {
        let change = Change::Timer(count);
        Console::new(description, Rule::PowerOn, TIMER_EVIDENCE, change)
    });
    states.chain(timers).collect()
}

/// A function that gives a console one quirk.
type Quirk = fn(&mut Quirks);

/// A console with one quirk. The fields are its description, the registers that can cause a
/// difference when a program writes to them, the rank and the source of the evidence, and the
/// quirk.
type Row = (
    &'static str,
    &'static [u8],
    &'static str,
    &'static str,
    Quirk,
);

fn quirky_console(&(description, registers, rank, source, quirk): &Row) -> Console {
    let evidence = Evidence { rank, source };
    let mut quirks = Quirks::NONE;
    quirk(&mut quirks);
    let revision = quirks.revision;
    let rule = match revision.floating_bits_random {
        true => Rule::FloatingBits,
        false if quirks.switch_pins_low || quirks.pot_pins_high => Rule::Pins,
        false => Rule::Revision,
    };
    Console {
        registers,
        quirk,
        warning_pixels: match revision.visible_hmove_swallows_clock {
            0 => usize::MAX,
            _ => LATE_JUNIOR_WARNING_PIXELS,
        },
        ..Console::new(description, rule, evidence, Change::Quirks(quirks))
    }
}

/// Returns a console with the quirks of all `consoles`.
// If the combined console shows the same pictures as the usual console, so does each of `consoles`:
// quirks could hide each other only if they canceled each other in every pixel of every frame.
pub fn combined(consoles: &[Console]) -> Console {
    let mut quirks = Quirks::NONE;
    for console in consoles {
        (console.quirk)(&mut quirks);
    }
    Console {
        change: Change::Quirks(quirks),
        ..Console::usual()
    }
}

/// The consoles with one quirk. The search for the quirks that cause a difference repeatedly halves
/// this list, so those that affect many programs are grouped at the beginning.
#[rustfmt::skip]
const QUIRKS: [Row; 19] = [
    ("a chip that copies delayed graphics a clock later", &[GRP0, GRP1],
     "C", "seen in the title picture of one program; the models are not known",
     |quirks| quirks.revision.late_vdel_copy = ALL_OBJECTS),
    ("a chip on which HMOVE in cycles 72 and 73 loses the next line's first motion pulse",
     MOTION, "C", "Stella's issue 1022: some consoles",
     |quirks| quirks.revision.late_hmove_loses_pulse = ALL_OBJECTS),
    ("a warm chip, on which a reset strobe near the end of HBLANK acts a clock late", RESETS,
     "C", "mailing list 9901/89: changes as the console warms up",
     |quirks| quirks.revision.reset_blank_edge_late = true),
    ("a chip on which a write to COLUBK takes effect a clock later", &[COLUBK],
     "C", "AtariAge topic 368031",
     |quirks| quirks.revision.colubk_delay = 1),
    ("a chip on which a write to COLUPF takes effect a clock later", &[COLUPF],
     "C", "AtariAge topic 307533: one light sixer with an RGB modification",
     |quirks| quirks.revision.colupf_delay = 1),
    ("a chip on which a write to PF0, PF1 or PF2 takes effect a clock later", &[PF0, PF1, PF2],
     "C", "Stella's issue 322: stray pixels in Pesco",
     |quirks| quirks.revision.pf_delay = 3),
    ("a chip that changes the score's color at pixel 79", &[CTRLPF],
     "C", "Stella's issue 587: a PAL console with four switches",
     |quirks| quirks.revision.score_switch = ScoreSwitch::Pixel79),
    ("a chip on which HMOVE pulses in the visible line do not show the next pixel early",
     MOTION, "N", "the netlist shows the next pixel early, emulators do not",
     |quirks| quirks.revision.visible_hmove_pixels = 0),
    ("a chip whose HMOVE pulses in the visible line come two clocks later", MOTION,
     "C", "Stella's issue 19: the starfield's phase differs from console to console",
     |quirks| quirks.revision.starfield_phase = 2),
    ("a chip without a comb after an HMOVE in cycle 74", MOTION,
     "N", "the netlist has a race condition there, consoles have the comb",
     |quirks| quirks.revision.hmove74_comb = false),
    ("a chip on which missiles lose a motion pulse that coincides with their reset", RESETS,
     "C", "Stella's issue 699: two PAL Juniors and a PAL console with four switches",
     |quirks| quirks.revision.reset_loses_motion_pulse = MISSILES),
    ("a chip on which all objects lose a motion pulse that coincides with their reset", RESETS,
     "C", "Stella's issue 699: a PAL light sixer",
     |quirks| quirks.revision.reset_loses_motion_pulse = ALL_OBJECTS),
    ("a chip on which a write to VDELP0, VDELP1 or VDELBL takes effect without a delay",
     &[VDELP0, VDELP1, VDELBL],
     "N, E", "the netlist has a delay of one clock, emulators have none",
     |quirks| quirks.revision.vdel_delay = 0),
    ("a chip on which RESBL cuts off a wide ball that is being drawn", &[RESBL],
     "N, E", "emulators cut it off, the netlist stretches it",
     |quirks| quirks.revision.ball_reset_stretches = false),
    ("a chip whose collisions can be read without a delay", &[],
     "N, E", "emulators have no delay, the netlist one clock",
     |quirks| quirks.revision.collision_read_delay = 0),
    ("a late Junior or 7800, whose HMOVE pulses in the visible line swallow a clock", MOTION,
     "C", "Stella's issue 246, mailing list 0302/281: late Juniors and 7800s",
     |quirks| quirks.revision.visible_hmove_swallows_clock = ALL_OBJECTS),
    ("a console that does not hold undriven bits of the bus", &[],
     "C", "Gopher2600's issue 16 and Stella's issue 173: some boards do not hold them",
     |quirks| quirks.revision.floating_bits_random = true),
    ("a console whose unconnected pins of SWCHB (D2, D4, D5) are low", &[],
     "H", "data sheet: nothing pulls them down",
     |quirks| quirks.switch_pins_low = true),
    ("a controller that pulls up the pins of the pots (INPT0 to INPT3)", &[],
     "C", "Stella's issue 94: unconnected pins read 0",
     |quirks| quirks.pot_pins_high = true),
];
