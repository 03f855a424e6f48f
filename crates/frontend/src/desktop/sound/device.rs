//! The sound device, accessed through cpal. If there is no device, the result is silence, never an
//! error.

use super::speaker::{Speaker, Statistics};
use cpal::{
    BufferSize, ErrorKind, FromSample, SampleFormat, SizedSample, Stream, StreamConfig,
    SupportedBufferSize,
    traits::{DeviceTrait, HostTrait, StreamTrait},
};
use headless::error::Error;
use play::sound::Resampler;
use rtrb::{Consumer, Producer, RingBuffer};
#[cfg(target_os = "linux")]
use std::{cell::RefCell, rc::Rc};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Number of audio frames (one sample per channel) per period to request from the device: 8 ms at
/// 48 kHz. If none is requested, some devices choose a period of a whole second.
const PERIOD: u32 = 384;
/// Minimum part of the latency, in seconds, that is reserved for the device. The rest, by default
/// 40 ms, is the target fill level of the ring buffer. The samples of a whole picture arrive
/// together, so the fill level varies by 8 ms around its target, and the program can wake up 32 ms
/// late without a gap in the sound.
const MIN_DEVICE_LATENCY: f64 = 0.017;
/// Default latency, in milliseconds: the time that a sample spends in the ring and in two periods
/// of the device. Players do not notice this latency.
const DEFAULT_LATENCY: u16 = 60;
/// Part of the latency, in seconds, that is kept in reserve, because the fill level of the ring and
/// the length of the periods vary.
const LATENCY_RESERVE: f64 = 0.003;
/// Minimum target fill level of the ring beyond one period, in seconds. The samples of a whole
/// picture arrive together, and may arrive late.
const TARGET_MARGIN: f64 = 0.026;
/// Capacity of the ring beyond twice its target, in seconds. This is the length of a frame in the
/// slowest television standard.
const EXTRA_CAPACITY: f64 = 0.020;
/// Maximum correction of the rate: 0.5 %, a twelfth of a semitone, which is inaudible.
const MAX_CORRECTION: f64 = 0.005;
/// Time between attempts to reopen a lost device.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);
/// Factor per sample by which the signal decays while samples are missing. It decays to a tenth in
/// 5 ms.
const DECAY: f32 = 0.990;
/// Rise of the gain per sample once samples arrive again. The gain reaches its full value after 5
/// ms at 48 kHz.
const RISE: f32 = 1.0 / 240.0;

/// The choice of a device and its latency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceChoice {
    /// The name; `None` for the system's default.
    pub name: Option<String>,
    /// Maximum time in milliseconds from the creation of a sample until it is heard, if the device
    /// allows it.
    pub latency_ms: u16,
}

impl Default for DeviceChoice {
    fn default() -> DeviceChoice {
        DeviceChoice {
            name: None,
            latency_ms: DEFAULT_LATENCY,
        }
    }
}

/// Returns the names of the available devices.
pub fn device_names() -> Vec<String> {
    #[cfg(target_os = "linux")]
    let _quiet = alsa::Output::local_error_handler();
    let devices = cpal::default_host().output_devices();
    let mut names: Vec<String> = devices
        .into_iter()
        .flatten()
        .filter_map(|device| name_of(&device))
        .collect();
    names.sort();
    names.dedup();
    names
}

fn name_of(device: &cpal::Device) -> Option<String> {
    Some(device.description().ok()?.name().to_owned())
}

/// A sound device, or the search for one.
pub struct Device {
    choice: DeviceChoice,
    playing: Option<Playing>,
    last_attempt: Instant,
    /// Whether a device has ever played. Only in that case does the program try to reopen it after
    /// losing it.
    has_played: bool,
    message: Option<String>,
    /// The statistics of the devices that have been lost.
    totals: Statistics,
}

