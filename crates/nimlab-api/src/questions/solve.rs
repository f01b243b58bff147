//! Who wins, by which moves and why; and which moves there are.

use super::{Endpoint, budget_for, check_effort, light, smallest_budget, weight_of};
use crate::failure::Failure;
use crate::fields::{Fields, POSITION};
use crate::reply::Reply;
use crate::token::WorkToken;
use nimlab::play::ways;
use nimlab::solve::{Component, solve_sum};
use nimlab::{Ask, Game, Moves, Position, RuleExt, json};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

pub const SOLVE: Endpoint = Endpoint {
    path: "solve",
    fields: &["game", "rules", "parameters", "position", "components", "misere", "method", "grundy"],
    weight: light,
    answer,
};

pub const MOVES: Endpoint = Endpoint {
    path: "moves",
    fields: &["game", "rules", "parameters", "position", "places"],
    weight: |fields| {
        // A longer position is refused.
        let length = fields.get("position").map_or(0, |position| position.to_string().len()).min(POSITION);
        Ok(weight_of((length * MOST_MOVES) as u64))
    },
    answer: moves,
};

/// The most moves that are listed in an answer.
const MOST_MOVES: usize = 10_000;

/// The most moves that are laid onto the table.
const MOST_LAID: usize = 2_000;

/// The most characters of a list of moves.
const MOST_LENGTH: usize = 1 << 20;

/// The most components of a sum.
const MOST_COMPONENTS: usize = 16;

fn answer(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    if fields.get("components").is_some() {
        return sum(fields, token);
    }
    let game = fields.game()?;
    let position = fields.position(&*game)?;
    check_effort(&*game, &position)?;
    let question = game.solve(&position).play(fields.play()?).method(fields.method()?);
    let value = fields.flag("grundy")?;
    let mut answer = question.budget(budget_for(&*game, token)).with_value(value).run()?;
    let why = game.explain(&answer);
    shorten(&mut answer.winning_moves, most_moves(&position));
    let mut value = json::answer(&answer);
    value["explanation"] = json::explanation(&why);
    Ok(Reply::json(&value))
}

/// How many moves of a position are listed: an answer has a bounded length, and
/// every move is about as long as the position.
fn most_moves(position: &Position) -> usize {
    (MOST_LENGTH / position.to_string().len().max(1)).clamp(1, MOST_MOVES)
}

fn shorten(moves: &mut Moves, most: usize) {
    if moves.list.len() > most {
        moves.list.truncate(most);
        moves.complete = false;
    }
}

/// A game with a position.
type SumPart = (Box<dyn Game>, Position);

/// The games and positions of a sum, piles as they lie.
pub fn components(value: &Value) -> Result<Vec<SumPart>, Failure> {
    let wrong = || {
        Failure::wrong(
            "'components' is not a list of games with their positions",
            "a list of objects with 'game' and 'position'",
            r#"[{"game": "nim", "position": "7"}, {"game": "wythoff", "position": "4,4"}]"#,
        )
    };
    let list = value.as_array().filter(|list| !list.is_empty()).ok_or_else(wrong)?;
    if list.len() > MOST_COMPONENTS {
        return Err(Failure::too_large("the number of components", list.len(), MOST_COMPONENTS));
    }
    list.iter()
        .map(|component| {
            let fields = Fields::from_value(component).ok_or_else(wrong)?;
            fields.only(&["game", "rules", "parameters", "position"])?;
            let game = fields.game()?;
            let lying = fields.position_in_places(&*game)?;
            check_effort(&*game, &lying)?;
            Ok((game, lying))
        })
        .collect()
}

fn sum(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    fields.only(&["components", "misere"])?;
    let mut asked = components(fields.get("components").unwrap_or(&Value::Null))?;
    asked.iter_mut().for_each(|(game, position)| *position = game.canonical_of(position));
    let parts: Vec<Component<'_>> =
        asked.iter().map(|(game, position)| Component { game: &**game, position }).collect();
    let mut found = solve_sum(&parts, fields.play()?, smallest_budget(parts.iter().map(|part| part.game), token))?;
    let why = found.explain();
    let most = asked.iter().map(|(_, position)| most_moves(position)).min().unwrap_or(MOST_MOVES) / asked.len().max(1);
    let most = most.max(1);
    found.components.iter_mut().for_each(|part| shorten(&mut part.winning_moves, most));
    if found.winning_moves.len() > most {
        found.winning_moves.truncate(most);
        found.complete = false;
    }
    let mut value = json::sum(&parts, &found);
    value["explanation"] = json::explanation(&why);
    Ok(Reply::json(&value))
}

/// Every option of a position, or the first ones where there are very many.
fn moves(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game()?;
    let lying = fields.position_in_places(&*game)?;
    let words = game.canonical_of(&lying).words()?;
    let mut options: BTreeSet<Vec<u64>> = BTreeSet::new();
    let mut late = None;
    let mut tries = 0u32;
    let flow = game.try_options(&words, &mut |option| {
        tries += 1;
        if tries.is_multiple_of(1024)
            && let Err(failure) = token.check()
        {
            late = Some(failure);
            return ControlFlow::Break(());
        }
        if options.len() >= MOST_MOVES {
            return ControlFlow::Break(());
        }
        options.insert(option.to_vec());
        ControlFlow::Continue(())
    })?;
    if let Some(failure) = late {
        return Err(failure);
    }
    let options: Vec<Position> = options.iter().map(|option| game.position_of_words(option)).collect();
    let list: Vec<Value> = options.iter().map(json::position).collect();
    let mut value = json!({ "position": json::position(&lying), "moves": list, "complete": flow.is_continue() });
    if fields.flag("places")? && options.len() <= MOST_LAID {
        let mut in_places = Vec::new();
        for option in &options {
            token.check()?;
            in_places.extend(ways(&*game, &lying, option).iter().map(json::position));
        }
        value["in_places"] = json!(in_places);
    }
    Ok(Reply::json(&value))
}
