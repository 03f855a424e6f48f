//! The toolkit for everything drawn over the picture: [`Painter`] produces text and shapes, and
//! [`Rasterizer`] draws them into a [`Layer`].

use super::{
    painter::{Painter, Sheet},
    theme::opaque,
};
use canvas::{Layer, Rasterizer};
use epaint::{ColorImage, Pos2, Rect, TextureId, Vec2};
use play::picture::Picture;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use vcs::television::WIDTH;

/// A small picture, identified by a number.
#[derive(Debug, Clone)]
pub struct Texture {
    /// The number. Textures with the same number have the same picture.
    number: u64,
    picture: Arc<Picture>,
}

impl Texture {
    /// Creates a picture with a new number.
    pub fn new(picture: Picture) -> Texture {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Texture {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            picture: Arc::new(picture),
        }
    }

    /// Returns the picture.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    fn colors(&self) -> ColorImage {
        let colors = self.picture.pixels.iter().copied().map(opaque);
        ColorImage::new([WIDTH, self.picture.height()], colors.collect())
    }
}

impl PartialEq for Texture {
    fn eq(&self, other: &Texture) -> bool {
        self.number == other.number
    }
}

/// A painter, the size of the window, and the pictures drawn so far.
pub struct Brush<'a> {
    /// Draws text and shapes.
    pub painter: Painter<'a>,
    /// The whole window, in points.
    pub area: Rect,
    /// Pixels per point.
    pub scale: f32,
    images: &'a mut Vec<Texture>,
}

impl Brush<'_> {
    /// Draws a picture into a rectangle.
    pub fn image(&mut self, image: &Texture, at: Rect) {
        self.images.push(image.clone());
        self.painter.image(TextureId::User(image.number), at);
    }
}

/// The toolkit and its last drawing.
pub struct Toolkit {
    sheet: Sheet,
    rasterizer: Rasterizer,
    layer: Layer,
}

impl Toolkit {
    /// Creates a toolkit that has drawn nothing yet.
    pub fn new() -> Toolkit {
        Toolkit {
            sheet: Sheet::new(),
            rasterizer: Rasterizer::default(),
            layer: Layer::default(),
        }
    }

    /// Returns the number of pixels per point in a window of this size. Text gets larger with the
    /// window.
    pub fn scale_for((width, height): (usize, usize)) -> f32 {
        let fitting = (width as f32 / 600.0).min(height as f32 / 500.0);
        fitting.clamp(0.75, 4.0)
    }

    /// Makes a new drawing as large as the window, and discards the previous one.
    pub fn draw(&mut self, size: (usize, usize), mut draw: impl FnMut(&mut Brush<'_>)) {
        let scale = Toolkit::scale_for(size);
        let points = Vec2::new(size.0 as f32, size.1 as f32) / scale;
        let area = Rect::from_min_size(Pos2::ZERO, points);
        let mut images = Vec::new();
        loop {
            self.sheet.begin(scale);
            images.clear();
            draw(&mut Brush {
                painter: self.sheet.painter(area),
                area,
                scale,
                images: &mut images,
            });
            if !self.sheet.is_stale() {
                break;
            }
        }
        let (meshes, glyphs) = self.sheet.end();
        if let Some(glyphs) = glyphs {
            self.rasterizer.load(TextureId::default(), glyphs);
        }
        self.rasterizer.keep_images(images.iter().map(|image| {
            let pixels = || image.colors();
            (TextureId::User(image.number), pixels)
        }));
        self.layer.clear(size.0, size.1);
        self.rasterizer.draw(&mut self.layer, &meshes, scale);
    }

    /// Returns the last drawing.
    pub fn layer(&self) -> &Layer {
        &self.layer
    }
}
