//! Opens, changes and saves every option of the window by keyboard alone, by mouse alone and by pad
//! alone.

use super::{
    pads::{D_PAD, Event, MODE, NORTH, SOUTH, press, start_with},
    stage::{App, Stage, probe, wait_for, wait_until_empty},
};
use frontend::{FileKind, OPTIONS, TABS, Values};
use std::{collections::BTreeMap, fs, time::Duration};

/// A settings file with comments.
const SETTINGS: &str = "# mine\n[sound]\n# not too loud\nvolume = 40 # evening\n";

/// How to change a row of the options.
#[derive(Clone, Copy)]
enum Change {
    /// Goes to the next value of the row.
    Step,
    /// Opens the row's list, and chooses the entry with this index.
    Pick(usize),
}
use Change::{Pick, Step};

/// Returns how to change the rows of each page. The first row of a page is left out: it selects the
/// cartridges that the page applies to. The pages for keys, switches and cheats have no settings.
fn pages() -> [Vec<Change>; TABS.len()] {
    std::array::from_fn(|tab| {
        let rows = OPTIONS.iter().filter(|row| row.tab == tab);
        let changes = rows.map(|row| match row.values {
            // The first row of the list stands for the listed folder itself.
            Values::Path(FileKind::Folder) => Pick(0),
            // In the list, "../" comes before the file.
            Values::Path(_) => Pick(1),
            _ => Step,
        });
        changes.collect()
    })
}

/// A device that a player uses to change options. The rows of a page are visited in order.
trait Device {
    /// Opens the options from the game.
    fn open(&mut self);
    /// Opens the next page.
    fn next_page(&mut self);
    fn step(&mut self, row: usize);
    fn pick(&mut self, row: usize, list_index: usize);

    fn change_everything(&mut self) {
        self.open();
        for (number, page) in pages().into_iter().enumerate() {
            if number > 0 {
                self.next_page();
            }
            for (row, change) in (1..).zip(page) {
                match change {
                    Step => self.step(row),
                    Pick(list_index) => self.pick(row, list_index),
                }
            }
        }
    }
}

struct Keyboard<'a>(&'a App<'a>);

impl Keyboard<'_> {
    fn press(&self, keys: &[&str]) {
        for key in keys {
            self.0.input(&["key", key]);
        }
    }
}

impl Device for Keyboard<'_> {
    fn open(&mut self) {
        self.press(&["ctrl+comma"]);
    }

    fn next_page(&mut self) {
        self.press(&["Tab"]);
    }

    fn step(&mut self, _: usize) {
        self.press(&["Down", "Right"]);
    }

    fn pick(&mut self, _: usize, list_index: usize) {
        self.press(&["Down", "Return"]);
        (0..list_index).for_each(|_| self.press(&["Down"]));
        self.press(&["Return"]);
    }
}

/// Returns true if a pixel has the color of a selection, even if a line covers only part of the
/// pixel.
fn is_gold(pixel: u32) -> bool {
    let [_, red, green, blue] = pixel.to_be_bytes();
    red > 0x80 && green > 0x60 && blue < green / 2 + 0x10
}

/// The mouse. Sizes are in the window toolkit's points, as in the window's theme.
struct Mouse<'a> {
    app: &'a App<'a>,
    stage: &'a Stage,
    /// The number of the open page.
    page: usize,
}

/// The height of a row.
const ROW_HEIGHT: f32 = 22.0;
/// The vertical middle of the first row on a page without a subtitle.
const FIRST_ROW_Y: f32 = 61.0;
/// The vertical position of the underline below the open tab.
const UNDERLINE_Y: f32 = 35.0;
/// The distance between an arrow on the right and the window's edge.
const ARROW_DISTANCE: f32 = 39.0;
/// The margin on either side of a page.
const PAGE_MARGIN: f32 = 16.0;
/// The width of a list that has a preview picture next to it, as a fraction of the width between
/// the margins.
const LIST_FRACTION: f32 = 0.6;

