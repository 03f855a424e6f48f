//! The arguments of a macro call.

use smallvec::SmallVec;

use crate::text::skip_blanks;

/// The arguments of a macro call, as ranges of the call's operand; argument 0 is the whole operand.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub text: Box<[u8]>,
    pub parts: SmallVec<[(u32, u32); 6]>,
}

impl Arguments {
    /// Splits the operand at every comma; blanks after a comma are dropped.
    pub fn split(operand: &[u8]) -> Self {
        let mut parts = SmallVec::new();
        parts.push((0, operand.len() as u32));
        if !operand.is_empty() {
            let mut start = 0;
            // A trailing comma does not begin another argument.
            let list = operand.strip_suffix(b",").unwrap_or(operand);
            for part in list.split(|&byte| byte == b',') {
                let end = start + part.len();
                let from = skip_blanks(&operand[..end], start);
                parts.push((from as u32, end as u32));
                start = end + 1;
            }
        }
        Arguments {
            text: operand.into(),
            parts,
        }
    }

    pub fn get(&self, number: i64) -> Option<&[u8]> {
        let &(start, end) = self.parts.get(usize::try_from(number).ok()?)?;
        Some(&self.text[start as usize..end as usize])
    }
}
