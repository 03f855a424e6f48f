//! Parses scripts. The lines of a loop are parsed again for each iteration.

use super::{
    Action, Event, Expectation, Fault, SCRIPT_FORMAT, SCRIPT_VERSION, Script, ScriptError, Source,
    commands::{INPUT_COMMANDS, input_command},
    expect::{Address, condition, expectation},
    settings::{SETTINGS, parse_setting},
    words::{Word, Words, error_at, number, split},
};
use crate::trace::{Picture, PictureError, Region, picture::parse_region};
use vcs::{Input, Place, place::CLOCKS_PER_LINE};

/// Maximum number of frames that `@pc` waits if the script does not set a limit with `within`: ten
/// seconds on an NTSC console.
const DEFAULT_PC_WAIT_FRAMES: u64 = 600;

/// Maximum number of commands and lines to parse, counting every iteration of a loop.
const MAX_COMMANDS: usize = 2_000_000;
/// Maximum number of bytes of text to parse, counting every iteration of a loop. Parsing that much
/// text takes a few seconds.
const MAX_BYTES: usize = 256 << 20;

impl Script {
    /// Parses the text of a script.
    pub fn parse(text: &str) -> Result<Script, ScriptError> {
        parse(text)
    }
}

fn parse(text: &str) -> Result<Script, ScriptError> {
    let lines: Vec<&str> = text.lines().collect();
    check_version(lines.first().copied().unwrap_or_default())?;
    let mut parser = Parser {
        lines,
        next: 1,
        script: Script::default(),
        input: Input::default(),
        place: None,
        loops: Vec::new(),
        commands: 0,
        bytes: 0,
        settings_seen: Vec::new(),
        waited: false,
        ended: false,
    };
    while parser.next < parser.lines.len() {
        parser.line()?;
    }
    parser.finish()
}

fn check_version(line: &str) -> Result<(), ScriptError> {
    let line = line.trim_start_matches('\u{feff}');
    let words: Vec<&str> = line.split_whitespace().collect();
    let fault = match words[..] {
        [SCRIPT_FORMAT, version] => match version.parse::<u32>() {
            Ok(SCRIPT_VERSION) => return Ok(()),
            _ => Fault::Version(version.into()),
        },
        _ => Fault::NotAScript,
    };
    Err(error_at(line, 1, 0, fault))
}

struct Loop {
    /// Index in `Parser::lines` of the first line inside the loop.
    first: usize,
    /// Number of the line with `repeat`.
    line: usize,
    remaining: u64,
}

struct Parser<'a> {
    lines: Vec<&'a str>,
    /// Index of the next line.
    next: usize,
    script: Script,
    input: Input,
    place: Option<Place>,
    loops: Vec<Loop>,
    /// Number of lines parsed so far, plus the number of `;` in these lines.
    commands: usize,
    /// Number of bytes of text parsed so far.
    bytes: usize,
    /// The names of the settings parsed so far.
    settings_seen: Vec<String>,
    /// True after a `wait` or `@pc`. The frame in which a wait ends is not known in advance, so
    /// later places must be relative.
    waited: bool,
    ended: bool,
}

impl<'a> Parser<'a> {
    fn line(&mut self) -> Result<(), ScriptError> {
        let (line, number) = (self.lines[self.next], self.next + 1);
        self.count_line(line)?;
        if line.trim_start().starts_with('|') {
            return Err(error_at(line, number, 0, Fault::StrayBlock));
        }
        let words = split(line).map_err(|(at, fault)| error_at(line, number, at, fault))?;
        let mut rest = &words[..];
        if let Some(word) = rest
            .first()
            .filter(|word| word.text.starts_with(['@', '+']))
        {
            if self.ended {
                return Err(error_at(line, number, word.offset, Fault::AfterEnd));
            }
            let taken = match word.text {
                "@pc" => self.place_at_pc(line, rest)?,
                _ => {
                    self.place = Some(self.parse_place(*word)?);
                    1
                }
            };
            rest = &rest[taken..];
        }
        self.next += 1;
        let is_alone = rest.split(|word| word.is_separator()).count() == 1;
        for words in rest.split(|word| word.is_separator()) {
            if !words.is_empty() {
                self.command(Words::new(line, number, words), is_alone)?;
            }
        }
        Ok(())
    }

