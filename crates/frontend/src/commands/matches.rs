//! `crownhead match`: games between levels of the cartridge, or against another engine.

use crate::{
    error::Error,
    interrupt, print,
    tournament::{Contest, Contestant, Openings, PROTOCOL, Played, table},
};
use checkers::{MoveStyle, Variant};
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
/// Each player is a level of the cartridge (1 to 9) or, in quotes, the command line of an engine
/// that uses the protocol of --protocol; quote a path with spaces again:
/// "'/my games/engine' --plies 2". Every opening is played twice, with colors exchanged, and the
/// same seed gives the same games.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  crownhead match 3 1 --games 100 --seed 1 --pdn match.pdn")]
pub struct Args {
    /// First player
    #[arg(value_parser = Contestant::parse, required_unless_present = "protocol")]
    first: Option<Contestant>,
    /// Second player
    #[arg(value_parser = Contestant::parse, required_unless_present = "protocol")]
    second: Option<Contestant>,
    /// How many games
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
    /// List of openings, one per line as moves or FEN, instead of the built-in list
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Append the games to this file in order, each as soon as it has ended
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Seed of everything random
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
    /// How many games run at the same time [default: all cores]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Print the engine protocol and exit
    #[arg(long)]
    protocol: bool,
}

/// Plays the match and prints the table, also of an interrupted match. The status is 1 if an engine
/// failed.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let players = args.first.clone().zip(args.second.clone());
    let Some((first, second)) = players.filter(|_| !args.protocol) else {
        print::out(PROTOCOL)?;
        return Ok(ExitCode::SUCCESS);
    };
    let variant = match args.giveaway {
        true => Variant::Giveaway,
        false => Variant::Checkers,
    };
    let contest = Contest {
        players: [first, second],
        openings: match &args.openings {
            Some(path) => Openings::read(path, variant)?,
            None => Openings::bundled(variant)?,
        },
        games: args.games as usize,
        seed: args.seed,
        time: Duration::from_secs(args.time),
    };
    let pdn = args.pdn.as_deref().map(Pdn::open).transpose()?;
    interrupt::watch();
    let games = play(&contest, args.jobs, pdn)?;
    let names = contest.players.each_ref().map(Contestant::name);
    print::out(table([&names[0], &names[1]], &games))?;
    interrupt::check()?;
    let failed = games.iter().any(|game| game.failure.is_some());
    Ok(ExitCode::from(u8::from(failed)))
}

/// Plays with a progress bar, which shows only where standard error is a terminal.
fn play(contest: &Contest, jobs: Option<usize>, pdn: Option<Pdn>) -> Result<Vec<Played>, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0));
    let pool = pool
        .build()
        .map_err(|error| Error::Fault(format!("cannot start threads: {error}")))?;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left");
    let bar = ProgressBar::new(contest.games as u64);
    let bar = style.map_or_else(|_| bar.clone(), |style| bar.clone().with_style(style));
    let pdn = pdn.map(Mutex::new);
    let keep = |number, game: &Played| {
        bar.inc(1);
        let Some(pdn) = &pdn else { return Ok(()) };
        let mut pdn = pdn.lock().unwrap_or_else(PoisonError::into_inner);
        let text = game.record.to_pdn(MoveStyle::Short) + "\n";
        pdn.keep(number, text)
    };
    let games = pool.install(|| contest.play(keep));
    bar.finish_and_clear();
    games
}

/// The file that the games go to. It stays open: a pipe whose reader leaves cannot be opened again.
struct Pdn {
    path: PathBuf,
    file: File,
    queue: Queue,
}

impl Pdn {
    /// Opens a file to append to, or creates it.
    fn open(path: &Path) -> Result<Pdn, Error> {
        let file = File::options().create(true).append(true).open(path);
        Ok(Pdn {
            path: path.to_owned(),
            file: file.map_err(Error::write(path))?,
            queue: Queue::default(),
        })
    }

    /// Writes a game when all games before it are written.
    fn keep(&mut self, number: usize, text: String) -> Result<(), Error> {
        let texts = self.queue.pass(number, text);
        let written = self.file.write_all(texts.as_bytes());
        written.map_err(Error::write(&self.path))
    }
}

/// Games that have ended while an earlier one is still running.
#[derive(Debug, Default)]
struct Queue {
    /// Number of the next game in order.
    next: usize,
    waiting: BTreeMap<usize, String>,
}

impl Queue {
    /// Takes a game; returns all games that are now next in order.
    fn pass(&mut self, number: usize, text: String) -> String {
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
        let passed = [1, 0, 3, 2].map(|number| queue.pass(number, format!("{number} ")));
        assert_eq!(passed, ["", "0 1 ", "", "2 3 "]);
    }
}
