//! Reads the vector files: gzipped lines of JSON, first a header, then one program per line.

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::read::{GzDecoder, ZlibDecoder};
use serde_json::Value;
use std::{io::Read, path::Path};

/// A program, and its run on the netlists.
pub struct Program {
    pub name: String,
    pub image: Vec<u8>,
    pub lines: Vec<Line>,
}

/// A scanline of the TIA.
pub struct Line {
    pub number: u64,
    pub bus: Vec<Cycle>,
    /// The 160 pixels, and the objects that cover each of them; `None` if RSYNC cut the line short.
    pub pixels_and_objects: Option<[Vec<u8>; 2]>,
    /// The output levels of both channels: six samples per cycle, half a color clock apart.
    pub sound: Vec<[u8; 2]>,
}

/// A cycle of the bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cycle {
    pub address: u16,
    pub data: u8,
    pub write: bool,
    pub rdy: bool,
}

impl Program {
    /// Returns the programs of a file.
    pub fn read(path: &Path) -> Vec<Program> {
        let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let text = std::io::read_to_string(GzDecoder::new(file)).expect("text");
        let mut programs = text.lines();
        let header = programs.next().expect("a header");
        assert!(header.contains("\"format\":\"machine-log\""), "{header}");
        let parse = |line| Program::parse(&serde_json::from_str(line).expect("JSON"));
        programs.map(parse).collect()
    }

    fn parse(program: &Value) -> Program {
        let compressed = STANDARD.decode(string(&program["image"])).expect("Base64");
        let mut image = Vec::new();
        ZlibDecoder::new(&compressed[..])
            .read_to_end(&mut image)
            .expect("an image");
        let lines = program["lines"].as_array().expect("lines");
        Program {
            name: string(&program["name"]).into(),
            image,
            lines: lines.iter().map(Line::parse).collect(),
        }
    }
}

impl Line {
    fn parse(line: &Value) -> Line {
        let bus = line["bus"].as_array().expect("cycles");
        let sound = hex_digits(string(&line["au"]));
        let (channels, rest) = sound.as_chunks();
        assert!(rest.is_empty(), "an odd number of levels");
        Line {
            number: line["line"].as_u64().expect("a number"),
            bus: bus.iter().map(Cycle::parse).collect(),
            pixels_and_objects: line["px"]
                .as_str()
                .map(|pixels| [pixels, string(&line["ob"])].map(expand_runs)),
            sound: channels.to_vec(),
        }
    }
}

impl Cycle {
    fn parse(cycle: &Value) -> Cycle {
        let number = |index: usize| cycle[index].as_u64().expect("a number");
        Cycle {
            address: number(0) as u16,
            data: number(1) as u8,
            write: number(2) == 1,
            rdy: number(3) == 1,
        }
    }
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn hex_digits(text: &str) -> Vec<u8> {
    let digit = |digit: char| digit.to_digit(16).expect("a hex digit") as u8;
    text.chars().map(digit).collect()
}

/// Parses groups of four hex digits: value and run length.
fn expand_runs(text: &str) -> Vec<u8> {
    let digits = hex_digits(text);
    let (groups, _) = digits.as_chunks();
    groups
        .iter()
        .flat_map(|[a, b, c, d]| std::iter::repeat_n(a << 4 | b, usize::from(c << 4 | d)))
        .collect()
}
