//! `nimlab plot`: figures for papers (SVG) and slides (PNG).

use crate::arguments::{BudgetArguments, CostArguments};
use crate::commands::{budget, cost, small};
use crate::output::Sink;
use crate::wording::told;
use clap::{Args, Subcommand};
use nimlab::games::wythoff3::rule::Variant;
use nimlab::prove::Certificate;
use nimlab::solve::TableSize;
use nimlab::{Game, Play, RuleExt};
use nimlab_lab::Error;
use nimlab_lab::export;
use nimlab_lab::figures::{self, Figure, ImageFormat, ThreePiles};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// `nimlab plot`
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    subcommand_value_name = "WHAT",
    subcommand_help_heading = "What",
    override_usage = "nimlab plot <WHAT> [GAME] [OPTIONS] -o <FILE.svg|FILE.png>",
    after_help = "Examples:\n  nimlab plot heat wythoff --size 200 -o heat.png\n  nimlab plot board wythoff --size 10 --from 7,9 -o board.svg\n  nimlab plot sequence octal:0.77 -o kayles.svg\n  nimlab plot limits wythoff3:lex --steps 1e7 -o limits.svg\n\nThe file's name chooses the format: .svg for papers, .png for slides. The same command always gives the same bytes, unless it measures times. `nimlab plot heat --help` shows the options of one kind of figure."
)]
pub struct PlotArguments {
    /// What to plot
    #[command(subcommand)]
    pub what: What,
}

