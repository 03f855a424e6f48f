//! Tests the ELF loader: what it loads, which files it refuses, and with which messages.

use arm7::elf::{Elf, ElfError};
use programs::elf_writer::Program;

const RETURN: &str = "bx lr";

fn load_error(program: &Program<'_>) -> ElfError {
    Elf::load(&program.to_elf()).expect_err("the file should be refused")
}

#[test]
fn a_program_is_linked() {
    let program = Program {
        functions: &[("other", RETURN), ("elf_main", "bl other\n bl vcsJmp3")],
        bss_size: 1_000,
        ..Program::default()
    };
    let (elf, rom) = Elf::load(&program.to_elf()).expect("a program");
    let (entry, stack) = elf.entry();
    // The library comes first, then `other`, then the entry, `elf_main`.
    assert_eq!(entry, 0x0010_0804 + 1);
    // The data is followed by the four words that start the program, and by the 32 KiB stack.
    assert_eq!(stack, 0x0080_0000 + 1_000 + 16 + 0x8000);
    assert_eq!(elf.ram_bytes(), 1_016 + 0x8000);
    // `bl other` has the offset -8, relative to a PC that is four bytes past the bl.
    assert_eq!(rom[0x804..0x808], [0xff, 0xf7, 0xfc, 0xff]);
}

#[test]
fn a_file_that_cannot_run_is_refused_with_the_reason() {
    let main = |source| Program {
        functions: Box::leak(Box::new([("main", source)])),
        ..Program::default()
    };
    let cases: [(Program<'_>, &str); 6] = [
        (
            main("bl vcsWaitForAddress"),
            "uses vcsWaitForAddress, which neither the file nor",
        ),
        (
            // push.w {r4-r8, lr}
            main("movs r0, #1\n .half 0xe92d\n .half 0x41f0"),
            "needs Thumb-2 (opcode e92d 41f0 at main+0x2)",
        ),
        (
            Program {
                architecture: 13,
                ..main(RETURN)
            },
            "needs Thumb-2 (it is built for ARMv7E-M)",
        ),
        (
            Program {
                functions: &[("start", RETURN)],
                ..Program::default()
            },
            "has no function elf_main or main",
        ),
        (
            Program {
                bss_size: 1 << 20,
                ..main(RETURN)
            },
            "bytes of memory; a cartridge has 524288",
        ),
        (
            Program {
                bss_size: u32::MAX,
                ..main(RETURN)
            },
            "bytes of memory",
        ),
    ];
    for (program, expected) in cases {
        let text = load_error(&program).to_string();
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn unsupported_relocations_are_refused() {
    let program = Program {
        functions: &[("main", "bl main")],
        ..Program::default()
    };
    let mut file = program.to_elf();
    let entry = [0, 0, 0, 0, 10];
    let offset = file.windows(5).rposition(|bytes| bytes == entry);
    file[offset.expect("the relocation") + 4] = 47;
    let error = Elf::load(&file).expect_err("MOVW needs Thumb-2");
    assert_eq!(error, ElfError::Relocation(47));
}

#[test]
fn memory_barriers_do_not_count_as_thumb_2() {
    let program = Program {
        // dsb sy
        functions: &[("main", ".half 0xf3bf\n .half 0x8f4f\n bl vcsJmp3")],
        ..Program::default()
    };
    assert!(Elf::load(&program.to_elf()).is_ok());
}

/// Returns the file offset of a section's header. In the header, the word at byte 16 is the offset
/// of the section's content, and the word at byte 20 is its size.
fn header_of(file: &[u8], section: usize) -> usize {
    let table = file[0x20..0x24].try_into().expect("four bytes");
    u32::from_le_bytes(table) as usize + 40 * section
}

#[test]
fn sections_with_overlapping_contents_are_refused() {
    let program = Program {
        functions: &[("main", RETURN)],
        ..Program::default()
    };
    let mut file = program.to_elf();
    // Makes the attributes section span the whole file.
    let (header, size) = (header_of(&file, 7), file.len() as u32);
    file[header + 16..header + 20].fill(0);
    file[header + 20..header + 24].copy_from_slice(&size.to_le_bytes());
    let error = Elf::load(&file).expect_err("the file should be refused");
    assert_eq!(error, ElfError::Damaged("the sections' sizes"));
}

#[test]
fn unterminated_names_are_refused() {
    let program = Program {
        functions: &[("main", RETURN)],
        ..Program::default()
    };
    let mut file = program.to_elf();
    let header = header_of(&file, 9);
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let end = (word(header + 16) + word(header + 20)) as usize;
    assert_eq!(file[end - 1], 0);
    file[end - 1] = b'x';
    let error = Elf::load(&file).expect_err("the file should be refused");
    assert_eq!(error, ElfError::Damaged("a symbol's name"));
}
