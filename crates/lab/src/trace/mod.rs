//! Traces: records of what a machine does, as values and as lines of text.
//!
//! All traces work the same way: step a machine, and read its state between cycles. The emulation
//! core has no hooks. This module appends lines to buffers, or writes them to any
//! [`std::fmt::Write`]; it does not open files. For tests in Rust, use the functions of
//! [`stepping`]:
//!
//! ```
//! use lab::trace;
//! use vcs::{Cartridge, Machine, PowerOn};
//!
//! // F000: inc $80; jmp $F000. The vectors are at the end of the image.
//! let mut image = [0; 4096];
//! image[..5].copy_from_slice(&[0xe6, 0x80, 0x4c, 0x00, 0xf0]);
//! image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
//! let cartridge = Cartridge::from_image(&image).unwrap();
//! let mut machine = Machine::new(cartridge, PowerOn::default());
//!
//! let texts: Vec<String> = trace::stepping::instructions(&mut machine)
//!     .take(3)
//!     .map(|step| step.instruction.to_string())
//!     .collect();
//! assert_eq!(texts, ["inc $80", "jmp $f000", "inc $80"]);
//!
//! let writes = trace::stepping::bus_cycles(&mut machine)
//!     .take(80)
//!     .filter(|(_, cycle)| cycle.write && cycle.address == 0x80);
//! assert_eq!(writes.count(), 20); // old and new value, once every eight cycles
//! ```
//!
#![doc = include_str!("../../docs/traces.md")]
//!
#![doc = include_str!("../../docs/picture.md")]

pub mod arm;
pub mod bus;
mod columns;
pub mod condition;
pub mod coverage;
mod forms;
pub mod instruction;
pub mod metadata;
pub mod picture;
pub mod record;
pub mod region;
mod sound;
mod sources;
pub mod stepping;
pub mod symbols;
pub mod unwritten;
pub mod vcd;

pub use bus::writes_register;
pub use condition::{Condition, ConditionError};
pub use coverage::Coverage;
pub use instruction::{InstructionWriter, TraceFormat, instruction_line, instruction_text};
pub use metadata::Metadata;
pub use picture::{Picture, PictureError, write_picture};
pub use record::FrameRecord;
pub use region::Region;
pub use sound::AudioHash;
pub use sources::{Instruction, SourceFinder};
pub use symbols::{Symbols, SymbolsError};
pub use unwritten::{UnwrittenRead, UnwrittenReads};
pub use vcd::{VcdWriter, WaveCycle};
