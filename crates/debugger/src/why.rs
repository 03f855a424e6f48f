//! Finds the writes that determine a pixel, and the last write to a byte.

use crate::{
    observe::{Accessed, Fetched, Observer, Scout, canonical_address, observe},
    program::Program,
    source_line::SourceLine,
    timeline::{Edit, Timeline},
};
use isa6502::{Access, Mnemonic, Mode, Opcode};
use lab::trace::{instruction_text, stepping, symbols::register_name};
use std::collections::BTreeMap;
use thiserror::Error;
use vcs::{
    Place, Step,
    address::Device,
    place::BLANK_CLOCKS,
    television::{MAX_SCANLINES, WIDTH},
    tia::{Tia, playfield_read_clock, registers::write::*},
};

/// An instruction that has run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecutedInstruction {
    /// The moment at which the instruction began.
    pub moment: u64,
    /// The address of the instruction.
    pub pc: u16,
    /// The number of the bank that contains the instruction.
    pub bank: usize,
    /// The instruction as text, with names.
    pub text: String,
    /// The source line; for an instruction in a macro, the line of the macro call.
    pub line: Option<SourceLine>,
    /// The address of the byte of RAM that the instruction reads. For a mirror, this is the
    /// canonical address.
    pub reads: Option<u16>,
}

/// A write, and the origin of its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// The address without mirrors.
    pub address: u16,
    /// The byte written.
    pub data: u8,
    /// The first color clock that the write could affect.
    pub place: Place,
    /// The moment after the write.
    pub moment: u64,
    /// The instruction that wrote the byte.
    pub writer: ExecutedInstruction,
    /// The instruction that produced the value, such as the load before a store.
    pub value_source: Option<ExecutedInstruction>,
}

/// A byte that was changed by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Poke {
    /// The address without mirrors.
    pub address: u16,
    /// The new byte.
    pub data: u8,
    /// The position of the beam at the time of the change.
    pub place: Place,
    /// The moment of the change.
    pub moment: u64,
}

/// The object that is visible at a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PixelSource {
    /// No object, because VBLANK is on.
    VerticalBlank,
    /// No object, because HMOVE has lengthened the horizontal blank.
    Comb,
    /// The background.
    Background,
    /// The playfield.
    Playfield,
    /// The ball.
    Ball,
    /// Player 0 or 1.
    Player(u8),
    /// Missile 0 or 1.
    Missile(u8),
}

impl PixelSource {
    /// Returns the name of the object.
    pub fn name(self) -> &'static str {
        match self {
            PixelSource::VerticalBlank => "vertical blank",
            PixelSource::Comb => "the blank lengthened by HMOVE",
            PixelSource::Background => "background",
            PixelSource::Playfield => "playfield",
            PixelSource::Ball => "ball",
            PixelSource::Player(0) => "player 0",
            PixelSource::Player(_) => "player 1",
            PixelSource::Missile(0) => "missile 0",
            PixelSource::Missile(_) => "missile 1",
        }
    }
}

/// The explanation of a pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixel {
    /// The pixel's frame, scanline and color clock.
    pub place: Place,
    /// The moment of the cycle that contains the color clock.
    pub moment: u64,
    /// The color number of the pixel, or [`vcs::television::BLANK`].
    pub color: u8,
    /// The objects that give the pixel its color.
    pub shown: Vec<PixelSource>,
    /// Other objects at this pixel, which are hidden.
    pub hidden: Vec<PixelSource>,
    /// The writes that determine the pixel, in chronological order.
    pub writes: Vec<Write>,
    /// Changes that the user made by hand to relevant registers after the program last wrote them.
    pub pokes: Vec<Poke>,
    /// Names of relevant registers that have not been written since power-on.
    pub never_written: Vec<&'static str>,
}

