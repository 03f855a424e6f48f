//! The contents of the screen: the picture as a television shows it, and everything drawn over it.

use super::{
    aspect::AspectChoice,
    messages::Messages,
    piece_letters,
    settings::PictureSettings,
    ui::{
        Bar, Overlay, Page, Scene, Spot, Texture, Toolkit, Ui, debugger::DebuggerScreen, list_cells,
    },
};
use canvas::{Aspect, Canvas, Rectangle, Source, Style, picture_area};
use club::terminal::PieceSet;
use play::{
    picture::{Picture, mix},
    session::{Session, game::Game, marks::Area},
    standard::{Adjustment, PaletteChoice, UserPalette, pixel_width_thousandths},
};
use signal::{CurrentSet, Field, Preset, SetOptions};
use std::{ops::Range, sync::Arc};
use vcs::television::Standard;

/// Percentage of the previous picture that is blended into each new one to reduce a flash. This
/// value spreads a change of brightness over a third of a second.
const FLASH_BLEND_PERCENT: u8 = 90;
/// Maximum number of pixels that the simulated television set draws. If the picture on the screen
/// has more pixels, the set draws a smaller one, which is then scaled up.
const MAX_PIXELS_DRAWN: usize = 1_500_000;
/// Width of the margin to the left of the board, in color clocks. The list of moves is shown there.
const MARGIN_CLOCKS: usize = 24;

/// The phosphor strengths that the phosphor key selects, in percent.
const PHOSPHOR_LEVELS: [u8; 3] = [0, 50, 70];

/// How the picture looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Shape of a pixel.
    pub aspect: AspectChoice,
    /// Percentage of the previous picture that is blended into each new one.
    pub phosphor: u8,
    /// Whether there are darker lines between the scanlines.
    pub scanlines: bool,
    /// Whether to spread large sudden changes of brightness over several pictures.
    pub reduce_flashing: bool,
    /// The selected palette; `None` for the palette of the television standard.
    pub palette: Option<PaletteChoice>,
    /// The correction of the palette's colors.
    pub adjustment: Adjustment,
    /// The television set that shows the picture.
    pub preset: Preset,
}

impl Look {
    /// Applies changed settings.
    pub fn apply(&mut self, old: &PictureSettings, new: &PictureSettings) {
        self.adjustment = new.adjustment();
        if old.aspect != new.aspect {
            self.aspect = new.aspect.unwrap_or_default();
        }
        if old.palette != new.palette {
            self.palette = new.palette;
        }
        if old.look != new.look {
            self.preset = new.look.unwrap_or_default();
        }
        if old.phosphor != new.phosphor {
            self.phosphor = new.phosphor.unwrap_or(0);
        }
        if old.scanlines != new.scanlines {
            self.scanlines = new.scanlines;
        }
        if old.reduce_flashing != new.reduce_flashing {
            self.reduce_flashing = new.reduce_flashing;
        }
    }
}

/// The settings on which the colors depend: palette, standard and correction.
type ColorSettings = (Option<PaletteChoice>, Standard, Adjustment);

/// The contents of the screen.
pub struct View {
    /// How the picture looks.
    pub look: Look,
    /// Messages at the bottom edge.
    pub messages: Messages,
    /// Whether the frame statistics are shown.
    pub statistics: bool,
    /// The letters for the pieces of Video Checkers; `None` for the cartridge's own shapes.
    pub pieces: Option<PieceSet>,
    /// The current colors, and the values from which they were computed.
    palette: Option<(ColorSettings, [u32; 128])>,
    /// The player's own colors.
    user_palette: Option<UserPalette>,
    /// The picture of the selected slot. It is shown until the messages disappear or the slot is
    /// loaded or saved.
    pub thumbnail: Option<Texture>,
    television: Television,
    canvas: Canvas,
    ui: Ui,
    picture: Picture,
    /// The visible scanlines.
    visible_lines: Range<usize>,
}

/// The elements to draw over the picture.
#[derive(Debug, Clone, Default)]
pub struct Elements {
    /// The statistics; empty if they are off.
    pub statistics: String,
    /// A text in the top corner, such as a notice that the game is paused or that the cartridge is
    /// thinking.
    pub banner: Option<String>,
    /// Whether to darken the picture because the cartridge is thinking at full speed.
    pub dimmed: bool,
    /// The menu bar.
    pub bar: Option<Bar>,
    /// A page that covers everything.
    pub page: Option<Page>,
    /// The debugger, which covers everything.
    pub debugger: Option<Arc<DebuggerScreen>>,
}

impl View {
    /// Creates an empty screen.
    pub fn new(look: Look) -> View {
        View {
            look,
            messages: Messages::default(),
            statistics: false,
            pieces: None,
            palette: None,
            user_palette: None,
            thumbnail: None,
            television: Television::default(),
            canvas: Canvas::default(),
            ui: Ui::new(),
            picture: Picture::default(),
            visible_lines: 0..0,
        }
    }

