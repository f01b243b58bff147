//! The command line: what can be asked, with help that shows examples.

use crate::commands::compare::CompareArguments;
use crate::commands::find::FindArguments;
use crate::commands::limits::LimitsArguments;
use crate::commands::manual::{CompletionsArguments, ManualArguments};
use crate::commands::moves::MovesArguments;
use crate::commands::period::PeriodArguments;
use crate::commands::plot::PlotArguments;
use crate::commands::prove::{ProveArguments, TheoremsArguments};
use crate::commands::quotient::QuotientArguments;
use crate::commands::reproduce::ReproduceArguments;
use crate::commands::serve::ServeArguments;
use crate::commands::site::SiteArguments;
use crate::commands::sweep::SweepArguments;
use crate::commands::verify::VerifyArguments;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand};
use nimlab_lab::export::Format;
use std::path::PathBuf;

/// Who wins, how and why, in games of the Nim and Wythoff family.
#[derive(Debug, Parser)]
#[command(
    name = "nimlab",
    version,
    about,
    max_term_width = 80,
    after_help = "Try:\n  nimlab solve nim 3,4,5 --explain\n  nimlab solve wythoff:2 17,29 --explain\n  nimlab moves nim 3,4,5\n  nimlab positions wythoff --count 20\n  nimlab table wythoff --size 14\n\nThe piles of a position are separated by commas or spaces. Numbers may be written 1e9, 10^9 or 1_000_000, and @FILE reads a number or a position from a file. `nimlab COMMAND --help` shows examples of a command."
)]
pub struct Arguments {
    /// Print one JSON value instead of text
    #[arg(long, global = true)]
    pub json: bool,

    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games, or show one in full
    Games(GamesArguments),
    /// Tell who wins a position or a sum of positions, and by which moves
    Solve(SolveArguments),
    /// Tell what every move of a position is worth
    Moves(MovesArguments),
    /// List the P-positions of a game in order, count them or add them up
    #[command(name = "positions", visible_alias = "cold")]
    Cold(ColdArguments),
    /// Tell how fast the numbers of the P-positions grow
    Limits(LimitsArguments),
    /// Tabulate Grundy values
    Table(TableArguments),
    /// Prove the period of a heap game, or of a row of a board
    Period(PeriodArguments),
    /// Compute the misère quotient of a heap game, which decides misère play
    Quotient(QuotientArguments),
    /// Prove which positions are P-positions, or have a Grundy value, for numbers of any size
    Prove(ProveArguments),
    /// List the theorems that were proved by machine
    Theorems(TheoremsArguments),
    /// Check the certificate of a period, a quotient or a theorem
    Verify(VerifyArguments),
    /// Draw a figure as SVG or PNG
    Plot(PlotArguments),
    /// Compute the periods of all subtraction sets up to a bound, or of all octal codes
    Sweep(SweepArguments),
    /// Look a sequence of values up among the heap games
    Find(FindArguments),
    /// Write a number in another numeration system
    Represent(RepresentArguments),
    /// Compare every method of a game with plain search
    Check(CheckArguments),
    /// Tell where two games differ
    Compare(CompareArguments),
    /// Recompute what the sources print: every table, count and figure
    Reproduce(ReproduceArguments),
    /// Work with rule files, which describe games of your own
    Rules(RulesArguments),
    /// Begin or continue a long experiment, which is kept in a directory
    Run(RunArguments),
    /// Show what a run has found so far
    Show(ShowArguments),
    /// Play against the computer
    Play(PlayArguments),
    /// Serve the page, and the questions that programs may ask, over HTTP
    Serve(ServeArguments),
    /// Write the page as a static site, which needs no server
    Site(SiteArguments),
    /// Write the manual pages, one for each command
    Manual(ManualArguments),
    /// Write the completions for a shell
    Completions(CompletionsArguments),
}

/// `nimlab rules`
#[derive(Debug, Args)]
#[command(after_help = crate::commands::rules::LANGUAGE)]
pub struct RulesArguments {
    /// What to do
    #[command(subcommand)]
    pub command: RulesCommand,
}

