//! Everything drawn over the picture: messages, the menu bar, pages.
//!
//! With every picture, the program passes a [`Scene`] of plain values. [`Ui::draw_scene`] draws the
//! scene only if it differs from the previous one. If the menus are closed and there is no message,
//! nothing is drawn. The mouse can click the [`Spot`]s of the last scene that was drawn.

pub mod debugger;
mod fonts;
mod menu;
mod overlay;
mod page;
mod painter;
mod spot;
mod theme;
mod toolkit;

pub use menu::{Bar, Choice, Item, Menu, MenuCursor, bar_pixels};
pub use overlay::{Overlay, list_cells};
pub use page::{Page, Row, RowKind, SidePanel, capitalized, shortened};
pub use spot::{DebuggerSpot, Spot};
pub use toolkit::{Texture, Toolkit};

use self::debugger::DebuggerScreen;
use canvas::Canvas;
use epaint::pos2;
use spot::Spots;
use std::sync::Arc;

/// The contents of the layer over the picture. Two equal values look the same when drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// Messages and marks.
    pub overlay: Overlay,
    /// The menu bar.
    pub bar: Option<Bar>,
    /// A page that covers everything.
    pub page: Option<Page>,
    /// The debugger, which covers everything.
    pub debugger: Option<Arc<DebuggerScreen>>,
}

impl Scene {
    fn is_empty(&self) -> bool {
        self.bar.is_none()
            && self.page.is_none()
            && self.debugger.is_none()
            && self.overlay.is_empty()
    }
}

/// Draws scenes.
pub struct Ui {
    /// Created for the first scene that is not empty.
    toolkit: Option<Toolkit>,
    scene: Scene,
    size: (usize, usize),
    spots: Spots,
    /// The number of rows or tiles that fit on the page.
    pub page_size: usize,
    /// The number of messages that fit. If there are more messages, only the latest ones are shown.
    pub max_messages: usize,
    /// The number of times that a scene has been drawn.
    pub draw_count: u64,
}

impl Ui {
    /// Creates a user interface without a scene.
    pub fn new() -> Ui {
        Ui {
            toolkit: None,
            scene: Scene::default(),
            size: (0, 0),
            spots: Vec::new(),
            page_size: 10,
            max_messages: usize::MAX,
            draw_count: 0,
        }
    }

    /// Draws a scene over the canvas.
    pub fn draw_scene(&mut self, canvas: &mut Canvas, scene: Scene) {
        if scene.is_empty() {
            self.scene = scene;
            self.spots.clear();
            return canvas.remove_layer();
        }
        let size = canvas.size();
        let toolkit = self.toolkit.get_or_insert_with(Toolkit::new);
        let is_new = self.scene != scene || self.size != size;
        if is_new {
            let (spots, page_size) = (&mut self.spots, &mut self.page_size);
            let max_messages = &mut self.max_messages;
            *max_messages = usize::MAX;
            toolkit.draw(size, |brush| {
                spots.clear();
                match (&scene.debugger, &scene.page) {
                    (Some(debugger), _) => {
                        debugger.draw(brush, spots);
                        scene.overlay.draw_messages(brush, theme::MENU_BACKGROUND);
                    }
                    (None, Some(page)) => {
                        *page_size = page.draw(brush, spots);
                        // On a page there is text behind the messages, so they need a background.
                        scene.overlay.draw_messages(brush, theme::MENU_BACKGROUND);
                    }
                    (None, None) => *max_messages = scene.overlay.draw(brush),
                }
                if let Some(bar) = &scene.bar {
                    bar.draw(brush, spots);
                }
            });
            (self.scene, self.size) = (scene, size);
            self.draw_count += 1;
        }
        canvas.draw_layer(toolkit.layer(), is_new);
    }

