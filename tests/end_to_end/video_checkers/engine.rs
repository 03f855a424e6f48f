//! Tests the cartridge's search on a bare processor. The program is `test-engine.asm`, which
//! includes the same sources as the cartridge. The search's move generator must count the same
//! moves as the crate `checkers`, the moves that the search plays must be as good as the best move,
//! and it must never delay a frame.

use super::random::Rng;
use asm6502::{Format, MemoryProvider, Options};
use checkers::{
    Board, Piece, Position, Side, Square, Variant, perft,
    search::{MAX_ENTRIES, Parameters, Search},
};
use lab::trace::Symbols;
use std::path::Path;
use vcs::cpu::{Bus, Cpu, Registers};

/// Maximum number of cycles between reads of the timer: `POLL_TICKS - 1` steps of 64.
const MAX_GAP: u64 = 7 * 64;
const FRAME_CYCLES: u64 = 262 * 76;

/// RAM and ROM on the processor's bus. This struct counts cycles, and records the longest time
/// between reads of the timer.
struct Memory {
    ram: [u8; 128],
    rom: Vec<u8>,
    cycles: u64,
    last_poll: u64,
    longest_gap: u64,
    /// Lowest stack address that the processor has written to.
    lowest_stack: u16,
}

impl Bus for Memory {
    fn read(&mut self, address: u16) -> u8 {
        self.cycles += 1;
        match address & 0x1fff {
            rom @ 0x1000.. => self.rom[usize::from(rom & 0xfff)],
            ram if ram & 0x280 == 0x80 => self.ram[usize::from(ram & 0x7f)],
            0x284 => {
                self.longest_gap = self.longest_gap.max(self.cycles - self.last_poll);
                self.last_poll = self.cycles;
                0xff
            }
            _ => 0,
        }
    }

    fn write(&mut self, address: u16, data: u8) {
        self.cycles += 1;
        if address & 0x1280 == 0x80 {
            if address & 0x100 != 0 {
                self.lowest_stack = self.lowest_stack.min(address);
            }
            self.ram[usize::from(address & 0x7f)] = data;
        }
    }
}

/// The test image, assembled.
pub(crate) struct Engine {
    memory: Memory,
    symbols: Symbols,
}

impl Engine {
    pub(crate) fn assemble() -> Engine {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../roms-src");
        let mut sources = MemoryProvider::default();
        for path in [
            "include/macros.asm",
            "video-checkers/test-engine.asm",
            "video-checkers/ram.asm",
            "video-checkers/tables.asm",
            "video-checkers/rules.asm",
            "video-checkers/search.asm",
        ] {
            let source = std::fs::read(folder.join(path));
            let (_, name) = path.split_once('/').expect("a folder and a name");
            sources.insert(
                name,
                source.unwrap_or_else(|error| panic!("{name}: {error}")),
            );
        }
        let output = asm6502::assemble(
            &sources,
            &Options {
                source: b"test-engine.asm".to_vec(),
                format: Format::Raw,
                ..Options::default()
            },
        );
        assert_eq!(output.exit_code, 0, "{}", output.messages());
        assert_eq!(output.binary.len(), 4096);
        let symbols = output.symbol_file().expect("a symbol file");
        Engine {
            memory: Memory {
                ram: [0; 128],
                rom: output.binary,
                cycles: 0,
                last_poll: 0,
                longest_gap: 0,
                lowest_stack: 0x1ff,
            },
            symbols: Symbols::parse(&String::from_utf8_lossy(&symbols)).unwrap(),
        }
    }

    pub(crate) fn address(&self, symbol: &str) -> u16 {
        let address = self.symbols.value(symbol);
        address.unwrap_or_else(|| panic!("the image has no symbol {symbol}"))
    }

    pub(crate) fn ram(&mut self, symbol: &str) -> &mut [u8] {
        let at = usize::from(self.address(symbol) & 0x7f);
        &mut self.memory.ram[at..]
    }

    pub(crate) fn set_position(&mut self, position: &Position) {
        self.ram("black")[..12].fill(0);
        for side in [Side::Black, Side::White] {
            let plane = if side == Side::Black { 0 } else { 4 };
            for (square, piece) in position.board().pieces(side) {
                let (column, bit) = (square.index() % 4, 1 << (square.index() / 4));
                let planes = self.ram("black");
                planes[plane + column] |= bit;
                if piece.king {
                    planes[8 + column] |= bit;
                }
            }
        }
        self.ram("turn")[0] = if position.side() == Side::Black { 0 } else { 4 };
    }

