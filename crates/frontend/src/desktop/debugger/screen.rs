//! The contents of the debugger's screen, as plain values.

use super::{
    base::{
        BREAKPOINTS, KERNEL, OUTPUT, OutputLine, ShownPicture, VARIABLES, WindowDebugger, moment_in,
    },
    outlines::outlines,
};
use crate::desktop::ui::{
    Texture,
    debugger::{Capacity, Cell, DebuggerScreen, TextRow, capacity},
};
use debugger::{Debugger, colors_in, view};
use play::picture::Picture;
use std::sync::Arc;
use vcs::{cpu::Registers, television::WIDTH};

/// Indices of the tabs that only this file needs, in [`TABS`](crate::desktop::ui::debugger::TABS).
const TIA: usize = 2;
const INPUTS: usize = 3;
const STACK: usize = 4;

impl WindowDebugger {
    /// Returns the screen for a window of this size in pixels.
    pub(in crate::desktop) fn screen(
        &mut self,
        size: (usize, usize),
        palette: &[u32; 128],
    ) -> Arc<DebuggerScreen> {
        let lines = match &self.screen {
            Some((screen, screen_capacity)) => {
                if capacity(size, screen.lines) == *screen_capacity {
                    return screen.clone();
                } else {
                    screen.lines
                }
            }
            None => self.debugger().machine().television().frame().scanlines(),
        };
        let capacity = capacity(size, lines);
        self.capacity = Some(capacity);
        let screen = Arc::new(self.new_screen(capacity, palette));
        self.screen = Some((screen.clone(), capacity));
        screen
    }

    /// Returns the picture and the outlines. Redraws them only if the moment, the number of changes
    /// or the selection of outlined objects is different from last time.
    fn update_picture(&mut self, palette: &[u32; 128]) -> ShownPicture {
        let key = (self.debugger().moment(), self.change_count(), self.outlined);
        if let Some(shown_picture) = self
            .shown_picture
            .as_ref()
            .filter(|shown_picture| shown_picture.key == key)
        {
            return shown_picture.clone();
        }
        let debugger = &mut self.commander.debugger;
        let frame = debugger.picture();
        let lines = frame.scanlines();
        let drawn = match self.outlined {
            0 => Vec::new(),
            _ => debugger.objects_drawn(),
        };
        let drawn = &drawn[..drawn.len().min(lines * WIDTH)];
        let shown_picture = ShownPicture {
            key,
            picture: Texture::new(Picture::of(&frame, 0..lines, palette)),
            lines,
            outlines: Arc::new(outlines(drawn, self.outlined)),
        };
        self.shown_picture = Some(shown_picture.clone());
        shown_picture
    }

    fn new_screen(&mut self, capacity: Capacity, palette: &[u32; 128]) -> DebuggerScreen {
        let shown_picture = self.update_picture(palette);
        let (title, code) =
            self.code
                .show(&self.commander.debugger, &mut self.host, capacity.code_rows);
        let (kernel, mut tab_rows) = match self.tab {
            KERNEL => match self.kernel_page(capacity, palette) {
                Ok(page) => (Some(page), Vec::new()),
                Err(error) => (None, OutputLine::Answer(error).rows(capacity.columns)),
            },
            _ => (None, self.rows_below_code(capacity)),
        };
        for row in &mut tab_rows {
            row.colors = swatches(&row.text, palette);
        }
        let debugger = self.debugger();
        let machine = debugger.machine();
        let place = debugger.place();
        let before = self.commander.ram_before();
        let changed = (0..128).filter(|byte| before[*byte] != machine.ram()[*byte]);
        DebuggerScreen {
            picture: Some(shown_picture.picture),
            lines: shown_picture.lines,
            beam: (place.pixel(), place.scanline),
            outlines: shown_picture.outlines,
            outlined: self.outlined,
            title: self.host.without_folder(&title),
            code,
            registers: [
                registers(debugger, &self.previous_registers),
                beam(debugger),
            ],
            ram: machine.ram().to_vec(),
            ram_changed: changed.fold(0, |bits, byte| bits | 1 << byte),
            stack_index: machine.cpu().registers().s.checked_sub(0x80),
            tab: self.tab,
            tab_rows,
            kernel,
            command_line: self.line.clone(),
        }
    }

    /// Edits the command line and makes it visible.
    pub(super) fn edit_line(&mut self, edit: impl FnOnce(&mut String)) {
        edit(&mut self.line);
        if let Some((screen, _)) = &mut self.screen {
            Arc::make_mut(screen).command_line.clone_from(&self.line);
        }
    }

    /// Scrolls the tab below the code; positive is down.
    pub(super) fn scroll_tab(&mut self, rows: isize) {
        // The output tab's offset counts from the end.
        let by = if self.tab == OUTPUT { -rows } else { rows };
        self.scroll_offset = self.scroll_offset.saturating_add_signed(by);
    }

