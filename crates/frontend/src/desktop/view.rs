//! What is on the screen: the picture as a television shows it, and what lies over it.

use super::{
    aspect::AspectChoice,
    canvas::{Aspect, Canvas, Rectangle},
    messages::Messages,
    settings::PictureSettings,
    signs,
    ui::{
        Bar, Image, Overlay, Page, Scene, Spot, Toolkit, Ui, debugger::DebuggerScreen, list_cells,
    },
};
use club::terminal::PieceSet;
use games::mouse_play::Assistant;
use games::session::BundledGames;
use play::{
    picture::{Picture, mix},
    session::{Session, marks::Area},
    standard::{Adjustment, PaletteChoice, UserPalette, pixel_shape},
};
use std::{ops::Range, sync::Arc};
use vcs::television::Standard;

/// Part of the picture before that stays in a flash, in percent: it takes a third of a second.
const CALM: u8 = 90;
/// Color clocks left of the board.
const MARGIN_CLOCKS: usize = 24;

/// The strengths of the phosphor key, in percent.
const PHOSPHOR: [u8; 3] = [0, 50, 70];

/// How the picture looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Shape of a pixel.
    pub aspect: AspectChoice,
    /// Part of the picture before that stays, in percent.
    pub phosphor: u8,
    /// Darker lines between the scanlines.
    pub scanlines: bool,
    /// Large sudden changes of brightness are spread over several pictures.
    pub reduce_flashing: bool,
    /// Colors other than the standard's own.
    pub palette: Option<PaletteChoice>,
    /// How the colors differ from the palette's.
    pub adjustment: Adjustment,
}

