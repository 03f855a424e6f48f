//! Runs a case's script on a TIA and compares the results.

use super::{
    case::{Access, Audio, Case, File, Video, Wsync},
    rsync::check_rsync,
};
use vcs::{
    fast::Scanner,
    television::Television,
    tia::{Revision, Tia, registers::write},
};

/// Number of cycles in a scanline.
pub const CYCLES: u16 = 76;
/// The color clock of the first visible pixel.
const FIRST_PIXEL: u32 = 68;

/// The reference: a TIA with a television, run in color clocks.
#[derive(Clone)]
pub struct Bench {
    pub tia: Tia,
    television: Television,
}

impl Bench {
    pub fn write(&mut self, access: &Access) {
        let (register, data) = (access[2] as u8, access[3] as u8);
        self.tia.write(register, data);
    }

    pub fn run(&mut self, clocks: u32) {
        self.tia.run(clocks, &mut self.television);
    }

    /// Returns the colors of the previous line.
    pub fn previous_line(&self) -> &[u8] {
        self.television.previous_line()
    }
}

pub fn run_preamble(file: &File) -> Bench {
    let mut bench = Bench {
        tia: Tia::new(Revision::NETLIST),
        television: Television::default(),
    };
    let mut writes = file.header.preamble.iter().peekable();
    for line in 0..file.header.preamble_lines {
        for cycle in 0..CYCLES {
            bench.run(3);
            if let Some(write) = writes.next_if(|write| write[..2] == [line, cycle]) {
                bench.write(write);
            }
        }
    }
    assert!(writes.next().is_none(), "{}: preamble is longer", file.name);
    bench
}

pub fn check_case(initial_bench: &Bench, case: &Case) -> Result<(), String> {
    let bench = initial_bench.clone();
    match case {
        Case::Video(case) => check_video(bench, case),
        Case::Audio(case) => check_audio(bench, case),
        Case::Rsync(case) => check_rsync(bench, case),
        Case::Wsync(case) => check_wsync(bench, case),
    }
}

fn check_video(bench: Bench, case: &Video) -> Result<(), String> {
    let lines = usize::from(case.n);
    if [case.px.len(), case.ob.len()] != [lines; 2] {
        return Err(format!(
            "the case has {lines} lines, but results for a different number of lines"
        ));
    }
    compare_by_scanlines(bench.clone(), case).map_err(|text| format!("by scanlines: {text}"))?;
    compare_by_clocks(bench, case).map_err(|text| format!("clock by clock: {text}"))
}

/// Runs from one access to the next, as the bus does.
fn compare_by_scanlines(bench: Bench, case: &Video) -> Result<(), String> {
    let (mut scanner, mut television) = (Scanner::new(bench.tia), bench.television);
    let mut owed = 0;
    let mut accesses = 0;
    for line in 0..=case.n {
        for cycle in 0..CYCLES {
            owed += 3;
            let is_due = |access: &&Access| access[..2] == [line, cycle];
            let (write, read) = (case.w.iter().find(is_due), case.r.iter().find(is_due));
            if write.is_some() || read.is_some() || cycle == CYCLES - 1 {
                scanner.run(std::mem::take(&mut owed), &mut television);
            }
            if let Some(write) = write {
                scanner.write(write[2] as u8, write[3] as u8, &mut television);
                accesses += 1;
            }
            if let Some(read) = read {
                compare_read(scanner.settle(&mut television), read, case)?;
                accesses += 1;
            }
        }
        if line < case.n {
            let pixels = television.previous_line();
            compare(line, "pixels", &case.px[usize::from(line)], pixels, case)?;
        }
    }
    check_all_made(accesses, case.w.len() + case.r.len())
}

/// Runs clock by clock. Compares the pixels, and the objects that are on just before each color
/// clock.
fn compare_by_clocks(mut bench: Bench, case: &Video) -> Result<(), String> {
    let mut writes = case.w.iter().peekable();
    let mut reads = case.r.iter().peekable();
    for line in 0..=case.n {
        let mut objects = Vec::new();
        for cycle in 0..CYCLES {
            for _ in 0..3 {
                objects.push(bench.tia.objects_on());
                bench.run(1);
            }
            if let Some(write) = writes.next_if(|write| write[..2] == [line, cycle]) {
                bench.write(write);
            }
            if let Some(read) = reads.next_if(|read| read[..2] == [line, cycle]) {
                compare_read(&bench.tia, read, case)?;
            }
        }
        if line < case.n {
            let objects = &objects[FIRST_PIXEL as usize..];
            let pixels = bench.television.previous_line();
            compare(line, "pixels", &case.px[usize::from(line)], pixels, case)?;
            compare(line, "objects", &case.ob[usize::from(line)], objects, case)?;
        }
    }
    check_all_made(0, writes.len() + reads.len())
}

