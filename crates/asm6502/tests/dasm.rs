//! The assembler beside Debian's dasm: cases, programs, random sources.

#[path = "dasm/bytes.rs"]
mod bytes;
#[path = "dasm/cases.rs"]
mod cases;
#[path = "dasm/flags.rs"]
mod flags;
#[path = "dasm/generator.rs"]
mod generator;
#[path = "dasm/harness.rs"]
mod harness;
#[path = "dasm/mutation.rs"]
mod mutation;
#[path = "dasm/random.rs"]
mod random;
#[path = "dasm/shapes.rs"]
mod shapes;
#[path = "dasm/tidy.rs"]
mod tidy;
