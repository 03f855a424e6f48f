//! Generates four sources in the style of published games. Each has 9,000 to 21,000 lines and eight
//! to sixteen banks.
//!
//! The first is a game with large kernels and commented tables. The second looks like the output of
//! a disassembler. The third uses many macros and needs three passes. The fourth is split into 320
//! small files.

use std::fmt::Write as _;
use std::path::Path;

use crate::sources::{Writer, write};

const HARDWARE: &str = "; Registers of the TIA and the RIOT\n\n\tseg.u registers\n\torg 0\n";

const REGISTERS: [&str; 45] = [
    "VSYNC", "VBLANK", "WSYNC", "RSYNC", "NUSIZ0", "NUSIZ1", "COLUP0", "COLUP1", "COLUPF",
    "COLUBK", "CTRLPF", "REFP0", "REFP1", "PF0", "PF1", "PF2", "RESP0", "RESP1", "RESM0", "RESM1",
    "RESBL", "AUDC0", "AUDC1", "AUDF0", "AUDF1", "AUDV0", "AUDV1", "GRP0", "GRP1", "ENAM0",
    "ENAM1", "ENABL", "HMP0", "HMP1", "HMM0", "HMM1", "HMBL", "VDELP0", "VDELP1", "VDELBL",
    "RESMP0", "RESMP1", "HMOVE", "HMCLR", "CXCLR",
];

const MACROS: &str = "\tMAC SLEEP\t; takes {1} cycles\n.CYCLES SET {1}\n\tIF .CYCLES < 2\n\
    \tECHO \"too short\"\n\tERR\n\tENDIF\n\tIF .CYCLES & 1\n\tnop 0\n.CYCLES SET .CYCLES - 3\n\
    \tENDIF\n\tREPEAT .CYCLES / 2\n\tnop\n\tREPEND\n\tENDM\n\n\
    \tMAC SET_POINTER\n\tlda #<{2}\n\tsta {1}\n\tlda #>{2}\n\tsta {1}+1\n\tENDM\n\n\
    \tMAC CHECK_PAGE\n\tIF >{1} != >{2}\n\tECHO \"page\", {1}\n\tENDIF\n\tENDM\n\n\
    \tMAC ADD16\n\tclc\n\tlda {1}\n\tadc #<{2}\n\tsta {1}\n\tlda {1}+1\n\tadc #>{2}\n\tsta {1}+1\n\
    \tENDM\n\n";

/// The name of each game, and the function that writes its source.
pub const GAMES: [(&str, Writer); 4] = [
    ("kernel", |folder| game(folder, 8, 40, kernel_routine)),
    ("reassembly", reassembly),
    ("macro-game", |folder| game(folder, 8, 42, macro_routine)),
    ("small-files", small_files),
];

/// Returns the header file that all games except the disassembled one include. It defines the
/// registers and begins the segment of the variables.
fn hardware() -> String {
    let mut text = HARDWARE.to_owned();
    for (index, name) in REGISTERS.iter().enumerate() {
        let _ = writeln!(text, "{name:<12}ds 1\t; ${index:02X}  write only");
    }
    text + "\n\tseg.u variables\n\torg $80\n\n"
}

fn variables(text: &mut String) {
    for index in 0..50 {
        let _ = writeln!(
            text,
            "variable{index:<6}ds 2\t; variable {index} of the game"
        );
    }
    text.push_str("\n\tseg code\n");
}

fn bank(text: &mut String, bank: usize) {
    let _ = writeln!(
        text,
        "\n;--- bank {bank} ---\n\n\torg ${:x}\n\trorg $f000\n",
        0x1000 * (bank + 1)
    );
}

/// Writes a game as one source file and a header.
fn game(folder: &Path, banks: usize, routines: usize, routine: fn(&mut String, usize)) {
    let mut text = "\tprocessor 6502\n\tinclude \"hardware.h\"\n".to_owned() + MACROS;
    variables(&mut text);
    for number in 0..banks {
        bank(&mut text, number);
        for index in 0..routines {
            routine(&mut text, number * routines + index);
        }
    }
    write(folder, "hardware.h", &hardware());
    write(folder, "big.asm", &text);
}

/// Writes a commented kernel routine with its tables of graphics and colors.
fn kernel_routine(text: &mut String, index: usize) {
    let _ = write!(
        text,
        ";-----------------------------------------------------------------------\n\
         ; Routine {index}: draws a part of the screen and moves its objects\n\
         ; In: X = line, Y = row of the picture; out: A, C changed\n\
         ;-----------------------------------------------------------------------\n\
         Routine{index} SUBROUTINE\n\
         \tldx #{}                ; 2   lines of this part\n\
         .line:\n\
         \tsta WSYNC               ; 3   @0\n\
         \tlda Picture{index},y    ; 4   @4\n\
         \tsta GRP0                ; 3   @7   before the left edge\n\
         \tlda Colors{index},y     ; 4   @11\n\
         \tsta COLUP0              ; 3   @14\n",
        8 + index % 9
    );
    for step in 0..4 {
        let variable = (index + step) % 50;
        let _ = write!(
            text,
            "\tlda variable{variable}          ; 3   the position of object {step}\n\
             \tclc                     ; 2\n\
             \tadc #{}                ; 2   and its speed\n\
             \tsta variable{variable}+1        ; 3\n",
            step + 1
        );
    }
    text.push_str(
        "\tdey                     ; 2\n\tdex                     ; 2\n\tbne .line   ; 3/2\n",
    );
    let _ = writeln!(
        text,
        "\tlda #<Picture{index}\n\tsta variable1\n\trts                     ; 6\n"
    );
    let _ = writeln!(text, "Picture{index}");
    for row in 0..16 {
        let byte = (index * 37 + row * 11) & 255;
        let _ = writeln!(text, "\t.byte %{byte:08b} ; row {row:2} of the picture");
    }
    let _ = writeln!(
        text,
        "Colors{index}\n\t.byte $0e,$0c,$0a,$08,$06,$04,$02,$00 ; fades\n"
    );
}

