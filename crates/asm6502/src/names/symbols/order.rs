//! The order of symbols in dasm's symbol table and in the symbol file.

use crate::names::symbols::{SymbolId, Symbols};
use crate::options::SymbolOrder;

impl Symbols {
    /// Returns the symbols in the order of dasm's hash table: bucket by bucket, and newest first
    /// within each bucket.
    ///
    /// dasm lists unresolved symbols in this order. In the symbol file, it uses this order among
    /// symbols whose sort keys are equal.
    pub fn table_order(&self) -> Vec<SymbolId> {
        const NONE: u32 = u32::MAX;
        let mut newest = [NONE; 4096];
        let mut older = vec![NONE; self.all.len()];
        for index in SymbolId::RESERVED..self.all.len() {
            let chain = &mut newest[usize::from(bucket(self.name_of(&self.all[index])))];
            older[index] = std::mem::replace(chain, index as u32);
        }
        let mut order = Vec::with_capacity(self.all.len());
        for mut index in newest {
            while index != NONE {
                order.push(SymbolId(index));
                index = older[index as usize];
            }
        }
        order
    }

    /// Returns the symbols as the symbol file lists them. If `compares_32_bits` is true, values are
    /// compared as in dasm 2.20.14.1: only by the low 32 bits of their difference.
    pub fn sorted(&self, order: SymbolOrder, compares_32_bits: bool) -> Vec<SymbolId> {
        let mut symbols = self.table_order();
        let value = |id: SymbolId| self.get(id).value;
        match order {
            SymbolOrder::Name => {
                symbols.sort_by_cached_key(|&id| self.name(id).to_ascii_lowercase())
            }
            SymbolOrder::Value if compares_32_bits => {
                merge_sort(&mut symbols, &|&a, &b| {
                    (value(a).wrapping_sub(value(b)) as i32) <= 0
                });
            }
            SymbolOrder::Value => symbols.sort_by_key(|&id| value(id)),
            SymbolOrder::Definition => {
                // Symbols that were never defined have order 0 and come last, because 0 - 1 wraps
                // to the largest number.
                symbols.sort_by_key(|&id| self.definition(id).order.wrapping_sub(1));
            }
        }
        symbols
    }
}

/// Returns dasm's hash of a name: the number of its bucket, 0 to 4095.
fn bucket(name: &[u8]) -> u16 {
    let (mut a, mut b) = (0u8, 0u8);
    for &byte in name {
        a = a.wrapping_add(byte);
        b = b.wrapping_add(a);
    }
    (u16::from(a) * 256 + u16::from(b)) & 0xfff
}

/// Sorts the items with a plain merge sort, as dasm does. Comparing 64-bit values by only 32 bits
/// is not a total order, and the standard library's sorts may panic without a total order.
fn merge_sort<T: Copy>(items: &mut [T], in_order: &dyn Fn(&T, &T) -> bool) {
    if items.len() < 2 {
        return;
    }
    let (left, right) = items.split_at_mut(items.len() / 2);
    merge_sort(left, in_order);
    merge_sort(right, in_order);
    let mut merged = Vec::with_capacity(items.len());
    let (left, right) = items.split_at(items.len() / 2);
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        if in_order(&left[i], &right[j]) {
            merged.push(left[i]);
            i += 1;
        } else {
            merged.push(right[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&left[i..]);
    merged.extend_from_slice(&right[j..]);
    items.copy_from_slice(&merged);
}
