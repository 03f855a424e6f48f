//! The directives: one table of names, one file per family.

pub(crate) mod conditional;
mod data;
mod echo;
mod equate;
mod extensions;
mod include;
mod list;
mod origin;
mod processor;
pub(crate) mod repeat;

use crate::assembler::{Assembler, Step};
use crate::line::Line;

/// A directive: its name, what it does, and whether it acts in skipped blocks.
pub(crate) struct Directive {
    /// In lower case.
    pub name: &'static str,
    pub run: fn(&mut Assembler, &Line) -> Step,
    /// Called in skipped blocks, too.
    pub always: bool,
    /// For `--help directives`.
    pub help: &'static str,
}

impl Directive {
    /// Known with `--extensions` only.
    pub fn is_extension(&self) -> bool {
        EXTENSIONS
            .iter()
            .any(|extension| extension.name == self.name)
    }
}

impl std::fmt::Debug for Directive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const fn plain(
    name: &'static str,
    run: fn(&mut Assembler, &Line) -> Step,
    help: &'static str,
) -> Directive {
    Directive {
        name,
        run,
        always: false,
        help,
    }
}

const fn always(
    name: &'static str,
    run: fn(&mut Assembler, &Line) -> Step,
    help: &'static str,
) -> Directive {
    Directive {
        name,
        run,
        always: true,
        help,
    }
}

/// What dasm 2.20.14.1 has for the 6502.
pub(crate) const DIRECTIVES: &[Directive] = &[
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
    plain("byte", data::byte, "byte list: bytes and strings"),
    plain(
        "word",
        data::word,
        "word list: 16-bit words, low byte first",
    ),
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
        data::ds,
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
        "name set value: assigns, again and again if need be",
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
        conditional::mac,
        "mac name: begins a macro; {1} to {n} insert arguments",
    ),
    always("macro", conditional::mac, "macro name: the same as mac"),
    always("endm", conditional::endm, "endm: ends a macro"),
    plain(
        "mexit",
        conditional::mexit,
        "mexit: leaves the running macro",
    ),
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
    always(
        "else",
        conditional::else_,
        "else: turns the condition round",
    ),
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
];

/// What `--extensions` adds.
pub(crate) const EXTENSIONS: &[Directive] = &[
    always(
        "elif",
        extensions::elif,
        "elif value: another condition if none was true so far",
    ),
    always(
        "ifdef",
        conditional::ifconst,
        "ifdef value: the same as ifconst",
    ),
    plain(
        "assert",
        extensions::assert,
        "assert value[,text]: an error in the last pass if the value is 0",
    ),
];

/// What dialect 2.20.16 adds.
pub(crate) const NEWER: &[Directive] = &[plain(
    "setsym",
    equate::setsym,
    "name setsym string: the value of the symbol of that name",
)];
