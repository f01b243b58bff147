//! What a game of rules answers: by theorems that are kept, by dense tables of all
//! smaller positions, and by lists where the moves are the same everywhere.

use super::dense::{Contents, Dense, Missed};
use super::game::RuleGame;
use super::growing::GrowingTable;
use super::listing::RuleListing;
use super::vectors::Vectors;
use crate::error::{Error, Result};
use crate::explain::Explanation;
use crate::game::by_search;
use crate::number::UBig;
use crate::prove::{self, AUTOMATON, Theorem};
use crate::solve::{from_number, one_by_one, ordered, without_blocks};
use crate::{
    Analysis, Answer, Budget, Game, Hint, KnownValues, List, ListQuery, Method, Moves, PairMoves, Play, Position,
    Question, Rule, RuleExt, TwoPiles, Values, counted,
};

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
        position.chunks(self.game.plan().width).try_fold(0, |sum, part| Some(sum ^ self.dense.value(part)?))
    }
}

impl Values for DenseTable<'_> {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        let outside = || self.game.fail(position, "it lies outside of the table".into());
        self.get(position).map(u64::from).ok_or_else(outside)
    }
}

const TABLE: Method = Method::new("table", "a dense table of all smaller positions");

impl RuleGame {
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
        if self.blocked() > 0 {
            return None;
        }
        match self.table_up_to(corner, Contents::Values, budget) {
            Ok(table) => Some(Box::new(table?)),
            Err(late) => Some(Box::new(OutOfTime(late))),
        }
    }

    /// The table up to the largest component of a position.
    fn table_up_to(&self, position: &[u64], goal: Contents, budget: Budget) -> Result<Option<DenseTable<'_>>> {
        match self.largest_component(position) {
            Some(corner) => Ok(self.dense(&corner, goal, budget)?.ok()),
            None => Ok(None),
        }
    }

    /// The table up to a corner, or why there is none.
    pub(super) fn dense(
        &self,
        corner: &[u64],
        goal: Contents,
        budget: Budget,
    ) -> Result<std::result::Result<DenseTable<'_>, Missed>> {
        let dense = Dense::build(self.plan(), corner, goal, budget).map_err(|late| Error::OverBudget {
            what: format!("a table of {} of {}", counted(late.cells as u64, "cell"), self.name()),
            limit: late.limit,
            reached: counted(late.settled as u64, "cell"),
            hint: Hint::NONE,
        })?;
        Ok(dense.map(|dense| DenseTable { game: self, dense }))
    }

    /// The table that answers for a position, under either way of play.
    fn table_for(&self, position: &[u64], play: Play, budget: Budget) -> Result<Option<DenseTable<'_>>> {
        match play {
            Play::Normal => self.table_up_to(position, Contents::Values, budget),
            Play::Misere if position.len() == self.plan().width => self.table_up_to(position, Contents::Misere, budget),
            Play::Misere => Ok(None),
        }
    }
}

impl RuleGame {
    /// The theorem proved by machine that answers a question.
    fn theorem(&self, question: Question) -> Option<&'static Theorem> {
        // A theorem about one heap says nothing of several.
        prove::answering_rules(self, question).filter(|_| !self.is_sum())
    }

    /// The same for a list, if the theorem has its order.
    fn listed_by(&self, question: Question) -> Option<&'static Theorem> {
        let is_plain = !self.has_start();
        self.theorem(question).filter(|theorem| is_plain && theorem.can_list(self.list_order()))
    }
}

/// From this position on a list begins by theorem: to go there one by one takes longer.
const FAR: u64 = 10_000;

impl Game for RuleGame {
    fn methods(&self, question: Question) -> Vec<Method> {
        // Beside a theorem only plain search counts the options that are lost.
        let table = self.blocked() == 0;
        let mut methods = Vec::new();
        match question {
            // A theorem decides a position in a moment.
            Question::Solve(_) => {
                methods.extend(self.theorem(question).map(|_| AUTOMATON));
                methods.extend(table.then_some(TABLE));
            }
            Question::List { value, .. } => {
                methods.extend((table && value == 0).then_some(TABLE));
                methods.extend(self.listed_by(question).map(|_| AUTOMATON));
            }
        }
        methods
    }

    fn list_method(&self, query: &ListQuery) -> Option<Method> {
        (query.from > UBig::from(FAR) && self.listed_by(query.question()).is_some()).then_some(AUTOMATON)
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        let has_values = self.blocked() == 0;
        let theorem = self.theorem(Question::Solve(Play::Normal)).filter(|_| has_values);
        theorem.map(|theorem| theorem as &dyn KnownValues)
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        match self.theorem(Question::Solve(answer.play)) {
            Some(theorem) if answer.method == AUTOMATON && self.blocked() > 0 => {
                let mut why = by_search(answer, self.blocked());
                why.add(theorem.explain(answer));
                why
            }
            Some(theorem) if answer.method == AUTOMATON => theorem.explain(answer),
            _ => by_search(answer, self.blocked()),
        }
    }

    fn analyse(&self, method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        if let (AUTOMATON, Some(theorem)) = (method, self.theorem(Question::Solve(play))) {
            return theorem.analyse(position, budget);
        }
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

    fn list<'g>(&'g self, method: Method, query: &ListQuery) -> Result<List<'g>> {
        if let (AUTOMATON, Some(theorem)) = (method, self.listed_by(query.question())) {
            return theorem.list(query, self.list_order());
        }
        without_blocks(self, "questions by a table")?;
        one_by_one(query)?;
        if self.is_same_everywhere() {
            return Ok(List::of_positions(from_number(RuleListing::new(self, query), &query.from)?, query));
        }
        let mut growing = GrowingTable::new(self, query.play, query.budget);
        ordered(self, query, Box::new(move |position| growing.is_lost(position)))
    }

    fn two_piles(&self) -> Option<&dyn TwoPiles> {
        (self.blocked() == 0).then_some(self)
    }
}

impl TwoPiles for RuleGame {
    /// No rule text is known to be such a game on every board.
    fn moves(&self) -> Option<PairMoves> {
        None
    }

    fn moves_on(&self, rows: u64, columns: u64, budget: Budget) -> Option<PairMoves> {
        let a = Vectors::wythoff(self.plan(), [rows, columns], budget.bytes / 2, &mut budget.clock())?;
        Some(PairMoves::Band { width: a })
    }

    fn moves_up_to(&self, row: u64, budget: Budget) -> Option<PairMoves> {
        let plan = self.plan();
        // A measure that every vector makes less: then no move is refused for its sake.
        let less = plan.measure.as_ref().is_none_or(|measure| measure.coefficients.iter().all(|&c| c >= 1));
        if plan.width != 2 || self.splits() || !plan.invariant || !less {
            return None;
        }
        let rule = super::checked(self.source(), self.given())?;
        let a = super::recognise::wythoff(&rule, row, &mut budget.clock())?;
        Some(PairMoves::Band { width: a })
    }
}
