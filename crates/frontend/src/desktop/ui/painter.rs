//! The painter: lays out text and collects the shapes of one drawing. Coordinates are in points,
//! not pixels.

use super::fonts::Fallbacks;
use epaint::{
    AlphaFromCoverage, ClippedPrimitive, ClippedShape, Color32, CornerRadius, ImageDelta, Pos2,
    Rect, RectShape, Shape, Stroke, StrokeKind, TessellationOptions, Tessellator, TextureId,
    emath::Align2,
    text::{FontData, FontDefinitions, FontId, Fonts, Galley},
};
use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

/// Maximum side length of the glyph texture, in pixels.
const MAX_GLYPH_TEXTURE_SIDE: usize = 2048;
/// The conversion from glyph coverage to alpha, for light text on a dark background.
const GLYPH_ALPHA: AlphaFromCoverage = AlphaFromCoverage::DARK_MODE_DEFAULT;

/// The fonts, and the shapes drawn so far.
pub struct Sheet {
    fonts: RefCell<Fonts>,
    definitions: RefCell<FontDefinitions>,
    fallbacks: RefCell<Fallbacks>,
    /// Whether a font was added during this drawing. If so, the text laid out before that is out of
    /// date.
    is_stale: Cell<bool>,
    shapes: RefCell<Vec<ClippedShape>>,
    /// Pixels per point.
    scale: f32,
}

impl Sheet {
    /// Creates an empty sheet.
    pub fn new() -> Sheet {
        Sheet::with(FontDefinitions::default(), Fallbacks::default())
    }

    fn with(definitions: FontDefinitions, fallbacks: Fallbacks) -> Sheet {
        let fonts = Fonts::new(MAX_GLYPH_TEXTURE_SIDE, GLYPH_ALPHA, definitions.clone());
        Sheet {
            fonts: RefCell::new(fonts),
            definitions: RefCell::new(definitions),
            fallbacks: RefCell::new(fallbacks),
            is_stale: Cell::new(false),
            shapes: RefCell::default(),
            scale: 1.0,
        }
    }

    /// Begins a drawing with `scale` pixels per point.
    pub fn begin(&mut self, scale: f32) {
        self.scale = scale;
        self.is_stale.set(false);
        self.shapes.get_mut().clear();
        self.fonts
            .get_mut()
            .begin_pass(MAX_GLYPH_TEXTURE_SIDE, GLYPH_ALPHA);
    }

    /// Returns whether the drawing must start over because a font was added.
    pub fn is_stale(&self) -> bool {
        self.is_stale.get()
    }

    /// Adds system fonts for those characters of a text that are missing from the current fonts.
    fn add_missing_fonts(&self, text: &str, font: &FontId) {
        for letter in text
            .chars()
            .filter(|letter| !letter.is_ascii() && !letter.is_control())
        {
            while !self.fonts.borrow_mut().has_glyph(font, letter) {
                let Some(bytes) = self.fallbacks.borrow_mut().next(letter) else {
                    break;
                };
                self.add_font(bytes);
            }
        }
    }

    fn add_font(&self, bytes: Vec<u8>) {
        let mut definitions = self.definitions.borrow_mut();
        let name = format!("system {}", definitions.font_data.len());
        let data = Arc::new(FontData::from_owned(bytes));
        definitions.font_data.insert(name.clone(), data);
        for family in definitions.families.values_mut() {
            family.push(name.clone());
        }
        let mut fonts = Fonts::new(MAX_GLYPH_TEXTURE_SIDE, GLYPH_ALPHA, definitions.clone());
        fonts.begin_pass(MAX_GLYPH_TEXTURE_SIDE, GLYPH_ALPHA);
        self.fonts.replace(fonts);
        self.is_stale.set(true);
    }

    /// Returns a painter that draws only inside a rectangle.
    pub fn painter(&self, clip: Rect) -> Painter<'_> {
        Painter { sheet: self, clip }
    }

    /// Ends the drawing. Returns its meshes, in points, and the changes to the glyph texture.
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

/// Draws on a sheet, but only inside a rectangle.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    sheet: &'a Sheet,
    clip: Rect,
}

