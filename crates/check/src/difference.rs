//! Finds the first picture that differs from the usual console's, the first differing pixel in it,
//! and the reason.

use crate::run::{Baseline, FrameSummary, Run, visible_pixels};
use debugger::{Debugger, Pixel, PixelSource, Takeover, Write};
use lab::{script::ScriptRun, trace::symbols::register_name};
use reports::check::{Finding, Level, Rule, Site};
use vcs::{
    Hash, Place,
    place::{BLANK_CLOCKS, CLOCKS_PER_CYCLE},
    television::WIDTH,
};

/// Maximum number of frames to compare when measuring how large the difference is. The first of
/// them is the first frame whose picture differs.
const MEASURED_FRAMES: usize = 60;
/// Maximum number of reasons that a finding gives.
const MAX_REASONS: usize = 4;

/// Returns the finding for a console whose pictures differ from the usual ones, and a hash of the
/// measured pictures; `None` if no picture differs.
pub fn finding(run: &Run, base: &Baseline) -> Option<(Finding, Hash)> {
    let first = first_difference(run, base, u64::MAX)?;
    let difference = PixelDifference::of(&first, base)?;
    let (console, level) = (&run.console, level(run, &first, &difference));
    let mut finding = run.finding(console.rule, level, difference.text(), console.evidence);
    finding.when += &format!(", {}", console.description);
    finding.place = Some(difference.place().to_string());
    explain(run, base, &first, &difference, &mut finding);
    Some((finding, difference.pictures_hash))
}

/// Returns the number of the first frame whose picture differs from the usual console's; `None` if
/// no frame up to `last` differs.
pub fn first_different_frame(run: &Run, base: &Baseline, last: u64) -> Option<u64> {
    first_difference(run, base, last).map(|first| first.frame)
}

/// Returns the level of a difference. If the picture does not roll, a difference caused by the
/// TIA's revision is only a note in two cases: no owner has reported such a chip, or RAM stays the
/// same and fewer than `warning_pixels` pixels of each frame differ.
fn level(run: &Run, first: &FirstDifference, difference: &PixelDifference) -> Level {
    let console = &run.console;
    let is_severe = match console.rule {
        Rule::Revision => {
            let behaves_the_same = first.ram_since.is_none() && !difference.ram_differs;
            let is_large = difference.max_pixels >= console.warning_pixels;
            console.evidence.is_reported() && (is_large || !behaves_the_same)
        }
        _ => !console.may_be_intended(),
    };
    match is_severe {
        _ if difference.rolling_frames > MEASURED_FRAMES / 10 => Level::Error,
        true => Level::Warning,
        false => Level::Note,
    }
}

/// The first difference between a run on another console and the run on the usual one.
struct FirstDifference<'a> {
    /// Number of the first frame whose picture differs.
    frame: u64,
    /// The frame in which RAM began to differ from the usual console's, and since which it has
    /// differed at the end of every frame. `None` if RAM is the same at the end of `frame`.
    ram_since: Option<u64>,
    /// The run on the other console, a few frames before `frame`.
    before: ScriptRun<'a>,
    /// The run on the other console, a few frames before `ram_since`, while RAM was still the same.
    before_ram_differed: ScriptRun<'a>,
}

fn first_difference<'a>(run: &'a Run, base: &Baseline, last: u64) -> Option<FirstDifference<'a>> {
    let mut replay = run.start();
    let mut ram_since = None;
    let mut before = [replay.clone(), replay.clone()];
    let mut before_ram_differed = replay.clone();
    for ((number, usual), settled) in (0..=last).zip(&base.frames).zip(&base.settled) {
        if Baseline::is_stored(number) {
            if run.console.differs_only_at_power_on() && base.will_match(number, replay.machine()) {
                return None;
            }
            before.swap(0, 1);
            before[1] = replay.clone();
            if ram_since.is_none() {
                before_ram_differed = replay.clone();
            }
            if run.is_stopped() {
                return None;
            }
        }
        replay.frame()?;
        let other = FrameSummary::of(&replay);
        if other.ram == usual.ram {
            ram_since = None;
        } else {
            ram_since = ram_since.or(Some(number));
        }
        if *settled && other.picture != usual.picture {
            let [before, _] = before;
            return Some(FirstDifference {
                frame: number,
                ram_since,
                before,
                before_ram_differed,
            });
        }
    }
    None
}