    /// Returns the current colors.
    pub fn palette(&mut self, standard: Standard) -> [u32; 128] {
        let settings = (self.look.palette, standard, self.look.adjustment);
        match self.palette {
            Some((cached, colors)) if cached == settings => colors,
            _ => {
                let table = match (self.look.palette, &self.user_palette) {
                    (Some(choice), _) => choice.table(),
                    (None, Some(user)) => user.table(standard),
                    (None, None) => PaletteChoice::of(standard).table(),
                };
                let colors = self.look.adjustment.apply(table);
                self.palette = Some((settings, colors));
                colors
            }
        }
    }

    /// Sets or removes the player's own colors.
    pub fn set_user_palette(&mut self, colors: Option<UserPalette>) {
        self.user_palette = colors;
        self.palette = None;
    }

    /// Switches to the next palette. Returns the message to show.
    pub fn next_palette(&mut self, session: &Session) -> String {
        let default = PaletteChoice::of(session.standard());
        let current = self.look.palette.unwrap_or(default);
        let palette = next(&PaletteChoice::ALL, current);
        self.look.palette = Some(palette);
        self.load_frame(session);
        format!("Palette {}", palette.label())
    }

    /// Switches to the next television standard. Returns the message to show.
    pub fn next_standard(&mut self, session: &mut Session) -> String {
        let standard = next(&Standard::ALL, session.standard());
        session.set_standard(Some(standard));
        self.look.palette = None;
        self.load_frame(session);
        format!("Standard {}", standard.name().to_uppercase())
    }

    /// Switches to the next phosphor strength. Returns the message to show.
    pub fn next_phosphor(&mut self) -> String {
        self.look.phosphor = next(&PHOSPHOR_LEVELS, self.look.phosphor);
        format!("Phosphor {} %", self.look.phosphor)
    }

    /// Loads the session's last frame. Blends the frame with the previous picture if phosphor is
    /// on, or if a flash has to be reduced.
    pub fn load_frame(&mut self, session: &Session) {
        let palette = self.palette(session.standard());
        let mut picture = session.picture(&palette);
        self.visible_lines = session.shown_lines();
        let same_size = self.picture.pixels.len() == picture.pixels.len();
        let flash = self.look.reduce_flashing && same_size && self.picture.flashes_to(&picture);
        if (self.look.phosphor > 0 || flash) && same_size {
            let percent = if flash {
                FLASH_BLEND_PERCENT
            } else {
                self.look.phosphor
            };
            let strength = u32::from(percent) * 256 / 100;
            for (new, old) in picture.pixels.iter_mut().zip(&self.picture.pixels) {
                *new = mix(*new, *old, strength);
            }
        }
        self.picture = picture;
        let options = SetOptions {
            preset: self.look.preset,
            standard: session.standard(),
            palette: self.has_custom_colors().then_some(palette),
            phosphor: self.look.phosphor,
        };
        self.television.load_frame(options, session, flash);
    }

    /// Returns whether the player has chosen a palette or adjusted the colors.
    fn has_custom_colors(&self) -> bool {
        let look = &self.look;
        let has_palette = look.palette.is_some() || self.user_palette.is_some();
        has_palette || look.adjustment != Adjustment::default()
    }

    /// Draws everything at the size of the window.
    pub fn draw(
        &mut self,
        size: (usize, usize),
        session: &Session,
        elements: Elements,
    ) -> &mut Canvas {
        let style = Style {
            aspect: match self.look.aspect {
                AspectChoice::Integer => Aspect::Integer,
                AspectChoice::Tv => Aspect::Television(pixel_width_thousandths(session.standard())),
            },
            scanlines: self.look.scanlines && self.look.preset == Preset::Bitmap,
            dimmed: elements.dimmed,
        };
        let lines = self.picture.height();
        let target = picture_area(size.0, size.1, lines, style.aspect);
        let drawn = self.television.draw((target.width, target.height), lines);
        let source = drawn.unwrap_or_else(|| (&self.picture).into());
        self.canvas.draw(size, source, style);
        // The thumbnail disappears together with the messages.
        if self.messages.is_empty() {
            self.thumbnail = None;
        }
        let mut overlay = Overlay {
            messages: self.messages.texts(),
            banner: elements.banner,
            statistics: Some(elements.statistics).filter(|_| self.statistics),
            thumbnail: self.thumbnail.clone(),
            ..Overlay::default()
        };
        if elements.page.is_none() && elements.debugger.is_none() {
            self.add_game_elements(&mut overlay, session);
        }
        let scene = Scene {
            overlay,
            bar: elements.bar,
            page: elements.page,
            debugger: elements.debugger,
        };
        self.ui.draw_scene(&mut self.canvas, scene);
        &mut self.canvas
    }

    /// Adds the elements for a bundled game: the marks, the list of moves, and the letters on the
    /// pieces.
    fn add_game_elements(&self, overlay: &mut Overlay, session: &Session) {
        let marks = session.marks().into_iter();
        let marks = marks.map(|mark| (self.canvas_rectangle(mark.area), mark.shape, mark.color));
        overlay.marks = marks.collect();
        if let Some(game) = session.game() {
            self.add_move_list(overlay, game, session.levers().color);
        }
        overlay.game_rows = session.game().and_then(Game::lines).map(|lines| {
            let area = self.canvas_rectangle(Area {
                clock: 0,
                clocks: 1,
                line: lines.start,
                lines: lines.len(),
            });
            area.top..area.top + area.height
        });
        if overlay.messages.is_empty() && overlay.banner.is_none() && overlay.statistics.is_none() {
            overlay.game_rows = None;
        }
    }