    pub(crate) fn position(&mut self) -> Position {
        let planes: [u8; 12] = self.ram("black")[..12].try_into().expect("three planes");
        let mut board = Board::default();
        for square in Square::all() {
            let (column, bit) = (square.index() % 4, 1 << (square.index() / 4));
            let side = match (planes[column] & bit != 0, planes[4 + column] & bit != 0) {
                (true, false) => Side::Black,
                (false, true) => Side::White,
                (false, false) => continue,
                (true, true) => panic!("two pieces on {}", square.number()),
            };
            let king = planes[8 + column] & bit != 0;
            board.set(square, Some(Piece { side, king }));
        }
        let side = if self.ram("turn")[0] == 0 {
            Side::Black
        } else {
            Side::White
        };
        Position::new(board, side)
    }

    /// Runs from one label to another, with an empty stack; returns the number of cycles.
    pub(crate) fn run(&mut self, from: &str, to: &str) -> u64 {
        self.run_with_limit(u64::MAX, from, to)
    }

    /// Does the same as `run`, but after `limit` cycles sets the RAM variable `clock` to its
    /// highest value, which ends a search.
    fn run_with_limit(&mut self, limit: u64, from: &str, to: &str) -> u64 {
        let end = self.address(to);
        let start = self.memory.cycles;
        self.memory.last_poll = start;
        let mut cpu = Cpu::with_registers(Registers {
            pc: self.address(from),
            s: 0xff,
            ..Registers::default()
        });
        while !(cpu.at_instruction() && cpu.registers().pc == end) {
            cpu.cycle(&mut self.memory);
            if self.memory.cycles - start == limit {
                self.ram("clock")[0] = 0xff;
            }
            assert!(self.memory.cycles - start < 1 << 32, "{from} never ends");
        }
        assert_eq!(cpu.registers().s, 0xff, "{from} leaves the stack as it was");
        self.memory.cycles - start
    }

    fn perft(&mut self, position: &Position, depth: u8) -> u64 {
        self.set_position(position);
        self.ram("depth")[0] = depth;
        self.run("Perft", "PerftDone");
        assert_eq!(self.position(), *position, "every step is taken back");
        let leaves: [u8; 4] = self.ram("leaves")[..4].try_into().expect("four bytes");
        u32::from_le_bytes(leaves).into()
    }

    /// Runs the search. Returns the position after its move, and the number of cycles.
    pub(crate) fn think(&mut self, position: &Position, game: u8, seed: u8) -> (Position, u64) {
        self.think_with_limit(u64::MAX, position, game, seed)
    }

    /// Runs the search with a time limit.
    fn think_with_limit(
        &mut self,
        limit: u64,
        position: &Position,
        game: u8,
        seed: u8,
    ) -> (Position, u64) {
        self.set_position(position);
        self.ram("game")[0] = game;
        self.ram("random")[0] = seed;
        self.ram("lastBack")[0] = self.address("NO_STEP") as u8;
        self.ram("clock")[0] = 0;
        let cycles = self.run_with_limit(limit, "Think", "ThinkDone");
        (self.position(), cycles)
    }
}

/// Returns the number of pieces of both sides together.
fn pieces(position: &Position) -> usize {
    let count = |side| position.board().pieces(side).count();
    count(Side::Black) + count(Side::White)
}

#[test]
fn the_tables_match_the_reference_search() {
    let engine = Engine::assemble();
    let parameters = Parameters::default();
    let at = usize::from(engine.address("Places") & 0xfff);
    let places = engine.memory.rom[at..at + 32].iter();
    let men = places.clone().map(|place| i32::from(place % 16));
    assert!(men.eq(parameters.man_places));
    let giveaway = places.map(|place| i32::from(place / 16));
    assert!(giveaway.eq(parameters.giveaway_places));
    let center = usize::from(engine.address("CENTER"));
    let index = center % 8 * 4 + center / 8;
    assert_eq!(index, parameters.center.index());
    for (constant, expected) in [
        ("KING_PLACE", parameters.king_place),
        ("TRADE", parameters.trade),
        ("TEMPO", parameters.tempo),
        ("MOVE", parameters.the_move),
        ("PLACE_LIMIT", parameters.place_limit),
        ("MATERIAL_LIMIT", parameters.material_limit),
        ("LOST", parameters.lost.into()),
    ] {
        assert_eq!(i32::from(engine.address(constant)), expected, "{constant}");
    }
}