/// The first pixel that differs, and measures of the difference from there on.
struct PixelDifference {
    frame: u64,
    lines: [usize; 2],
    scanline: usize,
    x: usize,
    colors: [u8; 2],
    /// The largest number of differing pixels in any of the measured frames.
    max_pixels: usize,
    /// True if RAM differs at the end of one of the measured frames.
    ram_differs: bool,
    /// A hash of the pictures of the measured frames.
    pictures_hash: Hash,
    /// Number of measured frames that end with a vertical sync on the usual console but not on the
    /// other console.
    rolling_frames: usize,
}

impl PixelDifference {
    fn of(first: &FirstDifference, base: &Baseline) -> Option<PixelDifference> {
        let frame = first.frame;
        let mut other = first.before.clone();
        let mut usual = base.state_at(other.place().frame);
        while other.place().frame <= frame {
            usual.frame()?;
            other.frame()?;
        }
        let pixels = [&usual, &other].map(visible_pixels);
        let count = pixels.each_ref().map(Vec::len);
        let index = pixels[0]
            .iter()
            .zip(&pixels[1])
            .position(|(usual, other)| usual != other);
        let index = index.unwrap_or(count[0].min(count[1]));
        let color = |pixels: &Vec<u8>| pixels.get(index).copied().unwrap_or_default();
        let mut difference = PixelDifference {
            frame,
            lines: count.map(|count| count / WIDTH),
            scanline: index / WIDTH,
            x: index % WIDTH,
            colors: pixels.each_ref().map(color),
            max_pixels: 0,
            ram_differs: false,
            pictures_hash: Hash::default(),
            rolling_frames: 0,
        };
        for _ in 0..MEASURED_FRAMES {
            let [usual_pixels, other_pixels] = [&usual, &other].map(visible_pixels);
            let pairs = usual_pixels.iter().zip(&other_pixels);
            let differing = pairs.filter(|(usual, other)| usual != other).count();
            let differing = differing + usual_pixels.len().abs_diff(other_pixels.len());
            difference.max_pixels = difference.max_pixels.max(differing);
            let [usual_ram, other_ram] = [&usual, &other].map(|replay| replay.machine().ram());
            difference.ram_differs |= usual_ram != other_ram;
            let [usual_frame, other_frame] = [&usual, &other].map(FrameSummary::of);
            difference.rolling_frames += usize::from(usual_frame.synced && !other_frame.synced);
            let chain = [difference.pictures_hash.0, other_frame.picture.0].map(u64::to_le_bytes);
            difference.pictures_hash = Hash::of(chain.as_flattened());
            if usual.frame().is_none() || other.frame().is_none() {
                break;
            }
        }
        Some(difference)
    }

    fn place(&self) -> Place {
        Place {
            frame: self.frame,
            scanline: self.scanline as u16,
            clock: BLANK_CLOCKS + self.x as u16,
        }
    }

    fn text(&self) -> String {
        let [usual, other] = self.lines;
        if self.scanline >= usual.min(other) {
            let frame = self.frame;
            return format!("frame {frame} has {other} scanlines instead of {usual}");
        }
        let [usual, other] = self.colors;
        format!(
            "the picture first differs in frame {}, scanline {}, pixel {}: ${other:02X} instead of \
             ${usual:02X}; at most {} pixels of a frame differ",
            self.frame, self.scanline, self.x, self.max_pixels
        )
    }
}

