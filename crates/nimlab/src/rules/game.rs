//! A game made of rules.
//!
//! A game with one number per position is a heap game: its positions are any
//! number of heaps, and a move is made in one of them. The same holds for a game
//! whose moves split, with several numbers per component. All other games have one
//! component.

use super::ast::ParameterValue;
use super::ir::CheckedRules;
use super::plan::{RulePlan, plan};
use super::rays::Rays;
use super::run::{PositionRun, Runner};
use crate::error::Result;
use crate::number::UBig;
use crate::play::changed;
use crate::text::is_printable;
use crate::{Each, Piles, Position, Rule, RuleExt, Shape, Tail, counted};
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// The most tries that the moves of one position may take.
pub(super) const STEPS: u64 = 1 << 25;

/// A game whose rule is a rule text.
///
/// ```
/// use nimlab::{prelude::*, rules::compile};
/// let knight = compile("game \"Knight\"  state x, y  move where x >= 2 -> (x - 2, y + 1)  move where y >= 2 -> (x + 1, y - 2)").unwrap();
/// assert_eq!((knight.name().as_str(), knight.clauses()), ("Knight", 2));
/// assert_eq!(knight.state(), ["x", "y"]);
/// assert_eq!(knight.solve(&knight.read("2,0")?).run()?.outcome, Outcome::N);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RuleGame {
    source: String,
    name: String,
    /// Whether the text names the game.
    titled: bool,
    /// The parameters that were set to other values.
    given: Vec<(String, ParameterValue)>,
    names: Vec<String>,
    symmetric: bool,
    tail: bool,
    sums: bool,
    splits: bool,
    /// How many options the previous player may block before each move.
    blocked: u64,
    example: Option<Vec<u64>>,
    parameters: Vec<(String, ParameterValue)>,
    plan: RulePlan,
    /// The moves in a small box as rays, once they have been looked for.
    rays: OnceLock<Option<Rays>>,
}

/// A game's name as it may be shown, with the parameters that were set.
fn full_name(title: &str, given: &[(String, ParameterValue)]) -> String {
    const LONGEST: usize = 80;
    let plain: String = title.chars().map(|c| if is_printable(c) { c } else { ' ' }).take(LONGEST + 1).collect();
    let name = match plain.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &plain[..end]),
        None => plain,
    };
    if given.is_empty() {
        return name;
    }
    let list: Vec<String> = given.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{name} ({})", list.join(", "))
}

impl RuleGame {
    /// The game of checked rules, unless their code would be too large.
    pub(super) fn new(source: &str, rule: &CheckedRules, parameters: &[(String, ParameterValue)]) -> Option<Self> {
        let plan = plan(rule)?;
        let splits = rule.clauses.iter().any(|clause| clause.parts.len() > 1);
        let example = rule.example.as_ref().map(|numbers| numbers.iter().map(|&x| x.unsigned_abs()).collect());
        Some(Self {
            source: source.to_owned(),
            name: full_name(rule.title.as_deref().unwrap_or("rules"), parameters),
            titled: rule.title.is_some(),
            given: parameters.to_vec(),
            names: rule.names.clone(),
            symmetric: rule.symmetric,
            tail: rule.tail,
            // Where moves are blocked, a single heap is a game and several are none.
            sums: splits || (rule.width() == 1 && rule.start.is_none() && rule.blocked == 0),
            splits,
            blocked: rule.blocked,
            example,
            parameters: rule.parameters.clone(),
            plan,
            rays: OnceLock::new(),
        })
    }

    /// The names of the numbers of a position.
    pub fn state(&self) -> &[String] {
        &self.names
    }

    /// The parameters with their values.
    ///
    /// ```
    /// let game = nimlab::rules::compile("state n  param most = 3  move k in 1..most where k <= n -> (n - k)").unwrap();
    /// assert_eq!(game.parameters()[0].0, "most");
    /// ```
    pub fn parameters(&self) -> &[(String, ParameterValue)] {
        &self.parameters
    }

    /// The parameters that were set when the text was compiled.
    pub(crate) fn given(&self) -> &[(String, ParameterValue)] {
        &self.given
    }

    /// How many move clauses there are.
    pub fn clauses(&self) -> usize {
        self.plan.clauses.len()
    }

    /// Whether a position is a sum of any number of components.
    pub fn is_sum(&self) -> bool {
        self.sums
    }

