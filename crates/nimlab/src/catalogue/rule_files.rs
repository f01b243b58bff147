//! The rule files of `examples/rules`, kept inside the library, so that every
//! door knows their games by name without a file.

use crate::error::{Error, Result};
use crate::rules::{self, Diagnostics, RuleGame};

/// A rule file with a name.
///
/// ```
/// use nimlab::{catalogue::RuleFile, rules::compile};
/// let euclid = RuleFile::named("euclid").unwrap();
/// assert_eq!(compile(euclid.source).unwrap().state(), ["x", "y"]);
/// ```
pub struct RuleFile {
    /// The name, without `.rules`.
    pub name: &'static str,
    /// The rule text.
    pub source: &'static str,
}

macro_rules! file {
    ($name:literal) => {
        RuleFile { name: $name, source: include_str!(concat!("../../rules/", $name, ".rules")) }
    };
}

/// Every rule file, by name.
pub const RULE_FILES: &[RuleFile] = &[
    file!("all-but"),
    file!("building"),
    file!("chomp"),
    file!("coprime-nim"),
    file!("cutting"),
    file!("dawsons-kayles"),
    file!("divisor-nim"),
    file!("euclid"),
    file!("fibonacci"),
    file!("fraenkel"),
    file!("greedy"),
    file!("grundy"),
    file!("kayles"),
    file!("l1-nim"),
    file!("lasker"),
    file!("moore"),
    file!("nim"),
    file!("nim-multiples"),
    file!("nim-three"),
    file!("nimhoff"),
    file!("northcott"),
    file!("positive-nim"),
    file!("prime-nim"),
    file!("proportionate-nim"),
    file!("r-wythoff"),
    file!("silver-dollar"),
    file!("square-nim"),
    file!("subtraction"),
    file!("three-ways"),
    file!("triangle"),
    file!("tribonacci"),
    file!("turning-turtles"),
    file!("white-knight"),
    file!("wythoff"),
    file!("wythoff-adjoined"),
    file!("wythoff-blocking"),
    file!("wythoff-bounded"),
    file!("wythoff-diagonals"),
    file!("wythoff-extended"),
    file!("wythoff-minimum"),
    file!("wythoff-odd"),
    file!("wythoff-ratio"),
    file!("wythoff-square"),
    file!("wythoff-st"),
    file!("wythoff-terminal"),
];

impl RuleFile {
    /// The rule file of a name.
    pub fn named(name: &str) -> Option<&'static RuleFile> {
        RULE_FILES.iter().find(|file| file.name == name)
    }

    /// The name by which [`super::game`] finds the file: that of a built-in
    /// game takes `.rules` after it.
    pub fn usage(&self) -> String {
        match super::named(self.name) {
            Ok(super::NamedGame::Rules(_)) => self.name.to_owned(),
            _ => format!("{}.rules", self.name),
        }
    }

    /// What the file says of its game: the comment at its beginning, in one line.
    pub fn comment(&self) -> String {
        let lines = self.source.lines().map_while(|line| line.strip_prefix('#'));
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// The first sentence of the comment.
    pub fn summary(&self) -> String {
        let comment = self.comment();
        match comment.find(". ") {
            Some(end) => comment[..=end].to_owned(),
            None => comment,
        }
    }

    /// The game by its rules, under a name that [`super::game`] reads again;
    /// with other values of its parameters, as in `h=5`. Where there is only
    /// one parameter its name may be left out.
    pub(super) fn game(&self, name: &str, parameters: Option<&str>) -> Result<RuleGame> {
        let refused = |problems: Diagnostics| Error::BadRules {
            text: format!("{name} cannot be used\n{problems}").trim_end().to_owned(),
        };
        let plain = rules::compile(self.source).map_err(refused)?;
        let Some(given) = parameters.map(str::trim) else { return Ok(plain.named(name)) };
        let given = match plain.parameters() {
            [] => return Err(self.takes_none(name, given)),
            [(only, _)] if !given.contains('=') => format!("{only}={given}"),
            _ => given.to_owned(),
        };
        let given = rules::parameters(&given).map_err(refused)?;
        let game = rules::compile_with(self.source, &given).map_err(refused)?;
        let list: Vec<String> = given.iter().map(|(name, value)| format!("{name}={value}").replace(' ', "")).collect();
        Ok(game.named(&format!("{name}({})", list.join(","))))
    }

    fn takes_none(&self, name: &str, given: &str) -> Error {
        Error::BadParameters {
            game: name.to_owned(),
            given: crate::number::shorten(given),
            expected: super::entry::NOTHING.into(),
            example: name.to_owned(),
        }
    }
}
