//! Theorems that were proved by machine, kept with the library: the folder
//! `theorems`. A test checks every one of them by the checker of [`super::check`].

use super::certificate::{Automaton, Certificate};
use super::proved::Theorem;
use super::translate::translate;
use crate::automata::{Numbers, Relation, State};
use crate::error::Result;
use crate::number::UBig;
use crate::rules::{ParameterValue, RuleGame};
use crate::{Budget, Meter, Method, Play, Question};
use std::sync::{Arc, OnceLock};

/// A theorem that is kept with the library.
///
/// ```
/// use nimlab::prove::THEOREMS;
/// let known = THEOREMS.iter().find(|known| known.game == "wythoff:2").unwrap();
/// assert!(known.theorem().unwrap().statement().contains("wythoff:2"));
/// ```
pub struct KnownTheorem {
    /// The name of its file, without `.json`.
    pub name: &'static str,
    /// The game's name.
    pub game: &'static str,
    /// Normal or misère play.
    pub play: Play,
    /// The certificate, a short one.
    pub certificate: &'static str,
    read: OnceLock<Option<Theorem>>,
    rules: OnceLock<Option<RulesText>>,
}

/// The rules that a theorem is about.
struct RulesText {
    text: String,
    given: String,
    /// All parameters, those that are not given too.
    parameters: OnceLock<Option<Vec<(String, ParameterValue)>>>,
}

macro_rules! theorems {
    ($($name:literal: $game:literal $play:ident,)*) => {
        /// All theorems that are kept.
        pub static THEOREMS: [KnownTheorem; [$($name),*].len()] = [$(KnownTheorem {
            name: $name,
            game: $game,
            play: Play::$play,
            certificate: include_str!(concat!("../../theorems/", $name, ".json")),
            read: OnceLock::new(),
            rules: OnceLock::new(),
        },)*];
    };
}

theorems! {
    "nim-2": "nim with 2 heaps" Normal,
    "nim-3": "nim with 3 heaps" Normal,
    "nim-3-misere": "nim with 3 heaps" Misere,
    "nim-4": "nim with 4 heaps" Normal,
    "moore-2-3": "moore:2 with 3 heaps" Normal,
    "moore-2-4": "moore:2 with 4 heaps" Normal,
    "subtraction-2-4-7": "subtraction:2,4,7" Normal,
    "allbut-2-3-4": "allbut:2,3,4" Normal,
    "fibonacci": "fibonacci" Normal,
    "wythoff": "wythoff" Normal,
    "wythoff-misere": "wythoff" Misere,
    "wythoff-2": "wythoff:2" Normal,
    "wythoff-2-misere": "wythoff:2" Misere,
    "wythoff-3": "wythoff:3" Normal,
    "wythoff-3-misere": "wythoff:3" Misere,
    "wythoff-4": "wythoff:4" Normal,
    "wythoff-4-misere": "wythoff:4" Misere,
    "wythoff-5": "wythoff:5" Normal,
    "wythoff-5-misere": "wythoff:5" Misere,
    "r-wythoff": "r-wythoff" Normal,
    "r-wythoff-misere": "r-wythoff" Misere,
    "wythoff-adjoined": "wythoff-adjoined" Normal,
    "wythoff-adjoined-misere": "wythoff-adjoined" Misere,
    "wythoff-adjoined-1-3": "wythoff-adjoined(p=1,q=3)" Normal,
    "wythoff-blocking": "wythoff-blocking" Normal,
    "wythoff-blocking-2": "wythoff-blocking(b=2)" Normal,
    "wythoff-bounded": "wythoff-bounded" Normal,
    "wythoff-bounded-misere": "wythoff-bounded" Misere,
    "wythoff-diagonals": "wythoff-diagonals" Normal,
    "wythoff-diagonals-misere": "wythoff-diagonals" Misere,
    "wythoff-extended": "wythoff-extended" Normal,
    "wythoff-extended-misere": "wythoff-extended" Misere,
    "wythoff-minimum": "wythoff-minimum" Normal,
    "wythoff-minimum-4-2": "wythoff-minimum(a=4,b=2)" Normal,
    "wythoff-odd": "wythoff-odd" Normal,
    "wythoff-odd-misere": "wythoff-odd" Misere,
    "wythoff-ratio": "wythoff-ratio" Normal,
    "wythoff-ratio-misere": "wythoff-ratio" Misere,
    "wythoff-square": "wythoff-square" Normal,
    "wythoff-st": "wythoff-st" Normal,
    "wythoff-terminal": "wythoff-terminal" Normal,
    "wythoff-terminal-misere": "wythoff-terminal" Misere,
    "wythoff-terminal-2": "wythoff-terminal(t=2)" Normal,
    "wythoff-terminal-2-misere": "wythoff-terminal(t=2)" Misere,
    "wythoff-terminal-3": "wythoff-terminal(t=3)" Normal,
    "tribonacci": "tribonacci" Normal,
}

impl KnownTheorem {
    /// The theorem, ready to be asked.
    pub fn theorem(&self) -> Option<&Theorem> {
        let read = || Theorem::read(&Certificate::from_json(self.certificate).ok()?);
        self.read.get_or_init(read).as_ref()
    }

