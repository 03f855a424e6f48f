//! The menu bar at the top edge, and the open menu.

use super::{
    spot::{Spot, Spots},
    theme,
    toolkit::Brush,
};
use crate::desktop::action::Command;
use epaint::{Rect, Stroke, StrokeKind, emath::Align2, pos2, vec2};

/// A menu of the bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Menu {
    /// The word shown in the bar.
    pub title: &'static str,
    /// The items.
    pub items: Vec<Item>,
}

/// A line of a menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The text.
    pub label: String,
    /// The keys for the same command, as text.
    pub keys: String,
    /// Whether the item has a dot, which means that its setting is on or is the current one of a
    /// group.
    pub marked: bool,
    /// The effect of choosing the item.
    pub choice: Choice,
}

/// The effect of choosing an item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Choice {
    /// A command for the program.
    Command(Command),
    /// Nothing: the item is a separator between groups.
    Separator,
}

/// The open menu, and its selected item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MenuCursor {
    /// The menu.
    pub menu: usize,
    /// The selected item; `None` if only the bar is visible.
    pub item: Option<usize>,
}

/// The height of the bar, in points.
const BAR_HEIGHT: f32 = 26.0;
/// The height of a separator, in points.
const SEPARATOR_HEIGHT: f32 = 9.0;

/// The contents of the bar. Two equal values look the same when drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// All menus.
    pub menus: Vec<Menu>,
    /// The open menu; `None` if the bar is visible only because the mouse is at the top edge.
    pub cursor: Option<MenuCursor>,
}

impl MenuCursor {
    /// Opens the menu that is `by` places further right, and continues at the left after the last
    /// menu.
    pub fn switch_menu(&mut self, menus: &[Menu], by: isize) {
        let count = menus.len() as isize;
        self.menu = (self.menu as isize + by).rem_euclid(count.max(1)) as usize;
        self.item = first_item(menus, self.menu);
    }

    /// Moves the selection by `by` items, and skips separators.
    pub fn move_by(&mut self, menus: &[Menu], by: isize) {
        let Some(menu) = menus.get(self.menu) else {
            return;
        };
        let count = menu.items.len() as isize;
        let mut index = self.item.map_or(-1, |index| index as isize);
        for _ in 0..count {
            index = (index + by).rem_euclid(count);
            if menu.items[index as usize].choice != Choice::Separator {
                self.item = Some(index as usize);
                return;
            }
        }
    }

    /// Returns the effect of the selected item.
    pub fn choice(&self, menus: &[Menu]) -> Option<Choice> {
        let menu = menus.get(self.menu)?;
        menu.items.get(self.item?).map(|item| item.choice)
    }
}

/// Returns the first item of a menu that can be selected.
fn first_item(menus: &[Menu], menu: usize) -> Option<usize> {
    let items = &menus.get(menu)?.items;
    items
        .iter()
        .position(|item| item.choice != Choice::Separator)
}

/// Returns the height, in pixels, of the strip at the top of the window in which the mouse opens
/// the bar.
pub fn bar_pixels(scale: f32) -> usize {
    (BAR_HEIGHT * scale) as usize
}

impl Bar {
    /// Draws the bar and its open menu.
    pub fn draw(&self, brush: &mut Brush<'_>, spots: &mut Spots) {
        let painter = brush.painter;
        let bar = Rect::from_min_size(brush.area.min, vec2(brush.area.width(), BAR_HEIGHT));
        painter.rect_filled(bar, 0.0, theme::MENU_BACKGROUND);
        painter.line_segment(
            [bar.left_bottom(), bar.right_bottom()],
            Stroke::new(1.0, theme::EDGE),
        );
        let mut x = theme::GAP;
        // In a narrow window, move the titles closer together.
        let widths: Vec<f32> = self
            .menus
            .iter()
            .map(|menu| text_width(brush, menu.title))
            .collect();
        let titles_width: f32 = widths.iter().sum();
        let room = (brush.area.width() - theme::GAP - titles_width) / widths.len().max(1) as f32;
        let gap = room.clamp(4.0, 18.0);
        for (index, (menu, width)) in self.menus.iter().zip(widths).enumerate() {
            let area = Rect::from_min_size(pos2(x - gap / 2.0, 0.0), vec2(width + gap, BAR_HEIGHT));
            let open = self.cursor.is_some_and(|cursor| cursor.menu == index);
            if open {
                painter.rect_filled(
                    area.shrink2(vec2(0.0, 3.0)),
                    4.0,
                    theme::selection_background(),
                );
            }
            let ink = if open { theme::GOLD } else { theme::INK };
            let font = theme::text_font();
            painter.text(area.center(), Align2::CENTER_CENTER, menu.title, font, ink);
            spots.push((area, Spot::Menu(index)));
            if open && self.cursor.is_some_and(|cursor| cursor.item.is_some()) {
                self.draw_menu(brush, menu, area.min.x, spots);
            }
            x += width + gap;
        }
    }