/// What can be done with rule files.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Read a rule file, try it out on small positions, and say what is wrong
    Check(RulesCheckArguments),
}

/// `nimlab rules check`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab rules check wythoff.rules\n  nimlab rules check 'wythoff.rules(a=3)'\n  nimlab rules check my.rules",
    mut_arg("budget", |most| most.help("Try out at most this many positions [default: 1e5]")),
    mut_arg("budget_time", |time| time.help("Work at most this long [default: 5]"))
)]
pub struct RulesCheckArguments {
    /// The rule file, or a game by rule such as euclid; - reads standard input
    pub file: String,

    /// Try out positions whose numbers are all below this
    #[arg(long, value_name = "N", default_value = "8")]
    pub size: String,

    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// `nimlab games`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  nimlab games wythoff\n  nimlab games --json")]
pub struct GamesArguments {
    /// The name of a game, such as wythoff or 'nimhoff(h=5)', or rules:FILE
    pub name: Option<String>,
}

/// `nimlab solve`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab solve nim 3,4,5 --misere\n  nimlab solve wythoff:2 17,29 --method arithmetic\n  nimlab solve fibonacci 20/4 --explain\n  nimlab solve nim 7 + wythoff 4,4\n  nimlab solve nim - < positions.txt"
)]
pub struct SolveArguments {
    /// A game and a position, whose piles are separated by commas or spaces. More games with their
    /// positions may follow, each after a '+'. Instead of a position, - reads many from standard
    /// input, one per line
    #[arg(required = true, value_name = "GAME POSITION [+ GAME POSITION]")]
    pub words: Vec<String>,

    /// Misère play: whoever makes the last move loses
    #[arg(long)]
    pub misere: bool,

    /// Use this method instead of the fastest
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,

    /// Say why
    #[arg(long)]
    pub explain: bool,

    /// Look for the Grundy value even if that takes a long search
    #[arg(long)]
    pub grundy: bool,

    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// `nimlab play`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab play nim 3,4,5\n  nimlab play wythoff 7,12 --computer first\n  nimlab play fibonacci 20 --level casual\n  nimlab play nim 3,5 + wythoff 4,4 --misere\n\nType a move as '2 from 1' or '3 from both', as the new position, or as a single number if only one pile is left. The words hint, why, undo, new and quit work too. The moves may also come through a pipe.",
    mut_arg("budget", |most| most.help("The computer remembers at most this many positions while it thinks [default: 5e5]")),
    mut_arg("budget_time", |time| time.help("It thinks at most this long about a move [default: 3]"))
)]
pub struct PlayArguments {
    /// A game and a position, whose piles are separated by commas or spaces. More games with their
    /// positions may follow, each after a '+'
    #[arg(required = true, value_name = "GAME POSITION [+ GAME POSITION]")]
    pub words: Vec<String>,

    /// Misère play: whoever makes the last move loses
    #[arg(long)]
    pub misere: bool,

    /// Whether the computer moves first or second
    #[arg(long, value_name = "first|second", default_value = "second", value_parser = ["first", "second"])]
    pub computer: String,

    /// How well the computer plays: perfect, casual or random
    #[arg(long, value_name = "LEVEL", default_value = "perfect")]
    pub level: String,

    /// The seed of the computer's random choices: the same seed gives the same moves
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: String,

    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// `nimlab positions`, or `nimlab cold`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab positions wythoff:2 --count 11\n  nimlab positions wythoff --max 100\n  nimlab positions wythoff --max 1e6 --sum\n  nimlab positions euclid --max 100 --count-only\n  nimlab positions wythoff:2 --from 6338253001141147007483516026880 --count 1\n  nimlab positions r-wythoff --value 2\n  nimlab positions fraenkel:3 --first-pile 4\n  nimlab positions wythoff --count 1e7 -o wythoff.csv\n  nimlab positions wythoff:2 --count 4e7 -o wythoff.parquet\n  nimlab positions wythoff --count 20 --format latex\n  nimlab positions wythoff --from 1 --count 10000 --column a -o b000201.txt"
)]
pub struct ColdArguments {
    /// The game, such as wythoff:2
    pub game: String,

