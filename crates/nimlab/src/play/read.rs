//! Moves as people type them.
//!
//! ```text
//! 3                        from the only pile that is left
//! 2 from 1                 piles are numbered as they are drawn
//! 2 from x                 or called as the rules of a file call them
//! 3 from both              3 from each; 2 from 1 and 5 from 2
//! all from 2
//! split 1 into 2 and 5     1 from 2 leaving 3 and 4
//! put on 2
//! 3,4                      the new position; B: 3,4 in a sum
//! ```
//! Words such as "take", "the", "stones" and "pile" may be there or not.

use super::lay::matches_places;
use super::typed::{as_position, complete, reason};
use super::words::listed;
use super::{MatchState, Rules, empty};
use crate::RuleExt;
use crate::error::{Error, Result};
use crate::number::{self, UBig};
use crate::solve::SumMove;

/// Words that carry no meaning of their own.
const FILLING: [&str; 24] = [
    "i", "take", "takes", "remove", "the", "a", "of", "pile", "piles", "heap", "heaps", "stack", "stacks", "stone",
    "stones", "token", "tokens", "coin", "coins", "number", "no", "them", "one's", "please",
];

/// Number words.
const NUMBERS: [[&str; 2]; 11] = [
    ["zero", "none"],
    ["one", "first"],
    ["two", "second"],
    ["three", "third"],
    ["four", "fourth"],
    ["five", "fifth"],
    ["six", "sixth"],
    ["seven", "seventh"],
    ["eight", "eighth"],
    ["nine", "ninth"],
    ["ten", "tenth"],
];

/// The longest text that is read.
const LONGEST: usize = 200_000;

/// A piece of a typed move.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Number(UBig),
    Word(String),
}

/// Reads a move from a state.
pub fn read(rules: &Rules, state: &MatchState, text: &str) -> Result<SumMove> {
    let text = text.trim();
    let wrong = |problem: String| rules.no_move(text, problem, state);
    if text.is_empty() || text.len() > LONGEST {
        return Err(wrong("a move is expected".into()));
    }
    if let Some(found) = as_position(rules, state, text)? {
        return Ok(rules.placed(state, &found));
    }
    let pieces = pieces(&numbered(rules, state, text)).map_err(wrong)?;
    let change = parse(rules, state, &pieces).map_err(wrong)?;
    apply(rules, state, text, change)
}

/// What is to be changed, piles counted through all components from 0.
enum PileChange {
    Take(Vec<(Option<UBig>, usize)>),
    Split { pile: usize, taken: Option<UBig>, parts: Vec<UBig> },
    Put(usize),
}

