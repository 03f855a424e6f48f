//! The theme of everything drawn over the picture: colors, sizes, fonts.

use epaint::{Color32, text::FontId};

/// Primary text.
pub const INK: Color32 = Color32::from_rgb(0xec, 0xea, 0xe4);
/// Secondary text.
pub const FAINT: Color32 = Color32::from_rgb(0x9c, 0xa0, 0xae);
/// Titles, and the selected entry.
pub const GOLD: Color32 = Color32::from_rgb(0xff, 0xd8, 0x66);
/// Switches that are on.
pub const GREEN: Color32 = Color32::from_rgb(0x78, 0xe0, 0x8f);
/// The background of the menu bar and its menus.
pub const MENU_BACKGROUND: Color32 = Color32::from_rgb(0x1c, 0x20, 0x2b);
/// The outline of a menu.
pub const EDGE: Color32 = Color32::from_rgb(0x39, 0x40, 0x52);

/// The size of ordinary text, in points.
pub const TEXT_SIZE: f32 = 14.0;
/// The height of a row in a list or menu.
pub const ROW_HEIGHT: f32 = 22.0;
/// The space around elements.
pub const GAP: f32 = 10.0;

/// Returns the background of messages, which is dark and translucent.
pub fn message_background() -> Color32 {
    Color32::from_rgba_unmultiplied(10, 12, 18, 205)
}

/// Returns the background of a whole page.
pub fn page_background() -> Color32 {
    Color32::from_rgba_unmultiplied(13, 15, 22, 238)
}

/// Returns the background of the debugger, which is opaque.
pub fn debugger_background() -> Color32 {
    Color32::from_rgb(13, 15, 22)
}

/// Returns the background of the selected entry.
pub fn selection_background() -> Color32 {
    Color32::from_rgba_unmultiplied(0xff, 0xd8, 0x66, 44)
}

/// Converts a color of the picture, `0x00RRGGBB`, to an opaque color.
pub fn opaque(color: u32) -> Color32 {
    let [_, red, green, blue] = color.to_be_bytes();
    Color32::from_rgb(red, green, blue)
}

/// Returns the font of ordinary text.
pub fn text_font() -> FontId {
    FontId::proportional(TEXT_SIZE)
}

/// Returns the font of smaller text, for hints and keys.
pub fn small_font() -> FontId {
    FontId::proportional(12.0)
}

/// Returns the font of titles.
pub fn title_font() -> FontId {
    FontId::proportional(20.0)
}

/// Returns the font of monospaced text.
pub fn monospace_font(size: f32) -> FontId {
    FontId::monospace(size)
}
