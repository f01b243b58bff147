//! Playing over HTTP: the computer's move, and the review of a game. Nothing
//! is kept between requests; a game is the list of its positions.

use super::solve::components;
use super::{Endpoint, check_effort, light, smallest_budget};
use crate::failure::Failure;
use crate::fields::{Fields, numbers, position};
use crate::reply::Reply;
use crate::token::WorkToken;
use nimlab::play::{Computer, Level, MatchState, Review, Rules};
use nimlab::solve::SumMove;
use nimlab::{Budget, Game, Outcome, Play, RuleExt, json};
use serde_json::{Value, json};

pub const MOVE: Endpoint = Endpoint {
    path: "play/move",
    fields: &["game", "rules", "parameters", "position", "components", "misere", "level", "seed"],
    weight: light,
    answer: computer_moves,
};

pub const REVIEW: Endpoint = Endpoint {
    path: "play/review",
    fields: &["game", "rules", "parameters", "games", "positions", "misere"],
    weight: light,
    answer: review,
};

pub const READ: Endpoint = Endpoint {
    path: "play/read",
    fields: &["game", "rules", "parameters", "position", "components", "misere", "text"],
    weight: light,
    answer: read,
};

pub const ALLOWED: Endpoint = Endpoint {
    path: "play/allowed",
    fields: &["game", "rules", "parameters", "position", "to"],
    weight: light,
    answer: allowed,
};

/// The most moves that are looked at for the computer's move in a sum that no theorem
/// decides: a reader waits for it, and it is found in seconds.
const MOST_LOOKED_AT: u64 = 4_000_000;

/// The most places of piles that are looked at in one question.
const MOST_TRIES: usize = 16;

/// The most positions of a game that is reviewed.
const MOST_POSITIONS: usize = 1_000;

/// The most better moves that are listed for a mistake.
const MOST_BETTER: usize = 100;

/// The most characters of all of them, as far as each mistake has three.
const MOST_LENGTH: usize = 1 << 20;

/// What is played, and the state of it.
fn table(fields: &Fields, token: &WorkToken) -> Result<(Rules, MatchState), Failure> {
    let parts = match fields.get("components") {
        Some(list) => components(list)?,
        None => {
            let game = fields.game()?;
            let lying = fields.position_in_places(&*game)?;
            check_effort(&*game, &lying)?;
            vec![(game, lying)]
        }
    };
    let (games, state): (Vec<_>, MatchState) = parts.into_iter().unzip();
    let budget = smallest_budget(games.iter().map(|game| &**game), token);
    Ok((Rules::new(games, fields.play()?, budget), state))
}

fn computer_moves(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let level = Level::named(fields.text("level")?.unwrap_or("perfect"))?;
    let seed = fields.count("seed", 0, u64::MAX)?;
    let (mut rules, state) = table(fields, token)?;
    rules.budget = unhurried(&rules);
    if rules.is_over(&state)? {
        return Err(Failure::wrong(
            "the game is over: there is no move",
            "a position with a move",
            &rules.games[0].example(),
        ));
    }
    let choice = Computer { level, seed }.choose(&rules, &state)?;
    token.check()?;
    token.want_complete(choice.winning.is_some())?;
    let mut value = told(&rules, &state, &choice.made)?;
    value["winning"] = json!(choice.winning);
    Ok(Reply::json(&value))
}

/// A budget that leaves time for a move where the search does not end: the computer then
/// plays without knowing.
fn unhurried(rules: &Rules) -> Budget {
    let mut budget = rules.budget;
    if let Some(time) = budget.time {
        budget = budget.within(time / 2);
    }
    if rules.games.len() > 1 && rules.play == Play::Misere {
        budget.options = budget.options.min(MOST_LOOKED_AT);
    }
    budget
}

/// A move: where it leads, sorted and as the piles lie, and in words.
fn told(rules: &Rules, state: &MatchState, made: &SumMove) -> Result<Value, Failure> {
    let mut value = json!({
        "to": json::position(&rules.games[made.component].canonical_of(&made.to)),
        "in_places": json::position(&made.to),
        "text": rules.described(state, made),
        "over": rules.is_over(&rules.after(state, made))?,
    });
    if state.len() > 1 {
        value["component"] = json!(made.component);
    }
    Ok(value)
}

