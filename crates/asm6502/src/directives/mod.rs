//! The directives: one table of names, one file per family.

use crate::code::Step;
use crate::context::Context;
use crate::names::operations::{DirectiveEntry, Operation, Operations};
use crate::sources::line::Line;

pub(crate) mod conditional;
mod data;
mod echo;
mod elements;
pub(crate) mod equate;
mod extensions;
mod include;
mod list;
pub(crate) mod macros;
mod origin;
mod processor;
mod repeat;
mod space;

/// Where a directive comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// dasm 2.20.14.1.
    Dasm,
    /// dasm 2.20.16.
    Newer,
    /// `--extensions`.
    Extension,
}

/// A directive: its name, what it does, and whether it runs in skipped blocks.
pub(crate) struct Directive {
    /// In lower case.
    name: &'static str,
    run: fn(&mut Context, &Line) -> Step,
    /// Runs in skipped blocks, too.
    always: bool,
    /// Bytes of each number, if all that it does is to place numbers; otherwise 0.
    number_bytes: u8,
    pub origin: Origin,
    /// For `--help directives`.
    pub help: &'static str,
}

impl Directive {
    pub const fn name(&self) -> &'static str {
        self.name
    }

    const fn from(mut self, origin: Origin) -> Directive {
        self.origin = origin;
        self
    }

    const fn places(mut self, number_bytes: u8) -> Directive {
        self.number_bytes = number_bytes;
        self
    }
}

const fn plain(
    name: &'static str,
    run: fn(&mut Context, &Line) -> Step,
    help: &'static str,
) -> Directive {
    Directive {
        name,
        run,
        always: false,
        number_bytes: 0,
        origin: Origin::Dasm,
        help,
    }
}

const fn always(
    name: &'static str,
    run: fn(&mut Context, &Line) -> Step,
    help: &'static str,
) -> Directive {
    Directive {
        always: true,
        ..plain(name, run, help)
    }
}

/// The words known from the start; instructions come with `PROCESSOR`.
pub(crate) fn operations(extensions: bool, newer: bool) -> Operations {
    let mut operations = Operations::new();
    for (index, directive) in DIRECTIVES.iter().enumerate() {
        let known = match directive.origin {
            Origin::Dasm => true,
            Origin::Newer => newer,
            Origin::Extension => extensions,
        };
        let entry = DirectiveEntry {
            index: index as u8,
            always: directive.always,
            extension: directive.origin == Origin::Extension,
            number_bytes: directive.number_bytes,
        };
        if known {
            operations.insert(directive.name.as_bytes(), Operation::Directive(entry));
        }
    }
    operations
}

/// Runs a directive.
pub(crate) fn perform(context: &mut Context, directive: DirectiveEntry, line: &Line) -> Step {
    (DIRECTIVES[usize::from(directive.index)].run)(context, line)
}

/// The name of a directive, in lower case.
pub(crate) fn name_of(directive: DirectiveEntry) -> &'static str {
    DIRECTIVES[usize::from(directive.index)].name
}

