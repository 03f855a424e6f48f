//! The window's icon: a crown on a dark field.

/// One character per dot: `#` is gold, `.` is the field, a blank is transparent.
const DOTS: [&str; 16] = [
    "  ............  ",
    " .............. ",
    "................",
    ".......##.......",
    ".##....##....##.",
    ".##...####...##.",
    ".###..####..###.",
    "..####.##.####..",
    "..############..",
    "..############..",
    "...##########...",
    "................",
    "...##########...",
    "...##########...",
    " .............. ",
    "  ............  ",
];
/// Width and height of a dot in pixels of the icon.
const SCALE: usize = 4;
/// The gold and the background color of the menus, opaque.
const GOLD: u32 = 0xffff_d866;
const FIELD: u32 = 0xff1e_2430;

/// Returns the icon in the format of `_NET_WM_ICON`: width, height, and one 0xAARRGGBB number per
/// pixel.
pub fn icon() -> Vec<u32> {
    let size = DOTS.len() * SCALE;
    let dot = |at: usize| DOTS[at / size / SCALE].as_bytes()[at % size / SCALE];
    let pixels = (0..size * size).map(|at| match dot(at) {
        b'#' => GOLD,
        b'.' => FIELD,
        _ => 0,
    });
    [size as u32; 2].into_iter().chain(pixels).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_square_and_has_a_crown() {
        assert!(DOTS.iter().all(|line| line.len() == DOTS.len()));
        let icon = icon();
        assert_eq!(icon[..2], [64, 64]);
        assert_eq!(icon.len(), 2 + 64 * 64);
        let gold = icon.iter().filter(|pixel| **pixel == GOLD).count();
        assert!((500..2000).contains(&gold), "{gold}");
        assert_eq!(icon[2], 0);
    }
}