/// What can be plotted.
#[derive(Debug, Subcommand)]
pub enum What {
    /// Grundy values as a heat map
    #[command(after_help = "Example:\n  nimlab plot heat r-wythoff --size 200 -o heat.png")]
    Heat {
        /// The game, such as wythoff:2
        game: String,

        /// Cells on each side: 200, or 100x200
        #[arg(long, value_name = "N[xM]", default_value = "200")]
        size: String,

        #[command(flatten)]
        budget: BudgetArguments,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// P-positions on a board, with the winning moves from a position
    #[command(after_help = "Example:\n  nimlab plot board wythoff --size 10 --from 7,9 -o board.svg")]
    Board {
        /// The game, such as wythoff:2
        game: String,

        /// Squares on each side; 20, or as many as --from needs, if not given
        #[arg(long, value_name = "N")]
        size: Option<String>,

        /// Show the winning moves from this position
        #[arg(long, value_name = "X,Y")]
        from: Option<String>,

        /// Misère play: whoever makes the last move loses
        #[arg(long)]
        misere: bool,

        #[command(flatten)]
        budget: BudgetArguments,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// The automaton of a theorem that `nimlab prove` has found
    #[command(
        after_help = "Examples:\n  nimlab plot automaton wythoff.json -o automaton.svg\n  nimlab plot automaton wythoff.json --value 0 -o p-positions.svg\n\nThe certificate is written by\n  nimlab prove wythoff --certificate wythoff.json"
    )]
    Automaton {
        /// The certificate of the theorem
        #[arg(value_name = "FILE.json")]
        file: PathBuf,

        /// The positions of this Grundy value; by default of the largest one
        #[arg(long, value_name = "G")]
        value: Option<String>,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// How many states the automata of theorems have, by Grundy value
    ///
    /// Drawn are the theorems that are kept about games with several piles and values, and
    /// those of certificates, which take their place where they are about the same game in the
    /// same system. `nimlab verify` checks a certificate; here it is only read.
    #[command(
        after_help = "Examples:\n  nimlab plot states -o states.svg\n  nimlab plot states r-wythoff.json wythoff-4.json -o states.svg"
    )]
    States {
        /// Certificates of theorems
        #[arg(value_name = "FILE.json")]
        files: Vec<PathBuf>,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// Values of a heap game, with preperiod and period
    #[command(after_help = "Example:\n  nimlab plot sequence subtraction:2,4,7 --heaps 40 -o sequence.svg")]
    Sequence {
        /// The game, such as octal:0.77; for rules:FILE no period is shown, since none is proved
        game: String,

        /// How many heaps; by default three periods, or 300 heaps
        #[arg(long, value_name = "N")]
        heaps: Option<String>,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// P-positions of three piles in space
    #[command(after_help = "Example:\n  nimlab plot space wythoff3:l1 wythoff3:positive --steps 100 -o space.svg")]
    Space {
        /// The games: wythoff3:l1, wythoff3:lex, wythoff3:positive
        #[arg(required = true)]
        games: Vec<String>,

        /// Show the P-positions up to this number
        #[arg(long, value_name = "N", default_value = "100")]
        steps: String,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// A lower bound for the states that tell a number's pile from its digits
    #[command(after_help = "Example:\n  nimlab plot blocks wythoff3:l1 wythoff3:positive -o blocks.svg")]
    Blocks {
        /// The games: wythoff3:l1, wythoff3:lex, wythoff3:positive
        #[arg(required = true)]
        games: Vec<String>,

        /// Look at the numbers below this one
        #[arg(long, value_name = "N", default_value = "1e6")]
        numbers: String,

        #[command(flatten)]
        cost: CostArguments,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// P-positions of three piles, two coordinates at a time
    #[command(after_help = "Example:\n  nimlab plot projections wythoff3:positive -o projections.svg")]
    Projections {
        /// The game: wythoff3:l1, wythoff3:lex or wythoff3:positive
        game: String,

        /// Show the P-positions up to this number
        #[arg(long, value_name = "N", default_value = "100")]
        steps: String,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// The share of positions with κ > 0 up to n, in L1-Nim or Wytlex(3)
    #[command(after_help = "Example:\n  nimlab plot exceptions wythoff3:lex --steps 3_200_000 -o exceptions.svg")]
    Exceptions(ThreePilesArguments),
    /// How much neighbouring P-positions of three piles differ
    #[command(after_help = "Example:\n  nimlab plot differences wythoff3:lex -o differences.svg")]
    Differences(ThreePilesArguments),
    /// The frequency of κ = 0 in L1-Nim or Wytlex(3), block by block
    #[command(after_help = "Example:\n  nimlab plot kappa wythoff3:lex --steps 504999 -o kappa.svg")]
    Kappa(ThreePilesArguments),
    /// v(n)/n as n grows, next to the predicted limits
    #[command(after_help = "Example:\n  nimlab plot limits wythoff3:lex --steps 1e7 -o limits.svg")]
    Limits(ThreePilesArguments),
    /// The time of the three strategies for Wythoff's game, measured now
    #[command(
        after_help = "Examples:\n  nimlab plot timing wythoff:2 --save times.csv -o timing.svg\n  nimlab plot timing --measurements times.csv -o timing.svg\n\nMeasured times differ from run to run, and so does their figure. A figure that is drawn from a file of measurements is the same every time."
    )]
    Timing {
        /// The game
        #[arg(default_value = "wythoff:2")]
        game: String,

        /// Up to how many P-positions are listed
        #[arg(long, value_name = "N", default_value = "1310720")]
        size: String,

        /// The strategies: recursive, algebraic, arithmetic
        #[arg(long, value_name = "NAMES", default_value = "recursive,algebraic,arithmetic")]
        strategies: String,

        /// Draw the measurements of this file (strategy,n,milliseconds) instead
        #[arg(long, value_name = "FILE.csv")]
        measurements: Option<PathBuf>,

        /// Write what was measured to this file
        #[arg(long, value_name = "FILE.csv", conflicts_with = "measurements")]
        save: Option<PathBuf>,

        #[command(flatten)]
        target: FigureTarget,
    },
    /// Anything else is answered with the list of what there is.
    #[command(external_subcommand)]
    Other(Vec<String>),
}

/// A three-pile game, computed or from a run.
#[derive(Debug, Args)]
pub struct ThreePilesArguments {
    /// The game: wythoff3:l1, wythoff3:lex or wythoff3:positive
    #[arg(required_unless_present = "dir")]
    pub game: Option<String>,

    /// Up to which number; by default as far as the source went
    #[arg(long, value_name = "N")]
    pub steps: Option<String>,

    /// Draw what a run in this directory has found instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "steps"])]
    pub dir: Option<PathBuf>,

    #[command(flatten)]
    pub target: FigureTarget,
}

/// Where a figure goes.
#[derive(Debug, Args)]
pub struct FigureTarget {
    /// Write the figure to this file
    #[arg(short, long, value_name = "FILE.svg|FILE.png")]
    pub output: PathBuf,

    /// Leave out the title, for a figure with a caption
    #[arg(long)]
    pub no_title: bool,
}

pub fn run(asked: &PlotArguments) -> anyhow::Result<ExitCode> {
    match &asked.what {
        What::Heat { game, size, budget: most, target } => {
            draw(target, || Ok(figures::heat_map(&*super::game(game)?, TableSize::parse(size)?, budget(most)?)?))
        }
        What::Board { game, size, from, misere, budget: most, target } => draw(target, || {
            let game = super::game(game)?;
            let play = if *misere { Play::Misere } else { Play::Normal };
            let from = from.as_deref().map(|from| square(&*game, from)).transpose()?;
            let needed = from.map_or(0, |[x, y]| x.max(y).saturating_add(1));
            let side = match size {
                Some(size) => small("the size of the board", size)?,
                None => needed.max(20),
            };
            Ok(figures::board(&*game, side, play, from, budget(most)?)?)
        }),
        What::Automaton { file, value, target } => draw(target, || {
            let value = value.as_deref().map(|value| small("the value", value)).transpose()?;
            Ok(figures::automaton(&certificate(file)?, value)?)
        }),
        What::States { files, target } => draw(target, || {
            let certificates = files.iter().map(|file| certificate(file)).collect::<anyhow::Result<Vec<_>>>()?;
            Ok(figures::states(&certificates)?)
        }),
        What::Sequence { game, heaps, target } => draw(target, || {
            let heaps = heaps.as_deref().map(|heaps| small("the number of heaps", heaps)).transpose()?;
            match super::rule_game(game)? {
                Some(rules) => Ok(figures::sequence_of_rules(&rules, heaps)?),
                None => Ok(figures::sequence(&*super::game(game)?, heaps)?),
            }
        }),
        What::Space { games, steps, target } => draw(target, || {
            let variants = games.iter().map(|game| variant(game)).collect::<anyhow::Result<Vec<_>>>()?;
            Ok(figures::space(&variants, small("the number of steps", steps)?)?)
        }),
        What::Blocks { games, numbers, cost: asked, target } => draw(target, || {
            let variants = games.iter().map(|game| variant(game)).collect::<anyhow::Result<Vec<_>>>()?;
            Ok(figures::blocks(&variants, small("the numbers", numbers)?, cost(asked)?)?)
        }),
        What::Projections { game, steps, target } => {
            draw(target, || Ok(figures::projections(variant(game)?, small("the number of steps", steps)?)?))
        }
        What::Exceptions(asked) => three_piles(asked, figures::default_steps(), figures::exceptions),
        What::Differences(asked) => three_piles(asked, figures::default_steps(), figures::differences),
        What::Kappa(asked) => three_piles(asked, 504_999, figures::kappa),
        What::Limits(asked) => three_piles(asked, figures::default_steps(), figures::limits),
        What::Timing { game, size, strategies, measurements, save, target } => draw(target, || match measurements {
            Some(file) => timing_of_file(file),
            None => timing(game, size, strategies, save.as_deref()),
        }),
        What::Other(words) => Err(unknown(words).into()),
    }
}

/// Draws a figure into the file of its target.
fn draw(target: &FigureTarget, make: impl FnOnce() -> anyhow::Result<Figure>) -> anyhow::Result<ExitCode> {
    draw_as(&target.output, format(&target.output)?, || {
        let mut figure = make()?;
        figure.titled = !target.no_title;
        Ok(figure)
    })
}

/// Draws a figure into a file, which is opened before the work.
pub fn draw_as(
    path: &Path,
    format: ImageFormat,
    make: impl FnOnce() -> anyhow::Result<Figure>,
) -> anyhow::Result<ExitCode> {
    let mut sink = Sink::to_file(path)?;
    let bytes = make()?.draw(format).map_err(Error::from)?;
    sink.write_all(&bytes)?;
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The form of a file's name.
fn format(path: &Path) -> anyhow::Result<ImageFormat> {
    ImageFormat::of(path).map_err(|error| {
        let hint = format!("an example that works: {}", crate::arguments::example_now());
        Error::Request { problem: error.to_string(), hint: hint.into() }.into()
    })
}

fn three_piles(
    asked: &ThreePilesArguments,
    most: u64,
    figure: fn(&ThreePiles) -> nimlab_lab::Result<Figure>,
) -> anyhow::Result<ExitCode> {
    draw(&asked.target, || {
        let data = match (&asked.dir, &asked.game) {
            (Some(folder), _) => ThreePiles::of_run(folder)?,
            (None, game) => {
                let steps = asked.steps.as_deref().map(|steps| small("the number of steps", steps)).transpose()?;
                ThreePiles::compute(variant(game.as_deref().unwrap_or("wythoff3:lex"))?, steps.unwrap_or(most))?
            }
        };
        Ok(figure(&data)?)
    })
}

/// The three-pile game of a name.
fn variant(name: &str) -> anyhow::Result<Variant> {
    let (game, found) = super::three_piles(name)?;
    found.ok_or_else(|| {
        let problem = format!("this figure is for {}, and {game} is not one of them", super::THREE_PILES);
        let hint = format!("an example that works: {}", crate::arguments::example_now());
        Error::Request { problem, hint: hint.into() }.into()
    })
}

/// A square of a board, its numbers in the order in which they were written.
fn square(game: &dyn Game, text: &str) -> anyhow::Result<[u64; 2]> {
    // The game says what is wrong with a position; it may also sort its piles.
    let words = game.read(text)?.words()?;
    let [a, b] = words[..] else {
        let problem = format!("a board shows positions with two piles, and '{text}' has {}", words.len());
        return Err(Error::Request { problem, hint: "an example that works: --from 7,9".into() }.into());
    };
    let first = text.trim().trim_start_matches(['(', '[']).split(',').next().unwrap_or_default();
    Ok(if small("a pile", first.trim())? == a { [a, b] } else { [b, a] })
}

fn timing(game: &str, size: &str, strategies: &str, save: Option<&Path>) -> anyhow::Result<Figure> {
    let strategies = strategies.split(',').map(str::trim).collect::<Vec<_>>();
    let size = small("the number of P-positions", size)?;
    if !(20..=1 << 32).contains(&size) {
        let problem = format!("the strategies list from 20 to {} P-positions, and {size} were asked for", 1u64 << 32);
        return Err(Error::Request { problem, hint: "an example that works: --size 1e6".into() }.into());
    }
    let game = super::game(game)?;
    let file = save.map(Sink::to_file).transpose()?;
    let measurements = figures::measure(&*game, &strategies, size)?;
    if let Some(mut file) = file {
        export::write(export::Format::Csv, file.to(), &mut figures::Measurements(&measurements), told)?;
        file.finish()?;
    }
    Ok(figures::timing(&measurements, &format!("Time to list n P-positions of {}, measured now", game.name()))?)
}

fn timing_of_file(file: &Path) -> anyhow::Result<Figure> {
    let text = std::fs::read_to_string(file).map_err(|cause| Error::system("read", file, cause))?;
    let measurements = figures::measurements_from_csv(&text)?;
    Ok(figures::timing(&measurements, "Time to list n P-positions of Wythoff's game")?)
}

/// What there is, for a word that is none of it.
fn unknown(words: &[String]) -> Error {
    let given = words.first().map_or("", String::as_str);
    let command = What::augment_subcommands(clap::Command::new("plot"));
    let about = |kind: &clap::Command| kind.get_about().map(ToString::to_string).unwrap_or_default();
    let rows: Vec<Vec<String>> =
        command.get_subcommands().map(|kind| vec![format!("  {}", kind.get_name()), about(kind)]).collect();
    let list = crate::output::aligned_text(&rows, &[]);
    Error::Request {
        problem: format!("there is no figure '{given}'; there are\n{}", list.trim_end()),
        hint: format!("an example that works: {}", crate::arguments::example_now()).into(),
    }
}

/// The certificate in a file.
fn certificate(file: &Path) -> anyhow::Result<Certificate> {
    let text = std::fs::read_to_string(file).map_err(|cause| Error::system("read", file, cause))?;
    Ok(Certificate::from_json(&text)?)
}