    /// Begin with the position of this number; the first of all has number 0
    #[arg(long, value_name = "K", default_value = "0")]
    pub from: String,

    /// List this many positions [default: 20, or all up to --max]
    #[arg(long, value_name = "N")]
    pub count: Option<String>,

    /// List only positions whose largest number is at most this; for games that list their
    /// starting positions, those up to this size
    #[arg(long, value_name = "N")]
    pub max: Option<String>,

    /// List only positions with this first pile, which is their smallest one, by the next pile
    #[arg(long, value_name = "M")]
    pub first_pile: Option<String>,

    /// Only say how many positions there are
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub count_only: bool,

    /// Only say what all numbers of all positions add up to
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub sum: bool,

    /// Misère play: whoever makes the last move loses
    #[arg(long)]
    pub misere: bool,

    /// List the positions of this Grundy value; those of 0 are the P-positions
    #[arg(long, value_name = "G", default_value = "0")]
    pub value: String,

    /// The number of heaps (or components), for games that take any number
    #[arg(long, value_name = "H", default_value = "3")]
    pub heaps: String,

    /// Write only this number of each position, by its name at the head of the list
    #[arg(long, value_name = "NAME", conflicts_with_all = ["count_only", "sum"])]
    pub column: Option<String>,

    /// Use this method instead of the fastest
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,

    #[command(flatten)]
    pub budget: BudgetArguments,

    #[command(flatten)]
    pub target: TableTarget,
}

/// `nimlab table`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab table wythoff --size 14\n  nimlab table nim --size 8x8\n  nimlab table r-wythoff --size 22 --value 2\n  nimlab table wythoff --size 22 --where 'value<3'\n  nimlab table wythoff --size 1000 --sum\n  nimlab table fibonacci --size 30\n  nimlab table wythoff --size 5000 -o wythoff.npy\n  nimlab table wythoff --size 14 --format markdown\n  nimlab table grundy --size 10000 -o b002188.txt\n  nimlab table octal:0.77 --size 20 --misere\n  nimlab table octal:0.77 --size 20 --genus"
)]
pub struct TableArguments {
    /// The game, such as wythoff:2
    pub game: String,

    /// Rows and columns: 14, or 14x20
    #[arg(long, value_name = "N[xM]", default_value = "14")]
    pub size: String,

    /// Misère Grundy values: 1 where there is no move, elsewhere the mex of those of the options
    #[arg(long)]
    pub misere: bool,

    /// The genus of each position: its Grundy value, and its misère Grundy values alone and beside
    /// one, two, … Nim heaps of 2, of which the last two repeat
    #[arg(long, conflicts_with_all = ["misere", "value", "where", "sum"])]
    pub genus: bool,

    /// Show only the cells of this Grundy value
    #[arg(long, value_name = "G")]
    pub value: Option<String>,

    /// List the cells that satisfy a condition: value=0, value<3, value>=10
    #[arg(long, value_name = "CONDITION", conflicts_with = "value")]
    pub r#where: Option<String>,

    /// Only say what the values add up to: all of them, or those that --value or --where keeps
    #[arg(long, conflicts_with_all = ["format", "output"])]
    pub sum: bool,

    #[command(flatten)]
    pub budget: BudgetArguments,

    #[command(flatten)]
    pub target: TableTarget,
}

/// The heading of the options of a budget.
const COST: &str = "Limits on the work";

