//! Color numbers to RGB.

/// The color of a TIA color number on an NTSC set, `0x00RRGGBB`.
pub fn ntsc(color: u8) -> u32 {
    let luma = u32::from(color & 0x0e) * 18;
    luma << 16 | luma << 8 | luma
}