impl Painter<'_> {
    /// Returns the same painter with a different clip rectangle.
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

    /// Reserves a layer below the shapes that are drawn from now on. [`Painter::set`] draws in it.
    pub fn reserve(self) -> usize {
        self.add(Shape::Noop);
        self.sheet.shapes.borrow().len() - 1
    }

    /// Draws a shape in a reserved layer.
    pub fn set(self, layer: usize, shape: Shape) {
        self.sheet.shapes.borrow_mut()[layer].shape = shape;
    }

    /// Draws a picture.
    pub fn image(self, texture: TextureId, rect: Rect) {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        self.add(Shape::image(texture, rect, whole, Color32::WHITE));
    }

    /// Fills a rectangle with rounded corners.
    pub fn rect_filled(self, rect: Rect, radius: impl Into<CornerRadius>, color: Color32) {
        self.add(RectShape::filled(rect, radius, color));
    }

    /// Draws the outline of a rectangle with rounded corners.
    pub fn rect_stroke(
        self,
        rect: Rect,
        radius: impl Into<CornerRadius>,
        stroke: impl Into<Stroke>,
        kind: StrokeKind,
    ) {
        self.add(RectShape::stroke(rect, radius, stroke, kind));
    }

    /// Draws a line.
    pub fn line_segment(self, ends: [Pos2; 2], stroke: impl Into<Stroke>) {
        self.add(Shape::line_segment(ends, stroke));
    }

    /// Fills a circle.
    pub fn circle_filled(self, center: Pos2, radius: f32, color: Color32) {
        self.add(Shape::circle_filled(center, radius, color));
    }

    /// Draws the outline of a circle.
    pub fn circle_stroke(self, center: Pos2, radius: f32, stroke: impl Into<Stroke>) {
        self.add(Shape::circle_stroke(center, radius, stroke));
    }

    /// Lays out text in rows of at most `width` points.
    pub fn layout(self, text: String, font: FontId, color: Color32, width: f32) -> Arc<Galley> {
        self.sheet.add_missing_fonts(&text, &font);
        let mut fonts = self.sheet.fonts.borrow_mut();
        let mut fonts = fonts.with_pixels_per_point(self.sheet.scale);
        fonts.layout(text, font, color, width)
    }

    /// Lays out text in one row.
    pub fn layout_no_wrap(self, text: String, font: FontId, color: Color32) -> Arc<Galley> {
        self.layout(text, font, color, f32::INFINITY)
    }

    /// Draws laid-out text, with its upper left corner at `at`.
    pub fn galley(self, at: Pos2, galley: Arc<Galley>, color: Color32) {
        if !galley.is_empty() {
            self.add(Shape::galley(at, galley, color));
        }
    }

    /// Draws one row of text. Returns its rectangle.
    pub fn text(
        self,
        at: Pos2,
        anchor: Align2,
        text: impl ToString,
        font: FontId,
        color: Color32,
    ) -> Rect {
        let galley = self.layout_no_wrap(text.to_string(), font, color);
        let area = anchor.anchor_size(at, galley.size());
        self.galley(area.min, galley, color);
        area
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_without_a_glyph_gets_a_fallback_font() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("other.ttf");
        let all = FontDefinitions::default();
        std::fs::write(&file, &*all.font_data["NotoEmoji-Regular"].font).unwrap();
        let mut hack_only = all;
        for family in hack_only.families.values_mut() {
            family.retain(|name| name == "Hack");
        }
        let mut sheet = Sheet::with(hack_only, Fallbacks::from_files(vec![file]));
        let font = FontId::monospace(14.0);
        let text = "abc \u{1f600}";
        let lay_out = |sheet: &mut Sheet| {
            sheet.begin(1.0);
            let painter = sheet.painter(Rect::EVERYTHING);
            painter.layout_no_wrap(text.into(), font.clone(), Color32::WHITE);
            sheet.is_stale()
        };
        assert!(lay_out(&mut sheet), "the missing character must add a font");
        assert!(!lay_out(&mut sheet));
        assert!(sheet.fonts.get_mut().has_glyphs(&font, text));
    }
}
