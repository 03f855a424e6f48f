//! What is on the screen: the picture as a television shows it, messages, overlays.

use super::{
    bindings::Bindings,
    canvas::{Aspect, CELL, Canvas},
    checkers::{Table, marks},
    chooser::Chooser,
    help::{self, HelpState, Page},
    messages::Messages,
    options::{AspectChoice, PaletteChoice},
    standard::{palette_of, pixel_shape},
};
use crate::picture::{Picture, mix};
use std::ops::Range;
use vcs::{Frame, television::Standard};

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
    /// The selected slot's picture, shown as long as there is a message and it is neither loaded nor saved anew.
    pub thumbnail: Option<Picture>,
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
    /// The picture stands for time that is being skipped.
    pub dimmed: bool,
    /// A file is being chosen.
    pub chooser: Option<&'a Chooser>,
    /// The game of Video Checkers.
    pub table: Option<&'a Table>,
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
            canvas: Canvas::default(),
            picture: Picture::default(),
            shown: 0..0,
        }
    }

    /// The colors in force.
    pub fn palette(&mut self, standard: Standard) -> [u32; 128] {
        let choice = self.look.palette.unwrap_or(palette_of(standard));
        if self.palette.0 != choice {
            self.palette = (choice, choice.table());
        }
        self.palette.1
    }

    /// The part of a frame that a set shows, in the colors in force.
    pub fn picture_of(
        &mut self,
        frame: &Frame,
        shown: Range<usize>,
        standard: Standard,
    ) -> Picture {
        let palette = self.palette(standard);
        Picture::of(frame, shown, &palette)
    }

    /// Takes a new frame in, blended with the one before if so wanted.
    pub fn take(&mut self, frame: &Frame, shown: Range<usize>, standard: Standard) {
        let mut picture = self.picture_of(frame, shown.clone(), standard);
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
    pub fn draw(
        &mut self,
        (width, height): (usize, usize),
        standard: Standard,
        over: &Over<'_>,
    ) -> &Canvas {
        let aspect = match self.look.aspect {
            AspectChoice::Integer => Aspect::Integer,
            AspectChoice::Tv => Aspect::Television(pixel_shape(standard)),
        };
        self.canvas.draw(width, height, &self.picture, aspect);
        if self.look.scanlines {
            self.canvas.scanlines(self.picture.height());
        }
        if over.dimmed {
            self.canvas.dim(128);
        }
        if let Some(table) = over.table {
            let color = over.help.switches.color;
            marks::draw(&mut self.canvas, table, self.shown.start, color);
        }
        if let Some(chooser) = over.chooser {
            chooser.draw(&mut self.canvas, !self.messages.is_empty());
            self.messages.draw(&mut self.canvas);
            return &self.canvas;
        }
        let help = self.help.is_open();
        if help {
            help::draw(&mut self.canvas, self.help, over.bindings, &over.help);
        }
        let cell = CELL * self.canvas.unit();
        if let Some(banner) = &over.banner
            && !help
        {
            self.canvas.label(cell / 2, cell / 2, banner);
        }
        if self.statistics && !help {
            self.canvas.label(cell / 2, 2 * cell, &over.statistics);
        }
        if self.messages.is_empty() {
            self.thumbnail = None;
        }
        if !help {
            if let Some(thumbnail) = &self.thumbnail {
                self.canvas.thumbnail(thumbnail);
            }
            self.messages.draw(&mut self.canvas);
        }
        &self.canvas
    }

    /// The color clock and scanline at a pixel of the window.
    pub fn console_place(&self, at: (usize, usize)) -> Option<(usize, usize)> {
        let (clock, line) = self.canvas.picture_at(at)?;
        Some((clock, self.shown.start + line))
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