/// The reason why a pixel or byte cannot be explained.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
pub enum WhyError {
    /// The pixel is to the right of the picture.
    #[error("there is no pixel {0}; a scanline has pixels 0 to 159")]
    NoPixel(u16),
    /// The beam has not been at the pixel yet.
    #[error("the beam has not been at {0} yet; run further{hint}", hint = earlier_frame_hint(.0))]
    NotReached(Place),
    /// The frame has too few scanlines to contain the pixel.
    #[error("frame {} has no scanline {}; its last one is {last}{}",
        .place.frame, .place.scanline, first_frame_hint(.place))]
    NoScanline {
        /// The place of the pixel.
        place: Place,
        /// The last scanline of the frame.
        last: u16,
    },
    /// The scanline number is higher than any frame can have.
    #[error("there is no scanline {0}; a frame has at most {MAX_SCANLINES} scanlines")]
    ScanlineTooHigh(u16),
    /// The byte still has its value from power-on.
    #[error("${0:02X} has not been written since power-on")]
    NeverWritten(u16),
}

/// Returns the hint that the user can name an earlier frame. The hint is empty for frame 0.
fn earlier_frame_hint(place: &Place) -> &'static str {
    match place.frame {
        0 => "",
        _ => ", or name an earlier frame",
    }
}

/// Returns a hint about frame 0, which begins at power-on and is rarely complete; empty for other
/// frames.
fn first_frame_hint(place: &Place) -> &'static str {
    match place.frame {
        0 => "; it began at power-on, so run to a complete frame first, for example with `run 2`",
        _ => "",
    }
}

/// Explains the pixel at `x` (0..=159) of a scanline.
pub(crate) fn explain_pixel(
    timeline: &Timeline,
    program: &Program,
    frame: u64,
    scanline: u16,
    x: u16,
) -> Result<Pixel, WhyError> {
    let x = u8::try_from(x)
        .ok()
        .filter(|x| usize::from(*x) < WIDTH)
        .ok_or(WhyError::NoPixel(x))?;
    let place = Place {
        frame,
        scanline,
        clock: BLANK_CLOCKS + u16::from(x),
    };
    let past = timeline
        .past_at(place)
        .filter(|past| past.place().scanline == scanline)
        .ok_or_else(|| {
            if usize::from(scanline) >= MAX_SCANLINES {
                return WhyError::ScanlineTooHigh(scanline);
            }
            if frame >= timeline.place().frame {
                return WhyError::NotReached(place);
            }
            let next = timeline.past_frame(frame + 1);
            let last = timeline.past(next.moment().saturating_sub(1));
            let last = last.place().scanline;
            WhyError::NoScanline { place, last }
        })?;
    let clocks_ahead = usize::from(place.clock - past.place().clock);
    let mut machine = past.machine().clone();
    let signals = stepping::signals(&mut machine)[clocks_ahead.min(2)];
    let mut tia = machine.tia();
    tia.run(clocks_ahead as u32, &mut Default::default());
    let (shown, hidden) = match (signals.vblank, signals.hblank) {
        (true, _) => (vec![PixelSource::VerticalBlank], Vec::new()),
        (_, true) => (vec![PixelSource::Comb], Vec::new()),
        _ => split_by_visibility(&tia, signals.objects),
    };
    let moment = past.moment();
    let clock = moment * 3 + clocks_ahead as u64;
    let playfield_lead = u64::from((BLANK_CLOCKS as u8 + x) - playfield_read_clock(x));
    let relevant = relevant_writes(&shown, &tia, x, clock, playfield_lead);
    let (writes, never_written) = last_writes(timeline, program, moment, &relevant);
    let registers = relevant.iter().map(|relevant| u16::from(relevant.register));
    let pokes = registers.filter_map(|register| {
        let write = writes.iter().find(|write| write.address == register);
        let poke = last_poke_until(timeline, register, moment)?;
        write
            .is_none_or(|write| poke.moment >= write.moment)
            .then_some(poke)
    });
    Ok(Pixel {
        pokes: pokes.collect(),
        place,
        moment,
        color: signals.color,
        shown,
        hidden,
        writes,
        never_written,
    })
}