/// What a question may cost: where no theorem answers, games are searched.
#[derive(Debug, Args)]
pub struct BudgetArguments {
    /// Remember at most this many positions, and look at a hundred times as many moves [default: 2e6]
    #[arg(long, value_name = "POSITIONS", visible_alias = "budget-positions", help_heading = COST)]
    pub budget: Option<String>,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// What any work may cost.
#[derive(Debug, Args)]
pub struct CostArguments {
    /// Use at most this much memory [default: half of what is free, at most 4096]
    #[arg(long, value_name = "MB", help_heading = COST)]
    pub budget_memory: Option<String>,

    /// Work at most this long [default: 60]
    #[arg(long, value_name = "SECONDS", help_heading = COST)]
    pub budget_time: Option<String>,
}

/// Where a table goes, and in which form.
#[derive(Debug, Args)]
pub struct TableTarget {
    /// The format [default: by the ending of the file's name, or else a table]
    #[arg(long, value_parser = formats())]
    pub format: Option<Format>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// The formats by their names, each with what it is.
fn formats() -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(values).try_map(|name| Format::named(&name).ok_or("there is no such format"))
}

/// `nimlab represent`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab represent zeckendorf 20\n  nimlab represent p:2 17\n  nimlab represent q:2 17"
)]
pub struct RepresentArguments {
    /// zeckendorf (a sum of Fibonacci numbers), or p:a or q:a (the two systems of wythoff:a)
    pub system: String,

    /// The number
    pub number: String,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// `nimlab check`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  nimlab check wythoff:3 --size 50\n  nimlab check moore:2 --size 6 --heaps 4")]
pub struct CheckArguments {
    /// The game, such as wythoff:2
    pub game: String,

    /// Try all positions whose numbers are below this
    #[arg(long, value_name = "N", default_value = "10")]
    pub size: String,

    /// The number of heaps, for games that take any number
    #[arg(long, value_name = "H", default_value = "3")]
    pub heaps: String,

    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// `nimlab run`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab run wythoff3:lex --steps 1e8 --dir lex\n  nimlab run wythoff3:l1 --steps 1e10 --dir l1 --spill l1-spill\n  nimlab run wythoff3:positive --steps 1e8 --dir positive\n\nThe same command continues the run, however it was stopped. Ctrl-C or SIGTERM makes it write a checkpoint and then stop, with exit code 130 or 143; a second Ctrl-C stops it at once."
)]
pub struct RunArguments {
    /// The game: wythoff3:l1, wythoff3:lex or wythoff3:positive
    pub game: String,

    /// Compute the P-positions up to number N
    #[arg(long, value_name = "N")]
    pub steps: String,

    /// The directory that keeps the run
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,

    /// Keep what is not needed soon in files of this directory, not in memory
    #[arg(long, value_name = "DIR")]
    pub spill: Option<PathBuf>,

    /// The time between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "300")]
    pub checkpoint: String,
}

/// `nimlab show`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  nimlab show lex --json")]
pub struct ShowArguments {
    /// The directory of a run
    pub dir: PathBuf,
}

/// A complete command that works, for a message about one that does not: the
/// first example in the help of the command that the words call.
pub fn example(words: impl Iterator<Item = String>) -> String {
    let whole = Arguments::command();
    let mut found = "nimlab solve wythoff:2 17,29 --explain".to_owned();
    let mut command = &whole;
    for word in words {
        if let Some(called) = command.find_subcommand(&word) {
            command = called;
            found = first_example(command).unwrap_or(found);
        }
    }
    found
}

/// The same for the command that is running.
pub fn example_now() -> String {
    example(std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()))
}

/// The first example in the help of a command, or of the commands under it.
fn first_example(command: &clap::Command) -> Option<String> {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let own = help.lines().map(str::trim).find(|line| line.starts_with("nimlab ")).map(str::to_owned);
    own.or_else(|| command.get_subcommands().find_map(first_example))
}

/// The first word that is a negative number, which would otherwise be taken
/// for an unknown flag.
pub fn negative_number(mut words: impl Iterator<Item = String>) -> Option<String> {
    words.find(|word| {
        let mut letters = word.chars();
        letters.next() == Some('-') && letters.next().is_some_and(|letter| letter.is_ascii_digit())
    })
}
