//! Theorems that were proved by machine, kept with the library: the folder
//! `theorems`. A test checks every one of them by the checker of [`super::check`].

use super::certificate::{Automaton, Certificate};
use super::search::Theorem;
use super::translate::translate;
use crate::automata::{Numbers, Relation, State};
use crate::error::Result;
use crate::number::UBig;
use crate::{Budget, KnownValue, Meter, Method, Play, Position, Question};
use std::sync::{Arc, OnceLock};

/// A theorem that is kept with the library.
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
    "wythoff-blocking": "wythoff-blocking" Normal,
    "wythoff-blocking-2": "wythoff-blocking(b=2)" Normal,
    "r-wythoff": "r-wythoff" Normal,
    "r-wythoff-misere": "r-wythoff" Misere,
}

impl KnownTheorem {
    /// The theorem, ready to be asked.
    pub fn theorem(&self) -> Option<&Theorem> {
        let read = || Theorem::read(&Certificate::from_json(self.certificate).ok()?);
        self.read.get_or_init(read).as_ref()
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
    match question {
        Question::Solve(play) => known(game, play),
        Question::List { play, value } => known(game, play).filter(|theorem| value <= theorem.value()),
    }
}

impl Automaton {
    /// The relation of an automaton, if it is one.
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
    /// The theorem of a certificate. Nothing is checked but that it can be read.
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

    /// What this theorem of normal play says of the value of a position.
    pub(crate) fn what_is_known(&self, position: &Position, budget: Budget) -> KnownValue {
        match self.value_of(position.numbers(), budget) {
            _ if self.rules.blocked > 0 => KnownValue::Nothing,
            Ok(Some(value)) => KnownValue::Is(value.into()),
            Ok(None) => KnownValue::AtLeast((self.value() + 1).into()),
            Err(_) => KnownValue::Nothing,
        }
    }

    /// The value of a position of any size, if it is one of those that the
    /// theorem is about; otherwise the value is larger. Under misère play 0
    /// stands for a P-position. Takes as long as writing the numbers in the
    /// numeration system, and one step for each digit and value.
    pub fn value_of(&self, position: &[UBig], budget: Budget) -> Result<Option<u64>> {
        let mut meter: Meter = budget.meter("the digits of a position");
        let words = position.iter().map(|number| self.numbers.word_of(number, budget)).collect::<Result<Vec<_>>>()?;
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let digits = self.numbers.digits();
        let digit = |word: &Vec<u32>, place: usize| (place + word.len()).checked_sub(length).map_or(0, |at| word[at]);
        for (value, set) in (0u64..).zip(&self.sets) {
            meter.tick(length as u64)?;
            let letters = (0..length)
                .map(|place| words.iter().rev().fold(0, |letter, word| letter * digits + digit(word, place)));
            if set.holds(letters) {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}
