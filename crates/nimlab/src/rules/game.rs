//! A game made of rules.
//!
//! A game with one number per position is a heap game: its positions are any
//! number of heaps, and a move is made in one of them. The same holds for a game
//! whose moves split, with several numbers per component. All other games have one
//! component.

use super::ast::ParameterValue;
use super::dense::{Dense, Goal, Missed};
use super::growing::Growing;
use super::ir::CheckedRules;
use super::listing::RuleListing;
use super::plan::{Plan, plan};
use super::rays::Rays;
use super::run::{PositionRun, Runner};
use super::vectors::Vectors;
use crate::error::{Error, Result};
use crate::number::UBig;
use crate::play::changed;
use crate::solve::{from_number, one_by_one, ordered, without_blocks};
use crate::text::is_printable;
use crate::{
    Analysis, Budget, Each, Game, Hint, List, ListQuery, Method, Moves, PairMoves, Piles, Play, Position, Question,
    Rule, RuleExt, Shape, Tail, TwoPiles, Values, counted,
};
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
    plan: Plan,
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

    /// The same game under this name, whatever its text calls it.
    pub(crate) fn named(mut self, name: &str) -> Self {
        self.name = name.to_owned();
        self.titled = true;
        self
    }

    /// The Grundy values of all positions in the box up to a corner as a dense
    /// table; none if the box is over the budget or not closed under the moves, and none
    /// where moves may be blocked, for there are no values.
    ///
    /// ```
    /// let nim = nimlab::rules::compile("state x, y  move k in 1..x -> (x - k, y)  move k in 1..y -> (x, y - k)").unwrap();
    /// let mut values = nim.dense_values(&[9, 9], nimlab::Budget::default()).unwrap();
    /// assert_eq!(values.value(&[5, 3]).unwrap(), 5 ^ 3);
    /// ```
    pub fn dense_values<'g>(&'g self, corner: &[u64], budget: Budget) -> Option<Box<dyn Values + 'g>> {
        if self.blocked > 0 {
            return None;
        }
        match self.table_up_to(corner, Goal::Values, budget) {
            Ok(table) => Some(Box::new(table?)),
            Err(late) => Some(Box::new(OutOfTime(late))),
        }
    }

    /// The table up to the largest component of a position.
    fn table_up_to(&self, position: &[u64], goal: Goal, budget: Budget) -> Result<Option<DenseTable<'_>>> {
        match self.largest_component(position) {
            Some(corner) => Ok(self.dense(&corner, goal, budget)?.ok()),
            None => Ok(None),
        }
    }

    /// The table up to a corner, or why there is none.
    pub(super) fn dense(
        &self,
        corner: &[u64],
        goal: Goal,
        budget: Budget,
    ) -> Result<std::result::Result<DenseTable<'_>, Missed>> {
        let dense = Dense::build(&self.plan, corner, goal, budget).map_err(|late| Error::OverBudget {
            what: format!("a table of {} of {}", counted(late.cells as u64, "cell"), self.name),
            limit: late.limit,
            reached: counted(late.settled as u64, "cell"),
            hint: Hint::NONE,
        })?;
        Ok(dense.map(|dense| DenseTable { game: self, dense }))
    }

    /// The rules, ready to run.
    pub(super) fn plan(&self) -> &Plan {
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

    /// The table that answers for a position, under either way of play.
    fn table_for(&self, position: &[u64], play: Play, budget: Budget) -> Result<Option<DenseTable<'_>>> {
        match play {
            Play::Normal => self.table_up_to(position, Goal::Values, budget),
            Play::Misere if position.len() == self.plan.width => self.table_up_to(position, Goal::Misere, budget),
            Play::Misere => Ok(None),
        }
    }
}

/// Values that are missing because the time for their table was over.
struct OutOfTime(Error);

impl Values for OutOfTime {
    fn value(&mut self, _position: &[u64]) -> Result<u64> {
        Err(self.0.clone())
    }
}

