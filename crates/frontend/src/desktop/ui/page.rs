//! A page that covers the whole window: a title, tabs, and rows with a cursor.

use super::{
    spot::{Spot, Spots},
    theme,
    toolkit::{Brush, Texture},
};
use epaint::{Color32, Rect, Shape, Stroke, StrokeKind, emath::Align2, pos2, text::FontId, vec2};

/// The contents of a page. Two equal values look the same when drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// The title, on the left.
    pub title: String,
    /// The labels of the tabs.
    pub tabs: Vec<String>,
    /// The open tab.
    pub tab: usize,
    /// A line below the title, such as a folder or a filter.
    pub subtitle: String,
    /// The rows or tiles: all of them, or at least those around the selected one.
    pub rows: Vec<Row>,
    /// Number of the page's rows before the first row in `rows`.
    pub offset: usize,
    /// The total number of the page's rows; 0 if `rows` contains all of them.
    pub total: usize,
    /// The selected row.
    pub cursor: usize,
    /// Number of columns of tiles; 0 for a list.
    pub tile_columns: usize,
    /// The line at the bottom edge.
    pub footer: String,
    /// The panel beside the list: a picture, and lines about the selected row.
    pub side: Option<SidePanel>,
    /// Whether the game stays visible beside the list, at full brightness.
    pub preview: bool,
}

/// A row of a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// The text on the left.
    pub label: String,
    /// The text on the right: keys or a value.
    pub value: String,
    /// The kind of the row.
    pub kind: RowKind,
    /// The picture of a tile.
    pub image: Option<Texture>,
}

/// The kind of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowKind {
    /// A row that can be chosen.
    #[default]
    Entry,
    /// A row whose value can be decreased and increased.
    Steps,
    /// A switch that is on or off.
    Switch(bool),
    /// Text only.
    Note,
    /// The heading of a group.
    Heading,
}

impl RowKind {
    /// Returns whether the cursor can stop at the row.
    pub fn is_selectable(self) -> bool {
        !matches!(self, RowKind::Note | RowKind::Heading)
    }
}

/// The panel beside the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SidePanel {
    /// The picture.
    pub image: Option<Texture>,
    /// The lines of text below the picture.
    pub lines: Vec<String>,
}

/// The width of a picture divided by its height.
const ASPECT_RATIO: f32 = 1.2;
/// The fraction of the page's width that the panel takes.
const SIDE_FRACTION: f32 = 0.36;
/// The fraction of the page's width that a list takes if the game is visible beside it.
const LIST_FRACTION: f32 = 0.6;
/// The separator between the parts of the footer.
const SEPARATOR: &str = " · ";
/// Width of a value with its arrows, in points. The longest word in the options fits in this width.
const STEPS_WIDTH: f32 = 210.0;

impl Page {
    /// Draws the page, scrolled to its cursor. Returns the number of rows or tiles that fit.
    pub fn draw(&self, brush: &mut Brush<'_>, spots: &mut Spots) -> usize {
        let area = brush.area;
        let background = brush.painter.reserve();
        let mut inner = area.shrink2(vec2(theme::GAP * 1.6, theme::GAP));
        let top = self.draw_header(brush, inner, spots);
        if self.preview {
            inner.max.x = inner.min.x + inner.width() * LIST_FRACTION;
            let head = Rect::from_min_max(area.min, pos2(area.max.x, top));
            let list = Rect::from_min_max(pos2(area.min.x, top), pos2(inner.max.x, area.max.y));
            let parts =
                [head, list].map(|part| Shape::rect_filled(part, 0.0, theme::page_background()));
            brush.painter.set(background, Shape::Vec(parts.into()));
        } else {
            let filled = Shape::rect_filled(area, 0.0, theme::page_background());
            brush.painter.set(background, filled);
        }
        let foot = inner.max.y - theme::ROW_HEIGHT;
        let mut body = Rect::from_min_max(pos2(inner.min.x, top), pos2(inner.max.x, foot - 4.0));
        if let Some(side) = &self.side {
            let edge = body.max.x - body.width() * SIDE_FRACTION;
            let at = Rect::from_min_max(pos2(edge + theme::GAP, body.min.y), body.max);
            side.draw(brush, at);
            body.max.x = edge;
        }
        let visible = match self.tile_columns {
            0 => self.draw_list(brush, body, spots),
            columns => self.draw_tiles(brush, body, columns, spots),
        };
        brush.painter.text(
            pos2(inner.min.x, foot + theme::ROW_HEIGHT / 2.0),
            Align2::LEFT_CENTER,
            parts_that_fit(brush, &self.footer, inner.width()),
            theme::small_font(),
            theme::FAINT,
        );
        visible
    }