    /// Whether it is about these rules, with these parameters. The certificate is not read
    /// for it, but its first lines.
    fn is_about(&self, game: &RuleGame) -> bool {
        #[derive(serde::Deserialize)]
        struct FirstLines {
            rules: String,
            parameters: String,
        }
        let first = || {
            let (lines, _) = self.certificate.split_once(",\"successor\":")?;
            let FirstLines { rules, parameters } = serde_json::from_str(&format!("{lines}}}")).ok()?;
            Some(RulesText { text: rules, given: parameters, parameters: OnceLock::new() })
        };
        let Some(rules) = self.rules.get_or_init(first).as_ref().filter(|rules| rules.text == game.source()) else {
            return false;
        };
        let all = || {
            let given =
                if rules.given.is_empty() { Vec::new() } else { crate::rules::parameters(&rules.given).ok()? };
            Some(crate::rules::compile_with(&rules.text, &given).ok()?.parameters().to_vec())
        };
        rules.parameters.get_or_init(all).as_deref() == Some(game.parameters())
    }
}

/// The theorem about a game that is kept, if there is one.
///
/// ```
/// use nimlab::{Play, prove};
/// let theorem = prove::known("wythoff", Play::Normal).unwrap();
/// let position = [nimlab::number::UBig::from(9u8), nimlab::number::UBig::from(14u8)];
/// assert_eq!(theorem.value_of(&position, nimlab::Budget::default()).unwrap(), Some(1));
/// ```
pub fn known(game: &str, play: Play) -> Option<&'static Theorem> {
    THEOREMS.iter().find(|known| known.game == game && known.play == play)?.theorem()
}

/// The method of theorems that were proved by machine.
pub(crate) const AUTOMATON: Method = Method::new("automaton", "a theorem that was proved by machine, any size");

/// The theorem about a game of the catalogue that answers a question.
pub(crate) fn answering(game: &str, question: Question) -> Option<&'static Theorem> {
    let (Question::Solve(play) | Question::List { play, .. }) = question;
    known(game, play).filter(|theorem| theorem.answers(question))
}

/// The same for a rule text with its parameters, whatever the game is called.
pub(crate) fn answering_rules(game: &RuleGame, question: Question) -> Option<&'static Theorem> {
    let (Question::Solve(play) | Question::List { play, .. }) = question;
    let known = THEOREMS.iter().find(|known| known.play == play && known.is_about(game))?;
    known.theorem().filter(|theorem| theorem.answers(question))
}

impl Automaton {
    /// The relation of an automaton, if its table can be read.
    pub(super) fn relation(&self, tracks: usize, digits: u32) -> Option<Relation> {
        let state = |(accepting, row): &(u8, Vec<u32>)| {
            let (pairs, rest) = row.as_chunks::<2>();
            let row: Vec<(u32, State)> = pairs.iter().map(|&[letter, target]| (letter, target)).collect();
            rest.is_empty().then_some((*accepting == 1, row))
        };
        let states = self.states.iter().map(state).collect::<Option<Vec<_>>>()?;
        Relation::from_rows(tracks, digits, &states)
    }
}

impl Theorem {
    /// Whether it has the value that is asked for.
    fn answers(&self, question: Question) -> bool {
        match question {
            Question::Solve(_) => true,
            Question::List { value, .. } => value <= self.value(),
        }
    }

    /// The theorem of a certificate. Nothing is checked but that it can be read.
    ///
    /// ```
    /// use nimlab::prove::{Certificate, THEOREMS, Theorem};
    /// let theorem = Theorem::read(&Certificate::from_json(THEOREMS[0].certificate)?).unwrap();
    /// assert_eq!(theorem.game, THEOREMS[0].game);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn read(certificate: &Certificate) -> Option<Theorem> {
        let numbers = Numbers::named(&certificate.system).ok()?;
        let rules = certificate.checked_rules()?;
        let relation = |text: &Automaton| text.relation(rules.width(), numbers.digits()).map(Arc::new);
        let sets = certificate.sets.iter().map(|set| relation(&set.positions)).collect::<Option<Vec<_>>>()?;
        Some(Theorem {
            game: certificate.game.clone(),
            play: if certificate.play == "misere" { Play::Misere } else { Play::Normal },
            names: rules.names.clone(),
            sorted: rules.sorted(),
            sets: (!sets.is_empty()).then_some(sets)?,
            rules: translate(&rules).ok()?,
            ways: OnceLock::new(),
            numbers,
        })
    }

    /// The value of a position of any size if the theorem is about that value; `None` if
    /// the value is larger. Under misère play 0 stands for a P-position. It takes as long as
    /// writing the numbers in the numeration system, and one step for each digit and value.
    ///
    /// ```
    /// use nimlab::{Budget, Play, number::UBig, prove};
    /// let wythoff = prove::known("wythoff", Play::Normal).unwrap();
    /// let value = |x: u8, y: u8| wythoff.value_of(&[x.into(), y.into()], Budget::default());
    /// assert_eq!((value(1, 2)?, value(0, 1)?), (Some(0), Some(1)));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn value_of(&self, position: &[UBig], budget: Budget) -> Result<Option<u64>> {
        let mut meter: Meter = budget.meter("the digits of a position");
        let words = self.numbers.words_of(position, budget)?;
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digits = self.numbers.digits();
        let digit = |word: &Vec<u8>, place: usize| word.get(place).map_or(0, |&digit| digit.into());
        for (value, set) in (0u64..).zip(&self.sets) {
            meter.tick(length as u64)?;
            let letters = (0..length)
                .rev()
                .map(|place| words.iter().rev().fold(0, |letter, word| letter * digits + digit(word, place)));
            if set.holds(letters) {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}