/// The values that the program and the sound thread share.
#[derive(Default)]
struct Shared {
    /// Whether the program is deliberately sending nothing, so that silence is not an under-run.
    paused: AtomicBool,
    lost: AtomicBool,
    under_runs: AtomicU64,
}

struct Playing {
    /// Dropping the stream stops the sound.
    _stream: Stream,
    ring: Producer<f32>,
    shared: Arc<Shared>,
    rate: f64,
    /// Audio frames per period of the device.
    period: u32,
    /// Target fill level of the ring, in samples.
    target: f64,
    resampler: Resampler,
    /// Fill level of the ring in samples, averaged over several frames.
    average_level: f64,
    out: Vec<f32>,
    dropped: u64,
}

impl Device {
    /// Opens a device. If there is none, the speaker is silent, and [`Speaker::message`] reports
    /// it.
    pub fn open(choice: &DeviceChoice) -> Device {
        let mut device = Device {
            choice: choice.clone(),
            playing: None,
            last_attempt: Instant::now(),
            has_played: false,
            message: None,
            totals: Statistics::default(),
        };
        match Playing::start(choice) {
            Ok(playing) => {
                device.playing = Some(playing);
                device.has_played = true;
            }
            Err(error) => {
                device.message = Some(format!(
                    "no sound, the game continues silently: {}",
                    reason(&error)
                ))
            }
        }
        device
    }

    /// Detects a lost device, and tries every two seconds to open the chosen device again.
    fn check_device(&mut self) {
        if self
            .playing
            .as_ref()
            .is_some_and(|playing| playing.shared.lost.load(Relaxed))
        {
            self.totals = self.statistics();
            self.playing = None;
            self.last_attempt = Instant::now();
            self.message = Some("sound device lost".into());
        }
        if self.playing.is_none()
            && self.has_played
            && self.last_attempt.elapsed() >= RETRY_INTERVAL
        {
            self.last_attempt = Instant::now();
            if let Ok(playing) = Playing::start(&self.choice) {
                self.playing = Some(playing);
                self.message = Some("sound device found".into());
            }
        }
    }
}

impl Speaker for Device {
    fn push(&mut self, samples: &[f32], rate: f64) -> Result<(), Error> {
        self.check_device();
        if let Some(playing) = &mut self.playing {
            playing.push(samples, rate);
        }
        Ok(())
    }

    fn pause(&mut self) {
        self.check_device();
        if let Some(playing) = &self.playing {
            playing.shared.paused.store(true, Relaxed);
        }
    }

    fn message(&mut self) -> Option<String> {
        self.message.take()
    }

    fn statistics(&self) -> Statistics {
        let Some(playing) = &self.playing else {
            return Statistics {
                playing: false,
                latency_ms: 0.0,
                ..self.totals
            };
        };
        Statistics {
            playing: true,
            under_runs: self.totals.under_runs + playing.shared.under_runs.load(Relaxed),
            dropped: self.totals.dropped + playing.dropped,
            // The ring, plus the two periods in the device itself.
            latency_ms: (playing.average_level + 2.0 * f64::from(playing.period)) / playing.rate
                * 1000.0,
        }
    }
}

impl Playing {
    fn start(choice: &DeviceChoice) -> Result<Playing, cpal::Error> {
        // Without a sound card, ALSA prints a dozen lines. The handler diverts this thread's lines
        // to a buffer.
        #[cfg(target_os = "linux")]
        let _quiet = alsa::Output::local_error_handler();
        let host = cpal::default_host();
        let device = match &choice.name {
            Some(name) => host
                .output_devices()?
                .find(|device| name_of(device).as_ref() == Some(name)),
            None => host.default_output_device(),
        };
        let device = device.ok_or_else(|| cpal::Error::new(ErrorKind::DeviceNotAvailable))?;
        let supported = device.default_output_config()?;
        let format = supported.sample_format();
        let period = period_of(supported.buffer_size());
        let config = supported.config();
        let latency = choice.latency_ms;
        match format {
            SampleFormat::I16 => Playing::start_with::<i16>(&device, config, period, latency),
            SampleFormat::I32 => Playing::start_with::<i32>(&device, config, period, latency),
            SampleFormat::U8 => Playing::start_with::<u8>(&device, config, period, latency),
            SampleFormat::U16 => Playing::start_with::<u16>(&device, config, period, latency),
            SampleFormat::F64 => Playing::start_with::<f64>(&device, config, period, latency),
            _ => Playing::start_with::<f32>(&device, config, period, latency),
        }
    }