    /// Counts a line's commands and bytes. Returns an error if a limit is exceeded.
    fn count_line(&mut self, line: &str) -> Result<(), ScriptError> {
        self.commands += 1 + line.bytes().filter(|byte| *byte == b';').count();
        self.bytes += line.len();
        if self.commands > MAX_COMMANDS {
            return Err(self.fault(0, Fault::TooLong(MAX_COMMANDS)));
        }
        if self.bytes > MAX_BYTES {
            return Err(self.fault(0, Fault::TooMuchText(MAX_BYTES)));
        }
        Ok(())
    }

    /// Reads `@pc ADDRESS` or `@pc ADDRESS within N frames`. Adds a wait that lasts until the
    /// instruction at this address starts. Returns the number of words read, including `@pc`.
    fn place_at_pc(&mut self, line: &'a str, rest: &[Word<'a>]) -> Result<usize, ScriptError> {
        let mut words = Words::new(line, self.next + 1, &rest[1..]);
        let word = words.next_word();
        let address = Address::parse(word.text)
            .ok_or_else(|| words.expected(word, "an address such as $F000, or a symbol"))?;
        let is_within = words.peek().text == "within";
        let within = if is_within {
            within(&mut words)?
        } else {
            DEFAULT_PC_WAIT_FRAMES
        };
        let until = Expectation::Pc(Some((address.clone(), address)));
        self.place.get_or_insert_default();
        self.waited = true;
        self.push_event(Action::Wait { until, within }, &words, 0..0);
        Ok(rest.len() - words.len())
    }

    /// Reads a place such as `@12.40.68` or `+3`.
    fn parse_place(&self, word: Word<'_>) -> Result<Place, ScriptError> {
        let fault = |fault| self.fault(word.offset, fault);
        let not_a_place = || {
            fault(Fault::Expected {
                wanted: "a place such as @12, @12.40.68 or +3".into(),
                found: word.text.into(),
            })
        };
        let relative = word.text.starts_with('+');
        if !relative && !self.loops.is_empty() {
            return Err(fault(Fault::AbsoluteInRepeat));
        }
        if !relative && self.waited {
            return Err(fault(Fault::AbsoluteAfterWait));
        }
        let parts: Option<Vec<u64>> = word.text[1..].split('.').map(number).collect();
        let (frame, scanline, clock) = match parts.as_deref() {
            Some([frame]) => (*frame, 0, 0),
            Some([frame, scanline]) => (*frame, *scanline, 0),
            Some([frame, scanline, clock]) => (*frame, *scanline, *clock),
            _ => return Err(not_a_place()),
        };
        if clock >= CLOCKS_PER_LINE.into() {
            return Err(fault(Fault::Clock { clock }));
        }
        let previous = self.place.unwrap_or_default();
        let base = if relative { previous.frame } else { 0 };
        let place = Place {
            frame: base.checked_add(frame).ok_or_else(not_a_place)?,
            scanline: u16::try_from(scanline).map_err(|_| not_a_place())?,
            clock: clock as u16,
        };
        if place < previous {
            let (place, previous) = (format!("@{place}"), format!("@{previous}"));
            return Err(fault(Fault::GoesBack { place, previous }));
        }
        Ok(place)
    }

    fn command(&mut self, mut words: Words<'_>, is_alone: bool) -> Result<(), ScriptError> {
        let name = words.next_word();
        if self.ended {
            return Err(words.error(name, Fault::AfterEnd));
        }
        match name.text {
            "repeat" | "next" if !is_alone => {
                let which = if name.text == "next" {
                    "next"
                } else {
                    "repeat"
                };
                Err(words.error(name, Fault::NotAlone(which)))
            }
            "repeat" => self.repeat(&mut words),
            "next" => self.next_iteration(name, &words),
            text if SETTINGS.contains(&text) => self.setting(name, &mut words),
            text if INPUT_COMMANDS.contains(&text) => {
                input_command(&mut self.input, text, &mut words)?;
                match self.place {
                    None => self.script.setup.input = self.input,
                    Some(_) => self.push_event(Action::Input(self.input), &words, 0..0),
                }
                Ok(())
            }
            "power" | "snapshot" | "expect" | "wait" | "end" if self.place.is_none() => {
                Err(words.error(name, Fault::NoPlace(name.text.into())))
            }
            "power" => {
                words.choice(&[("cycle", ())])?;
                words.finish()?;
                self.push_event(Action::PowerCycle, &words, 0..0);
                Ok(())
            }
            "snapshot" => self.snapshot(&mut words),
            "expect" => self.expect(&mut words),
            "wait" => self.wait(&mut words),
            "end" => self.end(name, &words),
            text => {
                let mut known = vec![
                    "power", "snapshot", "expect", "wait", "end", "repeat", "next",
                ];
                known.extend(INPUT_COMMANDS);
                if self.place.is_none() {
                    known.extend(SETTINGS);
                }
                Err(words.error(name, Fault::unknown(text, &known)))
            }
        }
    }

    fn push_event(&mut self, action: Action, words: &Words<'_>, value: std::ops::Range<usize>) {
        self.script.events.push(Event {
            place: self.place.unwrap_or_default(),
            action,
            source: Source {
                line: words.line_number(),
                value,
                block_lines: 0,
            },
        });
    }

    fn setting(&mut self, name: Word<'_>, words: &mut Words<'_>) -> Result<(), ScriptError> {
        if self.place.is_some() {
            return Err(words.error(name, Fault::LateSetting(name.text.into())));
        }
        // `savekey` may appear repeatedly, once per page.
        if name.text != "savekey" && self.settings_seen.iter().any(|seen| seen == name.text) {
            return Err(words.error(name, Fault::SetTwice(name.text.into())));
        }
        self.settings_seen.push(name.text.into());
        parse_setting(&mut self.script.setup, name.text, words)
    }

    fn snapshot(&mut self, words: &mut Words<'_>) -> Result<(), ScriptError> {
        let word = words.next_word();
        let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        // The name becomes a file name, so it must not be able to point outside the folder.
        if word.text.is_empty() || word.text.starts_with('.') || !word.text.chars().all(is_allowed)
        {
            return Err(words.expected(word, "a name of letters, digits, `-`, `_` and `.`"));
        }
        words.finish()?;
        self.push_event(Action::Snapshot(word.text.into()), words, 0..0);
        Ok(())
    }

    fn expect(&mut self, words: &mut Words<'_>) -> Result<(), ScriptError> {
        let kind = words.peek();
        let value = words.rest();
        let value = (kind.offset + kind.text.len()).min(value.end)..value.end;
        let mut expectation = expectation(words)?;
        let block = match expectation {
            Expectation::Picture(_) | Expectation::Region { .. } => self.block(),
            _ => Vec::new(),
        };
        let block_lines = block.len();
        if let Expectation::Region { region, rows } = &mut expectation
            && !block.is_empty()
        {
            *rows = Some(self.region(region, &block)?);
        }
        if let Expectation::Picture(picture) = &mut expectation {
            if !self.loops.is_empty() {
                return Err(words.error(kind, Fault::PictureInRepeat));
            }
            if !block.is_empty() {
                *picture = Some(Box::new(self.picture(&block)?));
            }
        }
        self.push_event(Action::Expect(expectation), words, value);
        if let Some(event) = self.script.events.last_mut() {
            event.source.block_lines = block_lines;
        }
        self.next += block_lines;
        Ok(())
    }

    fn wait(&mut self, words: &mut Words<'_>) -> Result<(), ScriptError> {
        words.choice(&[("until", ())])?;
        let until = condition(words)?;
        let within = within(words)?;
        words.finish()?;
        self.waited = true;
        self.push_event(Action::Wait { until, within }, words, 0..0);
        Ok(())
    }

    /// Returns the `|` lines that follow the current line, without the `|`.
    fn block(&self) -> Vec<&'a str> {
        let bars = self.lines[self.next..]
            .iter()
            .map_while(|line| line.trim_start().strip_prefix('|'));
        bars.map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect()
    }

    fn picture(&self, block: &[&str]) -> Result<Picture, ScriptError> {
        let picture = Picture::parse_expected(&block.join("\n"))
            .map_err(|error| self.block_fault(error.line, Fault::Picture(error)))?;
        let place_frame = self.place.unwrap_or_default().frame;
        match picture.frame.number {
            // After a wait, the frame number is not known in advance.
            number if number == place_frame || self.waited => Ok(picture),
            number => {
                let fault = Fault::OtherFrame {
                    picture: number,
                    place: place_frame,
                };
                Err(self.block_fault(1, fault))
            }
        }
    }

    fn region(&self, region: &Region, block: &[&str]) -> Result<Vec<u8>, ScriptError> {
        parse_region(region, &block.join("\n"))
            .map_err(|error: PictureError| self.block_fault(error.line, Fault::Picture(error)))
    }

    /// Returns an error at a line of the block of `|` lines that follows the current line. `line`
    /// is a line number within the block; the first line of the block has number 1.
    fn block_fault(&self, line: usize, fault: Fault) -> ScriptError {
        ScriptError {
            line: self.next + line,
            column: 1,
            fault,
        }
    }

    fn repeat(&mut self, words: &mut Words<'_>) -> Result<(), ScriptError> {
        let word = words.peek();
        let remaining = words.number("a count", MAX_COMMANDS as u64)?;
        if remaining == 0 {
            return Err(words.expected(word, "a count of at least 1"));
        }
        words.finish()?;
        self.loops.push(Loop {
            first: self.next,
            line: words.line_number(),
            remaining,
        });
        Ok(())
    }

    fn next_iteration(&mut self, name: Word<'_>, words: &Words<'_>) -> Result<(), ScriptError> {
        words.finish()?;
        let Some(innermost) = self.loops.last_mut() else {
            return Err(words.error(name, Fault::NextWithoutRepeat));
        };
        innermost.remaining -= 1;
        match innermost.remaining {
            0 => drop(self.loops.pop()),
            _ => self.next = innermost.first,
        }
        Ok(())
    }

    fn end(&mut self, name: Word<'_>, words: &Words<'_>) -> Result<(), ScriptError> {
        words.finish()?;
        if !self.loops.is_empty() {
            return Err(words.error(name, Fault::EndInRepeat));
        }
        self.script.end = self.place.unwrap_or_default();
        self.ended = true;
        Ok(())
    }

    fn finish(self) -> Result<Script, ScriptError> {
        if let Some(open) = self.loops.last() {
            let line = self.lines[open.line - 1];
            return Err(error_at(line, open.line, 0, Fault::RepeatWithoutNext));
        }
        if !self.ended {
            let last = self.lines.len();
            return Err(error_at("", last, 0, Fault::Unfinished));
        }
        Ok(self.script)
    }

    /// Returns an error at a byte offset in line `next`.
    fn fault(&self, offset: usize, fault: Fault) -> ScriptError {
        error_at(self.lines[self.next], self.next + 1, offset, fault)
    }
}

/// Reads `within N frames`.
fn within(words: &mut Words<'_>) -> Result<u64, ScriptError> {
    words.choice(&[("within", ())])?;
    let word = words.peek();
    let frames = words.number("a number of frames", u64::from(u32::MAX))?;
    if frames == 0 {
        return Err(words.expected(word, "at least 1 frame"));
    }
    words.choice(&[("frames", ()), ("frame", ())])?;
    Ok(frames)
}