impl Look {
    /// Applies what differs from the old settings.
    pub fn apply(&mut self, old: &PictureSettings, new: &PictureSettings) {
        self.adjustment = new.adjustment();
        if old.aspect != new.aspect {
            self.aspect = new.aspect.unwrap_or_default();
        }
        if old.palette != new.palette {
            self.palette = new.palette;
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

/// What colors depend on: the chosen palette, the standard, the knobs.
type Colors = (Option<PaletteChoice>, Standard, Adjustment);

/// The screen's contents.
pub struct View {
    /// How the picture looks.
    pub look: Look,
    /// Messages at the lower edge.
    pub messages: Messages,
    /// Frame statistics are shown.
    pub statistics: bool,
    /// The letters for the pieces of Video Checkers; `None` is as the cartridge draws them.
    pub pieces: Option<PieceSet>,
    /// The colors in force, and what they were computed for.
    palette: Option<(Colors, [u32; 128])>,
    /// The player's own colors.
    user_palette: Option<UserPalette>,
    /// The selected slot's picture, shown as long as there is a message, or until the slot is
    /// loaded or saved.
    pub thumbnail: Option<Image>,
    canvas: Canvas,
    ui: Ui,
    picture: Picture,
    /// The scanlines that the picture shows.
    shown: Range<usize>,
}

/// What is shown over the picture.
#[derive(Debug, Clone, Default)]
pub struct Over {
    /// The statistics, if they are wanted.
    pub statistics: String,
    /// A word in the upper corner: paused, turbo, thinking.
    pub banner: Option<String>,
    /// Time is being skipped: the picture is darkened.
    pub dimmed: bool,
    /// The menu bar.
    pub bar: Option<Bar>,
    /// A page over everything.
    pub page: Option<Page>,
    /// The debugger over everything.
    pub debugger: Option<Arc<DebuggerScreen>>,
}

impl View {
    /// An empty screen.
    pub fn new(look: Look) -> View {
        View {
            look,
            messages: Messages::default(),
            statistics: false,
            pieces: None,
            palette: None,
            user_palette: None,
            thumbnail: None,
            canvas: Canvas::default(),
            ui: Ui::new(),
            picture: Picture::default(),
            shown: 0..0,
        }
    }

    /// The colors in force.
    pub fn palette(&mut self, standard: Standard) -> [u32; 128] {
        let wanted = (self.look.palette, standard, self.look.adjustment);
        match self.palette {
            Some((known, colors)) if known == wanted => colors,
            _ => {
                let table = match (self.look.palette, &self.user_palette) {
                    (Some(choice), _) => choice.table(),
                    (None, Some(user)) => user.table(standard),
                    (None, None) => PaletteChoice::of(standard).table(),
                };
                let colors = self.look.adjustment.apply(table);
                self.palette = Some((wanted, colors));
                colors
            }
        }
    }

    /// Takes colors of the player's own in place of the standard's.
    pub fn set_user_palette(&mut self, colors: Option<UserPalette>) {
        self.user_palette = colors;
        self.palette = None;
    }

    /// Shows the next palette. Returns what to show about it.
    pub fn next_palette(&mut self, session: &Session) -> String {
        let own = PaletteChoice::of(session.standard());
        let now = self.look.palette.unwrap_or(own);
        let palette = next(&PaletteChoice::ALL, now);
        self.look.palette = Some(palette);
        self.take(session);
        format!("Palette {}", palette.label())
    }

    /// Shows the next television standard. Returns what to show about it.
    pub fn next_standard(&mut self, session: &mut Session) -> String {
        let standard = next(&Standard::ALL, session.standard());
        session.set_standard(Some(standard));
        self.look.palette = None;
        self.take(session);
        format!("Standard {}", standard.name().to_uppercase())
    }

    /// Shows the next strength of the phosphor. Returns what to show about it.
    pub fn next_phosphor(&mut self) -> String {
        self.look.phosphor = next(&PHOSPHOR, self.look.phosphor);
        format!("Phosphor {} %", self.look.phosphor)
    }

    /// Takes the session's last frame in, blended with the picture before where that is wanted.
    pub fn take(&mut self, session: &Session) {
        let palette = self.palette(session.standard());
        let mut picture = session.picture(&palette);
        let shown = session.shown_lines();
        self.shown = shown;
        let comparable = self.picture.pixels.len() == picture.pixels.len();
        let flash = self.look.reduce_flashing && comparable && self.picture.flashes_to(&picture);
        if (self.look.phosphor > 0 || flash) && comparable {
            let percent = if flash { CALM } else { self.look.phosphor };
            let strength = u32::from(percent) * 256 / 100;
            for (new, old) in picture.pixels.iter_mut().zip(&self.picture.pixels) {
                *new = mix(*new, *old, strength);
            }
        }
        self.picture = picture;
    }

    /// Draws everything at the size of the window.
    pub fn draw(&mut self, size: (usize, usize), session: &Session, over: Over) -> &Canvas {
        self.draw_picture(size, session.standard(), over.dimmed);
        // A thumbnail stays as long as there is a message.
        if self.messages.is_empty() {
            self.thumbnail = None;
        }
        let mut overlay = Overlay {
            messages: self.messages.texts(),
            banner: over.banner,
            statistics: Some(over.statistics).filter(|_| self.statistics),
            thumbnail: self.thumbnail.clone(),
            ..Overlay::default()
        };
        if over.page.is_none() && over.debugger.is_none() {
            let marks = session.marks().into_iter();
            let marks = marks.map(|mark| (self.on_canvas(mark.area), mark.shape, mark.color));
            overlay.marks = marks.collect();
            if let Some(assistant) = session.assistant() {
                self.list_moves(&mut overlay, assistant, session.levers().color);
            }
        }
        let scene = Scene {
            overlay,
            bar: over.bar,
            page: over.page,
            debugger: over.debugger,
        };
        self.ui.cover(&mut self.canvas, scene);
        self.messages.picture_shown();
        &self.canvas
    }

    fn draw_picture(&mut self, (width, height): (usize, usize), standard: Standard, dimmed: bool) {
        let aspect = match self.look.aspect {
            AspectChoice::Integer => Aspect::Integer,
            AspectChoice::Tv => Aspect::Television(pixel_shape(standard)),
        };
        self.canvas.draw(width, height, &self.picture, aspect);
        if self.look.scanlines {
            self.canvas.scanlines();
        }
        if dimmed {
            self.canvas.dim(128);
        }
    }

    /// Adds the move list and the letters of Video Checkers. `color` is the TV type switch.
    fn list_moves(&self, overlay: &mut Overlay, assistant: &Assistant, color: bool) {
        let margin = self
            .canvas
            .area_of(0..MARGIN_CLOCKS, 0..self.picture.height());
        let scale = Toolkit::scale_for(self.canvas.size());
        let (columns, rows) = list_cells(margin, scale, self.canvas.size().1);
        let mut lines = assistant.move_list(color, columns, rows);
        if let Some(pieces) = self.pieces {
            signs::mark_list(&mut lines, assistant, pieces, columns);
            let signs = signs::on_board(assistant, pieces).into_iter();
            overlay.signs = signs
                .map(|(area, sign)| (self.on_canvas(area), sign))
                .collect();
        }
        overlay.moves = Some((lines, margin)).filter(|(lines, _)| !lines.is_empty());
    }

    /// An area of the frame in pixels of the window.
    fn on_canvas(&self, area: Area) -> Rectangle {
        let line = |line: usize| line.saturating_sub(self.shown.start);
        self.canvas.area_of(
            area.clock..area.clock + area.clocks,
            line(area.line)..line(area.line + area.lines),
        )
    }

    /// The color clock and the row of the picture at a pixel of the window.
    pub fn picture_at(&self, at: (usize, usize)) -> Option<(usize, usize)> {
        self.canvas.picture_at(at)
    }

    /// What can be clicked at a pixel of the window.
    pub fn spot_at(&self, at: (usize, usize)) -> Option<Spot> {
        self.ui.spot_at(at)
    }

    /// The rows or tiles that fit on the open page.
    pub fn fitting(&self) -> usize {
        self.ui.fitting
    }

    /// The picture without messages and overlays.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}

/// The value after `now`; after the last one, the first.
fn next<T: Copy + PartialEq>(all: &[T], now: T) -> T {
    let at = all.iter().position(|one| *one == now);
    all[at.map_or(0, |at| at + 1) % all.len()]
}
