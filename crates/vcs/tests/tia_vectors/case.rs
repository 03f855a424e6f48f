//! The format of the vectors: gzipped JSON lines, consisting of a header and then one case per
//! line.

use flate2::read::GzDecoder;
use serde::Deserialize;
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

/// `[line, cycle, register, value]`: a bus access in the given cycle.
pub type Access = [u16; 4];

#[derive(Deserialize)]
pub struct Header {
    pub kind: String,
    pub preamble_lines: u16,
    pub preamble: Vec<Access>,
}

#[derive(Deserialize)]
pub struct Video {
    pub name: String,
    /// The number of lines.
    pub n: u16,
    /// The writes.
    pub w: Vec<Access>,
    /// The reads, with the values read.
    pub r: Vec<Access>,
    /// The colors of each line, as runs; see `runs_to_bytes`.
    pub px: Vec<String>,
    /// The objects that are on at each pixel of each line, as runs.
    pub ob: Vec<String>,
    /// 1 if another emulator, which was tested against hardware, gives the same result.
    #[serde(default)]
    pub agree: u8,
    #[serde(default)]
    pub race: Vec<String>,
}

#[derive(Deserialize)]
pub struct Audio {
    pub name: String,
    /// The number of lines.
    pub n: u16,
    /// The writes.
    pub w: Vec<Access>,
    /// The levels of channel 0, two hex digits per line.
    pub a0: String,
    /// The levels of channel 1.
    pub a1: String,
    #[serde(default)]
    pub race: Vec<String>,
}

/// Start and end (exclusive) of a span, in color clocks from the start of line 0.
pub type Span = [u32; 2];

#[derive(Deserialize)]
pub struct Rsync {
    pub name: String,
    pub cycle: u16,
    pub visible: Vec<Span>,
    pub hsync: Vec<Span>,
    pub cpu_clock_steady: bool,
}

#[derive(Deserialize)]
pub struct Wsync {
    pub name: String,
    pub cycle: u16,
    pub first_stalled: i32,
    pub last_stalled: i32,
}

pub enum Case {
    Video(Video),
    Audio(Audio),
    Rsync(Rsync),
    Wsync(Wsync),
}

impl Case {
    pub fn name(&self) -> &str {
        match self {
            Case::Video(case) => &case.name,
            Case::Audio(case) => &case.name,
            Case::Rsync(case) => &case.name,
            Case::Wsync(case) => &case.name,
        }
    }

    /// Returns true if the outcome depends on a race between two signals that switch at the same
    /// instant. A video case with a race is not compared. In an audio case with a race, only
    /// channel 1 is compared.
    pub fn has_race(&self) -> bool {
        match self {
            Case::Video(case) => !case.race.is_empty(),
            Case::Audio(case) => !case.race.is_empty(),
            Case::Rsync(_) | Case::Wsync(_) => false,
        }
    }

    fn parse(kind: &str, line: &str) -> serde_json::Result<Case> {
        Ok(match kind {
            "video" => Case::Video(serde_json::from_str(line)?),
            "audio" => Case::Audio(serde_json::from_str(line)?),
            "rsync" => Case::Rsync(serde_json::from_str(line)?),
            "wsync" => Case::Wsync(serde_json::from_str(line)?),
            other => panic!("unknown kind of vectors: {other}"),
        })
    }
}

pub struct File {
    pub name: String,
    pub header: Header,
    pub cases: Vec<Case>,
}

impl File {
    pub fn read(path: &Path) -> File {
        let fail = |what: String| -> ! { panic!("{}: {what}", path.display()) };
        let file = std::fs::File::open(path).unwrap_or_else(|error| fail(error.to_string()));
        let mut lines = BufReader::new(GzDecoder::new(file))
            .lines()
            .map(|line| line.unwrap_or_else(|error| fail(error.to_string())));
        let header = lines.next().unwrap_or_else(|| fail("empty".into()));
        let header: Header =
            serde_json::from_str(&header).unwrap_or_else(|error| fail(error.to_string()));
        let cases = lines
            .filter(|line| !line.is_empty())
            .map(|line| {
                Case::parse(&header.kind, &line).unwrap_or_else(|error| fail(error.to_string()))
            })
            .collect();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        File {
            name: name.into_owned(),
            header,
            cases,
        }
    }
}

/// Returns the vector files in a folder and its subfolders.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.to_string_lossy().ends_with(".jsonl.gz") {
            files.push(path);
        }
    }
    files.sort();
    files
}