    /// Draws the title, the tabs, the subtitle and the close button. Returns the y coordinate at
    /// which the rows start.
    fn draw_header(&self, brush: &Brush<'_>, inner: Rect, spots: &mut Spots) -> f32 {
        let painter = brush.painter;
        let line = inner.min.y + 14.0;
        let title = painter.text(
            pos2(inner.min.x, line),
            Align2::LEFT_CENTER,
            &self.title,
            theme::title_font(),
            theme::GOLD,
        );
        let close = Rect::from_center_size(pos2(inner.max.x - 8.0, line), vec2(24.0, 24.0));
        let cross = Stroke::new(1.6, theme::FAINT);
        let arm = close.shrink(7.0);
        painter.line_segment([arm.left_top(), arm.right_bottom()], cross);
        painter.line_segment([arm.right_top(), arm.left_bottom()], cross);
        spots.push((close, Spot::Close));
        let mut bottom = line + 18.0;
        let mut x = title.max.x + 2.0 * theme::GAP;
        let mut y = line;
        for (index, tab) in self.tabs.iter().enumerate() {
            let open = index == self.tab;
            let ink = if open { theme::GOLD } else { theme::INK };
            let galley = painter.layout_no_wrap(tab.clone(), theme::text_font(), ink);
            if x + galley.size().x > close.min.x - theme::GAP {
                x = inner.min.x;
                y += theme::ROW_HEIGHT + 2.0;
                bottom = y + 14.0;
            }
            let at = Rect::from_min_size(
                pos2(x, y - theme::ROW_HEIGHT / 2.0),
                vec2(galley.size().x, theme::ROW_HEIGHT),
            );
            painter.galley(at.min + vec2(0.0, 2.0), galley, ink);
            if open {
                let underline = Stroke::new(2.0, theme::GOLD);
                painter.line_segment([at.left_bottom(), at.right_bottom()], underline);
            }
            spots.push((at.expand(4.0), Spot::Tab(index)));
            x = at.max.x + 1.6 * theme::GAP;
        }
        if !self.subtitle.is_empty() {
            let at = pos2(inner.min.x, bottom + 10.0);
            let text = shortened(&self.subtitle, (inner.width() / 6.4) as usize);
            painter.text(
                at,
                Align2::LEFT_CENTER,
                text,
                theme::text_font(),
                theme::FAINT,
            );
            bottom += theme::ROW_HEIGHT;
        }
        painter.line_segment(
            [
                pos2(inner.min.x, bottom + 2.0),
                pos2(inner.max.x, bottom + 2.0),
            ],
            Stroke::new(1.0, theme::EDGE),
        );
        bottom + 8.0
    }

    fn draw_list(&self, brush: &Brush<'_>, body: Rect, spots: &mut Spots) -> usize {
        let visible = ((body.height() / theme::ROW_HEIGHT) as usize).max(1);
        let first = first_row(self.cursor, visible, self.total());
        for (position, (index, row)) in self.rows_from(first, visible).enumerate() {
            let corner = body.min + vec2(0.0, position as f32 * theme::ROW_HEIGHT);
            let at = Rect::from_min_size(corner, vec2(body.width() - 8.0, theme::ROW_HEIGHT));
            row.draw(brush, at, index, index == self.cursor, spots);
        }
        draw_scroll_bar(brush, body, first, visible, self.total());
        visible
    }

    /// Returns the total number of rows.
    fn total(&self) -> usize {
        self.total.max(self.rows.len())
    }

    /// Returns up to `count` rows from row `first` on, each with its number.
    fn rows_from(&self, first: usize, count: usize) -> impl Iterator<Item = (usize, &Row)> {
        let rows = self.rows.iter().enumerate();
        let rows = rows.map(move |(at, row)| (at + self.offset, row));
        rows.skip_while(move |(at, _)| *at < first).take(count)
    }

    fn draw_tiles(
        &self,
        brush: &mut Brush<'_>,
        body: Rect,
        columns: usize,
        spots: &mut Spots,
    ) -> usize {
        let width = (body.width() - 8.0) / columns as f32;
        // Choose the number of rows of tiles so that the tiles fill the page and their shape is
        // close to that of the pictures.
        let visible = body.height() / (width / ASPECT_RATIO + theme::ROW_HEIGHT);
        let visible = (visible.round() as usize).max(1);
        let height = body.height() / visible as f32;
        let lines = self.total().div_ceil(columns);
        let first = first_row(self.cursor / columns, visible, lines) * columns;
        for (position, (index, row)) in self.rows_from(first, visible * columns).enumerate() {
            let corner = vec2(
                (position % columns) as f32 * width,
                (position / columns) as f32 * height,
            );
            let at = Rect::from_min_size(body.min + corner, vec2(width, height)).shrink(4.0);
            row.draw_tile(brush, at, index == self.cursor);
            spots.push((at, Spot::Row(index)));
        }
        draw_scroll_bar(brush, body, first / columns, visible, lines);
        visible * columns
    }
}

