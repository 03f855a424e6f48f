//! Warnings about operands that dasm accepts, but reads in an unexpected way.

use crate::context::Context;
use crate::sources::line::Line;
use crate::sources::parser::Suffix;

/// Warns about an operand that dasm accepts, but reads in an unexpected way.
pub(super) fn warn_about_misread_operand(context: &mut Context, line: &Line) {
    let operand = line.operand();
    if is_usual(operand, line) {
        return;
    }
    let has_parenthesis = memchr::memchr(b'(', operand).is_some();
    let (message, help) = if has_parenthesis && has_unclosed_parenthesis(operand) {
        ("the parenthesis is not closed", "add the )")
    } else if operand.starts_with(b"##") {
        ("## means the same as #", "remove one #")
    } else if operand.starts_with(b"#") && Suffix::parse(line.suffix()).is_some() {
        (
            "the suffix turns the immediate operand into an address",
            "remove the suffix",
        )
    } else if operand.starts_with(b"(") && has_text_after_parenthesis(operand) {
        (
            "the text after the ) makes this an absolute operand",
            "use [ ] to group",
        )
    } else if let Some(problem) = misleading(operand) {
        problem
    } else {
        return;
    };
    if memchr::memchr2(b'"', b'\'', operand).is_some() {
        return; // A quote may protect the character that looks wrong.
    }
    context.warn_at(message, line, line.fields.operand, help);
}

/// Returns true if a look at the operand's characters already shows that dasm cannot misread it.
/// Most operands pass this quick test.
fn is_usual(operand: &[u8], line: &Line) -> bool {
    let value = match operand {
        [b'#', value @ ..] if line.fields.suffix.is_empty() => value,
        [value @ .., b',', b'x' | b'X' | b'y' | b'Y'] => value,
        _ => operand,
    };
    !matches!(value.first(), Some(b'#' | b'0' | b'['))
        && !value.iter().any(|byte| matches!(byte, b'(' | b','))
}

/// If dasm reads the operand in an unexpected way, returns a message and advice.
fn misleading(operand: &[u8]) -> Option<(&'static str, &'static str)> {
    let indexed = matches!(operand, [.., b',', b'x' | b'X' | b'y' | b'Y']);
    if operand.starts_with(b"#") && indexed {
        let problem = "the index makes this an address; the # has no effect";
        return Some((problem, "remove the # or the index"));
    }
    let bracket = operand.starts_with(b"[");
    let close = memchr::memchr(b']', operand).filter(|_| bracket);
    if let Some(b"" | b",y" | b",Y") = close.map(|close| &operand[close + 1..]) {
        let problem = "[ ] only group; this is not an indirect operand";
        return Some((
            problem,
            "write ( ) for an indirect operand, or remove the brackets",
        ));
    }
    let commas = operand.iter().filter(|&&byte| byte == b',').count();
    if indexed && commas > 1 && !operand.starts_with(b"(") {
        let problem = "only the last index counts";
        return Some((problem, "keep one index"));
    }
    let is_plain = !indexed && !operand.starts_with(b"(");
    if is_plain && memchr::memchr(b',', operand).is_some() {
        let problem = "the text after the comma has no effect";
        return Some((problem, "remove this text, or write ,x or ,y for an index"));
    }
    let number = operand.strip_prefix(b"#").unwrap_or(operand);
    let zeros = number.iter().take_while(|&&digit| digit == b'0').count();
    let digits = &number[zeros..];
    let octal = zeros > 0 && digits.len() > 1 && digits.iter().all(u8::is_ascii_digit);
    octal.then_some((
        "a number that begins with 0 is octal",
        "remove the 0 for a decimal number, or write it with a $ if it is hexadecimal",
    ))
}

/// Returns true if there are more opening than closing parentheses.
fn has_unclosed_parenthesis(operand: &[u8]) -> bool {
    let depth = operand.iter().fold(0, |depth, &byte| match byte {
        b'(' => depth + 1,
        b')' => depth - 1,
        _ => depth,
    });
    depth > 0
}

/// Returns true if anything but a comma follows the `)` that closes the first `(`.
fn has_text_after_parenthesis(operand: &[u8]) -> bool {
    let mut depth = 0;
    let close = operand.iter().position(|byte| {
        depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        depth == 0
    });
    let rest = close.map_or(&[][..], |close| operand[close + 1..].trim_ascii());
    rest.first().is_some_and(|&byte| byte != b',')
}
