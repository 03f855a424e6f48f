//! Generates sources of 100,000 lines: a mixture of many kinds of lines in one file, the same
//! mixture in many files, and sources that consist mainly of one kind of line. All of them are
//! divided into banks of at most 4 KiB at address $1000.

use std::fmt::Write as _;
use std::path::Path;

/// Number of lines of each source.
const LINES: usize = 100_000;

/// A function that writes a source into a folder.
pub type Writer = fn(&Path);

/// The name of each source, and the function that writes it.
pub const KINDS: [(&str, Writer); 9] = [
    ("mixed", |folder| single(folder, MIXED, mixed)),
    ("data", |folder| single(folder, "", data)),
    ("macros", |folder| single(folder, MACROS, macros)),
    ("symbols", |folder| single(folder, "", symbols)),
    ("branches", |folder| single(folder, "", branches)),
    ("formulas", |folder| single(folder, "", formulas)),
    ("includes", includes),
    ("disassembly", |folder| single(folder, EQUATES, disassembly)),
    ("comments", |folder| write(folder, "big.asm", &commented())),
];

/// A function that appends one part of a source to the text. The number is the index of the part.
type PieceWriter = fn(&mut String, usize);

const HEAD: &str =
    "\tprocessor 6502\n\torg $1000\n\trorg $1000\n\tjmp Last\nBASE = $100\nWIDTH = 8\n";

const TAIL: &str = "Last\tnop\n";

/// Number of parts in each bank. With this number, no kind of source exceeds 4 KiB in a bank.
const PIECES_PER_BANK: usize = 60;

/// Returns source text of at least `lines` lines, divided into banks.
fn source_text(piece: PieceWriter, lines: usize) -> String {
    let mut text = String::new();
    let (mut count, mut index) = (0, 0);
    while count < lines {
        index += 1;
        let before = text.len();
        if index % PIECES_PER_BANK == 0 {
            text.push_str("\trorg $1000\n");
        }
        piece(&mut text, index);
        count += text[before..].lines().count();
    }
    text
}

pub fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder can be written");
}

fn single(folder: &Path, definitions: &str, piece: PieceWriter) {
    let body = source_text(piece, LINES);
    write(
        folder,
        "big.asm",
        &[HEAD, definitions, &body, TAIL].concat(),
    );
}

/// Writes the mixed source, divided into about two hundred included files with about five hundred
/// lines each.
fn includes(folder: &Path) {
    let body = source_text(mixed, LINES);
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let mut main = [HEAD, MIXED].concat();
    let mut part = String::new();
    let mut files = 0;
    for line in lines {
        part.push_str(line);
        // A conditional block must end in the file in which it begins, so a file ends only after a
        // comment line, which is never inside a block.
        if line.starts_with(';') && part.lines().count() > LINES / 200 {
            let name = format!("part{files}.h");
            write(folder, &name, &std::mem::take(&mut part));
            let _ = writeln!(main, "\tinclude \"{name}\"");
            files += 1;
        }
    }
    write(folder, "big.asm", &[&main, part.as_str(), TAIL].concat());
}

const MIXED: &str = " mac ADDI\n clc\n lda {1}\n adc #{2}\n sta {1}\n endm\n \
    mac MOVW\n lda #<{1}\n sta {2}\n lda #>{1}\n sta {2}+1\n endm\n \
    mac PAD\n repeat 3\n nop\n repend\n endm\n";

/// Writes labels, instructions, data, calls to three macros, conditionals, equates and comments.
fn mixed(text: &mut String, index: usize) {
    let byte = index & 255;
    let _ = match index % 10 {
        0 => writeln!(text, "Label{index}:\tlda #{byte}\t; load the value"),
        1 => writeln!(text, "\tsta ${byte:02x},x\t\t; store it"),
        2 => writeln!(text, "CONST{index} = {byte}"),
        3 => writeln!(text, "\t.byte ${byte:02x},{},\"ab\"", index & 127),
        4 => writeln!(text, "\tADDI $80,{}", index % 200),
        5 => {
            let name = index - 3;
            writeln!(
                text,
                "\tif CONST{name} > 100\n\tlda #CONST{name}\n\telse\n\tldx #CONST{name}\n\tendif"
            )
        }
        6 if index > 6 => writeln!(text, "\tMOVW Label{},$82 ; pointer", index - 6),
        7 => writeln!(text, ".loop{index}\tdex\n\tbne .loop{index}"),
        8 => writeln!(text, "\tPAD"),
        _ => writeln!(text, "; a comment line that describes the next few lines"),
    };
}

/// Writes tables.
fn data(text: &mut String, index: usize) {
    let last = index - index % 8;
    let _ = match index % 8 {
        0 => writeln!(text, "Table{index}"),
        1..=3 => {
            let row = (1..9).map(|column| format!("${:02x}", (index * column * 7) & 255));
            let row: Vec<String> = row.collect();
            writeln!(text, "\t.byte {} ; row {index}", row.join(","))
        }
        4 => writeln!(text, "    .byte %{:08b} ; {index}", index & 255),
        5 if last > 0 => writeln!(text, "    .word Table{last},Table{last}+1"),
        6 if last > 0 => writeln!(
            text,
            "    dc.b <Table{last},>Table{last}, {}, \"hello\"",
            index % 100
        ),
        _ => writeln!(text, "\thex 0102030405060708090a0b0c0d0e0f10"),
    };
}

