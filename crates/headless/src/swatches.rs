//! Shows TIA color values in color on a terminal: the background of each value is the color itself.

use debugger::colors_in;
use std::io::{self, IsTerminal};
use vcs::palette::Palette;

/// Returns true if standard output is a terminal and `NO_COLOR` does not forbid colors.
pub fn terminal_shows_colors() -> bool {
    io::stdout().is_terminal() && !no_color()
}

/// Returns true if the environment variable `NO_COLOR` is set and not empty.
pub fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// Returns the text with escape sequences that color each value of a color register, such as `$46`
/// in `COLUP0 = $46`. The background of the value is the color that the value selects.
pub fn with_swatches(text: &str, palette: &Palette) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let mut end = 0;
        for color in colors_in(line) {
            let [_, red, green, blue] = palette.0[usize::from(color.value >> 1)].to_be_bytes();
            out += &line[end..color.range.start];
            let ink = if is_dark([red, green, blue]) { 97 } else { 30 };
            let value = &line[color.range.clone()];
            out += &format!("\x1b[{ink};48;2;{red};{green};{blue}m{value}\x1b[0m");
            end = color.range.end;
        }
        out += &line[end..];
    }
    out
}

fn is_dark(color: [u8; 3]) -> bool {
    color.iter().map(|channel| u32::from(*channel)).sum::<u32>() < 3 * 128
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcs::{palette::Tuning, television::Standard};

    #[test]
    fn color_values_get_a_background_and_the_rest_is_unchanged() {
        let palette = Palette::of(Standard::Ntsc, Tuning::Service);
        let text = "a  COLUBK $00  COLUPF $0E\nGRP0 = $46\n";
        let colored = with_swatches(text, &palette);
        let [_, red, green, blue] = palette.0[7].to_be_bytes();
        let bright = format!("\x1b[30;48;2;{red};{green};{blue}m$0E\x1b[0m");
        let expected = format!("a  COLUBK \x1b[97;48;2;0;0;0m$00\x1b[0m  COLUPF {bright}\n");
        assert_eq!(colored, expected + "GRP0 = $46\n");
    }
}
