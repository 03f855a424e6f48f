//! The sound of CDF and BUS cartridges: three voices, or a sample.

use super::{
    call::{Service, peek},
    feed::Music,
    lpc::Lpc,
};

/// The wave size of each voice at power-on. A wave table has 2^(32 - size) steps.
pub(super) const WAVE_SIZE: u8 = 27;

/// Returns the sum of the three voices. `waves` is the RAM offset of the table that holds the
/// addresses of the three waves.
pub(super) fn mix_voices(
    lpc: &mut Lpc,
    flash: &[u8],
    waves: u16,
    counters: [u32; 3],
    sizes: [u8; 3],
) -> u8 {
    let mut sum = 0u8;
    for voice in 0..3 {
        let step = counters[voice]
            .checked_shr(sizes[voice].into())
            .unwrap_or(0);
        let at = wave_address(lpc, waves, voice).wrapping_add(step);
        sum = sum.wrapping_add(peek(lpc, flash, at));
    }
    sum
}

/// Returns a nibble of a sample. The counter's bits from bit `shift` upward index the byte; the bit
/// below them selects the nibble.
pub(super) fn sample(lpc: &mut Lpc, flash: &[u8], waves: u16, counter: u32, shift: u8) -> u8 {
    let bits = |shift: u8| counter.checked_shr(shift.into()).unwrap_or(0);
    let at = wave_address(lpc, waves, 0).wrapping_add(bits(shift));
    let byte = peek(lpc, flash, at);
    match bits(shift.wrapping_sub(1)) & 1 {
        0 => byte >> 4,
        _ => byte & 0x0f,
    }
}

fn wave_address(lpc: &Lpc, waves: u16, voice: usize) -> u32 {
    lpc.word(usize::from(waves) + 4 * voice)
}

/// Performs a driver service for voice `r2`. A number below 1 means the first voice, a number above
/// 1 the third.
pub(super) fn serve(
    music: &mut Music,
    sizes: &mut [u8; 3],
    service: Service,
    r2: u32,
    r3: u32,
) -> Option<u32> {
    let voice = (r2 as i32).clamp(0, 2) as usize;
    match service {
        Service::SetNote => music.frequencies[voice] = r3,
        Service::ResetWave => music.counters[voice] = 0,
        Service::GetWavePointer => return Some(music.counters[voice]),
        // Here the original driver would overwrite its own code; ours does nothing.
        Service::SetWaveSize if r2 > 2 => {}
        Service::SetWaveSize => sizes[voice] = r3.min(255) as u8,
    }
    None
}