    fn start_with<T>(
        device: &cpal::Device,
        config: StreamConfig,
        period: u32,
        latency: u16,
    ) -> Result<Playing, cpal::Error>
    where
        T: SizedSample + FromSample<f32>,
    {
        let rate = f64::from(config.sample_rate);
        let config = StreamConfig {
            buffer_size: BufferSize::Fixed(period),
            ..config
        };
        let target = target_level(period, rate, latency);
        let (ring, consumer) = RingBuffer::new((target * 2.0 + rate * EXTRA_CAPACITY) as usize);
        let shared = Arc::new(Shared::default());
        let mut tap = Tap::new(consumer, Arc::clone(&shared), target as usize);
        let channels = usize::from(config.channels.max(1));
        let error_shared = Arc::clone(&shared);
        let stream = device.build_output_stream(
            config,
            move |out: &mut [T], _: &cpal::OutputCallbackInfo| {
                #[cfg(target_os = "linux")]
                buffer_alsa_messages();
                for frame in out.chunks_mut(channels) {
                    frame.fill(T::from_sample(tap.next()));
                }
            },
            move |error: cpal::Error| record_error(&error_shared, &error),
            None,
        )?;
        stream.play()?;
        Ok(Playing {
            _stream: stream,
            ring,
            shared,
            rate,
            period,
            target,
            resampler: Resampler::new(),
            average_level: target,
            out: Vec::new(),
            dropped: 0,
        })
    }

    fn push(&mut self, samples: &[f32], rate: f64) {
        self.shared.paused.store(false, Relaxed);
        let filled = self.ring.buffer().capacity() - self.ring.slots();
        // Halfway between the maximum and minimum fill level during a frame.
        let middle = filled as f64 + samples.len() as f64 * self.rate / rate / 2.0;
        self.average_level += (middle - self.average_level) * 0.05;
        let step = rate / self.rate * (1.0 + correction(self.average_level, self.target));
        self.out.clear();
        self.resampler.run(samples, step, &mut self.out);
        for sample in &self.out {
            self.dropped += u64::from(self.ring.push(*sample).is_err());
        }
    }
}

/// ALSA's buffered messages are discarded once they reach this many bytes.
#[cfg(target_os = "linux")]
const MAX_MESSAGE_BYTES: usize = 4096;

#[cfg(target_os = "linux")]
thread_local! {
    /// The buffer for ALSA's messages in the sound thread.
    static ALSA_MESSAGES: RefCell<Option<Rc<RefCell<alsa::Output>>>> = const { RefCell::new(None) };
}

/// Redirects ALSA's messages in the calling thread into a buffer, and replaces the buffer once it
/// gets long. A lost device causes a message in every period.
#[cfg(target_os = "linux")]
fn buffer_alsa_messages() {
    let is_short = |output: &Rc<RefCell<alsa::Output>>| {
        let output = output.borrow();
        output.buffer_string(|messages| messages.len() < MAX_MESSAGE_BYTES)
    };
    ALSA_MESSAGES.with_borrow_mut(|buffer| {
        if !buffer.as_ref().is_some_and(is_short) {
            *buffer = alsa::Output::local_error_handler().ok();
        }
    });
}