/// Checks that every access in the script was made.
fn check_all_made(made: usize, expected: usize) -> Result<(), String> {
    if made == expected {
        return Ok(());
    }
    Err(format!(
        "{} accesses of the script are in cycles that were not reached",
        expected.abs_diff(made)
    ))
}

fn compare_read(tia: &Tia, read: &Access, case: &Video) -> Result<(), String> {
    let got = tia.read(read[2] as u8, 0) & 0xc0;
    let expected = read[3] as u8 & 0xc0;
    if got == expected {
        return Ok(());
    }
    Err(format!(
        "agree {}: line {} cycle {} read of {:02X}: expected {expected:02X}, got {got:02X}; \
         writes {:?}",
        case.agree, read[0], read[1], read[2], case.w
    ))
}

fn compare(line: u16, what: &str, expected: &str, got: &[u8], case: &Video) -> Result<(), String> {
    let expected = runs_to_bytes(expected);
    let Some(pixel) = (0..expected.len()).find(|&x| expected[x] != got[x]) else {
        return Ok(());
    };
    Err(format!(
        "agree {}: line {line} pixel {pixel}: {what} expected {:02X}, got {:02X}\n\
         \x20 expected {}\n  got      {}\n  writes   {:?}",
        case.agree,
        expected[pixel],
        got[pixel],
        bytes_to_runs(&expected),
        bytes_to_runs(got),
        case.w
    ))
}

/// Parses groups of four hex digits, each a value and a run length.
pub fn runs_to_bytes(runs: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&runs[at..at + 2], 16).expect("hex digits");
    (0..runs.len())
        .step_by(4)
        .flat_map(|at| std::iter::repeat_n(byte(at), byte(at + 2).into()))
        .collect()
}

fn bytes_to_runs(bytes: &[u8]) -> String {
    let mut x = 0;
    bytes
        .chunk_by(|a, b| a == b)
        .map(|run| {
            let text = format!("{x}:{:02X}x{} ", run[0], run.len());
            x += run.len();
            text
        })
        .collect()
}

fn check_audio(mut bench: Bench, case: &Audio) -> Result<(), String> {
    let mut writes = case.w.iter().peekable();
    let mut got = [String::new(), String::new()];
    for line in 0..case.n {
        for cycle in 0..CYCLES {
            for clock in 0..3 {
                bench.run(1);
                if matches!(cycle * 3 + clock, 60 | 200) {
                    for (text, level) in got.iter_mut().zip(bench.tia.audio_levels()) {
                        text.push_str(&format!("{level:x}"));
                    }
                }
            }
            if let Some(write) = writes.next_if(|write| write[..2] == [line, cycle]) {
                bench.write(write);
            }
        }
    }
    check_all_made(0, writes.len())?;
    let races = !case.race.is_empty();
    for (channel, (expected, got)) in [&case.a0, &case.a1].into_iter().zip(&got).enumerate() {
        if channel == 0 && races {
            continue;
        }
        if expected.len() != got.len() {
            return Err(format!(
                "the case has {} samples, but our chip produced a different number",
                expected.len()
            ));
        }
        if let Some(at) = (0..expected.len()).find(|&at| expected[at..=at] != got[at..=at]) {
            return Err(format!(
                "channel {channel} line {} sample {}: expected {}, got {}",
                at / 2,
                at % 2,
                &expected[at..],
                &got[at..]
            ));
        }
    }
    Ok(())
}

fn check_wsync(mut bench: Bench, case: &Wsync) -> Result<(), String> {
    let mut stalled = Vec::new();
    for cycle in 0..CYCLES {
        bench.run(3);
        if !bench.tia.rdy() {
            stalled.push(i32::from(cycle));
        }
        if cycle == case.cycle {
            bench.tia.write(write::WSYNC, 0);
        }
    }
    let got = match stalled[..] {
        [] => [-1, -1],
        [first, ..] => [first, first + stalled.len() as i32 - 1],
    };
    if got == [case.first_stalled, case.last_stalled] {
        return Ok(());
    }
    Err(format!(
        "stalled cycles: expected {} to {}, got {got:?}",
        case.first_stalled, case.last_stalled
    ))
}
