//! `crownhead match`: games between levels of the cartridge, or against another engine.

use checkers::{MoveStyle, Variant};
use club::tournament::{
    Contest, Contestant, FinishedGame, GameResult, Openings, PROTOCOL, table, triktrak,
};
use headless::{error::Error, interrupt, outputs::check_output, print, record_file::check_record};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    collections::BTreeMap,
    fs::File,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Play a match: level against level, or against another engine
///
/// A player is a level of the cartridge (1 to 9), a level of another build of the cartridge
/// (5@old.bin, with old.sym in the same folder) or the command line of an engine. Put the command
/// line in quotes, and a path with spaces in further quotes: "'/my games/engine' --plies 2". The
/// engine must speak the protocol that --protocol prints. Every opening is played twice, with
/// colors exchanged. The same seed gives the same games. With --triktrak, each player is cartridge,
/// greedy or random.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    crownhead match 3 1 --games 100 --seed 1 --pdn match.pdn\n  \
    crownhead match 5 5@old.bin")]
pub struct Args {
    /// First player
    #[arg(required_unless_present = "protocol")]
    first: Option<String>,
    /// Second player
    #[arg(required_unless_present = "protocol")]
    second: Option<String>,
    /// Number of games
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    games: u32,
    /// Giveaway: the side that cannot move wins
    #[arg(long)]
    giveaway: bool,
    /// Triktrak instead of checkers
    #[arg(long, conflicts_with_all = ["giveaway", "openings", "time"])]
    triktrak: bool,
    /// List of openings, one per line as moves or FEN, instead of the built-in list
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Append the games to this file, in order; a game is written as soon as it and all earlier
    /// games have ended
    #[arg(long, visible_alias = "record", value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Seed for all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Seconds that an engine has for each move
    #[arg(
        long,
        value_name = "S",
        default_value_t = 120,
        value_parser = clap::value_parser!(u64).range(1..=86_400)
    )]
    time: u64,
    /// Number of games to run in parallel [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Print the engine protocol and exit
    #[arg(long)]
    protocol: bool,
}

/// Plays the match and prints the table of results. If the match is interrupted, prints the table
/// of the games so far. The exit status is 1 if an engine failed.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let players = args.first.clone().zip(args.second.clone());
    let Some((first, second)) = players.filter(|_| !args.protocol) else {
        print::out(PROTOCOL)?;
        return Ok(ExitCode::SUCCESS);
    };
    let result = if args.triktrak {
        triktrak_match(&args, [&first, &second])
    } else {
        checkers_match(&args, [&first, &second])
    };
    let (text, failed) = result?;
    print::out(text)?;
    interrupt::check()?;
    Ok(ExitCode::from(u8::from(failed)))
}

/// The result of a match: the table, and whether an engine failed.
type MatchResult = Result<(String, bool), Error>;

fn checkers_match(args: &Args, players: [&str; 2]) -> MatchResult {
    let variant = if args.giveaway {
        Variant::Giveaway
    } else {
        Variant::Checkers
    };
    let player = |text: &str| {
        Contestant::parse(text).map_err(|error| Error::Usage(format!("player {text}: {error}")))
    };
    let contest = Contest {
        players: [player(players[0])?, player(players[1])?],
        openings: match &args.openings {
            Some(path) => Openings::read(path, variant)?,
            None => Openings::bundled(variant)?,
        },
        games: args.games as usize,
        seed: args.seed,
        time_limit: Duration::from_secs(args.time),
    };
    interrupt::watch();
    let games = play(args, |progress| {
        contest.play(|number, game| {
            progress.add_finished_game(number, || game.record.to_pdn(MoveStyle::Short) + "\n")
        })
    })?;
    let results: Vec<GameResult> = games.iter().map(FinishedGame::result).collect();
    let names = contest.players.each_ref().map(Contestant::name);
    let failed = results.iter().any(|game| game.failure.is_some());
    Ok((table([&names[0], &names[1]], &results), failed))
}

