//! Reports of `crownhead verify`: as plain text, for build servers, and for browsers.
#![doc = include_str!("../../docs/verify.md")]

pub mod html;
pub mod junit;
mod plain_text;
mod report;

pub use plain_text::text;
pub use report::{FailingState, Judgment, Mismatch, PowerOnResults, Report};
