//! Counts the cycles of each instruction. Also counts the cycles since the last WSYNC at each
//! instruction, wherever that count is certain.
//!
//! The count since WSYNC is propagated along the program's control flow: from each instruction to
//! the next, and along branches and jumps. Where paths with different counts meet, and after an
//! index that may cross a page, only the minimum and the maximum are known.
//!
//! The count is unknown after a subroutine call returns, after an access that may switch the bank,
//! after data that is executed, and at addresses that occur in data or vectors. It is unknown
//! everywhere in a program that uses a CDF cartridge's fast jumps. It is also unknown in code that
//! no known path reaches, because there may be a path that this module does not find.

use asm6502::record::{Record, Statement, StatementKind, Target};
use isa6502::{Access, Mode, OPCODES, Opcode};
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::numeric_jumps;
use crate::program::Program;

/// The cycles of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cycles {
    /// Minimum number of cycles that the instruction takes: for a branch, if it is not taken; for
    /// others, if no page is crossed.
    pub min: u8,
    /// Maximum number of cycles that the instruction takes: for a branch, if it is taken; for
    /// others, if a page is crossed, where that is possible.
    pub max: u8,
    /// True for a branch.
    pub is_branch: bool,
    /// True if the target of a branch is on another page, or if an index may cross a page.
    pub crosses_page: bool,
    /// Number of cycles from the last WSYNC to the end of the instruction; for a branch, to its end
    /// if it is not taken. `None` if the number is unknown or depends on the path.
    pub since_wsync: Option<u32>,
    /// If the number of cycles since the last WSYNC depends on the path, its minimum and maximum.
    pub since_wsync_range: Option<(u32, u32)>,
    /// For a write to WSYNC, the minimum and maximum number of cycles from the previous WSYNC to
    /// the end of the write.
    pub wsync_interval: Option<(u32, u32)>,
}

impl Cycles {
    /// Returns the cycles as editors show them, such as `4`, `4+` or `2/3 @12/13`.
    pub fn text(&self) -> String {
        let own = match (self.is_branch, self.crosses_page) {
            (true, _) => format!("{}/{}", self.min, self.max),
            (false, true) => format!("{}+", self.min),
            (false, false) => self.min.to_string(),
        };
        match self.since_wsync {
            None => match (self.since_wsync_range, self.late_line_cycles()) {
                (_, Some((min, max))) => format!("{own} @{} late", range(min, max)),
                (Some((min, max)), _) => format!("{own} @{}", range(min, max)),
                (None, None) => own,
            },
            Some(at) if self.is_branch => {
                let taken = at + u32::from(self.max - self.min);
                format!("{own} @{at}/{taken}")
            }
            Some(at) => format!("{own} @{at}"),
        }
    }

    /// Returns the minimum and maximum number of cycles from the previous WSYNC to the end of this
    /// write to WSYNC, if the write may come slightly too late for its scanline. If it comes much
    /// later, the code is assumed to use two scanlines on purpose, and the result is `None`.
    pub fn late_line_cycles(&self) -> Option<(u32, u32)> {
        self.wsync_interval.filter(|(min, max)| {
            *max > CYCLES_PER_LINE
                && *min <= CYCLES_PER_LINE + MAX_OVERRUN
                && *max <= CYCLES_PER_LINE + MAX_OVERRUN
        })
    }
}

/// Formats a range such as `22-25`, or a single number if the minimum and the maximum are equal.
fn range(min: u32, max: u32) -> String {
    if min == max {
        min.to_string()
    } else {
        format!("{min}-{max}")
    }
}

/// Number of cycles in a scanline.
const CYCLES_PER_LINE: u32 = 76;
/// Maximum number of cycles by which code is assumed to exceed a scanline by mistake. Beyond that,
/// it is assumed to use two scanlines on purpose.
const MAX_OVERRUN: u32 = 10;
/// Maximum difference between the smallest and the largest count. If the difference is larger, the
/// count is unknown.
const MAX_SPREAD: u32 = CYCLES_PER_LINE;

/// The possible cycle counts before an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    /// No path leads here yet.
    Unreached,
    /// The smallest and the largest count.
    Known(u32, u32),
    Unknown,
}

impl Count {
    fn join(self, other: Count) -> Count {
        match (self, other) {
            (Count::Unreached, count) | (count, Count::Unreached) => count,
            (a, b) if a == b => a,
            (Count::Known(a, b), Count::Known(c, d)) if b.max(d) - a.min(c) <= MAX_SPREAD => {
                Count::Known(a.min(c), b.max(d))
            }
            _ => Count::Unknown,
        }
    }

