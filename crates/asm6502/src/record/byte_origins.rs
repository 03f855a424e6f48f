//! Finds where the bytes of a cleaned line come from in the source text.

use crate::sources::arguments::Arguments;
use crate::sources::lexer::parse_argument;
use crate::text::PROTECTED_BLANK;

/// The origin of a byte of a cleaned line (without comments, with macro arguments inserted).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteOrigin {
    /// An offset in the line as written.
    Line(u32),
    /// An offset in the operand of the macro call.
    Argument(u32),
    /// Unknown: the byte was not found in the source text.
    Unknown,
}

/// Finds where each byte of the cleaned text comes from. Cleaning preserves the order of the bytes,
/// so one walk along both texts is enough. The origin of a blank that the walk does not find is
/// unknown. At any other byte that it does not find, the walk stops. The origins of that byte and
/// of all bytes after it are unknown.
pub(crate) fn byte_origins(
    raw: &[u8],
    cleaned: &[u8],
    arguments: Option<&Arguments>,
) -> Vec<ByteOrigin> {
    if arguments.is_none() && raw.starts_with(cleaned) {
        return (0..cleaned.len() as u32).map(ByteOrigin::Line).collect();
    }
    let found = walk(raw, 0, cleaned, arguments);
    if found.len() < cleaned.len()
        && let Some(end) = memchr::memmem::find(raw, b"*/")
    {
        // The line may begin inside a `/* */` comment, so start again after its end.
        let after = walk(raw, end + 2, cleaned, arguments);
        if after.len() > found.len() {
            return padded(after, cleaned.len());
        }
    }
    padded(found, cleaned.len())
}

fn padded(mut found: Vec<ByteOrigin>, length: usize) -> Vec<ByteOrigin> {
    found.resize(length, ByteOrigin::Unknown);
    found
}

/// Walks along the cleaned text, and along the raw text from the offset `from`. Returns the
/// origins of the cleaned text's bytes, up to the byte at which the walk stops.
fn walk(raw: &[u8], from: usize, cleaned: &[u8], arguments: Option<&Arguments>) -> Vec<ByteOrigin> {
    let mut found = Vec::with_capacity(cleaned.len());
    let mut at = from;
    let mut quoted = false;
    while found.len() < cleaned.len() {
        let wanted = cleaned[found.len()];
        let Some(&byte) = raw.get(at) else { break };
        if byte == b'{'
            && let Some(arguments) = arguments
            && let Some((number, length)) = parse_argument(&raw[at + 1..])
        {
            if !match_argument(&mut found, cleaned, arguments, number) {
                break;
            }
            at += 1 + length;
        } else if same_or_both_blank(byte, wanted) {
            quoted ^= byte == b'"';
            found.push(ByteOrigin::Line(at as u32));
            at += 1;
        } else if !quoted
            && raw[at..].starts_with(b"/*")
            && let Some(length) = memchr::memmem::find(&raw[at..], b"*/")
        {
            at += length + 2;
        } else if is_blank(byte) {
            at += 1;
        } else if is_blank(wanted) {
            found.push(ByteOrigin::Unknown);
        } else {
            break;
        }
    }
    found
}

/// Matches an argument against the cleaned text that follows the bytes in `found`. Returns false if
/// that text does not begin with the argument.
fn match_argument(
    found: &mut Vec<ByteOrigin>,
    cleaned: &[u8],
    arguments: &Arguments,
    number: i64,
) -> bool {
    let part = usize::try_from(number).ok();
    let Some(&(start, end)) = part.and_then(|number| arguments.parts.get(number)) else {
        return false;
    };
    let mut at = start;
    while at < end {
        let byte = arguments.text[at as usize];
        match cleaned.get(found.len()) {
            Some(&wanted) if same_or_both_blank(byte, wanted) => {
                found.push(ByteOrigin::Argument(at));
                at += 1;
            }
            _ if is_blank(byte) => at += 1,
            Some(&wanted) if is_blank(wanted) => found.push(ByteOrigin::Unknown),
            _ => return false,
        }
    }
    true
}

fn same_or_both_blank(byte: u8, wanted: u8) -> bool {
    byte == wanted || is_blank(byte) && is_blank(wanted)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | PROTECTED_BLANK)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rebuilds the cleaned text from the origins of its bytes, with arguments in upper case and
    /// bytes of unknown origin as `?`.
    fn rebuild(raw: &str, cleaned: &str, operand: Option<&str>) -> String {
        let arguments = operand.map(|operand| Arguments::split(operand.as_bytes()));
        let found = byte_origins(raw.as_bytes(), cleaned.as_bytes(), arguments.as_ref());
        let to_char = |origin: &ByteOrigin| match *origin {
            ByteOrigin::Line(at) => raw.as_bytes()[at as usize] as char,
            ByteOrigin::Argument(at) => {
                let byte = operand.unwrap_or_default().as_bytes()[at as usize];
                byte.to_ascii_uppercase() as char
            }
            ByteOrigin::Unknown => '?',
        };
        found.iter().map(to_char).collect()
    }

    #[test]
    fn the_origins_of_cleaned_text_are_found() {
        assert_eq!(rebuild(" lda a ; a", " lda a", None), " lda a");
        assert_eq!(rebuild("\tlda\ta", " lda a", None), "\tlda\ta");
        assert_eq!(rebuild(" lda /* b */ a", " lda  a", None), " lda  a");
        assert_eq!(rebuild("b */ lda a", " lda a", None), " lda a");
        assert_eq!(
            rebuild(" byte \"a  b\", c", " byte \"a  b\", c", None),
            " byte \"a  b\", c"
        );
        assert_eq!(rebuild(" lda   a,  b", " lda a, b", None), " lda a, b");
    }

    #[test]
    fn arguments_are_found_in_the_call() {
        assert_eq!(
            rebuild(" lda {1}+{2}", " lda ab+cd", Some("ab, cd")),
            " lda AB+CD"
        );
        assert_eq!(rebuild("l{1} nop", "lab nop", Some("ab")), "lAB nop");
        assert_eq!(rebuild(" lda {9}+a", " lda ", Some("x")), " lda ");
    }
}