impl Mouse<'_> {
    /// Returns the number of pixels per point, and the window's width in points.
    fn scale(&self) -> (f32, f32) {
        let (width, height) = self.app.settled_size();
        let scale = (f32::from(width) / 600.0).min(f32::from(height) / 500.0);
        (scale, f32::from(width) / scale)
    }

    fn click(&self, x: f32, y: f32) {
        let (scale, _) = self.scale();
        self.app.click((x * scale) as usize, (y * scale) as usize);
    }

    /// Clicks the arrow at the right end of a row. On the first page, a picture is to the right of
    /// the rows.
    fn click_row(&self, row: usize, top: f32) {
        let (_, width) = self.scale();
        let preview_width = if top == FIRST_ROW_Y && self.page == 0 {
            (width - 2.0 * PAGE_MARGIN) * (1.0 - LIST_FRACTION)
        } else {
            0.0
        };
        self.click(
            width - preview_width - ARROW_DISTANCE,
            top + ROW_HEIGHT * row as f32,
        );
    }

    /// Returns the right end of the underline of the open tab; `None` if no tab is open.
    fn underline(&self) -> Option<f32> {
        let (pixels, width) = self.app.screenshot();
        let (scale, _) = self.scale();
        let row = (UNDERLINE_Y * scale) as usize;
        let rows = pixels[(row - 1) * width..][..3 * width].chunks(width);
        // The title's letters may also extend into these rows, but they have fewer gold pixels than
        // the underline.
        let is_line = |row: &&[u32]| {
            let gold = row.iter().filter(|pixel| is_gold(**pixel)).count();
            gold as f32 > 20.0 * scale
        };
        let lines = rows.filter(is_line);
        let ends = lines.filter_map(|row| row.iter().rposition(|pixel| is_gold(*pixel)));
        Some(ends.max()? as f32 / scale)
    }
}

impl Device for Mouse<'_> {
    fn open(&mut self) {
        // The first word in the bar is a menu, whose second item opens the options.
        self.app.open_menu_bar();
        self.click(20.0, 12.0);
        wait_for("an open menu", || {
            let (pixels, width) = self.app.screenshot();
            let (scale, _) = self.scale();
            let bar = pixels[..width * (26.0 * scale) as usize].iter();
            (bar.filter(|pixel| is_gold(**pixel)).count() > 20).then_some(())
        });
        self.click(40.0, 64.0);
        wait_for("the options", || self.underline());
    }

    fn next_page(&mut self) {
        let end = wait_for("the open tab", || self.underline());
        self.click(end + 28.0, UNDERLINE_Y - 10.0);
        wait_for("the next tab", || {
            self.underline().filter(|next| *next > end)
        });
        self.page += 1;
    }

    fn step(&mut self, row: usize) {
        let file = self.stage.path("settings.toml");
        let text = || fs::read_to_string(&file).unwrap_or_default();
        let before = text();
        self.click_row(row, FIRST_ROW_Y);
        wait_for("a change", || (text() != before).then_some(()));
    }

    fn pick(&mut self, row: usize, list_index: usize) {
        self.click_row(row, FIRST_ROW_Y);
        wait_for("the list", || self.underline().is_none().then_some(()));
        // The list shows its folder below the title, so its rows are one row lower.
        self.click_row(list_index, FIRST_ROW_Y + ROW_HEIGHT);
        wait_for("the options", || self.underline());
    }
}

/// The pad. It only collects events, which are sent once the program has started.
#[derive(Default)]
struct Pad(Vec<Event>);

impl Pad {
    fn press(&mut self, keys: &[u16]) {
        self.0.extend(keys.iter().flat_map(|key| press(*key)));
    }
}

const DOWN: u16 = D_PAD[1];
const RIGHT: u16 = D_PAD[3];

impl Device for Pad {
    fn open(&mut self) {
        self.press(&[MODE, DOWN, SOUTH]);
    }

    fn next_page(&mut self) {
        self.press(&[NORTH]);
    }

    fn step(&mut self, _: usize) {
        self.press(&[DOWN, RIGHT]);
    }

