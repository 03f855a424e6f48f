//! Reports of `crownhead verify`: as plain text, for build servers, and for browsers.
#![doc = include_str!("../../docs/verify.md")]

pub mod html;
pub mod junit;
mod report;
mod words;

pub use report::{FailingState, Judgment, Mismatch, PowerOnResults, Report};
pub use words::text;