/// Returns the objects that give the pixel its color, and the hidden objects.
fn split_by_visibility(tia: &Tia, objects: u8) -> (Vec<PixelSource>, Vec<PixelSource>) {
    const BITS: [(u8, PixelSource); 6] = [
        (1, PixelSource::Player(0)),
        (2, PixelSource::Missile(0)),
        (4, PixelSource::Player(1)),
        (8, PixelSource::Missile(1)),
        (16, PixelSource::Ball),
        (32, PixelSource::Playfield),
    ];
    let register = tia.color_register(objects);
    let candidates: &[PixelSource] = match register {
        COLUP0 => &[PixelSource::Player(0), PixelSource::Missile(0)],
        COLUP1 => &[PixelSource::Player(1), PixelSource::Missile(1)],
        COLUPF => &[PixelSource::Playfield, PixelSource::Ball],
        _ => &[],
    };
    let lit = BITS.into_iter().filter(|(bit, _)| objects & bit != 0);
    let (mut shown, mut hidden): (Vec<_>, Vec<_>) = lit
        .map(|(_, source)| source)
        .partition(|source| candidates.contains(source));
    if shown.is_empty() {
        // In score mode, the playfield takes the color of a player.
        shown = match hidden
            .iter()
            .position(|source| *source == PixelSource::Playfield)
        {
            Some(index) if register != COLUBK => vec![hidden.remove(index)],
            _ => vec![PixelSource::Background],
        };
    }
    (shown, hidden)
}

/// Describes the write to a register that affects the pixel: the last one before a certain time.
struct RelevantWrite {
    register: u8,
    /// The write must be earlier than this time, in color clocks since power-on.
    before: u64,
    /// If vertical delay (VDELxx) is on, the value written to `register` takes effect only when a
    /// write to this other register copies it. The write that matters is then the last write to
    /// `register` before the last such copy.
    copied_by: Option<u8>,
}

fn relevant_writes(
    shown: &[PixelSource],
    tia: &Tia,
    x: u8,
    clock: u64,
    playfield_lead: u64,
) -> Vec<RelevantWrite> {
    let mut relevant: BTreeMap<u8, RelevantWrite> = BTreeMap::new();
    let mut add = |register: u8, before: u64, copied_by: Option<u8>| {
        relevant.entry(register).or_insert(RelevantWrite {
            register,
            before,
            copied_by,
        });
    };
    let is_delayed = |register: u8| {
        tia.written(register)
            .is_some_and(|written| written.value & 1 != 0)
    };
    let color = tia.color_register(tia.objects_on());
    for source in shown {
        let (registers, delayed): (Vec<u8>, Option<(u8, u8, u8)>) = match source {
            PixelSource::VerticalBlank => (vec![VBLANK], None),
            PixelSource::Comb => (vec![HMOVE], None),
            PixelSource::Background => (vec![COLUBK], None),
            PixelSource::Playfield => (vec![color, CTRLPF], None),
            PixelSource::Ball => (
                vec![color, CTRLPF, RESBL, HMBL, HMOVE, VDELBL],
                Some((ENABL, VDELBL, GRP1)),
            ),
            PixelSource::Player(n) => (
                vec![
                    color,
                    NUSIZ0 + n,
                    REFP0 + n,
                    RESP0 + n,
                    HMP0 + n,
                    HMOVE,
                    VDELP0 + n,
                ],
                Some((GRP0 + n, VDELP0 + n, GRP0 + 1 - n)),
            ),
            PixelSource::Missile(n) => (
                vec![
                    color,
                    NUSIZ0 + n,
                    ENAM0 + n,
                    RESM0 + n,
                    HMM0 + n,
                    HMOVE,
                    RESMP0 + n,
                ],
                None,
            ),
        };
        for register in registers {
            add(register, clock, None);
        }
        if let Some((graphics, delay, copier)) = delayed {
            let copied_by = is_delayed(delay).then_some(copier);
            if let Some(copier) = copied_by {
                add(copier, clock, None);
            }
            add(graphics, clock, copied_by);
        }
        if *source == PixelSource::Playfield {
            let reflected = tia
                .written(CTRLPF)
                .is_some_and(|written| written.value & 1 != 0);
            let bit = match x / 4 {
                left @ 0..20 => left,
                right if reflected => 39 - right,
                right => right - 20,
            };
            let register = match bit {
                0..4 => PF0,
                4..12 => PF1,
                _ => PF2,
            };
            add(register, clock.saturating_sub(playfield_lead), None);
        }
    }
    relevant.into_values().collect()
}

