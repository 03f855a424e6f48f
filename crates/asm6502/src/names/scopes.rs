//! The scopes of local names.

use crate::names::symbols::{SymbolId, Symbols};
use crate::text::lossy;

/// Numbers of local scopes: the current ones, and the highest ones so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scopes {
    /// Scope of `.name`.
    pub dot: u32,
    /// Scope of `name$`.
    pub dollar: u32,
    last_dot: u32,
    last_dollar: u32,
}

impl Scopes {
    /// Begins a scope of `.name`.
    pub fn next_dot(&mut self) {
        self.last_dot += 1;
        self.dot = self.last_dot;
    }

    /// Begins a scope of `name$`.
    pub fn next_dollar(&mut self) {
        self.last_dollar += 1;
        self.dollar = self.last_dollar;
    }
}

/// Returns true for a name that belongs to a scope: `.name` or `name$`.
pub(crate) fn is_local(name: &[u8]) -> bool {
    name.first() == Some(&b'.') || name.last() == Some(&b'$')
}

/// Appends a number in decimal. This is faster than `write!`.
pub(crate) fn push_decimal(out: &mut Vec<u8>, mut number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return out.extend_from_slice(&digits[at..]);
        }
    }
}

/// Splits a symbol's name in a symbol file into the name as the source spells it and its scope:
/// `3.loop` is `.loop` of scope `3`.
pub fn split_scope(stored: &[u8]) -> (String, Option<String>) {
    let digits = stored
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    match stored.get(digits) {
        Some(b'.') if digits > 0 => (lossy(&stored[digits..]), Some(lossy(&stored[..digits]))),
        Some(b'$') if digits > 0 && stored.len() > digits + 1 => (
            lossy(&stored[digits + 1..]),
            Some(lossy(&stored[..=digits])),
        ),
        _ => (lossy(stored), None),
    }
}

/// Returns the label of the SUBROUTINE whose scope contains a `.name`.
pub(crate) fn subroutine_of(
    symbols: &Symbols,
    id: SymbolId,
    subroutines: &[(u32, SymbolId)],
) -> Option<String> {
    let (name, scope) = split_scope(symbols.name(id));
    let scope: u32 = scope.filter(|_| name.starts_with('.'))?.parse().ok()?;
    let found = subroutines.binary_search_by_key(&scope, |(scope, _)| *scope);
    Some(lossy(symbols.name(subroutines[found.ok()?].1)))
}
