//! Writes sound as a WAV file that can be streamed.

use super::output::Output;
use crate::error::Error;
use hound::{SampleFormat, WavSpec};
use vcs::television::{Sample, Standard};

/// The channels of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Channels {
    /// Channel 0 left, channel 1 right
    #[default]
    Both,
    /// The mean of the two channels
    Mix,
}

/// Factor that converts summed levels (0..=1710) to 16-bit samples.
const GAIN: i16 = 16;

/// Returns the number of samples per second. A scanline has two samples of 114 color clocks each.
pub fn sample_rate(standard: Standard) -> u32 {
    (standard.color_clock_hz() / 114.0).round() as u32
}

/// Writes the header, with both size fields at their maximum. Other programs take this to mean "up
/// to the end of the file", so they can read even an incomplete file, and the output can be a pipe.
///
/// # Errors
/// [`Error::Write`].
pub fn write_header(out: &mut Output, rate: u32, channels: Channels) -> Result<(), Error> {
    let spec = WavSpec {
        channels: match channels {
            Channels::Both => 2,
            Channels::Mix => 1,
        },
        sample_rate: rate,
        bits_per_sample: 16,
        sample_format: SampleFormat::Int,
    };
    let mut bytes = spec.into_header_for_infinite_file();
    // The RIFF size (offset 4) includes the 36 header bytes that follow it. The data size (offset
    // 40) does not, so its maximum is 36 less.
    bytes[40..44].copy_from_slice(&(u32::MAX - 36).to_le_bytes());
    out.write_bytes(&bytes)
}

/// Returns true if a file that begins with these bytes is a WAV file with the sample rate of one of
/// the television standards, which is how this program recognizes its own files.
pub fn is_ours(head: &[u8]) -> bool {
    let is_wave = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WAVE");
    let rates = Standard::ALL.map(|standard| sample_rate(standard).to_le_bytes());
    let is_rate = |rate: &[u8; 4]| head.get(24..28) == Some(rate);
    is_wave && rates.iter().any(is_rate)
}

/// Returns the final values of the header's two size fields, each preceded by its offset. If the
/// output is a file and not a stream, they replace the maximum values that [`write_header`] has
/// written.
pub fn header_sizes(samples: u64, channels: Channels) -> [(u64, [u8; 4]); 2] {
    let bytes_per_sample = match channels {
        Channels::Both => 4,
        Channels::Mix => 2,
    };
    let data_size = samples
        .saturating_mul(bytes_per_sample)
        .min(u64::from(u32::MAX - 36)) as u32;
    [
        (4, (data_size + 36).to_le_bytes()),
        (40, data_size.to_le_bytes()),
    ]
}

/// Writes samples.
///
/// # Errors
/// [`Error::Write`].
pub fn write_samples(
    out: &mut Output,
    samples: &[Sample],
    channels: Channels,
) -> Result<(), Error> {
    let mut bytes = Vec::with_capacity(samples.len() * 4);
    for Sample([a, b]) in samples {
        let [a, b] = [a, b].map(|level| *level as i16 * GAIN);
        match channels {
            Channels::Both => {
                bytes.extend(a.to_le_bytes());
                bytes.extend(b.to_le_bytes());
            }
            Channels::Mix => bytes.extend((a / 2 + b / 2).to_le_bytes()),
        }
    }
    out.write_bytes(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_limited_to_the_32_bits_of_the_header() {
        let size =
            |samples, channels| header_sizes(samples, channels).map(|(_, b)| u32::from_le_bytes(b));
        assert_eq!(size(100, Channels::Both), [436, 400]);
        let largest = [u32::MAX, u32::MAX - 36];
        for samples in [u64::from(u32::MAX / 4), u64::MAX] {
            assert_eq!(size(samples, Channels::Both), largest);
        }
    }
}