/// All directives, in the order of `--help directives`.
pub(crate) static DIRECTIVES: &[Directive] = &[
    plain(
        "processor",
        processor::processor,
        "processor 6502: makes the instructions known; comes first",
    ),
    plain(
        "include",
        include::include,
        "include \"file\": assembles another file here",
    ),
    plain(
        "incbin",
        include::incbin,
        "incbin \"file\": the bytes of a file",
    ),
    plain(
        "incdir",
        include::incdir,
        "incdir dir: adds a directory to the search list",
    ),
    plain(
        "seg",
        origin::seg,
        "seg[.u] name: switches to a segment; .u writes no bytes",
    ),
    plain(
        "org",
        origin::org,
        "org address[,fill]: sets the address, and the byte that fills the gap",
    ),
    plain(
        "rorg",
        origin::rorg,
        "rorg address: code below runs at that address",
    ),
    plain("rend", origin::rend, "rend: ends rorg"),
    plain(
        "align",
        origin::align,
        "align n[,fill]: fills up to a multiple of n",
    ),
    plain(
        "dc",
        data::dc,
        "dc[.b|.w|.l|.s] list: data; .s has the other byte order",
    ),
    plain("byte", data::byte, "byte list: bytes and strings").places(1),
    plain(
        "word",
        data::word,
        "word list: 16-bit words, low byte first",
    )
    .places(2),
    plain(
        "long",
        data::long,
        "long list: 32-bit words, low byte first",
    ),
    plain(
        "dv",
        data::dv,
        "dv[.b|.w|.l] name list: data passed through the EQM symbol name, as ..",
    ),
    plain(
        "ds",
        space::ds,
        "ds[.b|.w|.l] count[,fill]: reserves or fills",
    ),
    plain(
        "hex",
        data::hex,
        "hex digits: bytes as pairs of hexadecimal digits",
    ),
    plain("equ", equate::equ, "name equ value: defines a constant"),
    plain("=", equate::equ, "name = value: defines a constant"),
    plain(
        "set",
        equate::set,
        "name set value: assigns; may be repeated",
    ),
    plain(
        "eqm",
        equate::eqm,
        "name eqm text: text that is evaluated at each use",
    ),
    plain(
        "setstr",
        equate::setstr,
        "name setstr text: the operand as a string",
    ),
    always(
        "mac",
        macros::mac,
        "mac name: begins a macro; {1} to {n} insert arguments",
    ),
    always("macro", macros::mac, "macro name: the same as mac"),
    always("endm", macros::endm, "endm: ends a macro"),
    plain("mexit", macros::mexit, "mexit: leaves the running macro"),
    always(
        "if",
        conditional::if_,
        "if value: assembles what follows if it is not 0",
    ),
    always(
        "ifconst",
        conditional::ifconst,
        "ifconst value: assembles if the value is known",
    ),
    always(
        "ifnconst",
        conditional::ifnconst,
        "ifnconst value: assembles if the value is unknown",
    ),
    always(
        "ifndef",
        conditional::ifnconst,
        "ifndef value: the same as ifnconst",
    ),
    always("else", conditional::else_, "else: inverts the condition"),
    always(
        "endif",
        conditional::endif,
        "endif: ends the conditional block",
    ),
    always("eif", conditional::endif, "eif: the same as endif"),
    always(
        "repeat",
        repeat::repeat,
        "repeat n: assembles n times what follows",
    ),
    always("repend", repeat::repend, "repend: ends repeat"),
    plain(
        "subroutine",
        equate::subroutine,
        "subroutine: begins a scope of .local labels",
    ),
    plain(
        "echo",
        echo::echo,
        "echo list: prints strings and numbers when done",
    ),
    plain("err", echo::err, "err: stops with an error"),
    plain("end", include::end, "end: skips the rest of the file"),
    plain(
        "list",
        list::list,
        "list on|off|localon|localoff: switches the listing",
    ),
    plain(
        "trace",
        list::trace,
        "trace on|off: accepted, without effect",
    ),
    always(
        "elif",
        extensions::elif,
        "elif value: another condition if none was true so far",
    )
    .from(Origin::Extension),
    always(
        "ifdef",
        conditional::ifconst,
        "ifdef value: the same as ifconst",
    )
    .from(Origin::Extension),
    plain(
        "assert",
        extensions::assert,
        "assert value[,text]: an error in the last pass if the value is 0",
    )
    .from(Origin::Extension),
    plain(
        "setsym",
        equate::setsym,
        "name setsym string: the value of the symbol of that name",
    )
    .from(Origin::Newer),
    plain(
        "samepage",
        extensions::samepage,
        "samepage first[,last]: an error in the last pass if the addresses are on two pages",
    )
    .from(Origin::Extension),
];