/// The text with the numbers of piles instead of the names that rules give
/// them: `2 from x`, `2 from pile X`, `3 from x and y`, `split n into 2,5`.
fn numbered(rules: &Rules, state: &MatchState, text: &str) -> String {
    let Some(names) = rules.names(state) else { return text.to_owned() };
    let mut behind = false;
    let words = text.split_whitespace().map(|word| {
        let bare = word.trim_end_matches([',', ';', '.']);
        let named = named(&names, bare).filter(|_| behind);
        let lower = bare.to_lowercase();
        behind = matches!(&*lower, "from" | "off" | "of" | "on" | "split" | "and")
            || (behind && named.is_none() && FILLING.contains(&&*lower))
            || (named.is_some() && word.ends_with(','));
        named.map_or_else(|| word.to_owned(), |at| (at + 1).to_string())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The pile of that name: in these very letters, or in one way only in others.
fn named(names: &[String], word: &str) -> Option<usize> {
    let exactly = names.iter().position(|name| name == word);
    let lower = word.to_lowercase();
    let alike: Vec<usize> = (0..names.len()).filter(|&at| names[at].to_lowercase() == lower).collect();
    exactly.or(if let [only] = alike[..] { Some(only) } else { None })
}

fn pieces(text: &str) -> std::result::Result<Vec<Piece>, String> {
    let spaced: String = text.to_lowercase().chars().map(|c| if ",;".contains(c) { ' ' } else { c }).collect();
    let mut pieces = Vec::new();
    for word in spaced
        .split_whitespace()
        .map(|word| word.trim_end_matches(['.', '!']))
        .filter(|word| !word.is_empty() && !FILLING.contains(word))
    {
        let ordinal = word.trim_end_matches("st").trim_end_matches("nd").trim_end_matches("rd").trim_end_matches("th");
        let named = NUMBERS.iter().position(|names| names.contains(&word));
        pieces.push(match named {
            Some(value) => Piece::Number(value.into()),
            None if ordinal.starts_with(|c: char| c.is_ascii_digit()) => Piece::Number(
                number::parse(ordinal).map_err(|_| format!("'{}' is not a number", number::shorten(word)))?,
            ),
            None => Piece::Word(word.to_owned()),
        });
    }
    Ok(pieces)
}

const EXPECTED: &str = "a move such as '2 from 1', '3 from both' or the new position is expected";

fn parse(rules: &Rules, state: &MatchState, pieces: &[Piece]) -> std::result::Result<PileChange, String> {
    let piles = rules.piles(state);
    let word = |at: usize| match pieces.get(at) {
        Some(Piece::Word(word)) => word.as_str(),
        _ => "",
    };
    let place = |number: &UBig| match (usize::try_from(number), rules.names(state)) {
        (Ok(at), _) if (1..=piles.len()).contains(&at) => Ok(at - 1),
        (_, Some(names)) => Err(format!("there is no pile {}; there are {}", number::shown(number), listed(&names))),
        _ => Err(format!("there is no pile {}; they are numbered from 1 to {}", number::shown(number), piles.len())),
    };
    match pieces {
        [] => Err(EXPECTED.into()),
        [Piece::Number(amount)] => only_pile(&piles).map(|pile| PileChange::Take(vec![(Some(amount.clone()), pile)])),
        [Piece::Word(all)] if is_all(all) => only_pile(&piles).map(|pile| PileChange::Take(vec![(None, pile)])),
        [Piece::Word(verb), rest @ ..] if matches!(&**verb, "put" | "place") => {
            put(rest).and_then(place).map(PileChange::Put)
        }
        [Piece::Word(on), Piece::Number(_)] | [Piece::Number(_), Piece::Word(on), Piece::Number(_)] if on == "on" => {
            put(pieces).and_then(place).map(PileChange::Put)
        }
        [Piece::Word(split), Piece::Number(pile), Piece::Word(into), parts @ ..]
            if split == "split" && into == "into" =>
        {
            Ok(PileChange::Split { pile: place(pile)?, taken: None, parts: numbers(parts)? })
        }
        [Piece::Number(pile), Piece::Word(into), parts @ ..] if into == "into" => {
            Ok(PileChange::Split { pile: place(pile)?, taken: None, parts: numbers(parts)? })
        }
        [Piece::Word(into), parts @ ..] if matches!(&**into, "into" | "split") => {
            let parts = if word(1) == "into" { &parts[1..] } else { parts };
            Ok(PileChange::Split { pile: only_pile(&piles)?, taken: None, parts: numbers(parts)? })
        }
        [Piece::Number(taken), Piece::Word(from), Piece::Number(pile), Piece::Word(leaving), parts @ ..]
            if from == "from" && matches!(&**leaving, "leaving" | "into") =>
        {
            Ok(PileChange::Split { pile: place(pile)?, taken: Some(taken.clone()), parts: numbers(parts)? })
        }
        _ => takes(pieces, &piles, &place),
    }
}

/// `on 2`, `one on 2`: one token at a time.
fn put(pieces: &[Piece]) -> std::result::Result<&UBig, String> {
    match pieces {
        [Piece::Word(on), Piece::Number(stack)] if on == "on" => Ok(stack),
        [Piece::Number(amount), Piece::Word(on), Piece::Number(stack)] if on == "on" => match *amount == UBig::ONE {
            true => Ok(stack),
            false => Err("tokens are placed one at a time".into()),
        },
        _ => Err("on which stack? Say for instance 'put on 1'".into()),
    }
}

fn is_all(word: &str) -> bool {
    matches!(word, "all" | "everything")
}

/// The only pile that has anything in it.
fn only_pile(piles: &[(usize, usize, &UBig)]) -> std::result::Result<usize, String> {
    let full: Vec<usize> = (0..piles.len()).filter(|&at| !piles[at].2.is_zero()).collect();
    match full[..] {
        [pile] => Ok(pile),
        _ => Err("from which pile? Say for instance '2 from 1'".into()),
    }
}

/// `2`, `2 and 5`.
fn numbers(pieces: &[Piece]) -> std::result::Result<Vec<UBig>, String> {
    let parts = pieces.iter().filter(|piece| **piece != Piece::Word("and".into()));
    parts
        .map(|piece| match piece {
            Piece::Number(number) => Ok(number.clone()),
            Piece::Word(word) => Err(format!("'{}' is not a number of stones", number::shorten(word))),
        })
        .collect()
}

type PileAt<'p> = dyn Fn(&UBig) -> std::result::Result<usize, String> + 'p;

/// `2 from 1 and 3 from 2`, `3 from 1 and 2`, `3 from both`.
fn takes(
    pieces: &[Piece],
    piles: &[(usize, usize, &UBig)],
    place: &PileAt<'_>,
) -> std::result::Result<PileChange, String> {
    let is = |at: usize, words: &[&str]| matches!(pieces.get(at), Some(Piece::Word(word)) if words.contains(&&**word));
    let mut taken = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        if is(at, &["and"]) && at > 0 {
            at += 1;
        }
        let amount = match pieces.get(at) {
            Some(Piece::Number(amount)) => Some(amount.clone()),
            Some(Piece::Word(word)) if is_all(word) => None,
            Some(Piece::Word(word)) => {
                return Err(format!("'{}' is not understood; {EXPECTED}", number::shorten(word)));
            }
            None => return Err(EXPECTED.into()),
        };
        at += 1;
        // "3 each from 1 and 2".
        at += usize::from(is(at, &["each"]));
        let from = is(at, &["from", "off"]);
        at += usize::from(from);
        // "3 from each of 1 and 2", "3 from both 1 and 2".
        let named = matches!(pieces.get(at + 1), Some(Piece::Number(_))) && !is(at + 2, &["from", "off"]);
        at += usize::from(from && named && is(at, &["both", "all", "every", "each"]));
        // "all of 2" has lost its "of", and "3 2" may be a position as well.
        if let (false, Some(amount), Some(Piece::Number(pile))) = (from, &amount, pieces.get(at)) {
            let (amount, pile) = (number::shown(amount), number::shown(pile));
            return Err(format!(
                "it can be read in two ways: '{amount} from {pile}' takes {amount}, '{amount},{pile}' is a new position; say which"
            ));
        }
        if is(at, &["both", "all", "every", "each"]) {
            if is(at, &["both"]) && piles.len() != 2 {
                return Err(format!("there are {} piles: say which, as in '3 from 1 and 2'", piles.len()));
            }
            taken.extend((0..piles.len()).map(|pile| (amount.clone(), pile)));
            at += 1;
            continue;
        }
        let mut places = 0;
        while let Some(Piece::Number(pile)) = pieces.get(at).filter(|_| !is(at + 1, &["from", "off"])) {
            taken.push((amount.clone(), place(pile)?));
            places += 1;
            at += 1;
            if is(at, &["and"]) && matches!(pieces.get(at + 1), Some(Piece::Number(_))) && !is(at + 2, &["from", "off"])
            {
                at += 1;
            }
        }
        if places == 0 {
            return Err(EXPECTED.into());
        }
        // "3 from 1 and 2 each".
        at += usize::from(is(at, &["each"]));
    }
    Ok(PileChange::Take(taken))
}

/// The move after which the piles of a component lie like this, with what the
/// rules give after the slash, and whether the rules allow it in these places.
pub fn leaving(rules: &Rules, state: &MatchState, component: usize, mut piles: Vec<UBig>) -> Result<(SumMove, bool)> {
    let (game, from) = (&*rules.games[component], &state[component]);
    let complete = complete(game, &game.canonical_of(from), &piles, rules.budget)?;
    let tail = complete.as_ref().unwrap_or(from).numbers().last().filter(|_| game.shape().tail.is_some());
    piles.extend(tail.cloned());
    let made = rules.tidy(SumMove { component, to: from.with(piles) });
    let full = empty::without(game, from.clone());
    let allowed = rules.is_legal(state, &made)? && matches_places(game, &full, &made.to);
    Ok((made, allowed))
}

fn apply(rules: &Rules, state: &MatchState, text: &str, change: PileChange) -> Result<SumMove> {
    let piles = rules.piles(state);
    let wrong = |problem: String| -> Error { rules.no_move(text, problem, state) };
    let touched: Vec<usize> = match &change {
        PileChange::Take(taken) => taken.iter().map(|&(_, pile)| pile).collect(),
        PileChange::Split { pile, .. } | PileChange::Put(pile) => vec![*pile],
    };
    let component = piles[touched[0]].0;
    if touched.iter().any(|&pile| piles[pile].0 != component) {
        return Err(wrong("a move is made in one component".into()));
    }
    let (game, from) = (&rules.games[component], &state[component]);
    let mut numbers = from.piles().to_vec();
    match change {
        PileChange::Take(taken) => {
            for (amount, pile) in taken {
                let left = &mut numbers[piles[pile].1];
                if left.is_zero() {
                    return Err(wrong(format!("{} is empty", rules.pile(state, pile))));
                }
                let amount = amount.unwrap_or_else(|| left.clone());
                if amount.is_zero() {
                    return Err(wrong("at least one stone is taken".into()));
                }
                if amount > *left {
                    return Err(wrong(format!("{} has only {}", rules.pile(state, pile), number::shown(left))));
                }
                *left -= amount;
            }
        }
        PileChange::Put(pile) => numbers[piles[pile].1] += UBig::ONE,
        PileChange::Split { pile, taken, parts } => {
            let at = piles[pile].1;
            let sum = parts.iter().fold(UBig::ZERO, |sum, part| sum + part) + taken.clone().unwrap_or_default();
            if sum > numbers[at] || (taken.is_some() && sum != numbers[at]) || parts.is_empty() {
                let (pile, has) = (rules.pile(state, pile), number::shown(&numbers[at]));
                return Err(wrong(match parts.is_empty() {
                    true => format!("{pile} has {has}: say what is left of them"),
                    false => format!("{pile} has {has}, not the {} named here", number::shown(&sum)),
                }));
            }
            numbers.splice(at..=at, parts);
        }
    }
    let (made, allowed) = leaving(rules, state, component, numbers)?;
    if allowed {
        return Ok(made);
    }
    let reason = reason(&**game, from, &made.to);
    Err(wrong(reason.unwrap_or_else(|| format!("the rules of {} do not allow it", game.name()))))
}
