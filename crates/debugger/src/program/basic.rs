//! Programs in batari Basic. The lines of the `.bas` file replace those of the assembly source that
//! the compiler writes.
//!
//! The compiler writes `;;line 12;;` before the code of each line. After the last line it writes
//! ` if ECHOFIRST` and the code of its library.

use super::{Program, Sources};
use crate::source_line::SourceLine;

/// The text before and after a line number.
const LINE_MARKS: [&str; 2] = [";;line ", ";;"];
/// The line after the program's own code.
const END: &str = "if ECHOFIRST";

impl Program {
    /// Replaces assembly lines with Basic lines, if the assembly source contains line marks and the
    /// Basic source exists: `game.bas` for `game.bas.asm` or `game.asm`.
    pub fn with_basic_lines(mut self, sources: &Sources<'_>) -> Program {
        for file in 0..self.files.len() {
            let Some(stem) = self.files[file].strip_suffix(".asm") else {
                continue;
            };
            let names = [stem.to_owned(), format!("{stem}.bas")];
            let is_basic = |name: &&String| name.ends_with(".bas") && sources(name).is_some();
            let Some(basic) = names.iter().find(is_basic) else {
                continue;
            };
            let lines = sources(&self.files[file]).map(|(_, text)| basic_lines(&text));
            let lines = lines.unwrap_or_default();
            if lines.iter().all(Option::is_none) {
                continue;
            }
            let basic_file = self.files.len();
            self.files.push(basic.clone());
            let replace_line = |source_line: &mut SourceLine| {
                let line = (source_line.line as usize).checked_sub(1);
                let found = line.filter(|_| source_line.file == file);
                if let Some(Some(line)) = found.and_then(|line| lines.get(line)) {
                    *source_line = SourceLine {
                        file: basic_file,
                        line: *line,
                    };
                }
            };
            for span in &mut self.spans {
                replace_line(&mut span.line);
                span.call.iter_mut().for_each(replace_line);
            }
            let source_lines = self
                .labels
                .iter_mut()
                .filter_map(|label| label.line.as_mut());
            source_lines.for_each(replace_line);
        }
        self
    }
}

/// Returns the Basic line for each assembly line; `None` for lines before the first mark and lines
/// of the library.
fn basic_lines(text: &str) -> Vec<Option<u32>> {
    let mut current = None;
    let line = |text: &str| {
        let after_mark = text.split_once(LINE_MARKS[0]).map(|(_, after)| after);
        let number = after_mark.and_then(|after| after.split_once(LINE_MARKS[1])?.0.parse().ok());
        if number.is_some() || text.trim() == END {
            current = number;
        }
        current
    };
    text.lines().map(line).collect()
}