/// Number of cycles that the first search goes back: a little more than a frame.
const FIRST_DISTANCE: u64 = 25_000;
/// The factor by which this distance grows from one search to the next.
const DISTANCE_GROWTH: u64 = 8;

fn last_writes(
    timeline: &Timeline,
    program: &Program,
    moment: u64,
    relevant: &[RelevantWrite],
) -> (Vec<Write>, Vec<&'static str>) {
    let mut distance = FIRST_DISTANCE;
    loop {
        let from = moment.saturating_sub(distance).max(timeline.start());
        let mut search = WriteCollector::new(program, |accessed, is_write| {
            is_write
                && relevant
                    .iter()
                    .any(|wanted| u16::from(wanted.register) == accessed)
        });
        observe(&mut Scout::at(timeline, from), moment, &mut search);
        let last =
            |register: u8, before: u64| {
                search.writes.iter().rev().find(|write| {
                    write.address == u16::from(register) && write.moment * 3 <= before
                })
            };
        let mut writes: Vec<Write> = Vec::new();
        let mut missing = Vec::new();
        for wanted in relevant {
            let before = match wanted.copied_by {
                None => Some(wanted.before),
                Some(copier) => last(copier, wanted.before).map(|copy| copy.moment * 3),
            };
            match before.and_then(|before| last(wanted.register, before)) {
                Some(write) => writes.push(write.clone()),
                None => missing.extend(register_name(wanted.register.into(), true)),
            }
        }
        if missing.is_empty() || from == timeline.start() {
            writes.sort_by_key(|write| write.moment);
            return (writes, missing);
        }
        distance = distance.saturating_mul(DISTANCE_GROWTH);
    }
}

/// Returns the last write to a byte before a moment.
pub(crate) fn last_write(
    timeline: &Timeline,
    program: &Program,
    address: u16,
    moment: u64,
) -> Result<Write, WhyError> {
    let mut distance = FIRST_DISTANCE;
    loop {
        let from = moment.saturating_sub(distance).max(timeline.start());
        let mut search = WriteCollector::new(program, |accessed, is_write| {
            is_write && accessed == address
        });
        search.keep_only_last = true;
        observe(&mut Scout::at(timeline, from), moment, &mut search);
        if let Some(write) = search.writes.pop() {
            return Ok(write);
        }
        if from == timeline.start() {
            return Err(WhyError::NeverWritten(address));
        }
        distance = distance.saturating_mul(DISTANCE_GROWTH);
    }
}

/// Returns the last change that the user made to a byte by hand; `None` if the program has written
/// the byte after that.
pub(crate) fn last_poke(timeline: &Timeline, program: &Program, address: u16) -> Option<Poke> {
    let now = timeline.moment();
    let poke = last_poke_until(timeline, address, now)?;
    let mut later = WriteCollector::new(program, |accessed, is_write| {
        is_write && accessed == address
    });
    observe(&mut Scout::at(timeline, poke.moment), now, &mut later);
    later.writes.is_empty().then_some(poke)
}

/// Returns the last change that a user made to a byte, at or before the given moment.
fn last_poke_until(timeline: &Timeline, address: u16, until: u64) -> Option<Poke> {
    let edits = timeline.tape().edits().iter().rev();
    let mut pokes = edits.filter_map(|(moment, edit)| match edit {
        Edit::Poke(at, data) if *moment <= until => {
            (canonical_address(*at, true) == address).then_some((*moment, *data))
        }
        _ => None,
    });
    let (moment, data) = pokes.next()?;
    Some(Poke {
        address,
        data,
        place: timeline.past(moment).place(),
        moment,
    })
}

/// An observer that collects writes, and remembers for each of A, X and Y which instruction last
/// changed it.
struct WriteCollector<'a, F> {
    program: &'a Program,
    is_wanted: F,
    keep_only_last: bool,
    writes: Vec<Write>,
    step: Option<ExecutedStep>,
    opcode: Option<&'static Opcode>,
    /// The last instruction that changed A, the last that changed X, and the last that changed Y.
    last_setters: [Option<ExecutedStep>; 3],
}