    fn rows_below_code(&mut self, capacity: Capacity) -> Vec<TextRow> {
        let lines = self.tab_lines(capacity.columns);
        let max_scroll = lines.len().saturating_sub(capacity.tab_rows);
        self.scroll_offset = self.scroll_offset.min(max_scroll);
        let from = match self.tab {
            OUTPUT => max_scroll - self.scroll_offset,
            _ => self.scroll_offset,
        };
        lines
            .into_iter()
            .skip(from)
            .take(capacity.tab_rows)
            .collect()
    }

    fn tab_lines(&self, columns: usize) -> Vec<TextRow> {
        let debugger = self.debugger();
        let machine = debugger.machine();
        if self.tab == OUTPUT {
            return self
                .output
                .iter()
                .flat_map(|line| line.rows(columns))
                .collect();
        }
        let text = match self.tab {
            VARIABLES => view::variables(debugger, (u128::MAX, true)),
            TIA => {
                let collisions = view::collisions(machine).join(" ");
                let objects = view::objects(machine);
                format!(
                    "{objects}collisions: {collisions}\n\n{}",
                    view::tia(machine)
                )
            }
            INPUTS => view::inputs(machine)
                .into_iter()
                .map(|(name, value)| format!("{name:8}${value:02X}  %{value:08b}\n"))
                .collect(),
            STACK => view::calls(debugger),
            _ => self.breakpoints_text(),
        };
        let text = if text.is_empty() {
            "no variables to show: the program has no names for them\n".to_owned()
        } else {
            text
        };
        let lines = text.lines().map(|text| TextRow {
            text: text.to_owned(),
            is_command: false,
            colors: Vec::new(),
            is_link: self.tab == VARIABLES && text.starts_with('$'),
        });
        lines.collect()
    }

    fn breakpoints_text(&self) -> String {
        debug_assert_eq!(self.tab, BREAKPOINTS);
        match self.commander.points_text() {
            text if text.is_empty() => {
                "no breakpoints; set one with F9, a click on code, `break`, `watch` or `trap`\n"
                    .into()
            }
            text => text,
        }
    }
}

impl OutputLine {
    /// Wraps the line into rows of at most this many characters.
    pub(super) fn rows(&self, columns: usize) -> Vec<TextRow> {
        let (text, is_command) = match self {
            OutputLine::Command(text) => (format!("> {text}"), true),
            OutputLine::Answer(text) => (text.clone(), false),
        };
        let is_link = moment_in(&text).is_some();
        let mut rest: Vec<char> = text.chars().collect();
        let mut rows = Vec::new();
        while rows.is_empty() || !rest.is_empty() {
            let indent = if rows.is_empty() { 0 } else { 4 };
            let width = columns.saturating_sub(indent).max(1);
            let row: String = rest.drain(..row_length(&rest, width)).collect();
            let blanks = rest.iter().take_while(|letter| **letter == ' ').count();
            rest.drain(..blanks);
            rows.push(TextRow {
                text: " ".repeat(indent) + row.trim_end(),
                is_command,
                is_link,
                colors: Vec::new(),
            });
        }
        rows
    }
}

/// Returns the colors whose values occur in a text, each with the column after the value.
fn swatches(text: &str, palette: &[u32; 128]) -> Vec<(usize, u32)> {
    let colors = colors_in(text).into_iter().map(|color| {
        let column = text[..color.range.end].chars().count();
        (column, palette[usize::from(color.value >> 1)])
    });
    colors.collect()
}

/// Returns how many letters go into a row of this width. The row ends after the last word that
/// fits, or in the middle of a word that is longer than the row.
fn row_length(letters: &[char], width: usize) -> usize {
    if letters.len() <= width {
        return letters.len();
    }
    let blank = letters[..=width].iter().rposition(|letter| *letter == ' ');
    let is_indent = |blank: &usize| letters[..*blank].iter().all(|letter| *letter == ' ');
    blank.filter(|blank| !is_indent(blank)).unwrap_or(width)
}

fn registers(debugger: &Debugger, before: &Registers) -> Vec<Cell> {
    let now = debugger.step_here().registers;
    let cell = |name, value: String, changed| Cell {
        name,
        value,
        changed,
    };
    let byte = |name, now: u8, before: u8| cell(name, format!("{now:02X}"), now != before);
    vec![
        cell("PC", format!("{:04X}", now.pc), false),
        byte("A", now.a, before.a),
        byte("X", now.x, before.x),
        byte("Y", now.y, before.y),
        byte("S", now.s, before.s),
        cell("P", now.flags().to_string(), now.p != before.p),
    ]
}

fn beam(debugger: &Debugger) -> Vec<Cell> {
    let place = debugger.place();
    let cell = |name, value: String| Cell {
        name,
        value,
        changed: false,
    };
    vec![
        cell("frame", place.frame.to_string()),
        cell("line", place.scanline.to_string()),
        cell("clock", place.clock.to_string()),
        cell("cycle", (place.clock / 3).to_string()),
        cell("pixel", place.pixel().to_string()),
    ]
}
