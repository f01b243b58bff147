//! The game that a theorem is about: the text of its rules, and a game that knows its
//! values.
//!
//! A built-in game has its rules from its rule file. Nim and Moore's Nim are
//! played with any number of heaps; a theorem is about a given number of them,
//! and its rules are written out for it.

use super::check::endless;
use super::linear::Overflow;
use super::translate::{LinearRules, NotLinear, translate};
use crate::automata::Numbers;
use crate::catalogue::{self, RuleFile};
use crate::error::{Error, Result};
use crate::rules::ir::CheckedRules;
use crate::rules::{self, Diagnostics, ParameterValue, RuleGame};
use crate::{Budget, Game, Hint, Term, counted};

/// A game that something is to be proved about.
///
/// ```
/// use nimlab::prove::Subject;
/// let subject = Subject::named("wythoff:2", None)?;
/// assert_eq!((subject.name.as_str(), subject.names()), ("wythoff:2", &["x".to_owned(), "y".to_owned()][..]));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub struct Subject {
    /// The name of the game.
    pub name: String,
    /// The game that knows its values.
    pub(super) game: Box<dyn Game>,
    /// The text of its rules.
    pub(super) source: String,
    /// The parameters that are set in it.
    pub(super) parameters: Vec<(String, ParameterValue)>,
    pub(super) checked: CheckedRules,
    pub(super) rules: LinearRules,
}

/// The numeration systems that are tried, in this order.
const SYSTEMS: [&str; 9] = ["base:2", "zeckendorf", "p:2", "p:3", "p:4", "p:5", "base:3", "p:6", "tribonacci"];

/// Those for a single heap: its set is as a rule periodic from somewhere on.
const FOR_A_HEAP: [&str; 3] = ["base:2", "base:3", "zeckendorf"];

/// The names of piles.
const PILES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