    /// Adds the list of moves and the letters on the pieces. `color` is true if the TV type switch
    /// is set to color.
    fn add_move_list(&self, overlay: &mut Overlay, game: &dyn Game, color: bool) {
        let Some(board) = game.board_lines() else {
            return;
        };
        let margin = self.canvas_rectangle(Area {
            clock: 0,
            clocks: MARGIN_CLOCKS,
            line: board.start,
            lines: board.len(),
        });
        let scale = Toolkit::scale_for(self.canvas.size());
        let (columns, rows) = list_cells(margin, scale);
        let mut lines = game.move_list(color, columns, rows);
        if let Some(pieces) = self.pieces {
            piece_letters::add_piece_letters(&mut lines, pieces, columns);
            let letters = piece_letters::board_letters(game, pieces).into_iter();
            overlay.piece_letters = letters
                .map(|(area, letter)| (self.canvas_rectangle(area), letter))
                .collect();
        }
        overlay.moves = Some((lines, margin)).filter(|(lines, _)| !lines.is_empty());
    }

    /// Converts an area of the frame to pixels of the window.
    fn canvas_rectangle(&self, area: Area) -> Rectangle {
        let line = |line: usize| line.saturating_sub(self.visible_lines.start);
        self.canvas.area_of(
            area.clock..area.clock + area.clocks,
            line(area.line)..line(area.line + area.lines),
        )
    }

    /// Returns the color clock and the picture row at a pixel of the window; `None` outside the
    /// picture.
    pub fn picture_at(&self, at: (usize, usize)) -> Option<(usize, usize)> {
        self.canvas.picture_position(at)
    }

    /// Returns the clickable element at a pixel of the window, if there is one.
    pub fn spot_at(&self, at: (usize, usize)) -> Option<Spot> {
        self.ui.spot_at(at)
    }

    /// Counts one round of the main loop toward the display time of each visible message. A message
    /// is not visible if there is no space for it next to a game.
    pub fn count_round(&mut self) {
        self.messages.count_round(self.ui.max_messages);
    }

    /// Returns the number of rows or tiles that fit on the open page.
    pub fn page_size(&self) -> usize {
        self.ui.page_size
    }

    /// Returns the picture without anything drawn over it.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}

/// The emulated television set and its picture.
#[derive(Debug, Default)]
struct Television {
    current_set: CurrentSet,
    options: Option<SetOptions>,
    /// The pixels that the set drew last.
    pixels: Vec<u32>,
    /// The width and height of `pixels`.
    size: (usize, usize),
    /// Whether the set has received a frame since the pixels were drawn.
    is_stale: bool,
    /// Whether the last frame that the set received is a flash that has to be reduced.
    is_flash: bool,
}

impl Television {
    /// Sends the session's last frame to the television set.
    fn load_frame(&mut self, options: SetOptions, session: &Session, is_flash: bool) {
        if let Some(set) = self.current_set.for_options(&options) {
            set.receive(&Field {
                shown: session.shown_lines(),
                ..Field::of(session.machine().television())
            });
        }
        self.options = Some(options);
        (self.is_stale, self.is_flash) = (true, is_flash);
    }

    /// Returns the picture that the television set draws for an area of this size; `None` if the
    /// selected look has no television set.
    fn draw(&mut self, area: (usize, usize), lines: usize) -> Option<Source<'_>> {
        let set = self.current_set.for_options(self.options.as_ref()?)?;
        let fits = |divisor: &usize| (area.0 / divisor) * (area.1 / divisor) <= MAX_PIXELS_DRAWN;
        let divisor = (1..).find(fits)?;
        let size = ((area.0 / divisor).max(1), (area.1 / divisor).max(1));
        if self.is_stale || self.size != size {
            let blend = self.is_flash && self.size == size;
            let previous = blend.then(|| self.pixels.clone());
            // Reuse the vector, because for a new one the system would have to map and clear memory
            // pages.
            self.pixels.resize(size.0 * size.1, 0);
            set.draw(&mut self.pixels, size.0, size.1);
            let strength = u32::from(FLASH_BLEND_PERCENT) * 256 / 100;
            for (new, old) in self.pixels.iter_mut().zip(previous.iter().flatten()) {
                *new = mix(*new, *old, strength);
            }
            (self.size, self.is_stale) = (size, false);
        }
        Some(Source {
            pixels: &self.pixels,
            width: size.0,
            lines,
        })
    }
}

/// Returns the value after `current` in `all`, or the first one if `current` is the last.
fn next<T: Copy + PartialEq>(all: &[T], current: T) -> T {
    let index = all.iter().position(|value| *value == current);
    all[index.map_or(0, |index| index + 1) % all.len()]
}
