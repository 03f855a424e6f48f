//! Traces: what the console did, as lines of text.
//!
//! Everything here *pulls*: it steps a machine and looks at it between cycles; the core has no
//! hooks. Lines go to any [`std::fmt::Write`]; the front end owns the files.
#![doc = include_str!("../../docs/picture.md")]

pub mod hash;
pub mod picture;

pub use hash::Hash;
pub use picture::{Picture, PictureError, write_picture};