    /// Whether a `decreasing` clause says why the game ends.
    pub fn states_its_end(&self) -> bool {
        !self.plan.decreasing.is_empty()
    }

    /// The text of the rules.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The same game under this name, if its text gives it none.
    ///
    /// ```
    /// use nimlab::{Rule, rules::compile};
    /// assert_eq!(compile("state n  move where n > 0 -> (n - 1)").unwrap().or_named("steps").name(), "steps");
    /// ```
    pub fn or_named(mut self, name: &str) -> Self {
        if !self.titled {
            self.name = full_name(name, &self.given);
        }
        self
    }

    /// The same game under the name by which the catalogue knows it, whatever its text
    /// calls it.
    pub(crate) fn named(mut self, name: &str) -> Self {
        self.name = name.to_owned();
        self.titled = true;
        self
    }

    /// Whether a move may leave several components.
    pub(super) fn splits(&self) -> bool {
        self.splits
    }

    /// The rules, ready to run.
    pub(super) fn plan(&self) -> &RulePlan {
        &self.plan
    }

    /// Where the moves in a small box are kept as rays.
    pub(super) fn rays(&self) -> &OnceLock<Option<Rays>> {
        &self.rays
    }

    /// Whether the game is played from special starting positions.
    pub(super) fn has_start(&self) -> bool {
        self.plan.start.is_some()
    }

    /// The smallest component that is as large as each of a position.
    pub(super) fn largest_component(&self, position: &[u64]) -> Option<Vec<u64>> {
        let width = self.plan.width;
        let parts = position.chunks_exact(width);
        (parts.remainder().is_empty() && !position.is_empty() && (self.sums || position.len() == width)).then(|| {
            let mut largest = vec![0; width];
            for part in parts {
                largest.iter_mut().zip(part).for_each(|(most, &x)| *most = x.max(*most));
            }
            largest
        })
    }

    /// Sorts what is interchangeable inside a component.
    fn sort_component(&self, component: &mut [u64]) {
        component[..self.plan.sorted].sort_unstable();
    }

    /// The moves of one component, each as the components it becomes.
    fn component_moves(&self, component: &[u64], each: &mut Each<'_>) -> Result<ControlFlow<()>> {
        let width = self.plan.width;
        let mut words = Vec::new();
        self.written_moves(component, &mut |target| {
            words.clear();
            words.extend_from_slice(target);
            words.chunks_mut(width).for_each(|part| self.sort_component(part));
            each(&words)
        })
    }

    /// The same with every number where the rules write it.
    fn written_moves(&self, component: &[u64], each: &mut Each<'_>) -> Result<ControlFlow<()>> {
        let numbers = component.iter().map(|&x| i64::try_from(x)).collect::<std::result::Result<Vec<i64>, _>>();
        let Ok(numbers) = numbers else {
            return Err(self.fail(component, "its numbers do not fit into 63 bits".into()));
        };
        let (mut target, mut words) = (Vec::new(), Vec::new());
        let all = Runner::new(&self.plan).moves(&numbers, STEPS, &mut |run: PositionRun<'_>| {
            (0..run.count).all(|i| {
                run.position(i, &mut target);
                words.clear();
                words.extend(target.iter().map(|&x| x as u64));
                each(&words).is_continue()
            })
        });
        match all {
            Ok(true) => Ok(ControlFlow::Continue(())),
            Ok(false) => Ok(ControlFlow::Break(())),
            Err(failure) => Err(self.failed(component, &failure)),
        }
    }
}

impl Rule for RuleGame {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn shape(&self) -> Shape {
        let piles = self.plan.width - usize::from(self.tail);
        Shape {
            piles: if self.sums { Piles::Any } else { Piles::Exactly(piles) },
            interchangeable: self.symmetric || (self.sums && self.plan.width == 1),
            tail: (self.tail && !self.sums).then_some(Tail { label: "tail", meaning: "the last number" }),
            component: self.sums.then_some(self.plan.width),
            slash_in_components: self.tail && self.sums,
            splits_heaps: self.splits && self.plan.width == 1,
        }
    }

    fn example(&self) -> String {
        let numbers = self.example.clone().unwrap_or_else(|| (0..self.plan.width as u64).map(|i| i + 3).collect());
        self.position_of_words(&numbers).to_string()
    }

