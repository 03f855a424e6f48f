//! The toolkit behind everything that is written over the picture: fonts, text and shapes by egui,
//! drawn by [`Raster`] into a [`Layer`].

use super::{layer::Layer, raster::Raster, theme};
use egui::{
    Color32, ColorImage, Context, Painter, Pos2, RawInput, Rect, TextureHandle, TextureOptions,
    Vec2, ViewportId,
};
use play::picture::Picture;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use vcs::television::WIDTH;

/// A small picture, with a number that no other one has.
#[derive(Debug, Clone)]
pub struct Image {
    /// Equal numbers are equal pictures.
    number: u64,
    picture: Arc<Picture>,
}

impl Image {
    /// A picture with a number of its own.
    pub fn new(picture: Picture) -> Image {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Image {
            number: LAST.fetch_add(1, Ordering::Relaxed),
            picture: Arc::new(picture),
        }
    }

    /// The picture.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}

impl PartialEq for Image {
    fn eq(&self, other: &Image) -> bool {
        self.number == other.number
    }
}

/// What draws with the toolkit: a painter, the area in points, and the pictures.
pub struct Brush<'a> {
    /// Draws text and shapes.
    pub painter: &'a Painter,
    /// The whole window, in points.
    pub area: Rect,
    /// Pixels of a point.
    pub scale: f32,
    images: &'a mut Images,
}

impl Brush<'_> {
    /// Draws a picture into a rectangle.
    pub fn image(&mut self, image: &Image, at: Rect) {
        let texture = self.images.texture(self.painter.ctx(), image);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        self.painter.image(texture, at, whole, Color32::WHITE);
    }
}

/// The pictures of the last drawing, by number.
#[derive(Default)]
struct Images {
    kept: HashMap<u64, TextureHandle>,
    used: Vec<u64>,
}

impl Images {
    fn texture(&mut self, context: &Context, image: &Image) -> egui::TextureId {
        self.used.push(image.number);
        let make = || {
            let colors = image.picture.pixels.iter().map(|pixel| {
                let [_, red, green, blue] = pixel.to_be_bytes();
                Color32::from_rgb(red, green, blue)
            });
            let size = [WIDTH, image.picture.height()];
            let pixels = ColorImage::new(size, colors.collect());
            context.load_texture("picture", pixels, TextureOptions::NEAREST)
        };
        self.kept.entry(image.number).or_insert_with(make).id()
    }

    /// Lets go of the pictures that were not drawn.
    fn tidy(&mut self) {
        let used = std::mem::take(&mut self.used);
        self.kept.retain(|number, _| used.contains(number));
    }
}

/// The toolkit and what it has drawn.
pub struct Toolkit {
    context: Context,
    raster: Raster,
    layer: Layer,
    images: Images,
}

impl Toolkit {
    /// A toolkit with the program's look.
    pub fn new() -> Toolkit {
        let context = Context::default();
        theme::apply(&context);
        Toolkit {
            context,
            raster: Raster::default(),
            layer: Layer::default(),
            images: Images::default(),
        }
    }

    /// Pixels of a point in a window of that size: text grows with the window.
    pub fn scale_for((width, height): (usize, usize)) -> f32 {
        let fitting = (width as f32 / 600.0).min(height as f32 / 500.0);
        fitting.clamp(0.75, 4.0)
    }

    /// Draws all that lies over a picture of that size, in place of what was there before.
    pub fn draw(&mut self, size: (usize, usize), mut draw: impl FnMut(&mut Brush<'_>)) {
        let scale = Toolkit::scale_for(size);
        let points = Vec2::new(size.0 as f32, size.1 as f32) / scale;
        let area = Rect::from_min_size(Pos2::ZERO, points);
        let mut input = RawInput {
            screen_rect: Some(area),
            ..RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(scale);
        }
        let images = &mut self.images;
        let mut output = self.context.run_ui(input, |ui| {
            let painter = ui.painter().with_clip_rect(area);
            draw(&mut Brush {
                painter: &painter,
                area,
                scale,
                images: &mut *images,
            });
        });
        self.raster.load(&mut output.textures_delta);
        let primitives = self.context.tessellate(output.shapes, scale);
        self.layer.clear(size.0, size.1);
        self.raster.draw(&mut self.layer, &primitives, scale);
        self.images.tidy();
    }

    /// What was drawn last.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }
}