impl Subject {
    /// A game of the catalogue, by its full name. `piles` is the number of heaps
    /// of Nim and Moore's Nim.
    ///
    /// ```
    /// use nimlab::prove::Subject;
    /// assert_eq!(Subject::named("wythoff:2", None)?.piles(), 2);
    /// assert_eq!(Subject::named("nim", Some(4))?.piles(), 4);
    /// assert!(Subject::named("kayles", None).is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn named(name: &str, piles: Option<usize>) -> Result<Subject> {
        let game = catalogue::game(name)?;
        let full = game.name();
        let (family, given) = full.split_once(':').unwrap_or((&full, ""));
        let file = |name: &str| RuleFile::named(name).map(|file| (file.source.to_owned(), None));
        let set = || {
            let members = given.split(',').filter_map(|member| member.trim().parse().ok()).collect();
            vec![("S".to_owned(), ParameterValue::Set(members))]
        };
        let number = |name: &str, default: i64| {
            vec![(name.to_owned(), ParameterValue::Number(given.parse().unwrap_or(default)))]
        };
        let (source, parameters) = match family {
            "nim" => (Some((nim(heaps(piles, 3)?), Some(heaps(piles, 3)?))), Vec::new()),
            "moore" => (Some((moore(heaps(piles, 4)?), Some(heaps(piles, 4)?))), number("k", 2)),
            "wythoff" => (file("wythoff"), number("a", 1)),
            "r-wythoff" => (file("r-wythoff"), Vec::new()),
            "fibonacci" => (file("fibonacci"), Vec::new()),
            "greedy" => (file("greedy"), Vec::new()),
            "subtraction" => (file("subtraction"), set()),
            "allbut" => (file("all-but"), set()),
            _ => (None, Vec::new()),
        };
        if let Some(source) = source {
            // The rules of the text and the game itself have the same values, and the
            // game is often much faster.
            let fast = matches!(family, "wythoff" | "r-wythoff");
            let heaps = source.1.map_or_else(String::new, |heaps| format!(" with {heaps} heaps"));
            let subject = Self::new(format!("{full}{heaps}"), source.0, parameters, fast.then_some(game))?;
            return subject.with_piles(piles);
        }
        match catalogue::rule_game(name)? {
            Some(rules) => Self::of_rules(&rules)?.with_piles(piles),
            None if full == "fraenkel:3" => Err(Error::NotAnswered {
                game: full,
                question: "a proof for all first piles at once".into(),
                hint: Hint::new(
                    "a nim-sum is not linear, but with the first pile fixed there are theorems",
                    [Term::Ask("prove"), Term::Game("fraenkel:3".into()), Term::Set("first-pile", "4".into())],
                ),
            }),
            None => Err(Error::NotAnswered {
                game: full,
                question: "a proof by automata".into(),
                hint: Hint::new(
                    "its rules are not written with linear conditions; an example that works",
                    [Term::Ask("prove"), Term::Game("wythoff:2".into())],
                ),
            }),
        }
    }

    /// The text of the rules and the parameters of a game of the catalogue, by the
    /// name that theorems about it have; `None` for any other name.
    pub(super) fn rules_of(name: &str) -> Option<(String, String)> {
        let (game, piles) = match name.strip_suffix(" heaps").and_then(|name| name.split_once(" with ")) {
            Some((game, piles)) => (game, Some(piles.parse().ok()?)),
            None => (name, None),
        };
        let subject = Self::named(game, piles).ok().filter(|subject| subject.name == name)?;
        Some((subject.source.clone(), subject.parameters()))
    }

    /// This game, if it has this number of piles.
    ///
    /// ```
    /// use nimlab::prove::Subject;
    /// assert!(Subject::named("wythoff", None)?.with_piles(Some(2)).is_ok());
    /// assert!(Subject::named("wythoff", None)?.with_piles(Some(3)).is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn with_piles(self, piles: Option<usize>) -> Result<Subject> {
        let own = self.piles();
        match piles.filter(|&piles| piles != own) {
            None => Ok(self),
            Some(piles) => Err(Error::NotAnswered {
                game: self.name,
                question: format!("a proof about {}", counted(piles as u64, "pile")),
                hint: Hint::from(format!("its positions have {}", counted(own as u64, "number"))),
            }),
        }
    }

    /// The game of a rule text.
    ///
    /// ```
    /// use nimlab::{prove::Subject, rules};
    /// let game = rules::compile("state n  move k in 1..3 where k <= n -> (n - k)").unwrap();
    /// assert_eq!(Subject::of_rules(&game)?.piles(), 1);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn of_rules(game: &RuleGame) -> Result<Subject> {
        Self::new(crate::Rule::name(game), game.source().to_owned(), game.given().to_vec(), None)
    }

    fn new(
        name: String,
        source: String,
        parameters: Vec<(String, ParameterValue)>,
        game: Option<Box<dyn Game>>,
    ) -> Result<Subject> {
        let refused = |problems: Diagnostics| Error::BadRules { text: problems.to_string() };
        let compiled = rules::compile_with(&source, &parameters).map_err(refused)?;
        let unread = || Error::BadRules { text: "the rules cannot be read".into() };
        let checked = rules::checked(&source, &parameters).ok_or_else(unread)?;
        let rules =
            translate(&checked).map_err(|NotLinear { span, what }| refused(rules::not_linear(&source, span, what)))?;
        let game = game.unwrap_or_else(|| Box::new(compiled));
        Ok(Subject { name, game, source, parameters, checked, rules })
    }

    /// That every move makes what the rules say smaller, or the total: without that there
    /// is no induction.
    pub(super) fn ends(&self, budget: Budget) -> Result<()> {
        let Some(clause) = endless(&self.checked, budget)? else { return Ok(()) };
        let problem = rules::endless(&self.source, self.checked.clauses[clause].span, &self.checked);
        Err(Error::BadRules { text: problem.to_string() })
    }

    /// The numeration systems that may fit: that of Fraenkel's arithmetic
    /// strategy first, if it is Wythoff's game.
    pub(super) fn systems(&self) -> Vec<String> {
        let mut systems: Vec<String> = self.own_system().into_iter().collect();
        let fitting: &[&str] = if self.piles() == 1 { &FOR_A_HEAP } else { &SYSTEMS };
        for &system in fitting {
            if !systems.iter().any(|other| other == system) {
                systems.push(system.to_owned());
            }
        }
        systems
    }

    /// Whether one system is expected to fit.
    pub(super) fn has_own_system(&self) -> bool {
        self.own_system().is_some()
    }

    fn own_system(&self) -> Option<String> {
        if self.piles() == 1 {
            return Some("base:2".to_owned());
        }
        if self.name.split('(').next() == Some("wythoff-st") {
            return self.system_of_two_parameters();
        }
        let a = match &self.parameters[..] {
            [(name, ParameterValue::Number(a))] if name == "a" && self.name.starts_with("wythoff") => *a,
            _ => return None,
        };
        let system = if a == 1 { "zeckendorf".to_owned() } else { format!("p:{a}") };
        Numbers::named(&system).is_ok().then_some(system)
    }

    /// Fraenkel's system for (s, t)-Wythoff: the digits are 0 to s + t − 1, and the digit
    /// after the largest one is less than s.
    fn system_of_two_parameters(&self) -> Option<String> {
        let game = rules::compile_with(&self.source, &self.parameters).ok()?;
        let value = |wanted: &str| match game.parameters().iter().find(|(name, _)| name == wanted) {
            Some((_, ParameterValue::Number(value))) => u32::try_from(*value).ok().filter(|&value| value >= 1),
            _ => None,
        };
        let (s, t) = (value("s")?, value("t")?);
        let largest = s.checked_add(t - 1).filter(|&digit| digit < 36)?;
        let digit = |digit| char::from_digit(digit, 36).unwrap_or('0');
        let digits: String = (0..=largest).map(digit).collect();
        let forbidden: Vec<String> =
            (s..=largest).map(|after| [digit(largest), digit(after)].iter().collect()).collect();
        Some(format!("words:{digits}/{}", forbidden.join(",")))
    }

    /// The P-positions in a box where options may be blocked, if they can be counted.
    pub(super) fn lost_with_blocks(&self, below: u64, budget: Budget) -> Result<Option<Vec<Vec<u64>>>> {
        let rules = rules::compile_with(&self.source, &self.parameters);
        rules.map_or(Ok(None), |rules| rules.lost_with_blocks(below, budget))
    }

    /// How many numbers a position has.
    pub fn piles(&self) -> usize {
        self.rules.width
    }

    /// The names of these numbers.
    pub fn names(&self) -> &[String] {
        &self.checked.names
    }

    /// The parameters as they are written: `a=2`.
    pub(super) fn parameters(&self) -> String {
        let list: Vec<String> = self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        list.join(", ")
    }
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).finish_non_exhaustive()
    }
}

