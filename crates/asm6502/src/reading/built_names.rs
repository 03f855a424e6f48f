//! Names that are built from parts at assembly time.

use crate::context::Context;
use crate::error::Abort;
use crate::expression::machine::evaluate_one;

/// Builds the name in a label field that contains commas. Returns the name and the offset of the
/// field's end. If the value of an argument is unknown, the name is empty.
pub(super) fn built_name(
    context: &mut Context,
    text: &[u8],
    mut name: Vec<u8>,
    from: usize,
) -> Result<(Vec<u8>, usize), Abort> {
    let mut at = from;
    loop {
        if text.get(at) == Some(&b'"') {
            let rest = &text[at + 1..];
            let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
            name.extend(
                rest[..length]
                    .iter()
                    .map(|&byte| if byte == 0x80 { b' ' } else { byte }),
            );
            at = (at + length + 2).min(text.len());
        } else {
            let length = memchr::memchr(b',', &text[at..]).unwrap_or(text.len() - at);
            let argument = text[at..at + length].to_vec();
            let item = evaluate_one(context, &argument)?;
            if item.unknown {
                name.clear();
                return Ok((name, end_of_field(text, at, b" =:")));
            }
            name.extend_from_slice((item.value as i32).to_string().as_bytes());
            // The argument just evaluated may extend past the end of the field.
            at = end_of_field(text, at, b" =:,");
        }
        match text.get(at) {
            Some(b',') => at += 1,
            _ => return Ok((name, at)),
        }
    }
}

/// Builds the name on the right side of a `SET` from arguments that are separated by commas. The
/// first blank outside of quotes ends the last argument. Returns `None` if the value of an argument
/// is unknown.
pub(crate) fn built_operand(
    context: &mut Context,
    operand: &[u8],
) -> Result<Option<Vec<u8>>, Abort> {
    let comma = end_of_field(operand, 0, b",");
    let mut name = operand[..comma].to_vec();
    let mut at = comma;
    while operand.get(at) == Some(&b',') {
        at += 1;
        if operand.get(at) == Some(&b'"') {
            let rest = &operand[at + 1..];
            let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
            name.extend_from_slice(&rest[..length]);
            at = (at + length + 2).min(operand.len());
        } else {
            let length = memchr::memchr2(b',', b' ', &operand[at..]).unwrap_or(operand.len() - at);
            let item = evaluate_one(context, &operand[at..at + length])?;
            if item.unknown {
                return Ok(None);
            }
            name.extend_from_slice((item.value as i32).to_string().as_bytes());
            at += length;
        }
    }
    // dasm builds the name in the operand's buffer, so the name cannot be longer than the operand.
    name.truncate(operand.len());
    Ok(Some(name))
}

/// Returns the offset of the first byte at or after `at` that is in `stops`, or the length of the
/// text.
fn end_of_field(text: &[u8], at: usize, stops: &[u8]) -> usize {
    let length = text[at..].iter().position(|byte| stops.contains(byte));
    length.map_or(text.len(), |length| at + length)
}