/// Returns the first visible row if `visible` rows fit, with the cursor in the middle if possible.
fn first_row(cursor: usize, visible: usize, rows: usize) -> usize {
    cursor
        .saturating_sub(visible / 2)
        .min(rows.saturating_sub(visible))
}

fn draw_scroll_bar(brush: &Brush<'_>, body: Rect, first: usize, visible: usize, rows: usize) {
    if rows <= visible {
        return;
    }
    let y_of = |row: usize| body.min.y + body.height() * row as f32 / rows as f32;
    let x = body.max.x - 4.0;
    let track = Rect::from_min_max(pos2(x, body.min.y), pos2(x + 3.0, body.max.y));
    let end = y_of(first + visible).max(y_of(first) + 6.0);
    let thumb = Rect::from_min_max(pos2(x, y_of(first)), pos2(x + 3.0, end));
    brush
        .painter
        .rect_filled(track, 1.5, theme::MENU_BACKGROUND);
    brush.painter.rect_filled(thumb, 1.5, theme::FAINT);
}

impl Row {
    fn draw(&self, brush: &Brush<'_>, at: Rect, index: usize, chosen: bool, spots: &mut Spots) {
        let painter = brush.painter.with_clip_rect(at.intersect(brush.area));
        let chosen = chosen && self.kind.is_selectable();
        if chosen {
            painter.rect_filled(at, 4.0, theme::selection_background());
        }
        if self.kind.is_selectable() {
            spots.push((at, Spot::Row(index)));
        }
        let (ink, left) = match self.kind {
            RowKind::Heading => (theme::GOLD, 0.0),
            RowKind::Note => (theme::FAINT, 8.0),
            _ => (theme::INK, 8.0),
        };
        let value_left = self.draw_value(brush, at, index, chosen, spots);
        let room = value_left - at.min.x - left - theme::GAP;
        let text = shortened_to_fit(brush, &self.label, theme::text_font(), room);
        let label = painter.layout_no_wrap(text, theme::text_font(), ink);
        let y = at.center().y - label.size().y / 2.0;
        painter.galley(pos2(at.min.x + left, y), label, ink);
    }

    /// Draws the value. Returns the x coordinate of its left edge.
    fn draw_value(
        &self,
        brush: &Brush<'_>,
        at: Rect,
        index: usize,
        chosen: bool,
        spots: &mut Spots,
    ) -> f32 {
        let end = at.max.x - 8.0;
        match self.kind {
            RowKind::Switch(on) => return draw_switch(brush, at, end, on),
            RowKind::Steps => {
                let ink = if chosen { theme::GOLD } else { theme::INK };
                let start = end - STEPS_WIDTH.min(at.width() / 2.0);
                let room = Rect::from_min_max(pos2(start, at.min.y), pos2(end, at.max.y));
                brush.painter.text(
                    room.center(),
                    Align2::CENTER_CENTER,
                    shortened_to_fit(brush, &self.value, theme::text_font(), room.width() - 28.0),
                    theme::text_font(),
                    ink,
                );
                for (x, increase) in [(room.min.x + 7.0, false), (room.max.x - 7.0, true)] {
                    draw_arrow(brush, pos2(x, at.center().y), increase, ink);
                    let area =
                        Rect::from_center_size(pos2(x, at.center().y), vec2(28.0, at.height()));
                    spots.push((area, Spot::Step(index, increase)));
                }
                return room.min.x;
            }
            _ => {}
        }
        if self.value.is_empty() {
            return end;
        }
        brush
            .painter
            .text(
                pos2(end, at.center().y),
                Align2::RIGHT_CENTER,
                &self.value,
                theme::text_font(),
                theme::FAINT,
            )
            .min
            .x
    }

    fn draw_tile(&self, brush: &mut Brush<'_>, at: Rect, chosen: bool) {
        let frame = Rect::from_min_max(at.min, pos2(at.max.x, at.max.y - theme::ROW_HEIGHT));
        brush
            .painter
            .rect_filled(frame, 3.0, theme::MENU_BACKGROUND);
        match &self.image {
            Some(image) => {
                let max_size = frame.shrink(1.0).size();
                let width = max_size.x.min(max_size.y * ASPECT_RATIO);
                let size = vec2(width, max_size.y.min(width / ASPECT_RATIO));
                brush.image(image, Rect::from_center_size(frame.center(), size));
            }
            None => {
                brush.painter.text(
                    frame.center(),
                    Align2::CENTER_CENTER,
                    &self.value,
                    theme::title_font(),
                    theme::FAINT,
                );
            }
        }
        if chosen {
            brush.painter.rect_filled(
                Rect::from_min_max(pos2(at.min.x, frame.max.y), at.max),
                3.0,
                theme::selection_background(),
            );
            let edge = Stroke::new(2.0, theme::GOLD);
            brush
                .painter
                .rect_stroke(frame, 3.0, edge, StrokeKind::Outside);
        }
        let label = shortened_to_fit(brush, &self.label, theme::small_font(), at.width() - 6.0);
        brush.painter.text(
            pos2(at.center().x, at.max.y - theme::ROW_HEIGHT / 2.0),
            Align2::CENTER_CENTER,
            label,
            theme::small_font(),
            theme::INK,
        );
    }
}