/// Writes a routine that uses macros, conditionals and forward references.
fn macro_routine(text: &mut String, index: usize) {
    let _ = write!(
        text,
        "; Routine {index} waits for the beam and calls the next\n\
         Task{index} SUBROUTINE\n\
         SIZE_{index} = Task{index}End - Task{index}\n\
         \tSLEEP {}\n\
         \tSET_POINTER variable{}, Data{index}\n\
         \tADD16 variable{}, {}\n\
         \tIF SIZE_{index} > 200\n\
         \tECHO \"routine {index} is long\", SIZE_{index}\n\
         \tENDIF\n\
         \tSLEEP {}\n\
         Wait{index}\tlda variable3\n\
         \tbne Wait{index}\n\
         \tREPEAT 3\n\
         \tasl\n\
         \tREPEND\n\
         \tIFCONST DEBUG\n\
         \tjsr Trace{index}\n\
         \tELSE\n\
         \tsta variable{}\n\
         \tENDIF\n\
         \tCHECK_PAGE Wait{index}, *\n\
         \trts\n\
         Task{index}End\n\
         Data{index}\t.byte {},{},{},{}\t; steps\n\
         \t.word Task{index},Data{index}\n\n",
        4 + index % 20,
        index % 50,
        (index + 7) % 50,
        index,
        3 + index % 7,
        (index + 1) % 50,
        index & 255,
        (index + 1) & 255,
        (index + 2) & 255,
        (index + 3) & 255
    );
}

/// Writes a game of twelve banks whose source looks like the output of a disassembler.
fn reassembly(folder: &Path) {
    let mut text = "\tprocessor 6502\n".to_owned();
    for (index, name) in REGISTERS.iter().enumerate() {
        let _ = writeln!(text, "{name:<7} =  ${index:02X}");
    }
    let mut address = 0;
    for number in 0..12 {
        let _ = writeln!(
            text,
            "\n       ORG ${:04X}\n       RORG $F000",
            0x1000 * (number + 1)
        );
        for row in 0..1_704 {
            disassembled_line(&mut text, address, row);
            address += 1;
        }
    }
    write(folder, "big.asm", &text);
}

fn disassembled_line(text: &mut String, address: usize, row: usize) {
    let register = REGISTERS[row * 7 % REGISTERS.len()];
    let byte = (address * 13) & 255;
    let _ = match row % 12 {
        0 => writeln!(text, "L{address:05X}: LDX    #${byte:02X}    ;2"),
        1 => writeln!(text, "       LDA    $8{:X},X   ;4", address & 15),
        2 => writeln!(text, "       STA    {register:<7};3"),
        3 => writeln!(text, "       BEQ    L{:05X}  ;2", address - 3),
        4 => writeln!(text, "       INC    $9{:X}     ;5", address & 15),
        5 => writeln!(text, "       JSR    L{:05X}  ;6", address / 12 * 12),
        6 => writeln!(text, "       LDA    L{:05X},Y;4", address / 12 * 12),
        7 => writeln!(text, "       AND    #$0F    ;2"),
        8 => writeln!(text, "       STY    {register:<7};3"),
        9 => writeln!(text, "       RTS            ;6"),
        10 => writeln!(
            text,
            "       .byte ${byte:02X} ; |{byte:08b}| $F{:03X}",
            row & 0xfff
        ),
        _ => writeln!(
            text,
            "       .byte ${byte:02X},$7F,$00,$11,$22 ; $F{:03X}",
            row & 0xfff
        ),
    };
}

/// Writes a game of sixteen banks with twenty files each. Half of the files contain only a table.
fn small_files(folder: &Path) {
    let mut main = "\tprocessor 6502\n\tinclude \"hardware.h\"\n".to_owned() + MACROS;
    variables(&mut main);
    for number in 0..16 {
        bank(&mut main, number);
        for part in 0..20 {
            let index = number * 20 + part;
            let mut text = format!("; file {index} of the game\n\n");
            match part % 2 {
                0 => (0..2).for_each(|half| macro_routine(&mut text, 2 * index + half)),
                _ => table(&mut text, index),
            }
            let name = format!("part{index}.asm");
            write(folder, &name, &text);
            let _ = writeln!(main, "\tinclude \"{name}\"\t; {index}");
        }
    }
    write(folder, "hardware.h", &hardware());
    write(folder, "big.asm", &main);
}

fn table(text: &mut String, index: usize) {
    let _ = writeln!(text, "Level{index}");
    for row in 0..12 {
        let cells = (0..8).map(|column| format!("${:02x}", (index * row + column) & 255));
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "\t.byte {}\t; row {row}", cells.join(","));
    }
    let _ = writeln!(
        text,
        "\t.byte <Level{index},>Level{index},<[Level{index}+8],\"map\"\n"
    );
}