/// Returns a short reason why there is no sound.
fn reason(error: &cpal::Error) -> String {
    match error.kind() {
        ErrorKind::DeviceNotAvailable | ErrorKind::HostUnavailable => "no sound device".into(),
        ErrorKind::DeviceBusy => "the sound device is in use by another program".into(),
        ErrorKind::PermissionDenied => "no permission for the sound device".into(),
        _ => error.to_string().lines().collect::<Vec<_>>().join(" "),
    }
}

/// Returns the number of audio frames per period to request, as close to [`PERIOD`] as the device
/// allows.
fn period_of(supported: &SupportedBufferSize) -> u32 {
    match *supported {
        SupportedBufferSize::Range { min, max } => PERIOD.min(max).max(min),
        SupportedBufferSize::Unknown => PERIOD,
    }
}

/// Returns the target fill level of the ring, in samples, for a device with this period. The target
/// is smaller for a longer period, so that the total stays within `latency` (in milliseconds), but
/// never smaller than one period plus [`TARGET_MARGIN`].
fn target_level(period: u32, rate: f64, latency: u16) -> f64 {
    let period = f64::from(period);
    let latency = f64::from(latency) / 1000.0 - LATENCY_RESERVE;
    let rest = rate * latency - 2.0 * period;
    let max = rate * (latency - MIN_DEVICE_LATENCY);
    rest.min(max).max(rate * TARGET_MARGIN + period)
}

/// Returns the fraction by which the console's samples must be consumed faster. It is positive if
/// the ring is fuller than its target, and negative if the ring is emptier.
fn correction(average_level: f64, target: f64) -> f64 {
    ((average_level - target) / target * MAX_CORRECTION).clamp(-MAX_CORRECTION, MAX_CORRECTION)
}

fn record_error(shared: &Shared, error: &cpal::Error) {
    match error.kind() {
        ErrorKind::Xrun => {
            shared.under_runs.fetch_add(1, Relaxed);
        }
        ErrorKind::RealtimeDenied | ErrorKind::DeviceChanged => {}
        _ => shared.lost.store(true, Relaxed),
    }
}

/// The sound thread's end of the ring. The signal has no jumps, even when samples are missing.
struct Tap {
    ring: Consumer<f32>,
    shared: Arc<Shared>,
    target: usize,
    /// Whether samples are flowing; false while the ring is filling up to the target.
    flowing: bool,
    gain: f32,
    last: f32,
    /// The last sample before the ring ran empty; it decays to zero.
    decaying_sample: f32,
}

impl Tap {
    fn new(ring: Consumer<f32>, shared: Arc<Shared>, target: usize) -> Tap {
        Tap {
            ring,
            shared,
            target,
            flowing: false,
            gain: 0.0,
            last: 0.0,
            decaying_sample: 0.0,
        }
    }

    fn next(&mut self) -> f32 {
        if !self.flowing && self.ring.slots() >= self.target {
            self.flowing = true;
            self.gain = 0.0;
        }
        let sample = if self.flowing {
            self.ring.pop().ok()
        } else {
            None
        };
        self.decaying_sample *= DECAY;
        match sample {
            Some(sample) => {
                self.gain = (self.gain + RISE).min(1.0);
                self.last = sample * self.gain + self.decaying_sample * (1.0 - self.gain);
            }
            None => {
                if self.flowing {
                    self.run_dry();
                }
                self.last = self.decaying_sample;
            }
        }
        self.last
    }

