//! The directives: one table of names, one file per family.

use crate::context::Context;
use crate::error::Abort;
use crate::names::operations::{Operation, Operations};
use crate::sources::line::Line;

pub(crate) mod conditional;
mod data;
mod echo;
pub(crate) mod equate;
mod extensions;
mod include;
pub(crate) mod macros;
mod origin;
mod processor;
mod repeat;
mod space;

/// The dasm versions or options that make a directive available.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Availability {
    /// All versions of dasm.
    Dasm,
    /// Only dasm 2.20.16.
    Newer,
    /// Only with `--extensions`.
    Extension,
}

/// A directive that the assembler knows: a row of the table.
pub struct Directive {
    /// The name, in lower case.
    pub name: &'static str,
    pub(crate) perform: fn(&mut Context, &Line) -> Result<(), Abort>,
    /// True if the directive also takes effect in skipped blocks.
    pub(crate) always: bool,
    /// The dasm versions or options that make it available.
    pub availability: Availability,
    /// The syntax and the effect: `org address[,fill]: sets the address`.
    pub help: &'static str,
}

/// The directive also takes effect in skipped blocks.
const ALWAYS: bool = true;
/// The directive takes effect only in active blocks.
const ACTIVE: bool = false;

macro_rules! directives {
    ($($availability:ident $name:literal $always:ident $perform:path, $help:literal;)*) => {
        &[$(Directive {
            name: $name,
            perform: $perform,
            always: $always,
            availability: Availability::$availability,
            help: $help,
        },)*]
    };
}

/// Returns the operations that are available at the start of a source: the directives. `PROCESSOR`
/// adds the instructions.
pub(crate) fn operations(extensions: bool, newer: bool) -> Operations {
    let mut operations = Operations::default();
    for (index, directive) in DIRECTIVES.iter().enumerate() {
        let known = match directive.availability {
            Availability::Dasm => true,
            Availability::Newer => newer,
            Availability::Extension => extensions,
        };
        if known {
            let operation = Operation::Directive {
                index: index as u8,
                extension: directive.availability == Availability::Extension,
            };
            operations.insert(directive.name.as_bytes(), operation);
        }
    }
    operations
}

/// All directives, in the order in which `--help directives` lists them. Each row has the
/// availability, the name, whether the directive also takes effect in skipped blocks, the function,
/// and the help text.
pub(crate) static DIRECTIVES: &[Directive] = directives! {
    Dasm "processor" ACTIVE processor::processor,
        "processor 6502: enables the instructions; comes first";
    Dasm "include" ACTIVE include::include, "include \"file\": assembles another file here";
    Dasm "incbin" ACTIVE include::incbin, "incbin \"file\": inserts the bytes of a file";
    Dasm "incdir" ACTIVE include::incdir, "incdir dir: adds a directory to the search list";
    Dasm "seg" ACTIVE origin::seg, "seg[.u] name: switches to a segment; .u writes no bytes";
    Dasm "org" ACTIVE origin::org,
        "org address[,fill]: sets the address, and the byte that fills the gap";
    Dasm "rorg" ACTIVE origin::rorg, "rorg address: the code that follows runs at that address";
    Dasm "rend" ACTIVE origin::rend, "rend: ends rorg";
    Dasm "align" ACTIVE origin::align, "align n[,fill]: fills up to a multiple of n";
    Dasm "dc" ACTIVE data::dc, "dc[.b|.w|.l|.s] list: data; .s puts the high byte first";
    Dasm "byte" ACTIVE data::byte, "byte list: bytes and strings";
    Dasm "word" ACTIVE data::word, "word list: 16-bit words, low byte first";
    Dasm "long" ACTIVE data::long, "long list: 32-bit words, low byte first";
    Dasm "dv" ACTIVE data::dv,
        "dv[.b|.w|.l] name list: evaluates an EQM symbol once for each item; .. is the item";
    Dasm "ds" ACTIVE space::ds, "ds[.b|.w|.l] count[,fill]: reserves or fills";
    Dasm "hex" ACTIVE data::hex, "hex digits: bytes as pairs of hexadecimal digits";
    Dasm "equ" ACTIVE equate::equ, "name equ value: defines a constant";
    Dasm "=" ACTIVE equate::equ, "name = value: defines a constant";
    Dasm "set" ACTIVE equate::set, "name set value: assigns; may be repeated";
    Dasm "eqm" ACTIVE equate::eqm, "name eqm text: text that is evaluated at each use";
    Dasm "setstr" ACTIVE equate::setstr, "name setstr text: assigns the operand as a string";
    Dasm "mac" ALWAYS macros::mac, "mac name: begins a macro; {1} to {n} insert arguments";
    Dasm "macro" ALWAYS macros::mac, "macro name: the same as mac";
    Dasm "endm" ALWAYS macros::endm, "endm: ends a macro";
    Dasm "mexit" ACTIVE macros::mexit, "mexit: leaves the running macro";
    Dasm "if" ALWAYS conditional::if_, "if value: assembles the block if the value is not 0";
    Dasm "ifconst" ALWAYS conditional::ifconst, "ifconst value: assembles if the value is known";
    Dasm "ifnconst" ALWAYS conditional::ifnconst,
        "ifnconst value: assembles if the value is unknown";
    Dasm "ifndef" ALWAYS conditional::ifnconst, "ifndef value: the same as ifnconst";
    Dasm "else" ALWAYS conditional::else_, "else: inverts the condition";
    Dasm "endif" ALWAYS conditional::endif, "endif: ends the conditional block";
    Dasm "eif" ALWAYS conditional::endif, "eif: the same as endif";
    Dasm "repeat" ALWAYS repeat::repeat, "repeat n: assembles the block n times";
    Dasm "repend" ALWAYS repeat::repend, "repend: ends repeat";
    Dasm "subroutine" ACTIVE equate::subroutine, "subroutine: begins a scope of .local labels";
    Dasm "echo" ACTIVE echo::echo, "echo list: prints strings and numbers at the end of the run";
    Dasm "err" ACTIVE echo::err, "err: stops with an error";
    Dasm "end" ACTIVE include::end, "end: skips the rest of the file";
    Dasm "list" ACTIVE echo::list, "list on|off|localon|localoff: switches the listing";
    Dasm "trace" ACTIVE echo::trace, "trace on|off: accepted, without effect";
    Extension "elif" ALWAYS extensions::elif,
        "elif value: tests another condition if none was true so far";
    Extension "ifdef" ALWAYS conditional::ifconst, "ifdef value: the same as ifconst";
    Extension "assert" ACTIVE extensions::assert,
        "assert value[,text]: an error in the last pass if the value is 0";
    Newer "setsym" ACTIVE equate::setsym,
        "name setsym string: assigns the value of the symbol that the string names";
    Extension "samepage" ACTIVE extensions::samepage,
        "samepage first[,last]: an error in the last pass if the addresses are on different pages";
};
