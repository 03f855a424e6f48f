//! The laboratory: what is done *with* a console rather than in it.
//!
//! - [`trace`] records what the console did: instructions, bus cycles, frames, pictures.
//! - [`script`] describes input and expectations as text, and runs a machine by it.
//! - [`Rewind`] keeps states in a ring, to go back in time.
//!
//! Everything here pulls: it steps a [`vcs::Machine`] and inspects it between cycles. The console
//! has no hooks and knows nothing of this crate.

mod rewind;
pub mod script;
pub mod trace;

pub use rewind::Rewind;
