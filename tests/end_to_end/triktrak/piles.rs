//! Tests how the picture shows the number of men in a pile: as dark digits in the uppermost man.

use super::table::Table;
use std::collections::BTreeSet;
use triktrak::Position;

/// The dots of a man: nine scanlines of eight dots, true where the man is lit.
type Man = Vec<[bool; 8]>;

/// The color of White's men.
const WHITE: u8 = 0x0e;
/// The color clock at which the outermost man of a wedge on the left begins.
const MAN_CLOCK: usize = 24;
/// Number of dark dots in the corners of a man, a disc in a box of eight by nine dots.
const CORNER_DOTS: usize = 12;

/// Returns the uppermost of White's men on the left.
fn man(table: &Table) -> Man {
    let frame = table.picture();
    let dots = |line: usize| -> [bool; 8] {
        std::array::from_fn(|dot| frame.line(line)[MAN_CLOCK + dot] == WHITE)
    };
    let lines = (0..frame.scanlines()).map(dots);
    let lines = lines.skip_while(|dots| !dots.contains(&true));
    lines.take(9).collect()
}

fn drawing(man: &Man) -> String {
    let line = |dots: &[bool; 8]| dots.map(|lit| if lit { '#' } else { '.' });
    man.iter()
        .map(|dots| line(dots).iter().collect::<String>() + "\n")
        .collect()
}

/// Returns the number of dark dots around the man, and the connected dark regions inside the disc,
/// which are the digits. The dots of a digit may also be connected diagonally.
fn regions(man: &Man) -> (usize, Vec<BTreeSet<(usize, usize)>>) {
    // All dots outside the box count as dark.
    let dark = |(x, y): (usize, usize)| match (x, y) {
        (1..=8, 1..=9) => !man[y - 1][x - 1],
        _ => true,
    };
    let all = (0..11).flat_map(|y| (0..10).map(move |x| (x, y)));
    let mut unvisited: BTreeSet<(usize, usize)> = all.filter(|dot| dark(*dot)).collect();
    let mut fill = |start: (usize, usize), diagonal: bool| {
        let mut region = BTreeSet::new();
        let mut next = vec![start];
        while let Some(dot) = next.pop() {
            if unvisited.remove(&dot) {
                region.insert(dot);
                let is_adjacent = |other: &&(usize, usize)| {
                    let distance = (dot.0.abs_diff(other.0), dot.1.abs_diff(other.1));
                    distance.0 <= 1 && distance.1 <= 1 && (diagonal || distance.0 + distance.1 <= 1)
                };
                next.extend(unvisited.iter().filter(is_adjacent).copied());
            }
        }
        (region, unvisited.first().copied())
    };
    let (outside, mut next_start) = fill((0, 0), false);
    let mut digits = Vec::new();
    while let Some(start) = next_start {
        let (digit, following) = fill(start, true);
        digits.push(digit);
        next_start = following;
    }
    let border = 2 * 10 + 2 * 9;
    (outside.len() - border, digits)
}

#[test]
fn both_digits_of_a_pile_lie_inside_its_man() {
    for men in 4..=15_u8 {
        let mut table = Table::game(1, 2);
        let (mut mine, mut theirs) = ([0; 26], [0; 26]);
        (mine[6], mine[0], theirs[24]) = (men, 15 - men, 15);
        table.set_position(&Position::new(mine, theirs).expect("a position"));
        table.run_frames(3);
        let man = man(&table);
        let (outside, digits) = regions(&man);
        let text = drawing(&man);
        assert_eq!(digits.len(), if men < 10 { 1 } else { 2 }, "{men}:\n{text}");
        assert!(
            outside <= CORNER_DOTS,
            "{men}: a digit has no border on one side:\n{text}"
        );
        for digit in digits {
            let rows: BTreeSet<usize> = digit.iter().map(|(_, y)| *y).collect();
            assert_eq!(rows.len(), 7, "{men}: a digit has seven rows:\n{text}");
        }
    }
}