const MACROS: &str = " MAC SLEEP\n\
    .CYCLES SET {1}\n IF .CYCLES < 2\n ERR\n ENDIF\n IF .CYCLES & 1\n nop 0\n\
    .CYCLES SET .CYCLES-3\n ENDIF\n REPEAT .CYCLES/2\n nop\n REPEND\n ENDM\n \
    MAC SET_POINTER\n.P SET {1}\n.A SET {2}\n LDA #<.A\n STA .P\n LDA #>.A\n STA .P+1\n ENDM\n \
    mac WAIT\n ldx #{1}\n.l sta $02\n dex\n bne .l\n endm\n \
    mac NEST\n WAIT {1}\n SET_POINTER {2},{3}\n endm\n";

/// Writes labels, comments and macro calls. A quarter of the calls are to `NEST`, which calls two
/// other macros.
fn macros(text: &mut String, index: usize) {
    let last = index - index % 6;
    let _ = match index % 6 {
        0 => writeln!(text, "Label{index}\tlda #{}", index & 255),
        1 => writeln!(text, "\tSLEEP {}", 2 + index % 9),
        2 if last > 0 => writeln!(text, "\tSET_POINTER $80, Label{last}"),
        4 if last > 0 => writeln!(text, "\tNEST {},$82,Label{last} ; nested", index % 7),
        5 => writeln!(text, "; comment"),
        _ => writeln!(text, "\tWAIT {}", index % 100),
    };
}

/// Writes labels and instructions that use them. Every third instruction uses a label that is
/// defined later (except near the end of the source), and all others use an earlier label.
fn symbols(text: &mut String, index: usize) {
    let used = if index.is_multiple_of(3) && index < 49_000 {
        index + 77
    } else {
        index - index.min(5) + 1
    };
    let _ = writeln!(text, "Label{index}\n\tlda Label{used}");
}

/// Writes routines with local labels.
fn branches(text: &mut String, index: usize) {
    let _ = writeln!(
        text,
        "Routine{index}: subroutine\n\tldx #${:02X}\n.loop\tlda $80,x\n\tbeq .skip\n\tcmp #{}\n\
            \tbcc .loop\n\
         \tinc $81\n.skip\tdex\n\tbpl .loop\n\trts\n",
        index & 255,
        index % 99
    );
}

/// Writes lines whose operands contain operators and brackets.
fn formulas(text: &mut String, index: usize) {
    let last = index - index % 7;
    let _ = match index % 7 {
        0 => writeln!(text, "T{index}\tlda #[BASE+{}*WIDTH]&$ff", index % 50),
        1 => writeln!(text, "\tsta [BASE & $ff]+{}", index % 9),
        2 => writeln!(text, "\tldx #<(Last+{index}-1)"),
        3 => writeln!(text, "V{index} = (WIDTH*{})/2+1", index % 30),
        4 => writeln!(
            text,
            "\tif (V{} > 5) && (WIDTH == 8)\n\tlda ($80),y\n\tendif",
            index - 1
        ),
        5 => writeln!(
            text,
            "\t.byte WIDTH*2, BASE/4-{}, ~V{}&15",
            index % 9,
            index - 2
        ),
        _ if last > 0 => writeln!(text, "\tlda T{last}+2*WIDTH,y"),
        _ => writeln!(text, "\tlda BASE+2*WIDTH,y"),
    };
}

const EQUATES: &str =
    "VSYNC   =  $00\nVBLANK  =  $01\nWSYNC   =  $02\nGRP0    =  $1B\nHMOVE   =  $2A\n";

/// Writes lines like the output of a disassembler: labels named after addresses, instructions in
/// upper case, and a comment with the cycles of each instruction.
fn disassembly(text: &mut String, index: usize) {
    let (byte, ahead) = (index & 255, index + 1);
    let _ = match index % 8 {
        0 => writeln!(
            text,
            "LF{index:05X}: LDA    #${byte:02X}    ;2\n\x20      STA    WSYNC   ;3\n\
             \x20      STA    GRP0    ;3"
        ),
        1 => writeln!(
            text,
            "       LDX    ${byte:02X}     ;3\n       LDA    $F{byte:03X},X ;4"
        ),
        2 => writeln!(
            text,
            "       DEX            ;2\n       BPL    LE{ahead:05X} ;2\n       INY            ;2"
        ),
        3 => writeln!(
            text,
            "LE{index:05X}: STA    VBLANK  ;3\n       JSR    LD{ahead:05X} ;6"
        ),
        4 => writeln!(
            text,
            "       STA    HMOVE   ;3\nLD{index:05X}: AND    #$0F    ;2\n       CMP    ($80),Y ;5"
        ),
        5 => writeln!(text, "       ASL            ;2\n       RTS            ;6\n"),
        6 => writeln!(text, "       .byte ${byte:02X} ; |{byte:08b}| ${index:04X}"),
        _ => writeln!(
            text,
            "       .byte ${byte:02X},$00,$3C,$66,$7E,$66,$66,$00 ; ${index:04X}"
        ),
    };
}

/// Returns a source that can be assembled in one pass. More than half of its lines are comments or
/// blank.
fn commented() -> String {
    let head = "; Most of these lines are comments.\n\tprocessor 6502\n\torg $1000\n\trorg $1000\n";
    [head, &source_text(comments, LINES)].concat()
}

fn comments(text: &mut String, index: usize) {
    let byte = index & 255;
    let _ = match index % 3 {
        0 => writeln!(
            text,
            ";---------------------------------------------------------------\n\
             ; Row{index}: draws a row of the playfield\n\
             ; A is lost, X and Y are kept\n\
             ;---------------------------------------------------------------\n\
             Row{index}\n\tlda #{byte}\t; the pattern\n\tsta $0d"
        ),
        1 => writeln!(text, "\t; wait for the end of the line\n\n\tsta $02"),
        _ if index > 3 => writeln!(text, "\tjsr Row{}\t; again\n; done\n", index - 2),
        _ => writeln!(text, "; The first row follows."),
    };
}