    /// Returns the clickable element at a pixel of the window, if there is one.
    pub fn spot_at(&self, (x, y): (usize, usize)) -> Option<Spot> {
        let scale = Toolkit::scale_for(self.size);
        let point = pos2(x as f32 + 0.5, y as f32 + 0.5) / scale;
        let mut spots = self.spots.iter().rev();
        let (area, spot) = spots.find(|(area, _)| area.contains(point))?;
        let Spot::Debugger(DebuggerSpot::Picture(lines)) = *spot else {
            return Some(*spot);
        };
        let fraction = (point - area.min) / area.size();
        let pixel = DebuggerSpot::Pixel(
            (fraction.x * 160.0) as u16,
            (fraction.y * f32::from(lines)) as u16,
        );
        Some(Spot::Debugger(pixel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use canvas::Style;
    use play::picture::Picture;
    use vcs::television::WIDTH;

    fn canvas() -> Canvas {
        let mut canvas = Canvas::default();
        let picture = Picture {
            pixels: vec![0; WIDTH * 228],
        };
        canvas.draw((640, 456), (&picture).into(), Style::default());
        canvas
    }

    fn message(text: &str) -> Scene {
        Scene {
            overlay: Overlay {
                messages: vec![text.into()],
                ..Overlay::default()
            },
            ..Scene::default()
        }
    }

    #[test]
    fn a_scene_is_drawn_once_and_covers_every_picture() {
        let mut ui = Ui::new();
        let lit = |canvas: &Canvas| {
            canvas
                .pixels()
                .iter()
                .filter(|pixel| **pixel > 0x90_0000)
                .count()
        };
        let mut counts = Vec::new();
        for _ in 0..3 {
            let mut canvas = canvas();
            ui.draw_scene(&mut canvas, message("Volume 40"));
            counts.push(lit(&canvas));
        }
        assert!(
            counts[0] > 20 && counts.iter().all(|count| *count == counts[0]),
            "{counts:?}"
        );
        assert_eq!(ui.draw_count, 1);
        ui.draw_scene(&mut canvas(), message("Volume 45"));
        assert_eq!(ui.draw_count, 2);
        let mut plain = canvas();
        ui.draw_scene(&mut plain, Scene::default());
        assert_eq!((lit(&plain), ui.draw_count), (0, 2));
    }

    #[test]
    fn text_above_and_below_a_game_does_not_cover_it() {
        let long = "Recording: out/recordings/video-checkers 2026-11-26 14.03.17.script, with the \
                    sound in the same folder; the same key ends it";
        for size in [(823, 684), (550, 456), (1280, 960), (2592, 2160)] {
            let picture = Picture {
                pixels: vec![0x40_2010; WIDTH * 228],
            };
            // Lines 14 to 204 of 228, as in Video Checkers.
            let game = size.1 * 14 / 228..size.1 * 204 / 228;
            let scene = Scene {
                overlay: Overlay {
                    messages: vec![long.into(), "Volume 45".into(), long.into()],
                    banner: Some("Paused: P continues".into()),
                    statistics: Some("1234 NTSC 262L 59.92Hz 40ms".into()),
                    game_rows: Some(game.clone()),
                    thumbnail: Some(Texture::new(Picture {
                        pixels: vec![0xff_ff_ff; WIDTH * 228],
                    })),
                    ..Overlay::default()
                },
                ..Scene::default()
            };
            let mut canvas = Canvas::default();
            canvas.draw(size, (&picture).into(), Style::default());
            let before = canvas.pixels().to_vec();
            let mut ui = Ui::new();
            ui.draw_scene(&mut canvas, scene);
            let rows = canvas.pixels().chunks(size.0).zip(before.chunks(size.0));
            let changed: Vec<bool> = rows.map(|(now, before)| now != before).collect();
            assert!(!changed[game.clone()].contains(&true), "{size:?}");
            assert!(changed[..game.start].contains(&true), "{size:?}: above");
            assert!(changed[game.end..].contains(&true), "{size:?}: below");
            let white = canvas.pixels().iter().filter(|pixel| **pixel == 0xff_ff_ff);
            assert!(white.count() > 200, "{size:?}: the picture of the state");
            assert!((1..=3).contains(&ui.max_messages));
        }
    }

    #[test]
    fn rows_and_tabs_are_found_by_the_mouse() {
        let row = |label: &str| Row {
            label: label.into(),
            ..Row::default()
        };
        let page = Page {
            title: "Options".into(),
            tabs: vec!["Picture".into(), "Sound".into()],
            rows: vec![row("a"), row("b"), row("c")],
            ..Page::default()
        };
        let scene = Scene {
            page: Some(page),
            ..Scene::default()
        };
        let mut ui = Ui::new();
        ui.draw_scene(&mut canvas(), scene);
        assert!(ui.page_size >= 3);
        let found: Vec<Spot> = (0..456).filter_map(|y| ui.spot_at((60, y))).collect();
        for row in 0..3 {
            assert!(found.contains(&Spot::Row(row)), "{found:?}");
        }
        let header = (0..640).filter_map(|x| ui.spot_at((x, 20)));
        let header: Vec<Spot> = header.collect();
        assert!(
            header.contains(&Spot::Tab(1)) && header.contains(&Spot::Close),
            "{header:?}"
        );
    }
}