    fn run_dry(&mut self) {
        self.flowing = false;
        self.decaying_sample = self.last * DECAY;
        if !self.shared.paused.load(Relaxed) {
            self.shared.under_runs.fetch_add(1, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tap(target: usize) -> (Producer<f32>, Tap) {
        let (producer, consumer) = RingBuffer::new(4096);
        (producer, Tap::new(consumer, Arc::default(), target))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_buffer_of_alsas_messages_stays_short() {
        let cause_message =
            || alsa::PCM::new("no-such-device", alsa::Direction::Playback, false).err();
        let length = || {
            ALSA_MESSAGES.with_borrow(|buffer| {
                let output = buffer.as_ref().expect("a buffer").borrow();
                output.buffer_string(<[u8]>::len)
            })
        };
        buffer_alsa_messages();
        cause_message();
        let message_length = length();
        assert!(message_length > 0);
        for _ in 0..2 * MAX_MESSAGE_BYTES / message_length {
            buffer_alsa_messages();
            cause_message();
            assert!(
                length() <= MAX_MESSAGE_BYTES + message_length,
                "{}",
                length()
            );
        }
    }

    #[test]
    fn playing_starts_at_the_target_level_and_loses_no_sample() {
        let (mut producer, mut tap) = tap(3);
        producer.push(0.5).unwrap();
        assert_eq!(tap.next(), 0.0);
        (0..999).for_each(|_| producer.push(0.5).unwrap());
        (0..999).for_each(|_| {
            tap.next();
        });
        assert_eq!(tap.next(), 0.5);
    }

    #[test]
    fn running_dry_and_refilling_causes_no_jump_in_the_signal() {
        let (mut producer, mut tap) = tap(100);
        let mut heard = Vec::new();
        for _ in 0..2 {
            (0..1000).for_each(|_| producer.push(0.8).unwrap());
            heard.extend((0..1500).map(|_| tap.next()));
        }
        let max_jump = heard
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .fold(0.0, f32::max);
        assert!(max_jump < 0.02, "{max_jump}");
        assert_eq!(tap.shared.under_runs.load(Relaxed), 2);
    }

    #[test]
    fn a_pause_does_not_count_as_an_under_run() {
        let (mut producer, mut tap) = tap(10);
        (0..20).for_each(|_| producer.push(0.8).unwrap());
        tap.shared.paused.store(true, Relaxed);
        (0..40).for_each(|_| {
            tap.next();
        });
        assert_eq!(tap.shared.under_runs.load(Relaxed), 0);
    }

    #[test]
    fn the_period_requested_from_a_device_is_in_its_range() {
        let period = |min, max| period_of(&SupportedBufferSize::Range { min, max });
        assert_eq!([period(64, 4096), period(1024, 4096)], [PERIOD, 1024]);
        assert_eq!(period(64, 256), 256);
        assert_eq!(period_of(&SupportedBufferSize::Unknown), PERIOD);
    }

    #[test]
    fn sound_is_heard_within_sixty_milliseconds_where_the_device_allows_it() {
        let latency_ms = |period: u32, rate: f64| {
            let samples = target_level(period, rate, DEFAULT_LATENCY) + 2.0 * f64::from(period);
            (samples / rate * 1000.0).round()
        };
        assert_eq!(latency_ms(PERIOD, 48_000.0), 56.0);
        // WASAPI's own period is 10 ms.
        assert_eq!(
            [latency_ms(480, 48_000.0), latency_ms(441, 44_100.0)],
            [57.0; 2]
        );
        assert_eq!(latency_ms(PERIOD, 44_100.0), 57.0);
        // A short period does not change the target of the ring. If the period is long, the ring
        // holds at least one period.
        assert_eq!(
            target_level(64, 48_000.0, DEFAULT_LATENCY).round(),
            0.040 * 48_000.0
        );
        let long = target_level(2048, 48_000.0, DEFAULT_LATENCY);
        assert_eq!(long, 0.026 * 48_000.0 + 2048.0);
        // The player can choose a longer latency. A latency that is too short is increased.
        assert_eq!(target_level(64, 48_000.0, 200).round(), 0.180 * 48_000.0);
        assert_eq!(target_level(64, 48_000.0, 20), 0.026 * 48_000.0 + 64.0);
    }

    #[test]
    fn a_full_ring_is_drained_a_little_faster() {
        assert_eq!(correction(1152.0, 1152.0), 0.0);
        assert!(correction(1300.0, 1152.0) > 0.0);
        assert_eq!(correction(9000.0, 1152.0), MAX_CORRECTION);
    }
}