    /// The names of the rules, numbered if there are several components.
    fn labels(&self, count: usize) -> Vec<String> {
        let width = self.plan.width;
        match count == width {
            true => self.names.clone(),
            false => (0..count).map(|i| format!("{}{}", self.names[i % width], i / width + 1)).collect(),
        }
    }

    /// Heaps of one number are piles; and where the order is irrelevant, the
    /// names of the rules go by size and not by place.
    fn given_names(&self, count: usize) -> Option<Vec<String>> {
        ((!self.sums || self.plan.width > 1) && !self.symmetric).then(|| self.labels(count))
    }

    /// Breaks off where the rules fail; the engines call [`Rule::try_options`].
    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        self.try_options(position, each).unwrap_or(ControlFlow::Break(()))
    }

    fn try_options(&self, position: &[u64], each: &mut Each<'_>) -> Result<ControlFlow<()>> {
        let width = self.plan.width;
        if !self.sums {
            return match position.len() == width {
                true => self.component_moves(position, each),
                false => Err(self.fail(position, format!("a position has {width} numbers"))),
            };
        }
        if !position.len().is_multiple_of(width) {
            return Err(self.fail(position, format!("a component has {width} numbers")));
        }
        let mut after = Vec::new();
        for (index, component) in position.chunks(width).enumerate() {
            // Components are in order: equal ones stand together.
            if index > 0 && &position[(index - 1) * width..index * width] == component {
                continue;
            }
            let flow = self.component_moves(component, &mut |parts| {
                after.clear();
                after.extend(position.chunks(width).enumerate().filter(|(i, _)| *i != index).map(|(_, part)| part));
                let mut sum: Vec<&[u64]> = after.iter().copied().chain(parts.chunks(width)).collect();
                sum.sort_unstable();
                each(&sum.concat())
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// By the moves as they are written, before what is interchangeable is
    /// sorted: each pile with what becomes of it.
    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        let (from, to) = (from.words().ok()?, to.words().ok()?);
        if self.sums {
            let width = self.plan.width;
            let parts = |words: &'_ [u64]| words.chunks(width).map(<[u64]>::to_vec).collect::<Vec<_>>();
            return Some(changed(&parts(&from), &parts(&to)) == 1);
        }
        let sorted = self.plan.sorted;
        let becomes = |from: &[u64], to: &[u64]| {
            let mut pairs: Vec<(u64, u64)> = from.iter().copied().zip(to.iter().copied()).collect();
            pairs[..sorted].sort_unstable();
            pairs
        };
        let wanted = becomes(&from, &to);
        let mut component = from;
        self.sort_component(&mut component);
        let mut found = false;
        let flow = self.written_moves(&component, &mut |target| {
            found |= becomes(&component, target) == wanted;
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        flow.ok().map(|_| found)
    }

    fn canonical(&self, numbers: &mut Vec<UBig>) {
        let width = self.plan.width;
        if !numbers.len().is_multiple_of(width) {
            return;
        }
        numbers.chunks_mut(width).for_each(|part| part[..self.plan.sorted].sort_unstable());
        if self.sums {
            let mut parts: Vec<Vec<UBig>> = numbers.chunks(width).map(<[UBig]>::to_vec).collect();
            parts.sort_unstable();
            *numbers = parts.concat();
        }
    }

    fn problem_with(&self, numbers: &[UBig]) -> Option<String> {
        let width = self.plan.width;
        (!numbers.len().is_multiple_of(width)).then(|| {
            let given = counted(numbers.len() as u64, "number");
            let were = if numbers.len() == 1 { "was" } else { "were" };
            format!("a component is ({}), but {given} {were} given", self.names.join(", "))
        })
    }

    fn blocked(&self) -> u64 {
        self.blocked
    }

    fn is_known_to_end(&self) -> bool {
        self.states_its_end()
    }

    fn start(&self, size: u64) -> Option<Vec<u64>> {
        let start = Runner::new(&self.plan).start(i64::try_from(size).ok()?)?.ok()?;
        let mut start = start.into_iter().map(|x| u64::try_from(x).ok()).collect::<Option<Vec<u64>>>()?;
        self.sort_component(&mut start);
        Some(start)
    }

    /// The tail that the starting position with these piles has.
    fn default_tail(&self, piles: &[UBig]) -> Option<UBig> {
        let [size] = piles else { return None };
        let start = self.start(u64::try_from(size).ok()?)?;
        (UBig::from(start[0]) == *size).then(|| UBig::from(start[1]))
    }
}
