//! The overlay of a running game: messages, a banner about the speed, statistics, and the marks for
//! Video Checkers.

use super::{
    theme::{self, opaque},
    toolkit::{Brush, Texture},
};
use canvas::Rectangle;
use epaint::{
    Color32, Galley, Mesh, Pos2, Rect, Shape, Vec2, emath::Align2, pos2, text::FontId, vec2,
};
use play::session::marks::{ListLine, MarkShape};
use std::{ops::Range, sync::Arc};

/// Text sizes in points to try, in this order, in the strips above and below a game.
const STRIP_SIZES: [f32; 5] = [theme::TEXT_SIZE, 12.0, 10.5, 9.0, 7.5];
/// The space around text in a strip.
const STRIP_SPACE: Vec2 = vec2(6.0, 1.0);

/// Width in points of the frame around the picture of a saved state. Its inner half is the gold
/// edge; its outer half is empty.
const THUMBNAIL_EDGE: f32 = 4.0;

/// The contents of the overlay. Two equal values look the same when drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overlay {
    /// Messages, oldest first.
    pub messages: Vec<String>,
    /// Text in the top corner, such as a notice that the game is paused or that the cartridge is
    /// thinking.
    pub banner: Option<String>,
    /// Statistics of the last frame.
    pub statistics: Option<String>,
    /// The picture of a saved state.
    pub thumbnail: Option<Texture>,
    /// The marks on squares. For each: the square in pixels of the window, the shape, and the
    /// color.
    pub marks: Vec<(Rectangle, MarkShape, u32)>,
    /// The letters on pieces. For each: the square in pixels of the window, and the text.
    pub piece_letters: Vec<(Rectangle, &'static str)>,
    /// The list of moves, and the margin in which to draw it.
    pub moves: Option<(Vec<ListLine>, Rectangle)>,
    /// The rows of the window in which a bundled game is visible. Text is drawn only above and
    /// below these rows.
    pub game_rows: Option<Range<usize>>,
}

impl Overlay {
    /// Returns whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        *self == Overlay::default()
    }

    /// Draws the overlay, with as many of the latest messages as fit. Returns the number of
    /// messages drawn.
    pub fn draw(&self, brush: &mut Brush<'_>) -> usize {
        for (at, letters) in &self.piece_letters {
            draw_piece_letters(brush, to_points(*at, brush.scale), letters);
        }
        for (at, shape, color) in &self.marks {
            draw_mark(brush, to_points(*at, brush.scale), *shape, opaque(*color));
        }
        if let Some((lines, margin)) = &self.moves {
            draw_move_list(brush, lines, to_points(*margin, brush.scale));
        }
        if let Some(game_rows) = &self.game_rows {
            return self.draw_outside_game(brush, game_rows);
        }
        if let Some(image) = &self.thumbnail {
            let width = brush.area.width() * 0.3;
            let corner = brush.area.right_top() + vec2(-theme::GAP, theme::GAP);
            let at = Align2::RIGHT_TOP.anchor_size(corner, vec2(width, width * 0.75));
            draw_thumbnail(brush, image, at);
        }
        let mut corner = brush.area.min + Vec2::splat(theme::GAP);
        for text in [&self.banner, &self.statistics].into_iter().flatten() {
            let at = draw_label(
                brush,
                corner,
                Align2::LEFT_TOP,
                text,
                theme::message_background(),
            );
            corner.y = at.max.y + 4.0;
        }
        self.draw_messages(brush, theme::message_background());
        self.messages.len()
    }

    /// Draws the banner and the statistics above a game and, below it, the picture of a saved state
    /// and as many of the latest messages as fit. Returns the number of messages drawn.
    fn draw_outside_game(&self, brush: &mut Brush<'_>, game_rows: &Range<usize>) -> usize {
        let [top, bottom] = [game_rows.start, game_rows.end].map(|row| row as f32 / brush.scale);
        let texts = [&self.banner, &self.statistics].into_iter().flatten();
        let texts: Vec<&str> = texts.map(String::as_str).collect();
        if !texts.is_empty() {
            let above = Rect::from_min_max(brush.area.min, pos2(brush.area.max.x, top));
            let text = strip_text(brush, &texts.join("   "), above);
            draw_in_strip(
                brush,
                text,
                pos2(above.min.x + theme::GAP, above.center().y),
            );
        }
        let mut below = Rect::from_min_max(pos2(brush.area.min.x, bottom), brush.area.max);
        if let Some(image) = &self.thumbnail {
            let height = below.height() - 2.0 * THUMBNAIL_EDGE;
            let corner = below.right_center() - vec2(theme::GAP, 0.0);
            let at = Align2::RIGHT_CENTER.anchor_size(corner, vec2(height / 0.75, height));
            draw_thumbnail(brush, image, at);
            below.max.x = at.min.x - theme::GAP;
        }
        let (mut shown, mut floor) = (0, below.max.y);
        for text in self.messages.iter().rev() {
            let text = strip_text(brush, text, below);
            let height = text.size().y + 2.0 * STRIP_SPACE.y;
            if shown > 0 && floor - height < below.min.y {
                break;
            }
            // Center a single message vertically.
            let room = (floor - below.min.y - height).max(0.0);
            let lift = if self.messages.len() == 1 {
                room / 2.0
            } else {
                0.0
            };
            let middle = pos2(below.min.x + theme::GAP, floor - lift - height / 2.0);
            draw_in_strip(brush, text, middle);
            floor -= height + 1.0;
            shown += 1;
        }
        shown
    }

    /// Draws only the messages, on a background of this color.
    pub fn draw_messages(&self, brush: &Brush<'_>, background: Color32) {
        let mut corner = brush.area.left_bottom() + vec2(theme::GAP, -theme::GAP);
        for text in self.messages.iter().rev() {
            let at = draw_label(brush, corner, Align2::LEFT_BOTTOM, text, background);
            corner.y = at.min.y - 4.0;
        }
    }
}