    /// Draws the open menu, with its left edge at `left` if there is room.
    fn draw_menu(&self, brush: &Brush<'_>, menu: &Menu, left: f32, spots: &mut Spots) {
        let painter = brush.painter;
        let widest = |text: fn(&Item) -> &str| {
            let widths = menu.items.iter().map(|item| text_width(brush, text(item)));
            widths.fold(0.0, f32::max)
        };
        let width = widest(|item| item.label.as_str()) + widest(|item| item.keys.as_str()) + 54.0;
        let heights = menu.items.iter().map(Item::height);
        let total_height: f32 = heights.sum();
        // In a window of little height, move the items closer together.
        let squeeze = ((brush.area.height() - BAR_HEIGHT - 14.0) / total_height).min(1.0);
        let left = left.min(brush.area.max.x - width - 4.0).max(0.0);
        let background = Rect::from_min_size(
            pos2(left, BAR_HEIGHT),
            vec2(width, total_height * squeeze + 10.0),
        );
        painter.rect_filled(background, 6.0, theme::MENU_BACKGROUND);
        let edge = Stroke::new(1.0, theme::EDGE);
        painter.rect_stroke(background, 6.0, edge, StrokeKind::Inside);
        let mut y = background.min.y + 5.0;
        for (index, item) in menu.items.iter().enumerate() {
            let size = vec2(width - 8.0, item.height() * squeeze);
            let area = Rect::from_min_size(pos2(left + 4.0, y), size);
            y = area.max.y;
            if item.choice == Choice::Separator {
                let ends = [area.left_center(), area.right_center()];
                painter.line_segment(ends, edge);
                continue;
            }
            let chosen = self.cursor.and_then(|cursor| cursor.item) == Some(index);
            item.draw(brush, area, chosen);
            spots.push((area, Spot::Item(index)));
        }
    }
}

impl Item {
    /// Returns a separator.
    pub fn separator() -> Item {
        Item {
            label: String::new(),
            keys: String::new(),
            marked: false,
            choice: Choice::Separator,
        }
    }

    fn height(&self) -> f32 {
        match self.choice {
            Choice::Separator => SEPARATOR_HEIGHT,
            _ => theme::ROW_HEIGHT,
        }
    }

    fn draw(&self, brush: &Brush<'_>, area: Rect, chosen: bool) {
        let painter = brush.painter;
        if chosen {
            painter.rect_filled(area, 4.0, theme::selection_background());
        }
        if self.marked {
            let dot = pos2(area.min.x + 11.0, area.center().y);
            painter.circle_filled(dot, 3.5, theme::GREEN);
        }
        let y = area.center().y;
        let ink = if chosen { theme::GOLD } else { theme::INK };
        painter.text(
            pos2(area.min.x + 22.0, y),
            Align2::LEFT_CENTER,
            &self.label,
            theme::text_font(),
            ink,
        );
        painter.text(
            pos2(area.max.x - 8.0, y),
            Align2::RIGHT_CENTER,
            &self.keys,
            theme::small_font(),
            theme::FAINT,
        );
    }
}

fn text_width(brush: &Brush<'_>, text: &str) -> f32 {
    let galley = brush
        .painter
        .layout_no_wrap(text.to_owned(), theme::text_font(), theme::INK);
    galley.size().x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::action::StateCommand;

    fn slot(number: usize) -> Choice {
        Choice::Command(Command::State(StateCommand::Slot(number)))
    }

    fn menus() -> Vec<Menu> {
        let item = |number| Item {
            choice: slot(number),
            ..Item::separator()
        };
        let menu = |items| Menu { title: "x", items };
        vec![
            menu(vec![item(0), Item::separator(), item(1)]),
            menu(vec![Item::separator(), item(2)]),
        ]
    }

    #[test]
    fn the_cursor_wraps_around_and_skips_separators() {
        let menus = menus();
        let mut cursor = MenuCursor::default();
        let mut seen = Vec::new();
        for _ in 0..3 {
            cursor.move_by(&menus, 1);
            seen.push(cursor.choice(&menus));
        }
        let slot = |number| Some(slot(number));
        assert_eq!(seen, [slot(0), slot(1), slot(0)]);
        cursor.switch_menu(&menus, -1);
        assert_eq!(cursor.choice(&menus), slot(2));
        cursor.switch_menu(&menus, 1);
        cursor.move_by(&menus, -1);
        assert_eq!(cursor.choice(&menus), slot(1));
    }
}