/// Draws a switch. Returns the x coordinate of its left edge.
fn draw_switch(brush: &Brush<'_>, at: Rect, end: f32, on: bool) -> f32 {
    let track = Rect::from_min_max(
        pos2(end - 30.0, at.center().y - 7.0),
        pos2(end, at.center().y + 7.0),
    );
    let (track_color, x) = if on {
        (theme::GREEN, track.max.x - 7.0)
    } else {
        (theme::EDGE, track.min.x + 7.0)
    };
    brush.painter.rect_filled(track, 7.0, track_color);
    let knob_color = if on {
        theme::MENU_BACKGROUND
    } else {
        theme::INK
    };
    brush
        .painter
        .circle_filled(pos2(x, at.center().y), 5.0, knob_color);
    track.min.x
}

/// Draws a small triangle that points left or right.
fn draw_arrow(brush: &Brush<'_>, at: epaint::Pos2, right: bool, ink: Color32) {
    let dx = if right { 4.0 } else { -4.0 };
    let corners = vec![
        at + vec2(dx, 0.0),
        at + vec2(-dx, -4.5),
        at + vec2(-dx, 4.5),
    ];
    brush
        .painter
        .add(epaint::Shape::convex_polygon(corners, ink, Stroke::NONE));
}

impl SidePanel {
    fn draw(&self, brush: &mut Brush<'_>, at: Rect) {
        let frame = Rect::from_min_size(at.min, vec2(at.width(), at.width() * 0.75));
        brush
            .painter
            .rect_filled(frame, 3.0, theme::MENU_BACKGROUND);
        if let Some(image) = &self.image {
            brush.image(image, frame.shrink(1.0));
        }
        let mut y = frame.max.y + theme::GAP;
        for (index, line) in self.lines.iter().enumerate() {
            let ink = if index == 0 { theme::GOLD } else { theme::INK };
            let galley = brush
                .painter
                .layout(line.clone(), theme::small_font(), ink, at.width());
            let height = galley.size().y;
            if y + height > at.max.y {
                return;
            }
            brush.painter.galley(pos2(at.min.x, y), galley, ink);
            y += height + 3.0;
        }
    }
}

/// Returns the width of a text on one line.
fn width(brush: &Brush<'_>, text: &str, font: &FontId) -> f32 {
    let galley = brush
        .painter
        .layout_no_wrap(text.to_owned(), font.clone(), theme::INK);
    galley.size().x
}

/// Removes parts of the footer until the rest fits. Never removes the last part, which names the
/// key for going back.
fn parts_that_fit(brush: &Brush<'_>, text: &str, room: f32) -> String {
    let mut parts: Vec<&str> = text.split(SEPARATOR).collect();
    while parts.len() > 1 && width(brush, &parts.join(SEPARATOR), &theme::small_font()) > room {
        parts.remove(parts.len() - 2);
    }
    parts.join(SEPARATOR)
}

/// Shortens a text in the middle if it does not fit.
fn shortened_to_fit(brush: &Brush<'_>, text: &str, font: FontId, room: f32) -> String {
    let mut columns = text.chars().count();
    let mut short_text = text.to_owned();
    while columns > 4 && width(brush, &short_text, &font) > room {
        columns -= (columns / 12).max(1);
        short_text = shortened(text, columns);
    }
    short_text
}

/// Shortens a text in the middle to at most `columns` characters.
pub fn shortened(text: &str, columns: usize) -> String {
    let length = text.chars().count();
    if length <= columns {
        return text.to_owned();
    }
    let tail = columns / 2;
    let head = text.chars().take(columns.saturating_sub(tail + 1));
    let rest = text.chars().skip(length - tail);
    head.chain(['…']).chain(rest).collect()
}

/// Capitalizes the first letter of a text.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_in_the_middle() {
        assert_eq!(
            shortened("/home/me/games/adventure.bin", 15),
            "/home/m…ure.bin"
        );
        assert_eq!(shortened("short", 15), "short");
    }

    #[test]
    fn the_cursor_is_always_on_the_page() {
        for rows in [0, 1, 5, 10, 100] {
            for cursor in 0..rows {
                let first = first_row(cursor, 10, rows);
                assert!((first..first + 10).contains(&cursor), "{cursor} of {rows}");
            }
        }
    }
}