/// The maximum stack depth of a search, over all levels, must be exactly what `ram.asm` reserves
/// for thinking. While the cartridge plays the move that it has found, it no longer needs the
/// search's line of play, and the stack may overwrite it. The stack must then stay within the
/// larger reserve for play.
#[test]
fn the_stack_stays_in_its_reserve_at_every_level() {
    let mut engine = Engine::assemble();
    let mut rng = Rng::new(3);
    let reserve = engine.address("STACK_THINK");
    let positions = (0..4).flat_map(|_| [rng.played_position(), rng.random_position()]);
    let mut positions: Vec<Position> = positions.collect();
    // The deep levels would take too long with many pieces.
    let has_few_pieces = |position: &&Position| pieces(position) <= 6;
    let few_pieces = ["W:WK5,18,22:B9,K14", "B:W12,K20,32:B1,2", "B:WK32,27:BK1"];
    positions.extend(few_pieces.map(|fen| Position::from_fen(fen).expect("a position")));
    let mut lowest = reserve + 1;
    for level in 1..=9 {
        let searched: Vec<&Position> = match level {
            1..=4 => positions.iter().collect(),
            _ => positions.iter().filter(has_few_pieces).collect(),
        };
        assert!(searched.len() >= few_pieces.len(), "level {level}");
        for (position, game) in searched
            .iter()
            .flat_map(|position| [(position, level), (position, level + 10)])
        {
            engine.set_position(position);
            engine.ram("game")[0] = game;
            engine.ram("random")[0] = 1;
            engine.ram("lastBack")[0] = engine.address("NO_STEP") as u8;
            engine.memory.lowest_stack = 0x1ff;
            engine.run("Think", "PlayBest");
            let stack = engine.memory.lowest_stack & 0xff;
            assert!(stack >= reserve, "game {game}: ${stack:02x}");
            lowest = lowest.min(stack);
            engine.run("PlayBest", "ThinkDone");
            let stack = engine.memory.lowest_stack & 0xff;
            assert!(stack >= engine.address("STACK_PLAY"), "${stack:02x}");
        }
    }
    assert_eq!(lowest, reserve, "no byte of the reserve is spare");
}

/// A search whose time is up must end within three frames, at whatever depth it is. It must have
/// played a legal move, and the piece count in RAM must match the board after that move.
#[test]
fn a_search_whose_time_is_up_plays_a_legal_move() {
    let mut engine = Engine::assemble();
    let mut rng = Rng::new(8);
    let mut cut_short = 0;
    for number in 0..24 {
        let position = match number % 2 {
            0 => rng.played_position(),
            _ => rng.random_position(),
        };
        let legal = position.legal_moves();
        if legal.len() < 2 {
            continue;
        }
        for game in [4, 5, 14, 15] {
            let (_, full_cycles) = engine.think(&position, game, 1);
            for eighths in 1..8 {
                let limit = full_cycles * eighths / 8;
                let (after, cycles) = engine.think_with_limit(limit, &position, game, 1);
                let is_legal = legal.iter().any(|chosen| position.play(chosen) == after);
                assert!(is_legal, "{} after {limit} cycles", position.to_fen());
                assert_eq!(usize::from(engine.ram("pieces")[0]), pieces(&after));
                match engine.ram("clock")[0] {
                    0xff => assert!(cycles < limit + 3 * FRAME_CYCLES),
                    _ => assert!(
                        cycles >= full_cycles,
                        "a limit that is reached while the legal moves are counted has no effect"
                    ),
                }
                cut_short += u32::from(cycles < full_cycles);
            }
        }
    }
    assert!(cut_short > 400, "only {cut_short} searches were cut short");
}

#[test]
fn the_generator_counts_six_plies_from_the_start_position() {
    let mut engine = Engine::assemble();
    for (depth, leaves) in (1..).zip([7, 49, 302, 1469, 7361, 36768]) {
        assert_eq!(
            engine.perft(&Position::START, depth),
            leaves,
            "depth {depth}"
        );
    }
}

fn check_counts_with_kings(positions: usize, depth: u8) {
    let mut engine = Engine::assemble();
    let mut rng = Rng::new(1);
    for _ in 0..positions {
        let position = rng.random_position();
        let expected = perft(&position, depth.into());
        assert_eq!(
            engine.perft(&position, depth),
            expected,
            "{}",
            position.to_fen()
        );
    }
}

#[test]
fn the_generator_counts_moves_in_positions_with_kings() {
    check_counts_with_kings(40, 3);
}

#[test]
#[ignore = "full: 200 positions to four plies"]
fn full_the_generator_counts_moves_in_positions_with_kings() {
    check_counts_with_kings(200, 4);
}