    fn plus(self, min: u8, max: u8) -> Count {
        match self {
            // A scanline takes 76 cycles, so a count of 10,000 or more is useless.
            Count::Known(from, to) if to < 10_000 => {
                Count::Known(from + u32::from(min), to + u32::from(max))
            }
            Count::Known(..) => Count::Unknown,
            other => other,
        }
    }
}

/// The cycles of all instructions. The keys are the indices of the statements.
#[derive(Debug, Default)]
pub struct Timing {
    cycles: HashMap<u32, Cycles>,
}

impl Timing {
    /// Returns the cycles of a statement, if it is an instruction that is part of the program.
    pub fn of(&self, statement: u32) -> Option<Cycles> {
        self.cycles.get(&statement).copied()
    }

    /// Counts the cycles of a program.
    pub fn new(program: &Program) -> Timing {
        let flow = Flow::new(program);
        let counts = flow.solve();
        let cycles = flow.nodes.iter().zip(counts).map(|(node, count)| {
            let max = if node.cycles.is_branch {
                node.cycles.min
            } else {
                node.cycles.max
            };
            let after = match count {
                Count::Known(..) if !may_write_wsync(node) => count.plus(node.cycles.min, max),
                _ => Count::Unknown,
            };
            let cycles = match (flow.writes_wsync(node), after) {
                (true, Count::Known(min, max)) => Cycles {
                    wsync_interval: Some((min, max)),
                    ..node.cycles
                },
                (false, Count::Known(min, max)) if min == max => Cycles {
                    since_wsync: Some(min),
                    ..node.cycles
                },
                (false, Count::Known(min, max)) => Cycles {
                    since_wsync_range: Some((min, max)),
                    ..node.cycles
                },
                _ => node.cycles,
            };
            (node.statement, cycles)
        });
        Timing {
            cycles: cycles.collect(),
        }
    }
}

/// An instruction of the program.
struct Node {
    statement: u32,
    opcode: &'static Opcode,
    address: i64,
    origin: i64,
    operand: u16,
    cycles: Cycles,
}

/// The instructions in order, with tables that find them by address.
struct Flow {
    nodes: Vec<Node>,
    by_origin: BTreeMap<i64, usize>,
    by_address: HashMap<i64, Vec<usize>>,
    /// Addresses that execution may reach on an unknown path. Either data or an instruction other
    /// than a branch, jump or call refers to such an address by name, or the address may consist of
    /// two plain numbers in the program (see `numeric_jumps.rs`).
    entries: HashSet<i64>,
}

/// Maximum number of passes over the program. The passes are repeated until the counts no longer
/// change; each backward branch may need another pass. If the counts still change in the last pass,
/// all of them become unknown.
const MAX_PASSES: usize = 256;

impl Flow {
    fn new(program: &Program) -> Flow {
        let record = &program.record;
        let mut entries = entries(record);
        entries.extend(numeric_jumps::jump_targets(program));
        let statements = record.statements.iter().enumerate();
        let nodes: Vec<Node> = statements
            .filter_map(|(index, statement)| node(index, statement))
            .collect();
        let mut by_address: HashMap<i64, Vec<usize>> = HashMap::new();
        for (index, node) in nodes.iter().enumerate() {
            by_address.entry(node.address).or_default().push(index);
        }
        Flow {
            by_origin: nodes
                .iter()
                .enumerate()
                .map(|(index, node)| (node.origin, index))
                .collect(),
            by_address,
            entries,
            nodes,
        }
    }

    /// Returns true if the instruction writes to WSYNC.
    fn writes_wsync(&self, node: &Node) -> bool {
        let is_direct = matches!(node.opcode.mode, Mode::ZeroPage | Mode::Absolute);
        is_direct && writes(node.opcode) && node.operand & 0x10bf == 2
    }

    /// Returns true if the program contains a CDF cartridge's fast jump, `JMP $0000` or `JMP
    /// $0001`. The cartridge replaces the target of such a jump with an address from the ARM's
    /// data, which may be any address.
    fn has_fast_jump(&self) -> bool {
        use isa6502::Mnemonic::Jmp;
        let is_fast = |node: &Node| {
            node.opcode.mnemonic == Jmp && node.opcode.mode == Mode::Absolute && node.operand < 2
        };
        self.nodes.iter().any(is_fast)
    }

