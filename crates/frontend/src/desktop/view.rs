//! What is on the screen: the picture as a television shows it, messages, overlays.

use super::{
    aspect::AspectChoice,
    bindings::Bindings,
    canvas::{Aspect, CELL, Canvas},
    chooser::Chooser,
    help::{self, HelpState, Page},
    marks,
    messages::Messages,
};
use play::{
    picture::{Picture, mix},
    session::Session,
    standard::{PaletteChoice, pixel_shape},
};
use std::ops::Range;
use vcs::television::Standard;

/// Part of the picture before that stays in a flash, in percent: it takes a third of a second.
const CALM: u8 = 90;

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
}

/// The screen's contents.
pub struct View {
    /// How the picture looks.
    pub look: Look,
    /// Messages at the lower edge.
    pub messages: Messages,
    /// The help overlay.
    pub help: Page,
    /// Frame statistics are shown.
    pub statistics: bool,
    /// The colors in force, computed once for a choice.
    palette: (PaletteChoice, [u32; 128]),
    /// The selected slot's picture, shown as long as there is a message, or until the slot is
    /// loaded or saved.
    pub thumbnail: Option<Picture>,
    /// A file is being chosen.
    pub chooser: Option<Chooser>,
    canvas: Canvas,
    picture: Picture,
    /// The scanlines that the picture shows.
    shown: Range<usize>,
}

/// What is shown over the picture.
pub struct Over<'a> {
    /// The keys in force.
    pub bindings: &'a Bindings,
    /// For the help overlay.
    pub help: HelpState,
    /// For the statistics.
    pub statistics: String,
    /// A word in the upper corner: paused, turbo, thinking.
    pub banner: Option<String>,
    /// Time is being skipped: the picture is darkened.
    pub dimmed: bool,
}

impl View {
    /// An empty screen.
    pub fn new(look: Look) -> View {
        View {
            look,
            messages: Messages::default(),
            help: Page::Closed,
            statistics: false,
            palette: (PaletteChoice::Ntsc, PaletteChoice::Ntsc.table()),
            thumbnail: None,
            chooser: None,
            canvas: Canvas::default(),
            picture: Picture::default(),
            shown: 0..0,
        }
    }

    /// The colors in force.
    pub fn palette(&mut self, standard: Standard) -> [u32; 128] {
        let choice = self.look.palette.unwrap_or(PaletteChoice::of(standard));
        if self.palette.0 != choice {
            self.palette = (choice, choice.table());
        }
        self.palette.1
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
    pub fn draw(&mut self, size: (usize, usize), session: &Session, over: &Over<'_>) -> &Canvas {
        self.draw_picture(size, session.standard(), over.dimmed);
        if let Some(assistant) = session.assistant() {
            let color = over.help.switches.color;
            marks::draw(&mut self.canvas, assistant, self.shown.start, color);
        }
        if let Some(chooser) = &self.chooser {
            chooser.draw(&mut self.canvas, !self.messages.is_empty());
            self.messages.draw(&mut self.canvas);
        } else if self.help.is_open() {
            help::draw(&mut self.canvas, self.help, over.bindings, &over.help);
            self.forget_old_thumbnail();
        } else {
            self.draw_labels(over);
        }
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

    fn draw_labels(&mut self, over: &Over<'_>) {
        let cell = CELL * self.canvas.unit();
        if let Some(banner) = &over.banner {
            self.canvas.label(cell / 2, cell / 2, banner);
        }
        if self.statistics {
            self.canvas.label(cell / 2, 2 * cell, &over.statistics);
        }
        self.forget_old_thumbnail();
        if let Some(thumbnail) = &self.thumbnail {
            self.canvas.thumbnail(thumbnail);
        }
        self.messages.draw(&mut self.canvas);
    }

    /// A thumbnail stays as long as there is a message.
    fn forget_old_thumbnail(&mut self) {
        if self.messages.is_empty() {
            self.thumbnail = None;
        }
    }

    /// The color clock and the row of the picture at a pixel of the window.
    pub fn picture_at(&self, at: (usize, usize)) -> Option<(usize, usize)> {
        self.canvas.picture_at(at)
    }

    /// The window's pixels as they were last drawn.
    pub fn canvas(&self) -> &Canvas {
        &self.canvas
    }

    /// The picture without messages and overlays.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}