/// Checks that the engine plays a best move in each of `positions` positions, in both variants and
/// at these levels.
fn check_best_moves(positions: usize, levels: std::ops::RangeInclusive<u8>) {
    let mut engine = Engine::assemble();
    let mut rng = Rng::new(2);
    for number in 0..positions {
        let position = if number % 3 == 0 {
            rng.random_position()
        } else {
            rng.played_position()
        };
        for level in levels.clone() {
            for (variant, game) in [(Variant::Checkers, level), (Variant::Giveaway, level + 10)] {
                let seed = 1 + rng.below(255) as u8;
                let (after, _) = engine.think(&position, game, seed);
                let fen = position.to_fen();
                let moves = position.legal_moves();
                let mut search = Search::new(&position, variant, level);
                let best = search.best_value().expect("there is a move");
                let mut same = moves.iter().filter(|chosen| position.play(chosen) == after);
                assert!(
                    same.any(|chosen| search.is_worth_at_least(chosen, best)),
                    "game {game}: {fen} -> {}",
                    after.to_fen()
                );
            }
        }
    }
    let gap = engine.memory.longest_gap;
    assert!(
        (100..=MAX_GAP).contains(&gap),
        "{gap} cycles between two reads of the timer"
    );
}

#[test]
fn the_chosen_move_has_the_best_value() {
    check_best_moves(30, 1..=4);
}

#[test]
#[ignore = "full: 200 positions at levels 1 to 6, 20 at 7 to 9"]
fn full_the_chosen_move_has_the_best_value() {
    check_best_moves(200, 1..=6);
    check_best_moves(20, 7..=9);
}

#[test]
fn a_forced_move_and_the_first_move_of_a_game_take_less_than_a_frame() {
    let mut engine = Engine::assemble();
    let king_in_corner = Position::from_fen("W:WK32:BK1,K5,K6").expect("a position");
    assert_eq!(
        king_in_corner.legal_moves().len(),
        2,
        "the king in the corner, on 32, can move to 27 and 28"
    );
    let forced = Position::from_fen("B:W18,30,31,32:B1,2,3,14").expect("a position");
    assert_eq!(forced.legal_moves().len(), 1);
    let (after, cycles) = engine.think(&forced, 9, 1);
    assert_eq!(after, forced.play(&forced.legal_moves()[0]));
    assert!(cycles < FRAME_CYCLES, "{cycles} cycles for a forced move");

    let mut seen = std::collections::BTreeSet::new();
    for seed in 1..=255 {
        engine.set_position(&Position::START);
        engine.ram("game")[0] = 9;
        engine.ram("random")[0] = seed;
        engine.ram("lastBack")[0] = engine.address("NEW_GAME") as u8;
        assert!(engine.run("Think", "ThinkDone") < FRAME_CYCLES);
        seen.insert(engine.position().to_fen());
    }
    assert_eq!(seen.len(), 7, "every first move is picked now and then");
}

/// The search stores its current line of play in an area that is too small for a line of 23 jumps.
/// The search must cut such a line off, and must not change bytes outside the area.
#[test]
fn lines_that_are_too_long_are_cut_off_at_the_last_entry() {
    let mut engine = Engine::assemble();
    let crowded = Position::from_fen(
        "B:WK5,K6,K11,K15,K17,K21,K22,K24,K25,K27,K30,K31,K32:\
         BK1,K2,K7,K9,K10,K14,K16,K18,K20,K23,K26,K28,K29",
    )
    .expect("a position");
    let (first, last) = (engine.address("status"), engine.address("overlay"));
    // The search also uses these two bytes, which are outside its area.
    let [depth, clock] = ["depth", "clock"].map(|name| usize::from(engine.address(name) & 0x7f));
    let area = usize::from(first & 0x7f)..usize::from(last & 0x7f);
    engine.memory.ram[area.clone()].fill(0xa5);
    for game in [1, 11] {
        engine.ram("step")[MAX_ENTRIES - 1] = 0xff;
        let (after, _) = engine.think(&crowded, game, 7);
        assert_ne!(engine.ram("step")[MAX_ENTRIES - 1], 0xff, "the last entry");
        assert!(
            crowded
                .legal_moves()
                .iter()
                .any(|chosen| crowded.play(chosen) == after)
        );
        assert_eq!(usize::from(engine.ram("pieces")[0]), pieces(&after));
        assert_eq!(engine.memory.ram[depth], 1);
        for at in area.clone().filter(|&at| at != depth && at != clock) {
            assert_eq!(engine.memory.ram[at], 0xa5, "RAM ${:02x}", 0x80 + at);
        }
    }
}
