//! The image's own driver, in consoles built with the feature `arm-extra`.

#[cfg(feature = "arm-extra")]
pub use arm7::harmony::RunningDriver;

#[cfg(not(feature = "arm-extra"))]
pub use stub::RunningDriver;

/// The replacement for the type `RunningDriver` in a console without the feature `arm-extra`. The
/// type has no values, so the compiler removes all code that uses it. It also keeps the format of
/// saved states the same with and without the feature.
#[cfg(not(feature = "arm-extra"))]
mod stub {
    use arm7::harmony::{Access, Record};
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub enum RunningDriver {}

    impl RunningDriver {
        pub fn new(
            _: &[u8],
            _bank: usize,
            _ram_bytes: usize,
            _kilohertz: u32,
        ) -> Option<RunningDriver> {
            None
        }

        pub fn kilohertz(&self) -> u32 {
            match *self {}
        }

        pub fn set_kilohertz(&mut self, _kilohertz: u32) {
            match *self {}
        }

        pub fn record(&self) -> &Record {
            match *self {}
        }

        pub fn is_in_game(&self) -> bool {
            match *self {}
        }

        pub fn access(&mut self, _access: Access, _flash: &[u8]) -> Option<u8> {
            match *self {}
        }

        pub fn driven(&self) -> Option<u8> {
            match *self {}
        }

        pub fn driven_below(&self) -> Option<u8> {
            match *self {}
        }
    }
}