fn triktrak_match(args: &Args, players: [&str; 2]) -> MatchResult {
    let contest = triktrak::Contest {
        players: [
            triktrak::Contestant::parse(players[0])?,
            triktrak::Contestant::parse(players[1])?,
        ],
        games: args.games as usize,
        seed: args.seed,
    };
    interrupt::watch();
    let games = play(args, |progress| {
        contest.play(|number, game| {
            progress.add_finished_game(number, || ::triktrak::record::write(&game.record) + "\n")
        })
    })?;
    let results: Vec<GameResult> = games.iter().map(triktrak::FinishedGame::result).collect();
    Ok((
        table(contest.players.map(|player| player.name()), &results),
        false,
    ))
}

/// The progress bar of a match, and the file for its games.
struct Progress {
    /// The progress bar; visible only if standard error is a terminal.
    bar: ProgressBar,
    file: Option<Mutex<GamesFile>>,
}

impl Progress {
    /// Counts a finished game, and adds its text to the file.
    fn add_finished_game(&self, number: usize, text: impl FnOnce() -> String) -> Result<(), Error> {
        self.bar.inc(1);
        let Some(file) = &self.file else {
            return Ok(());
        };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write(number, text())
    }
}

/// Plays the games on the requested number of threads, and shows a progress bar.
fn play<G: Send>(
    args: &Args,
    play_all: impl FnOnce(&Progress) -> Result<Vec<G>, Error> + Send,
) -> Result<Vec<G>, Error> {
    let file = args.pdn.as_deref().map(GamesFile::open).transpose()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.unwrap_or(0));
    let pool = pool
        .build()
        .map_err(|error| Error::Fault(format!("cannot start threads: {error}")))?;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(args.games.into());
    let bar = style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style));
    let progress = Progress {
        bar,
        file: file.map(Mutex::new),
    };
    let games = pool.install(|| play_all(&progress));
    progress.bar.finish_and_clear();
    games
}

/// The file to which the games are appended. It stays open for the whole match, because a pipe
/// cannot be reopened after its reader has closed it.
struct GamesFile {
    path: PathBuf,
    file: File,
    queue: Queue,
}

impl GamesFile {
    /// Opens a file to append to, or creates it.
    fn open(path: &Path) -> Result<GamesFile, Error> {
        check_output(path)?;
        check_record(path)?;
        let open = || File::options().create(true).append(true).open(path);
        // Opening a pipe blocks until it has a reader, which may never happen.
        let file = if path.is_file() || !path.exists() {
            open()
        } else {
            interrupt::while_waiting(open)
        };
        Ok(GamesFile {
            path: path.to_owned(),
            file: file.map_err(Error::write(path))?,
            queue: Queue::default(),
        })
    }

    /// Writes a game, but not before all earlier games have been written.
    fn write(&mut self, number: usize, text: String) -> Result<(), Error> {
        let texts = self.queue.add(number, text);
        let written = self.file.write_all(texts.as_bytes());
        written.map_err(Error::write(&self.path))
    }
}

/// Games that have ended, but cannot be written yet because an earlier game is still running.
#[derive(Debug, Default)]
struct Queue {
    /// The number of the next game to write.
    next: usize,
    waiting: BTreeMap<usize, String>,
}

impl Queue {
    /// Adds a game, and returns all games that can now be written in order.
    fn add(&mut self, number: usize, text: String) -> String {
        self.waiting.insert(number, text);
        let mut texts = String::new();
        while let Some(text) = self.waiting.remove(&self.next) {
            texts += &text;
            self.next += 1;
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_written_in_order() {
        let mut queue = Queue::default();
        let written = [1, 0, 3, 2].map(|number| queue.add(number, format!("{number} ")));
        assert_eq!(written, ["", "0 1 ", "", "2 3 "]);
    }
}
