//! Pictures made smaller: each pixel is the mean of the area that it covers, as in OpenCV's
//! `INTER_AREA`.

/// The parts of source pixels in each target pixel, along one side: the first source pixel, and
/// the weight of each. The weights of a target pixel sum up to the length of the source.
#[derive(Debug, Clone)]
pub struct Side {
    length: u32,
    parts: Vec<(usize, Vec<u32>)>,
}

impl Side {
    /// The parts where `from` pixels become `to`.
    pub fn new(from: usize, to: usize) -> Side {
        // In units of 1/to of a source pixel, a target pixel is `from` units long.
        let part = |target: usize| {
            let (start, end) = (target * from, (target + 1) * from);
            let pixels = start / to..end.div_ceil(to);
            let weight = |pixel: usize| (end.min((pixel + 1) * to) - start.max(pixel * to)) as u32;
            (pixels.start, pixels.map(weight).collect())
        };
        Side {
            length: from as u32,
            parts: (0..to).map(part).collect(),
        }
    }
}

/// Writes the smaller picture. `row` has a source row's length.
pub fn shrink(pixels: &[u8], [down, across]: &[Side; 2], row: &mut [u32], out: &mut [u8]) {
    let width = across.length as usize;
    let whole = down.length * across.length;
    for ((top, weights), out) in down.parts.iter().zip(out.chunks_mut(across.parts.len())) {
        row.fill(0);
        let source = pixels[top * width..].chunks(width);
        for (weight, line) in weights.iter().zip(source) {
            for (sum, pixel) in row.iter_mut().zip(line) {
                *sum += weight * u32::from(*pixel);
            }
        }
        for ((left, weights), out) in across.parts.iter().zip(out) {
            let sums = row[*left..].iter().zip(weights);
            let sum: u32 = sums.map(|(sum, weight)| sum * weight).sum();
            *out = rounded(sum, whole);
        }
    }
}

/// The quotient, rounded to the nearest; a half to the even one, as OpenCV does.
fn rounded(sum: u32, whole: u32) -> u8 {
    let (quotient, rest) = (sum / whole, sum % whole);
    let up = 2 * rest > whole || 2 * rest == whole && quotient & 1 == 1;
    (quotient + u32::from(up)) as u8
}