fn explain(
    run: &Run,
    base: &Baseline,
    first: &FirstDifference,
    difference: &PixelDifference,
    finding: &mut Finding,
) {
    let (scanline, x) = (difference.scanline as u16, difference.x as u16);
    let usual = base.debugger_at(difference.frame + 1);
    let other = debugger_after(run, first);
    let pixels =
        [usual, other].map(|debugger| debugger.explain_pixel(difference.frame, scanline, x));
    let [usual, other] = pixels.map(Result::ok);
    if let (Some(usual), Some(other)) = (&usual, &other)
        && usual.shown != other.shown
    {
        let [usual, other] = [usual, other].map(visible_objects);
        let text =
            format!("this console shows {other} at this pixel; the usual console shows {usual}");
        finding.why.push(text);
    }
    let writes = usual.iter().chain(&other).flat_map(|pixel| &pixel.writes);
    let mut writes: Vec<&Write> = writes.collect();
    writes.sort_by_key(|write| (write.moment, write.address));
    writes.dedup();
    let registers = run.console.registers;
    let is_relevant =
        |write: &&&Write| registers.iter().any(|one| u16::from(*one) == write.address);
    let relevant = writes.iter().rev().find(is_relevant);
    let last = relevant.or(writes.last()).copied();
    finding.site = last.map(|write| run.site_of(&write.writer));
    let never_written = other.as_ref();
    let never_written = never_written.map_or(String::new(), |pixel| pixel.never_written.join(", "));
    if run.console.differs_only_at_power_on() {
        if let Some(value) = base.undefined_values.first() {
            finding.site = Some(value.site.clone());
        }
        let values = base.undefined_values.iter().take(MAX_REASONS);
        let values = values.map(|value| format!("{}: {}", value.site, value.text));
        finding.why.extend(values);
        if !never_written.is_empty() {
            let text = format!("the program never writes {never_written}");
            finding.why.push(text);
        }
    } else if let Some((site, text)) = first_different_byte(run, base, first) {
        finding.why.push(format!("{site}: {text}"));
        finding.site = Some(site);
    }
    if let Some(write) = last {
        finding.why.push(describe_write(run, write));
    }
}

/// Returns the names of the objects that are visible at a pixel.
fn visible_objects(pixel: &Pixel) -> String {
    let names: Vec<&str> = pixel.shown.iter().copied().map(PixelSource::name).collect();
    names.join(" and ")
}

fn describe_write(run: &Run, write: &Write) -> String {
    let name = register_name(write.address, true).unwrap_or("?");
    let site = run.site_of(&write.writer);
    let cycle = write.place.clock / CLOCKS_PER_CYCLE;
    format!(
        "{site} writes ${:02X} to {name}; the write takes effect in scanline {}, cycle {cycle}",
        write.data, write.place.scanline
    )
}

/// Returns a debugger for the other console, positioned after the first frame that differs. It can
/// step back a few frames.
fn debugger_after(run: &Run, first: &FirstDifference) -> Debugger {
    let mut replay = first.before.clone();
    let takeover = Takeover {
        cartridge: run.subject.cartridge.clone(),
        script: None,
        past: Vec::new(),
        now: replay.machine().clone(),
    };
    let mut debugger = Debugger::take_over(takeover, run.subject.program.clone());
    while replay.place().frame <= first.frame && replay.frame().is_some() {
        debugger.follow_frame(*replay.machine().input(), false);
    }
    debugger
}

/// Finds the first instruction after which a byte of RAM differs from the usual console's, and
/// describes that byte; `None` if there is no such instruction.
fn first_different_byte(
    run: &Run,
    base: &Baseline,
    first: &FirstDifference,
) -> Option<(Site, String)> {
    let frame = first.ram_since?;
    let mut replays = [
        base.state_at(first.before_ram_differed.place().frame),
        first.before_ram_differed.clone(),
    ];
    for replay in &mut replays {
        while replay.place().frame < frame {
            replay.frame()?;
        }
    }
    let mut previous_site = None;
    loop {
        let steps = replays.each_mut().map(|replay| {
            let mut step = None;
            replay.run_to_next_instruction(|next| step = Some(*next));
            step
        });
        let [usual, other] = replays.each_ref().map(|replay| replay.machine().ram());
        if let Some(cell) = usual
            .iter()
            .zip(other)
            .position(|(usual, other)| usual != other)
        {
            let address = 0x80 + cell as u16;
            let text = format!(
                "the first byte that differs is ${address:02X}{}: ${:02X} instead of ${:02X}",
                run.name_in_parentheses(address),
                other[cell],
                usual[cell]
            );
            return previous_site.map(|site| (site, text));
        }
        let step = steps[1]?;
        if replays[1].place().frame > frame + 1 {
            return None;
        }
        previous_site = Some(run.site(replays[1].machine(), &step));
    }
}
