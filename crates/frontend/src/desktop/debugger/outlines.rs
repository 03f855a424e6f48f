//! The edges of the objects in a picture.

use crate::desktop::ui::debugger::{LEGEND, Outline};
use vcs::television::WIDTH;

/// Returns the edges of the objects whose bits are set in `chosen`. Each byte of `drawn` stands for
/// one pixel and has the bits of the objects that are drawn there. The bits of both are in the
/// order of [`LEGEND`].
pub(super) fn outlines(drawn: &[u8], chosen: u8) -> Vec<Outline> {
    let lines = drawn.len() / WIDTH;
    let mut found = Vec::new();
    for object in (0..LEGEND.len() as u8).filter(|object| chosen >> object & 1 != 0) {
        let bit = 1 << object;
        if drawn.iter().all(|objects| objects & bit == 0) {
            continue;
        }
        let on =
            |x: usize, line: usize| x < WIDTH && line < lines && drawn[line * WIDTH + x] & bit != 0;
        // There is an edge above `line` if the object is on in exactly one of `line - 1` and
        // `line`.
        for line in 0..=lines {
            let edge = |x: usize| on(x, line) != (line > 0 && on(x, line - 1));
            found.extend(runs(WIDTH, edge).map(|(from, to)| Outline {
                object,
                from: (from, line as u16),
                to: (to, line as u16),
            }));
        }
        for x in 0..=WIDTH {
            let edge = |line: usize| on(x, line) != (x > 0 && on(x - 1, line));
            found.extend(runs(lines, edge).map(|(from, to)| Outline {
                object,
                from: (x as u16, from),
                to: (x as u16, to),
            }));
        }
    }
    found
}

/// Returns the runs of consecutive numbers below `end` for which `holds` is true. Each run is given
/// by its first number and the number after its last.
fn runs(end: usize, holds: impl Fn(usize) -> bool) -> impl Iterator<Item = (u16, u16)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = (at..end).find(|number| holds(*number))?;
        at = (from..end).find(|number| !holds(*number)).unwrap_or(end);
        Some((from as u16, at as u16))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_edges() {
        let mut drawn = vec![0; WIDTH * 10];
        for line in 3..6 {
            drawn[line * WIDTH + 20..line * WIDTH + 28].fill(1);
        }
        // This bit belongs to an object that is not chosen.
        drawn[0] = 2;
        let edge = |from, to| Outline {
            object: 0,
            from,
            to,
        };
        let expected = [
            edge((20, 3), (28, 3)),
            edge((20, 6), (28, 6)),
            edge((20, 3), (20, 6)),
            edge((28, 3), (28, 6)),
        ];
        assert_eq!(outlines(&drawn, 1), expected);
        assert_eq!(outlines(&drawn, 0x1c), []);
    }

    #[test]
    fn edges_at_the_border_are_found() {
        let drawn = vec![0x10; WIDTH * 2];
        let found = outlines(&drawn, 0x10);
        let ends: Vec<_> = found.iter().map(|edge| (edge.from, edge.to)).collect();
        let expected = [
            ((0, 0), (160, 0)),
            ((0, 2), (160, 2)),
            ((0, 0), (0, 2)),
            ((160, 0), (160, 2)),
        ];
        assert_eq!(ends, expected);
    }
}