/// An instruction that ran, without its text.
// The text is made only for the few instructions that become part of an explanation.
#[derive(Clone, Copy)]
struct ExecutedStep {
    step: Step,
    moment: u64,
    line: Option<SourceLine>,
}

impl<'a, F: Fn(u16, bool) -> bool> WriteCollector<'a, F> {
    fn new(program: &'a Program, is_wanted: F) -> WriteCollector<'a, F> {
        WriteCollector {
            program,
            is_wanted,
            keep_only_last: false,
            writes: Vec::new(),
            step: None,
            opcode: None,
            last_setters: [None, None, None],
        }
    }
}

impl<F: Fn(u16, bool) -> bool> Observer for WriteCollector<'_, F> {
    fn on_instruction(&mut self, fetched: &Fetched) -> bool {
        // The previous instruction is complete and has changed its registers, so record it for
        // these registers.
        if let (Some(done), Some(opcode)) = (self.step.take(), self.opcode) {
            for (setter, changed) in self.last_setters.iter_mut().zip(changed_registers(opcode)) {
                if changed {
                    *setter = Some(done);
                }
            }
        }
        self.opcode = fetched.step.instruction.opcode();
        let line = self
            .program
            .span(fetched.machine, fetched.step.registers.pc);
        self.step = Some(ExecutedStep {
            step: fetched.step,
            moment: fetched.moment,
            line: line.map(|span| span.outer_line()),
        });
        false
    }

    fn on_access(&mut self, accessed: &Accessed) {
        let address = accessed.address();
        let in_cartridge = Device::at(accessed.cycle.address) == Device::Cartridge;
        if in_cartridge && address < 0x1000 || !(self.is_wanted)(address, accessed.cycle.write) {
            return;
        }
        let (Some(writer), Some(opcode)) = (self.step, self.opcode) else {
            return;
        };
        let value_source = match opcode.mnemonic {
            Mnemonic::Stx => self.last_setters[1],
            Mnemonic::Sty => self.last_setters[2],
            Mnemonic::Sta | Mnemonic::Pha | Mnemonic::Sax => self.last_setters[0],
            _ => None,
        };
        let write = Write {
            address,
            data: accessed.cycle.data,
            place: accessed.place,
            moment: accessed.moment,
            writer: executed_instruction(writer, self.program),
            value_source: value_source.map(|source| executed_instruction(source, self.program)),
        };
        if self.keep_only_last {
            self.writes.clear();
        }
        self.writes.push(write);
    }
}

fn executed_instruction(executed: ExecutedStep, program: &Program) -> ExecutedInstruction {
    let step = &executed.step;
    let is_read = matches!(step.access(), Access::Read | Access::Modify);
    let read_address = step.effective.filter(|_| is_read);
    let ram_address = read_address.filter(|address| Device::at(address & 0x1fff) == Device::Ram);
    ExecutedInstruction {
        reads: ram_address.map(|address| canonical_address(address, false)),
        moment: executed.moment,
        pc: step.registers.pc,
        bank: step.bank,
        text: instruction_text(step, &program.symbols),
        line: executed.line,
    }
}

/// Returns three flags, which are true if an instruction loads or changes A, X and Y.
fn changed_registers(opcode: &Opcode) -> [bool; 3] {
    use Mnemonic::*;
    match opcode.mnemonic {
        Lda | Pla | Txa | Tya | Adc | Sbc | And | Ora | Eor | Anc | Arr | Asr | Ane => {
            [true, false, false]
        }
        Ldx | Tax | Tsx | Inx | Dex | Sbx => [false, true, false],
        Ldy | Tay | Iny | Dey => [false, false, true],
        Lax | Lxa | Las => [true, true, false],
        Slo | Rla | Sre | Rra | Isb => [true, false, false],
        Asl | Lsr | Rol | Ror => [opcode.mode == Mode::Accumulator, false, false],
        _ => [false; 3],
    }
}