/// Converts a rectangle from pixels to points.
fn to_points(at: Rectangle, scale: f32) -> Rect {
    let corner = pos2(at.left as f32, at.top as f32);
    let size = vec2(at.width as f32, at.height as f32);
    Rect::from_min_size((corner.to_vec2() / scale).to_pos2(), size / scale)
}

/// Draws text on a background with rounded corners, and wraps long text.
fn draw_label(brush: &Brush<'_>, at: Pos2, anchor: Align2, text: &str, color: Color32) -> Rect {
    let inner = vec2(9.0, 5.0);
    let width = brush.area.width() - 2.0 * (theme::GAP + inner.x);
    let painter = brush.painter;
    let galley = painter.layout(text.to_owned(), theme::text_font(), theme::INK, width);
    let background = anchor.anchor_size(at, galley.size() + 2.0 * inner);
    painter.rect_filled(background, 6.0, color);
    painter.galley(background.min + inner, galley, theme::INK);
    background
}

/// Lays out text at the largest of the [`STRIP_SIZES`] at which it fits in a strip.
fn strip_text(brush: &Brush<'_>, text: &str, strip: Rect) -> Arc<Galley> {
    let room = strip.size() - 2.0 * (STRIP_SPACE + vec2(theme::GAP, 0.0));
    let lay = |size: &f32| {
        let font = FontId::proportional(*size);
        brush
            .painter
            .layout(text.to_owned(), font, theme::INK, room.x)
    };
    let mut sizes = STRIP_SIZES.iter().map(lay);
    let fits = |galley: &Arc<Galley>| galley.size().y <= room.y + 2.0 * STRIP_SPACE.y;
    let fitting = sizes.find(fits);
    fitting.unwrap_or_else(|| lay(&STRIP_SIZES[STRIP_SIZES.len() - 1]))
}

/// Draws text on a background. `at` is the middle of the background's left edge.
fn draw_in_strip(brush: &Brush<'_>, text: Arc<Galley>, at: Pos2) {
    let size = text.size() + 2.0 * STRIP_SPACE;
    let background = Align2::LEFT_CENTER.anchor_size(at, size);
    brush
        .painter
        .rect_filled(background, 3.0, theme::message_background());
    brush
        .painter
        .galley(background.min + STRIP_SPACE, text, theme::INK);
}

fn draw_thumbnail(brush: &mut Brush<'_>, image: &Texture, at: Rect) {
    brush.image(image, at);
    draw_outline(
        brush,
        at.expand(THUMBNAIL_EDGE / 2.0),
        THUMBNAIL_EDGE / 2.0,
        theme::GOLD,
    );
}

