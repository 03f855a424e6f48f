//! The painter: lays out text, and collects the shapes of one drawing in points.

use epaint::{
    AlphaFromCoverage, ClippedPrimitive, ClippedShape, Color32, CornerRadius, ImageDelta, Pos2,
    Rect, RectShape, Shape, Stroke, StrokeKind, TessellationOptions, Tessellator, TextureId,
    emath::Align2,
    text::{FontDefinitions, FontId, Fonts, Galley},
};
use std::{cell::RefCell, sync::Arc};

/// The most pixels that the letters' texture has on a side.
const MAX_LETTERS_SIDE: usize = 2048;
/// Light text on dark ground.
const INK: AlphaFromCoverage = AlphaFromCoverage::DARK_MODE_DEFAULT;

/// The fonts, and the shapes of one drawing.
pub struct Sheet {
    fonts: RefCell<Fonts>,
    shapes: RefCell<Vec<ClippedShape>>,
    /// Pixels of a point.
    scale: f32,
}

impl Sheet {
    /// An empty sheet.
    pub fn new() -> Sheet {
        let fonts = Fonts::new(MAX_LETTERS_SIDE, INK, FontDefinitions::default());
        Sheet {
            fonts: RefCell::new(fonts),
            shapes: RefCell::default(),
            scale: 1.0,
        }
    }

    /// Begins a drawing whose points have `scale` pixels.
    pub fn begin(&mut self, scale: f32) {
        self.scale = scale;
        self.fonts.get_mut().begin_pass(MAX_LETTERS_SIDE, INK);
    }

    /// Paints what lies inside a rectangle.
    pub fn painter(&self, clip: Rect) -> Painter<'_> {
        Painter { sheet: self, clip }
    }

    /// Ends the drawing: its meshes, in points, and the change of the letters' texture.
    pub fn end(&mut self) -> (Vec<ClippedPrimitive>, Option<ImageDelta>) {
        let fonts = self.fonts.get_mut();
        let discs = fonts.texture_atlas().prepared_discs();
        let size = fonts.font_image_size();
        let options = TessellationOptions::default();
        let shapes = std::mem::take(self.shapes.get_mut());
        let meshes = Tessellator::new(self.scale, options, size, discs).tessellate_shapes(shapes);
        (meshes, fonts.font_image_delta())
    }
}

/// Draws on a sheet, inside a rectangle.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    sheet: &'a Sheet,
    clip: Rect,
}

impl Painter<'_> {
    /// The same painter with another rectangle.
    pub fn with_clip_rect(self, clip: Rect) -> Self {
        Painter { clip, ..self }
    }

    /// Draws a shape.
    pub fn add(self, shape: impl Into<Shape>) {
        self.sheet.shapes.borrow_mut().push(ClippedShape {
            clip_rect: self.clip,
            shape: shape.into(),
        });
    }

    /// Keeps a place below what is drawn next, for [`Painter::set`].
    pub fn reserve(self) -> usize {
        self.add(Shape::Noop);
        self.sheet.shapes.borrow().len() - 1
    }

    /// Draws a shape in a reserved place.
    pub fn set(self, place: usize, shape: Shape) {
        self.sheet.shapes.borrow_mut()[place].shape = shape;
    }

    /// Draws a picture.
    pub fn image(self, texture: TextureId, at: Rect) {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        self.add(Shape::image(texture, at, whole, Color32::WHITE));
    }

    /// Fills a rectangle with rounded corners.
    pub fn rect_filled(self, at: Rect, radius: impl Into<CornerRadius>, color: Color32) {
        self.add(RectShape::filled(at, radius, color));
    }

    /// Draws the edge of a rectangle with rounded corners.
    pub fn rect_stroke(
        self,
        at: Rect,
        radius: impl Into<CornerRadius>,
        stroke: impl Into<Stroke>,
        kind: StrokeKind,
    ) {
        self.add(RectShape::stroke(at, radius, stroke, kind));
    }

    /// Draws a line.
    pub fn line_segment(self, ends: [Pos2; 2], stroke: impl Into<Stroke>) {
        self.add(Shape::line_segment(ends, stroke));
    }

    /// Fills a circle.
    pub fn circle_filled(self, center: Pos2, radius: f32, color: Color32) {
        self.add(Shape::circle_filled(center, radius, color));
    }

    /// Draws the edge of a circle.
    pub fn circle_stroke(self, center: Pos2, radius: f32, stroke: impl Into<Stroke>) {
        self.add(Shape::circle_stroke(center, radius, stroke));
    }

    /// Lays out text in rows of at most `width` points.
    pub fn layout(self, text: String, font: FontId, color: Color32, width: f32) -> Arc<Galley> {
        let mut fonts = self.sheet.fonts.borrow_mut();
        let mut fonts = fonts.with_pixels_per_point(self.sheet.scale);
        fonts.layout(text, font, color, width)
    }

    /// Lays out text in one row.
    pub fn layout_no_wrap(self, text: String, font: FontId, color: Color32) -> Arc<Galley> {
        self.layout(text, font, color, f32::INFINITY)
    }

    /// Draws text that is laid out, its upper left corner at `at`.
    pub fn galley(self, at: Pos2, galley: Arc<Galley>, color: Color32) {
        if !galley.is_empty() {
            self.add(Shape::galley(at, galley, color));
        }
    }

    /// Draws one row of text, and returns where it is.
    pub fn text(
        self,
        at: Pos2,
        anchor: Align2,
        text: impl ToString,
        font: FontId,
        color: Color32,
    ) -> Rect {
        let galley = self.layout_no_wrap(text.to_string(), font, color);
        let place = anchor.anchor_size(at, galley.size());
        self.galley(place.min, galley, color);
        place
    }
}
