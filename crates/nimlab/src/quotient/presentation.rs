//! A quotient in letters: generators, relations and the names of the elements.

use super::Quotient;
use super::words::{Word, joined, less};
use std::fmt::Write;

/// Generators and relations of a quotient.
///
/// ```
/// use nimlab::{catalogue, quotient::Quotients};
/// let mut quotients = Quotients::new(catalogue::heap_rule("octal:0.123")?);
/// quotients.extend_to(6)?;
/// let shown = quotients.quotient().presentation();
/// assert_eq!(shown.generators, [("a".into(), 1), ("b".into(), 3)]);
/// let relations: Vec<String> = shown.relations.iter().map(ToString::to_string).collect();
/// assert_eq!(relations, ["a^2 = 1", "b^3 = b"]);
/// assert_eq!(shown.names, ["1", "a", "b", "ab", "b^2", "ab^2"]);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presentation {
    /// The letter of each generator, and its heap.
    pub generators: Vec<(String, u64)>,
    /// Relations that imply all others: used from left to right, in any order, they bring every
    /// product to the name of its element.
    pub relations: Vec<Equation>,
    /// The name of each element: its shortest product, and of these the first one.
    pub names: Vec<String>,
}

/// Two products that are equal.
///
/// ```
/// use nimlab::{catalogue, quotient::Quotients};
/// let mut nim = Quotients::new(catalogue::heap_rule("subtraction:1")?);
/// nim.extend_to(4)?;
/// let equation = &nim.quotient().presentation().relations[0];
/// assert_eq!((equation.left.as_str(), equation.right.as_str()), ("a^2", "1"));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Equation {
    /// The longer product.
    pub left: String,
    /// The name of its element.
    pub right: String,
}

impl std::fmt::Display for Equation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} = {}", self.left, self.right)
    }
}

/// The letter of the generator at a place: a to z, then a1, b1 and so on.
fn letter(place: usize) -> String {
    let letter = char::from(b'a' + (place % 26) as u8);
    match place / 26 {
        0 => letter.into(),
        round => format!("{letter}{round}"),
    }
}

/// A product in letters.
fn named(word: &[u32], generators: &[u32]) -> String {
    let mut name = String::new();
    for (place, heap) in generators.iter().enumerate() {
        let power = word.iter().filter(|part| *part == heap).count();
        // Writing into a string cannot fail.
        let _ = match power {
            0 => Ok(()),
            1 => write!(name, "{}", letter(place)),
            _ => write!(name, "{}^{power}", letter(place)),
        };
    }
    if name.is_empty() { "1".into() } else { name }
}

impl Quotient {
    /// The name of an element.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let quotient = game.quotient();
    /// assert_eq!(quotient.name(0), "1");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn name(&self, element: u32) -> String {
        named(self.monoid.word(element), self.monoid.generators())
    }

    /// The quotient in letters.
    ///
    /// ```
    /// use nimlab::{catalogue, quotient::Quotients};
    /// let mut game = Quotients::new(catalogue::heap_rule("octal:0.123")?);
    /// game.extend_to(100)?;
    /// let quotient = game.quotient();
    /// let letters = quotient.presentation().generators;
    /// assert_eq!(letters[0], ("a".to_owned(), 1));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn presentation(&self) -> Presentation {
        let (monoid, generators) = (&self.monoid, self.monoid.generators());
        let names = (0..self.order() as u32).map(|element| self.name(element)).collect();
        let mut found: Vec<(Word, u32)> = Vec::new();
        for element in 0..self.order() as u32 {
            let word = monoid.word(element);
            for &heap in generators.iter().filter(|heap| word.last().is_none_or(|last| last <= heap)) {
                let long = joined(word, &[heap]);
                let product = monoid.of_word(&long);
                // A product with a part that another relation shortens says nothing new.
                if *monoid.word(product) != long && !found.iter().any(|(left, _)| less(&long, left).is_some()) {
                    found.push((long, product));
                }
            }
        }
        found.sort_by_key(|(left, _)| (left.len(), left.clone()));
        let relation =
            |(left, right): &(Word, u32)| Equation { left: named(left, generators), right: self.name(*right) };
        Presentation {
            generators: generators.iter().enumerate().map(|(place, &heap)| (letter(place), heap.into())).collect(),
            relations: found.iter().map(relation).collect(),
            names,
        }
    }
}