/// A move as a person types it.
fn read(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let text = fields.required("text", "2 from 1")?;
    let (rules, state) = table(fields, token)?;
    let game = nimlab::play::Match::new(rules, state);
    let made = game.read(text)?;
    Ok(Reply::json(&told(&game.rules, game.state(), &made)?))
}

/// Which piles can lie like this after one move: for each list of piles the
/// position that such a move leads to, or null.
fn allowed(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let wrong = || Failure::wrong("'to' is not a list of lists of piles", "a list of lists of piles", "[[3, 4, 2]]");
    let (rules, state) = table(fields, token)?;
    let list = fields.get("to").and_then(Value::as_array).ok_or_else(wrong)?;
    if list.len() > MOST_TRIES {
        return Err(Failure::too_large("the number of lists", list.len(), MOST_TRIES));
    }
    let mut found = Vec::new();
    for piles in list {
        token.check()?;
        let made = rules.leaving(&state, 0, numbers(piles).ok_or_else(wrong)??)?;
        found.push(made.map(|made| json::position(&made.to)));
    }
    Ok(Reply::json(&json!({ "allowed": found })))
}

fn review(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let games = match fields.get("games") {
        None => vec![fields.game()?],
        Some(list) => sum_of_games(list)?,
    };
    let wrong = || {
        let example = games[0].example();
        Failure::wrong(
            "'positions' is not a list of positions",
            "the positions of a game in order",
            &format!("[\"{example}\"]"),
        )
    };
    let list = fields.get("positions").and_then(Value::as_array).filter(|list| !list.is_empty()).ok_or_else(wrong)?;
    if list.len() > MOST_POSITIONS {
        return Err(Failure::too_large("the number of positions", list.len(), MOST_POSITIONS));
    }
    let mut states: Vec<MatchState> = Vec::new();
    for value in list {
        token.check()?;
        states.push(match &games[..] {
            [game] => {
                let position = position(&**game, value)?;
                check_effort(&**game, &position)?;
                vec![position]
            }
            games => {
                let parts = value.as_array().filter(|parts| parts.len() == games.len()).ok_or_else(wrong)?;
                games
                    .iter()
                    .zip(parts)
                    .map(|(game, part)| position(&**game, part))
                    .collect::<Result<MatchState, _>>()?
            }
        });
    }
    let budget = smallest_budget(games.iter().map(|game| &**game), token);
    let rules = Rules::new(games, fields.play()?, budget);
    let mut found = Review::of(&rules, &states)?;
    token.check()?;
    token.want_complete(found.complete)?;
    // Every better move is about as long as a position.
    let length: usize = states.iter().flatten().map(|position| position.to_string().len()).sum();
    let most = (MOST_LENGTH / length.max(1)).clamp(3, MOST_BETTER);
    found.moves.iter_mut().for_each(|reviewed| reviewed.better.truncate(most));
    let mut value = json::review(&found, &states);
    // Whoever is to move at the end has lost, or under misère play won.
    if found.over {
        let mover = found.moves.len() % 2;
        let first = (mover == 0) == (rules.play.outcome_of_end() == Outcome::N);
        value["winner"] = json!(if first { "first" } else { "second" });
    }
    Ok(Reply::json(&value))
}

/// The games of a sum: names, or objects with `game` or `rules`.
fn sum_of_games(list: &Value) -> Result<Vec<Box<dyn Game>>, Failure> {
    let wrong = || Failure::wrong("'games' is not a list of games", "a list of games", r#"["nim", "wythoff:2"]"#);
    let list = list.as_array().filter(|list| (1..=16).contains(&list.len())).ok_or_else(wrong)?;
    list.iter()
        .map(|value| match value {
            Value::String(_) => Fields::from_value(&json!({ "game": value })).ok_or_else(wrong)?.game(),
            object => {
                let fields = Fields::from_value(object).ok_or_else(wrong)?;
                fields.only(&["game", "rules", "parameters"])?;
                fields.game()
            }
        })
        .collect()
}