fn draw_mark(brush: &Brush<'_>, at: Rect, shape: MarkShape, color: Color32) {
    let painter = brush.painter;
    // Use whole pixels, and thicker lines in larger windows.
    let pixels = (1.2 * brush.scale).round().max(1.0);
    let outline = |factor: f32| draw_outline(brush, at, pixels * factor / brush.scale, color);
    match shape {
        MarkShape::ThickOutline => outline(2.0),
        MarkShape::Target => {
            outline(1.0);
            painter.circle_filled(at.center(), at.height() / 7.0, color);
        }
        MarkShape::Number(number) => {
            // Two digits fit between the edge of the square and its piece.
            let font = theme::monospace_font((at.width() * 0.2).clamp(6.0, 20.0));
            let corner = at.min + vec2(2.0, 1.0);
            let text = number.to_string();
            // Draw a shadow to keep the digits readable on bright squares and pieces.
            painter.text(
                corner + vec2(1.0, 1.0),
                Align2::LEFT_TOP,
                &text,
                font.clone(),
                Color32::BLACK,
            );
            painter.text(corner, Align2::LEFT_TOP, &text, font, color);
        }
        _ => outline(1.0),
    }
}

/// Draws the letters of a piece in the middle of its square. They are dark with a light edge to be
/// readable on any piece, and small enough to leave the piece and the cursor visible around them.
fn draw_piece_letters(brush: &Brush<'_>, at: Rect, text: &str) {
    let font = theme::monospace_font(at.height() * 0.5);
    let pixel = 1.0 / brush.scale;
    let write = |x: f32, y: f32, ink| {
        let middle = at.center() + vec2(x, y) * pixel;
        let font = font.clone();
        brush
            .painter
            .text(middle, Align2::CENTER_CENTER, text, font, ink);
    };
    for (x, y) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
        write(x, y, theme::INK);
    }
    write(0.0, 0.0, theme::debugger_background());
}

/// Draws a rectangular frame with sharp edges, to match the sharp pixels of the picture.
fn draw_outline(brush: &Brush<'_>, at: Rect, thickness: f32, color: Color32) {
    let mut bars = Mesh::default();
    let inner = at.shrink(thickness);
    for bar in [
        Rect::from_min_max(at.min, pos2(at.max.x, inner.min.y)),
        Rect::from_min_max(pos2(at.min.x, inner.max.y), at.max),
        Rect::from_min_max(at.min, pos2(inner.min.x, at.max.y)),
        Rect::from_min_max(pos2(inner.max.x, at.min.y), at.max),
    ] {
        bars.add_colored_rect(bar, color);
    }
    brush.painter.add(Shape::mesh(bars));
}

/// Draws the list of moves in the margin beside the board.
fn draw_move_list(brush: &Brush<'_>, lines: &[ListLine], margin: Rect) {
    let size = list_font_size(margin.width());
    let step = size * 1.35;
    let painter = brush.painter.with_clip_rect(margin.intersect(brush.area));
    let first = margin.min + vec2(3.0, 3.0);
    let has_text = |line: &ListLine| !line.text.trim().is_empty();
    let used_rows = lines.iter().rposition(has_text).map_or(0, |last| last + 1);
    let background = Rect::from_min_size(
        first - vec2(3.0, 3.0),
        vec2(margin.width(), used_rows as f32 * step + 6.0),
    );
    painter.rect_filled(background, 4.0, theme::message_background());
    for (row, line) in lines.iter().enumerate() {
        let at = first + vec2(0.0, row as f32 * step);
        let font = theme::monospace_font(size);
        painter.text(at, Align2::LEFT_TOP, &line.text, font, opaque(line.color));
    }
}

/// Returns a font size for the list of moves, in points, so that a line of six letters fits in a
/// margin of this width.
fn list_font_size(width: f32) -> f32 {
    (width / 4.4).clamp(5.0, 14.0)
}

/// Returns the number of columns (letters per line) and the number of rows of the list that fit in
/// a margin. The margin is in pixels.
pub fn list_cells(margin: Rectangle, scale: f32) -> (usize, usize) {
    let [width, height] = [margin.width, margin.height].map(|pixels| pixels as f32 / scale);
    let size = list_font_size(width);
    let columns = (width - 4.0) / (size * 0.602);
    let rows = (height - 6.0) / (size * 1.35);
    (columns.max(0.0) as usize, rows.max(0.0) as usize)
}