    /// Returns the count before each instruction.
    fn solve(&self) -> Vec<Count> {
        if self.has_fast_jump() {
            return vec![Count::Unknown; self.nodes.len()];
        }
        let mut counts: Vec<Count> = self
            .nodes
            .iter()
            .map(|node| self.initial_count(node))
            .collect();
        for _ in 0..MAX_PASSES {
            let mut changed = false;
            for index in 0..self.nodes.len() {
                changed |= self.propagate(index, &mut counts);
            }
            if changed {
                continue;
            }
            let unreached = counts
                .iter_mut()
                .filter(|count| **count == Count::Unreached);
            let unreached: Vec<&mut Count> = unreached.collect();
            if unreached.is_empty() {
                return counts;
            }
            unreached
                .into_iter()
                .for_each(|count| *count = Count::Unknown);
        }
        vec![Count::Unknown; self.nodes.len()]
    }

    /// Returns the instructions at which execution may continue after it has run through the data
    /// at `origin`. Their counts are unknown. The last byte of the data may be an opcode whose
    /// operand is the next one or two bytes of code. So execution may continue at any instruction
    /// that starts in the first three bytes of code.
    fn after_data(&self, origin: i64) -> impl Iterator<Item = (usize, Count)> {
        let first = self
            .by_origin
            .range(origin..)
            .next()
            .map(|(first, _)| *first);
        let after = first.map(|first| self.by_origin.range(first..first + MAX_INSTRUCTION_BYTES));
        after
            .into_iter()
            .flatten()
            .map(|(_, index)| (*index, Count::Unknown))
    }

    /// Returns the initial count of an instruction: `Unknown` if its address is in `entries`,
    /// otherwise `Unreached`.
    fn initial_count(&self, node: &Node) -> Count {
        if self.entries.contains(&node.address) {
            Count::Unknown
        } else {
            Count::Unreached
        }
    }

    /// Propagates an instruction's count to the instructions that may run next. Returns true if a
    /// count changed.
    fn propagate(&self, index: usize, counts: &mut [Count]) -> bool {
        let node = &self.nodes[index];
        let before = counts[index];
        let mut changed = false;
        let mut join = |to: usize, count: Count| {
            let joined = counts[to].join(count);
            changed |= joined != counts[to];
            counts[to] = joined;
        };
        for (to, count) in self.successors(node, before) {
            join(to, count);
        }
        changed
    }

    /// Returns the instructions that may run directly after `node`, with the counts before them.
    fn successors(&self, node: &Node, before: Count) -> Vec<(usize, Count)> {
        use isa6502::Mnemonic;
        let end = node.origin + i64::from(node.opcode.length());
        let next = self.by_origin.get(&end);
        let target_origin = node.origin - node.address + i64::from(node.operand);
        let target = self.by_origin.get(&target_origin).copied();
        let target = target.filter(|target| self.nodes[*target].address == node.operand.into());
        let cycles = node.cycles;
        let max = if cycles.is_branch {
            cycles.min
        } else {
            cycles.max
        };
        let after = if may_write_wsync(node) {
            Count::Unknown
        } else {
            before.plus(cycles.min, max)
        };
        let mut successors = Vec::new();
        let fall_through = |count| next.map(|&next| (next, count));
        let falls_through = !matches!(
            node.opcode.mnemonic,
            Mnemonic::Jmp | Mnemonic::Rts | Mnemonic::Rti | Mnemonic::Brk
        );
        let jumps = cycles.is_branch
            || matches!(node.opcode.mnemonic, Mnemonic::Jmp | Mnemonic::Jsr)
                && node.opcode.mode == Mode::Absolute;
        if falls_through && next.is_none() {
            successors.extend(self.after_data(end));
        }
        if jumps && target.is_none() {
            successors.extend(self.after_data(target_origin));
            // The target is in code that is copied to RAM, or in another bank.
            let candidates = self.by_address.get(&node.operand.into());
            successors.extend(
                candidates
                    .into_iter()
                    .flatten()
                    .map(|to| (*to, Count::Unknown)),
            );
        }
        match node.opcode.mnemonic {
            _ if self.writes_wsync(node) => successors.extend(fall_through(Count::Known(0, 0))),
            _ if cycles.is_branch => {
                successors.extend(fall_through(after));
                successors.extend(target.map(|to| (to, before.plus(cycles.max, cycles.max))));
            }
            Mnemonic::Jmp if node.opcode.mode == Mode::Absolute => {
                successors.extend(target.map(|to| (to, after)));
            }
            Mnemonic::Jsr => {
                successors.extend(fall_through(Count::Unknown));
                successors.extend(target.map(|to| (to, after)));
            }
            Mnemonic::Jmp | Mnemonic::Rts | Mnemonic::Rti | Mnemonic::Brk => {}
            _ if switches_bank(node) => {
                let address = node.address + i64::from(node.opcode.length());
                let candidates = self.by_address.get(&address).into_iter().flatten();
                successors.extend(candidates.map(|&to| (to, Count::Unknown)));
            }
            _ => successors.extend(fall_through(after)),
        }
        successors
    }
}