fn heaps(piles: Option<usize>, usual: usize) -> Result<usize> {
    let piles = piles.unwrap_or(usual);
    match (1..=PILES.len()).contains(&piles) {
        true => Ok(piles),
        false => Err(Error::TooLarge {
            what: "the number of heaps".into(),
            given: piles.to_string(),
            limit: format!("1 to {}", PILES.len()),
            hint: Hint::NONE,
        }),
    }
}

/// Nim with this many heaps.
fn nim(heaps: usize) -> String {
    let names = &PILES[..heaps];
    let mut text = format!("game \"Nim\"\nstate {} symmetric\n", names.join(", "));
    for name in names {
        let option: Vec<String> =
            names.iter().map(|other| if other == name { format!("{name} - n") } else { (*other).to_owned() }).collect();
        text.push_str(&format!("move n in 1..{name} -> ({})\n", option.join(", ")));
    }
    text.push_str(&format!("decreasing {}\n", names.join(" + ")));
    text
}

/// Moore's Nim with this many heaps.
fn moore(heaps: usize) -> String {
    let names = &PILES[..heaps];
    let list = |make: &dyn Fn(&str) -> String, between: &str| {
        names.iter().map(|name| make(name)).collect::<Vec<_>>().join(between)
    };
    format!(
        "game \"Moore's Nim\"\nstate {} symmetric\nparam k = 2\nmove {}\n  where 1 <= count({}) <= k\n  -> ({})\ndecreasing {}\n",
        names.join(", "),
        list(&|name| format!("t{name} in 0..{name}"), ", "),
        list(&|name| format!("t{name} > 0"), ", "),
        list(&|name| format!("{name} - t{name}"), ", "),
        names.join(" + "),
    )
}

impl From<Overflow> for Error {
    fn from(_: Overflow) -> Error {
        Error::TooLarge {
            what: "a coefficient of the rules".into(),
            given: "a number of more than 63 bits".into(),
            limit: "63 bits".into(),
            hint: Hint::NONE,
        }
    }
}