/// A dense table as an oracle for values.
pub(super) struct DenseTable<'g> {
    game: &'g RuleGame,
    dense: Dense,
}

impl DenseTable<'_> {
    /// The value of a sum of components, if they are all in the box.
    pub(super) fn get(&self, position: &[u64]) -> Option<u32> {
        position.chunks(self.game.plan.width).try_fold(0, |sum, part| Some(sum ^ self.dense.value(part)?))
    }
}

impl Values for DenseTable<'_> {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        let outside = || self.game.fail(position, "it lies outside of the table".into());
        self.get(position).map(u64::from).ok_or_else(outside)
    }
}

const TABLE: Method = Method::new("table", "a dense table of all smaller positions");

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

impl Game for RuleGame {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            // Only plain search counts the options that are lost.
            _ if self.blocked > 0 => Vec::new(),
            Question::Solve(_) | Question::List { value: 0, .. } => vec![TABLE],
            Question::List { .. } => Vec::new(),
        }
    }

    fn analyse(&self, _method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        without_blocks(self, "questions by a table")?;
        let words = position.words()?;
        if let Some(analysis) = self.analysed_by_rays(&words, play, budget)? {
            return Ok(analysis);
        }
        let out_of_reach = || Error::undecided("the moves do not stay in a box that fits the budget");
        let table = self.table_for(&words, play, budget)?.ok_or_else(out_of_reach)?;
        let lost = |position: &[u64]| table.get(position).map(|value| value == 0).ok_or_else(out_of_reach);
        if lost(&words)? {
            return Ok(Analysis::lost());
        }
        let game: &dyn Game = self;
        let mut moves = Vec::new();
        for option in game.option_list(&words)? {
            if lost(&option)? {
                moves.push(game.position_of_words(&option));
            }
        }
        Ok(Analysis::won(Moves::all(moves)))
    }

    fn search_size(&self, position: &Position) -> UBig {
        match self.reaches_all() {
            true => position.numbers().iter().fold(UBig::ONE, |size, number| size * (number + UBig::ONE)),
            // Nobody knows before the search: large numbers may have few moves.
            false => UBig::ONE,
        }
    }

    fn board<'g>(&'g self, corner: &[u64], budget: Budget) -> Option<Box<dyn Values + 'g>> {
        self.dense_values(corner, budget)
    }

    fn list<'g>(&'g self, _method: Method, query: &ListQuery) -> Result<List<'g>> {
        without_blocks(self, "questions by a table")?;
        one_by_one(query)?;
        if self.is_same_everywhere() {
            return Ok(List::of_positions(from_number(RuleListing::new(self, query), &query.from)?, query));
        }
        let mut growing = Growing::new(self, query.play, query.budget);
        ordered(self, query, Box::new(move |position| growing.is_lost(position)))
    }

    fn two_piles(&self) -> Option<&dyn TwoPiles> {
        (self.blocked == 0).then_some(self)
    }
}

impl TwoPiles for RuleGame {
    /// No rule text is known to be such a game on every board.
    fn moves(&self) -> Option<PairMoves> {
        None
    }

    fn moves_on(&self, rows: u64, columns: u64, budget: Budget) -> Option<PairMoves> {
        let a = Vectors::wythoff(&self.plan, [rows, columns], budget.bytes / 2, &mut budget.clock())?;
        Some(PairMoves::Band { width: a })
    }

    fn moves_up_to(&self, row: u64, budget: Budget) -> Option<PairMoves> {
        let plan = &self.plan;
        // A measure that every vector makes less: then no move is refused for its sake.
        let less = plan.measure.as_ref().is_none_or(|measure| measure.coefficients.iter().all(|&c| c >= 1));
        if plan.width != 2 || self.splits || !plan.invariant || !less {
            return None;
        }
        let rule = super::checked(&self.source, &self.given)?;
        let a = super::recognise::wythoff(&rule, row, &mut budget.clock())?;
        Some(PairMoves::Band { width: a })
    }
}
