//! The mistakes on the page `docs/messages.md`, in the syntax of dasm, ca65 and 64tass.

/// A mistake, with a source that contains it in each syntax.
pub struct Mistake {
    pub title: &'static str,
    /// A text that asm6502's messages must contain.
    pub expected: &'static str,
    /// The source for dasm and asm6502.
    pub source: &'static str,
    pub ca65: &'static str,
    pub tass: &'static str,
    /// The contents of `part.asm`, a file that some of the sources include.
    pub part: &'static str,
}

macro_rules! ten {
    () => {
        "1+1+1+1+1+1+1+1+1+1+"
    };
}

macro_rules! long_sum {
    ($head:literal) => {
        concat!(
            $head,
            ten!(),
            ten!(),
            ten!(),
            ten!(),
            ten!(),
            ten!(),
            "nix\n"
        )
    };
}

pub const MISTAKES: &[Mistake] = &[
    Mistake {
        title: "PROCESSOR in column 1",
        expected: "'processor' in column 1 is a label",
        source: "processor 6502\n org $1000\n nop\n",
        ca65: ".setcpu \"6502\"\n.org $1000\n nop\n",
        tass: ".cpu \"6502\"\n* = $1000\n nop\n",
        part: "",
    },
    Mistake {
        title: "An instruction in column 1",
        expected: "'lda' in column 1 is a label",
        source: " processor 6502\n org $1000\nlda #5\n",
        ca65: ".org $1000\nlda #5\n",
        tass: "* = $1000\nlda #5\n",
        part: "",
    },
    Mistake {
        title: "No blank before the operand",
        expected: "put a blank after the instruction: ldx #2",
        source: " processor 6502\n org $1000\n ldx#2\n",
        ca65: ".org $1000\n ldx#2\n",
        tass: "* = $1000\n ldx#2\n",
        part: "",
    },
    Mistake {
        title: "A hexadecimal number in another assembler's syntax",
        expected: "hexadecimal numbers begin with a $: $FF",
        source: " processor 6502\n org $1000\n lda #0FFh\n",
        ca65: ".org $1000\n lda #0FFh\n",
        tass: "* = $1000\n lda #0FFh\n",
        part: "",
    },
    Mistake {
        title: "A comment in another language's syntax",
        expected: "comments begin with ;",
        source: " processor 6502\n org $1000\n lda #5 // five\n",
        ca65: ".org $1000\n lda #5 // five\n",
        tass: "* = $1000\n lda #5 // five\n",
        part: "",
    },
    Mistake {
        title: "Another assembler's directive",
        expected: "use ds: `ds count,fill`",
        source: " processor 6502\n org $1000\n .res 5\n",
        ca65: ".org $1000\n ds 5\n",
        tass: "* = $1000\n .res 5\n",
        part: "",
    },
    Mistake {
        title: "Curly quotation marks",
        expected: "use straight quotation marks",
        source: " processor 6502\n org $1000\n byte “abc”\n",
        ca65: ".org $1000\n .byte “abc”\n",
        tass: "* = $1000\n .byte “abc”\n",
        part: "",
    },
    Mistake {
        title: "A label defined twice",
        expected: "game.asm:3: first defined here",
        source: " processor 6502\n org $1000\nloop nop\nloop nop\n jmp loop\n",
        ca65: ".org $1000\nloop: nop\nloop: nop\n jmp loop\n",
        tass: "* = $1000\nloop nop\nloop nop\n jmp loop\n",
        part: "",
    },
    Mistake {
        title: "Two equates that depend on each other",
        expected: "depends on itself",
        source: " processor 6502\n org $1000\na = b+1\nb = a+1\n byte a\n",
        ca65: ".org $1000\na1 = b1+1\nb1 = a1+1\n .byte a1\n",
        tass: "* = $1000\na1 = b1+1\nb1 = a1+1\n .byte a1\n",
        part: "",
    },
    Mistake {
        title: "A misspelled name",
        expected: "did you mean Start?",
        source: " processor 6502\n org $1000\nStart nop\n jmp Strat\n",
        ca65: ".org $1000\nStart: nop\n jmp Strat\n",
        tass: "* = $1000\nStart nop\n jmp Strat\n",
        part: "",
    },
    Mistake {
        title: "A local label from another routine",
        expected: "a local label is visible only up to the next SUBROUTINE",
        source: concat!(
            " processor 6502\n org $1000\nOne subroutine\n.loop dex\nTwo subroutine\n",
            " bne .loop\n",
        ),
        ca65: ".org $1000\nOne:\n@loop: dex\nTwo:\n bne @loop\n",
        tass: "* = $1000\nOne\n_loop dex\nTwo\n bne _loop\n",
        part: "",
    },
    Mistake {
        title: "A bank that is too long",
        expected: "the address $2000 is 1 byte below $2001",
        source: " processor 6502\n org $1000\n ds 4096\n nop\n org $2000\n nop\n",
        ca65: ".org $1000\n.res 4096\n nop\n.org $2000\n nop\n",
        tass: "* = $1000\n .fill 4096\n nop\n* = $2000\n nop\n",
        part: "",
    },
    Mistake {
        title: "An ORG below the current address",
        expected: "is 16 bytes below",
        source: concat!(
            " processor 6502\n org $1010\n org $1000\n org $1010\n nop\n org $1001\n",
            " nop\n",
        ),
        ca65: ".org $1010\n nop\n.org $1001\n nop\n",
        tass: "* = $1010\n nop\n* = $1001\n nop\n",
        part: "",
    },
    Mistake {
        title: "A macro without ENDM",
        expected: "the macro wait has no ENDM",
        source: " processor 6502\n org $1000\n mac wait\n nop\n nop\n jmp $1000\n",
        ca65: ".org $1000\n.macro wait\n nop\n nop\n jmp $1000\n",
        tass: "* = $1000\nwait .macro\n nop\n nop\n jmp $1000\n",
        part: "",
    },
    Mistake {
        title: "A macro that calls itself",
        expected: "calls of the macro wait are nested more than 32 deep",
        source: " processor 6502\n org $1000\n mac wait\n nop\n wait\n endm\n wait\n",
        ca65: ".org $1000\n.macro wait\n nop\n wait\n.endmacro\n wait\n",
        tass: "* = $1000\nwait .macro\n nop\n #wait\n .endm\n #wait\n",
        part: "",
    },
    Mistake {
        title: "A file that includes itself",
        expected: "includes are nested more than 512 deep",
        source: " processor 6502\n org $1000\n include \"part.asm\"\n",
        ca65: ".org $1000\n.include \"part.asm\"\n",
        tass: "* = $1000\n .include \"part.asm\"\n",
        part: " include \"part.asm\"\n",
    },
    Mistake {
        title: "A directory in place of a file",
        expected: "folder is a directory; nothing is read",
        source: " processor 6502\n org $1000\n include \"folder\"\n incbin \"folder\"\n",
        ca65: ".org $1000\n.include \"folder\"\n",
        tass: "* = $1000\n .include \"folder\"\n",
        part: "",
    },
    Mistake {
        title: "An IF that is not closed",
        expected: "IF without ENDIF",
        source: " processor 6502\n org $1000\n if 1\n nop\n",
        ca65: ".org $1000\n.if 1\n nop\n",
        tass: "* = $1000\n .if 1\n nop\n",
        part: "",
    },
    Mistake {
        title: "ELSE after a macro that leaves its IF open",
        expected: "ELSE belongs to a block that a macro has left open",
        source: concat!(
            " processor 6502\n org $1000\n mac quit\n if 1\n mexit\n endif\n endm\n",
            " if 1\n quit\n else\n nop\n endif\n",
        ),
        ca65: concat!(
            ".org $1000\n.macro quit\n.if 1\n.exitmacro\n.endif\n.endmacro\n.if 1\n",
            " quit\n.else\n nop\n.endif\n",
        ),
        tass: concat!(
            "* = $1000\nquit .macro\n .if 1\n .fi\n .endm\n .if 1\n #quit\n .else\n nop\n",
            " .fi\n",
        ),
        part: "",
    },
    Mistake {
        title: "A branch that is too far",
        expected: "the reach is -128..=127",
        source: " processor 6502\n org $1000\nfar ds 200\n bne far\n",
        ca65: ".org $1000\nfar: .res 200\n bne far\n",
        tass: "* = $1000\nfar .fill 200\n bne far\n",
        part: "",
    },
    Mistake {
        title: "A value that does not fit in a byte",
        expected: "does not fit in a byte",
        source: " processor 6502\n org $1000\n lda #300\n",
        ca65: ".org $1000\n lda #300\n",
        tass: "* = $1000\n lda #300\n",
        part: "",
    },
    Mistake {
        title: "A parenthesis that is not closed",
        expected: "the parenthesis is not closed",
        source: " processor 6502\n org $1000\n lda ($80,x\n",
        ca65: ".org $1000\n lda ($80,x\n",
        tass: "* = $1000\n lda ($80,x\n",
        part: "",
    },
    Mistake {
        title: "An addressing mode that does not exist",
        expected: "is not an addressing mode",
        source: " processor 6502\n org $1000\n ldx $80,x\n",
        ca65: ".org $1000\n ldx $80,x\n",
        tass: "* = $1000\n ldx $80,x\n",
        part: "",
    },
    Mistake {
        title: "An undocumented instruction under another name",
        expected: "dasm calls this instruction isb",
        source: " processor 6502\n org $1000\n isc $80\n",
        ca65: ".setcpu \"6502X\"\n.org $1000\n isb $80\n",
        tass: ".cpu \"6502i\"\n* = $1000\n isx $80\n",
        part: "",
    },
    Mistake {
        title: "A missing file",
        expected: "cannot open nowhere.h",
        source: " processor 6502\n org $1000\n include \"nowhere.h\"\n nop\n",
        ca65: ".org $1000\n.include \"nowhere.h\"\n",
        tass: "* = $1000\n .include \"nowhere.h\"\n",
        part: "",
    },
    Mistake {
        title: "A string that is not closed",
        expected: "game.asm:3:7: error: the string is not closed",
        source: " processor 6502\n org $1000\n byte \"abc\n nop\n",
        ca65: ".org $1000\n .byte \"abc\n nop\n",
        tass: "* = $1000\n .byte \"abc\n nop\n",
        part: "",
    },
    Mistake {
        title: "Too many operators",
        expected: "more than 32 operators and brackets are pending",
        source: " processor 6502\n org $1000\n byte ----------------------------------1\n",
        ca65: ".org $1000\n .byte ----------------------------------1\n",
        tass: "* = $1000\n .byte ----------------------------------1\n",
        part: "",
    },
    Mistake {
        title: "A long line",
        expected: "...",
        source: long_sum!(" processor 6502\n org $1000\n byte "),
        ca65: long_sum!(".org $1000\n .byte "),
        tass: long_sum!("* = $1000\n .byte "),
        part: "",
    },
];
