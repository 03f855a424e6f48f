//! Reads and changes the offset in a BL instruction.

/// Returns the offset in a BL. It is relative to the BL's address plus four.
// IHI 0044, table 4-12; DDI 0419, A6.7.13.
pub(super) fn call_offset(word: u32) -> u32 {
    let (first, second) = (word & 0xffff, word >> 16);
    let sign = first >> 10 & 1;
    let bit = |at: u32| second >> at & 1 ^ sign ^ 1;
    let offset =
        sign << 24 | bit(13) << 23 | bit(11) << 22 | (first & 0x3ff) << 12 | (second & 0x7ff) << 1;
    ((offset << 7) as i32 >> 7) as u32
}

/// Returns the BL with a new offset; `None` if the offset is too large.
pub(super) fn with_call_offset(word: u32, offset: u32) -> Option<u32> {
    let signed = offset as i32;
    if !(-0x100_0000..0x100_0000).contains(&signed) {
        return None;
    }
    let sign = offset >> 24 & 1;
    let bit = |at: u32| offset >> at & 1 ^ sign ^ 1;
    let first = word & 0xf800 | sign << 10 | offset >> 12 & 0x3ff;
    let second = word >> 16 & 0xd000 | bit(23) << 13 | bit(22) << 11 | offset >> 1 & 0x7ff;
    Some(second << 16 | first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn call_offsets_survive_a_round_trip() {
        // A BL to itself: the offset is relative to its address plus four.
        let call = 0xfffe_f7ff;
        assert_eq!(call_offset(call) as i32, -4);
        for offset in [
            0,
            4,
            -4,
            0x7ffe,
            0x3f_fffe,
            -0x40_0000,
            0xff_fffe,
            -0x100_0000,
        ] {
            let word = with_call_offset(call, offset as u32).expect("in range");
            assert_eq!(call_offset(word) as i32, offset);
            assert_eq!(word & 0xd000_f800, 0xd000_f000);
        }
        assert_eq!(with_call_offset(call, 0x100_0000), None);
    }
}