/// The maximum length of an instruction in bytes.
const MAX_INSTRUCTION_BYTES: i64 = 3;

/// Returns true if an instruction may write to WSYNC with an indexed or indirect addressing mode.
fn may_write_wsync(node: &Node) -> bool {
    let base = node.operand & 0x10bf;
    writes(node.opcode)
        && match node.opcode.mode {
            Mode::ZeroPageX | Mode::ZeroPageY | Mode::AbsoluteX | Mode::AbsoluteY => base <= 2,
            Mode::IndexedIndirect | Mode::IndirectIndexed => true,
            _ => false,
        }
}

/// Returns true if an instruction accesses an address that may switch the bank or call ARM code.
/// ARM code runs for an unknown time.
// DPC+: CALLFUNCTION is $105A. CDF and BUS: CALLFN is $1FF3.
fn switches_bank(node: &Node) -> bool {
    let absolute = matches!(
        node.opcode.mode,
        Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY
    );
    let address = node.operand & 0x1fff;
    absolute && (address >= 0x1fe0 || address == 0x105a && writes(node.opcode))
}

fn writes(opcode: &Opcode) -> bool {
    matches!(opcode.mnemonic.access(), Access::Write | Access::Modify)
}

fn node(index: usize, statement: &Statement) -> Option<Node> {
    if statement.skipped || !matches!(statement.kind, StatementKind::Instruction(_)) {
        return None;
    }
    let opcode = &OPCODES[usize::from(statement.bytes[0])];
    let address = statement
        .address
        .filter(|_| statement.length == u32::from(opcode.length()))?;
    let [_, low, high] = statement.bytes;
    let operand = match opcode.mode {
        Mode::Relative => (address + 2 + i64::from(low as i8)) as u16,
        mode if mode.operand_bytes() == 2 => u16::from_le_bytes([low, high]),
        _ => u16::from(low),
    };
    Some(Node {
        statement: index as u32,
        opcode,
        address,
        origin: statement.origin,
        operand,
        cycles: own_cycles(opcode, address, operand),
    })
}

/// Returns the number of cycles that an instruction takes. The counts since WSYNC are `None`.
fn own_cycles(opcode: &Opcode, address: i64, operand: u16) -> Cycles {
    let is_branch = opcode.mode == Mode::Relative;
    let min = opcode.cycles;
    let crosses_page = match is_branch {
        true => (address + 2) as u16 >> 8 != operand >> 8,
        // If a table starts on a page boundary, an indexed access cannot leave the page.
        false => {
            let aligned = opcode.mode != Mode::IndirectIndexed && operand & 0xff == 0;
            opcode.page_penalty && !aligned
        }
    };
    Cycles {
        min,
        max: min + u8::from(is_branch) + u8::from(crosses_page),
        is_branch,
        crosses_page,
        since_wsync: None,
        since_wsync_range: None,
        wsync_interval: None,
    }
}

/// Returns the values of all symbols that appear in data, or in an instruction other than a branch,
/// jump or call.
fn entries(record: &Record) -> HashSet<i64> {
    let mut entries = HashSet::new();
    for used in record.names.iter().filter(|used| !used.is_definition) {
        let Target::Symbol(symbol) = used.target else {
            continue;
        };
        let statement = &record.statements[used.statement as usize];
        let opcode = &OPCODES[usize::from(statement.bytes[0])];
        let is_code =
            matches!(statement.kind, StatementKind::Instruction(_)) && statement.length > 0;
        let is_flow = opcode.mode == Mode::Relative
            || matches!(
                opcode.mnemonic,
                isa6502::Mnemonic::Jmp | isa6502::Mnemonic::Jsr
            );
        let is_followed = is_code && is_flow;
        if !is_followed && !statement.skipped {
            entries.insert(record.symbols[symbol as usize].value);
        }
    }
    entries
}