    fn pick(&mut self, _: usize, list_index: usize) {
        self.press(&[DOWN, SOUTH]);
        (0..list_index).for_each(|_| self.press(&[DOWN]));
        self.press(&[SOUTH]);
    }
}

/// A sound device in addition to the system's default.
const CARD: &str = "pcm.mine { type null hint { show on description \"Mine\" } }\n";

/// Prepares a folder with a cartridge and a palette, and a sound device. Returns the program's
/// arguments.
fn prepare(stage: &Stage) -> Vec<String> {
    fs::write(stage.path("no-card.conf"), CARD).unwrap();
    let shelf = stage.path("shelf");
    fs::create_dir(&shelf).unwrap();
    fs::write(shelf.join("my.pal"), [0x40; 792]).unwrap();
    let rom = probe(&shelf).display().to_string();
    let data = stage.path("out").display().to_string();
    let settings = stage.settings(SETTINGS);
    vec![rom, "--scale=2".into(), "--data-dir".into(), data, settings]
}

fn start_program<'a>(stage: &'a Stage, words: &[String]) -> App<'a> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    stage.start(&[&["--audio-out", "null"], &words[..]].concat())
}

/// Returns the default of every setting except keys and buttons, by section and name.
fn defaults() -> BTreeMap<(String, String), String> {
    values(frontend::SETTINGS_TEMPLATE, "#= ")
}

/// Returns the settings in a text, by section and name. Only lines that start with `prefix` count
/// as settings.
fn values(text: &str, prefix: &str) -> BTreeMap<(String, String), String> {
    let mut section = "";
    let lines = text.lines().filter_map(|line| {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        }
        let (name, value) = line.strip_prefix(prefix)?.split_once(" = ")?;
        let value = value.split(" #").next().unwrap_or_default();
        let name = (section.to_owned(), name.to_owned());
        (!["", "keys", "pads.all"].contains(&section)).then(|| (name, value.trim().to_owned()))
    });
    lines.collect()
}

/// Waits until no setting in the file has its default value. Then starts the program again with
/// that file, which must not change.
fn expect_all_saved(stage: &Stage, words: &[String], app: App<'_>) {
    let file = stage.path("settings.toml");
    let read = || fs::read_to_string(&file).unwrap_or_default();
    let unchanged = || {
        let now = values(&read(), "");
        let defaults_left = defaults()
            .into_iter()
            .filter(|(name, default)| now.get(name).is_none_or(|value| value == default));
        defaults_left.map(|(name, _)| name).collect::<Vec<_>>()
    };
    wait_until_empty("these settings to change", unchanged);
    let text = read();
    assert!(text.starts_with("# mine\n[sound]\n# not too loud\nvolume = 45 # evening\n"));
    assert!(text.contains("shelf/my.pal\"\n"), "{text}");
    assert!(text.contains("device = \"Mine\"\n"), "{text}");
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    let app = start_program(stage, words);
    app.input(&["key", "ctrl+q"]);
    assert_eq!(app.wait_for_exit(), (0, String::new()));
    assert_eq!(read(), text);
}

#[test]
fn every_option_can_be_changed_and_saved_by_keyboard_alone() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("options-keyboard");
    let words = prepare(&stage);
    let app = start_program(&stage, &words);
    Keyboard(&app).change_everything();
    expect_all_saved(&stage, &words, app);
}

#[test]
fn every_option_can_be_changed_and_saved_by_mouse_alone() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("options-mouse");
    let words = prepare(&stage);
    let app = start_program(&stage, &words);
    let mut mouse = Mouse {
        app: &app,
        stage: &stage,
        page: 0,
    };
    mouse.change_everything();
    expect_all_saved(&stage, &words, app);
}

#[test]
fn every_option_can_be_changed_and_saved_by_pad_alone() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("options-pad");
    let words = prepare(&stage);
    let mut pad = Pad::default();
    pad.change_everything();
    let all: Vec<&str> = words.iter().map(String::as_str).collect();
    let app = start_with(&stage, &all, pad.0, Duration::from_millis(25));
    expect_all_saved(&stage, &words, app);
}
