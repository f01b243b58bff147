//! Parts of a board that no table reaches: a window far out, by theorems, and the period of
//! a row with its certificate.

use super::{Endpoint, budget, budget_of, weight_of};
use crate::failure::Failure;
use crate::fields::{self, Fields};
use crate::reply::Reply;
use crate::token::WorkToken;
use nimlab::json;
use nimlab::number::UBig;
use nimlab::solve::row::{RowAnswer, RowCertificate, row_period};
use nimlab::solve::{FarWindow, observed_row};
use nimlab::{Budget, Error, Game, Piles, catalogue};
use serde_json::{Value, json};
use std::ops::ControlFlow;

pub const WINDOW: Endpoint = Endpoint {
    path: "window",
    fields: &["game", "rules", "parameters", "corner", "rows", "columns", "misere"],
    weight: |fields| {
        let [rows, columns] = size(fields)?;
        Ok(weight_of(rows * columns * 40))
    },
    answer: window,
};

pub const ROW: Endpoint = Endpoint {
    path: "row",
    fields: &["game", "rules", "parameters", "row", "max_column"],
    // The values are written twice, in the answer and in its certificate.
    weight: |fields| Ok(weight_of(fields.count("max_column", MAX_COLUMN, MOST_COLUMNS)? * 16)),
    answer: row,
};

/// The most rows, and the most columns, of a window.
const MOST_SIDE: u64 = 256;

/// The most digits of the numbers of its first cell.
const MOST_DIGITS: usize = 200;

/// The last column that is computed for the period of a row, if nothing is said.
const MAX_COLUMN: u64 = 50_000;
const MOST_COLUMNS: u64 = 1_000_000;

/// The columns of a row of which a period is only observed.
const OBSERVED: u64 = 1000;

/// The last row that is asked for.
const MOST_ROW: u64 = 4095;

fn size(fields: &Fields) -> Result<[u64; 2], Failure> {
    let rows = fields.count("rows", 16, MOST_SIDE)?;
    Ok([rows, fields.count("columns", rows, MOST_SIDE)?])
}

/// The first cell: a list of two numbers, or a text with a comma.
fn corner(fields: &Fields) -> Result<[UBig; 2], Failure> {
    let wrong = || Failure::wrong("'corner' is not a cell of a board", "two whole numbers", "[1000000, 1618033]");
    let numbers = match fields.get("corner").ok_or_else(wrong)? {
        Value::String(text) => {
            let words: Vec<Value> = text.split(',').map(|word| Value::from(word.trim())).collect();
            fields::numbers(&Value::Array(words))
        }
        list => fields::numbers(list),
    };
    let numbers = numbers.ok_or_else(wrong)??;
    if let Some(number) = numbers.iter().find(|number| number.to_string().len() > MOST_DIGITS) {
        let given = format!("{} digits", number.to_string().len());
        return Err(Failure::too_large("the length of a number", given, format!("{MOST_DIGITS} digits")));
    }
    numbers.try_into().map_err(|_| wrong())
}

/// Fails if the positions of a game are not cells of a board.
fn check_board(game: &dyn Game, question: &str) -> Result<(), Failure> {
    let shape = game.shape();
    if shape.tail.is_none() && matches!(shape.piles, Piles::Any | Piles::Exactly(2)) {
        return Ok(());
    }
    let hint = "a board has two piles: wythoff, wythoff:2, r-wythoff, nim";
    Err(Error::NotAnswered { game: game.name(), question: question.into(), hint: hint.into() }.into())
}

fn window(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game()?;
    check_board(&*game, "a window of the board")?;
    let (corner, [rows, columns]) = (corner(fields)?, size(fields)?);
    let budget = budget_of(rows * columns, token).started();
    let seen = FarWindow::of(&*game, corner, [rows, columns], fields.play()?, budget, &mut |done, all| {
        if token.tell(done, all).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    token.check()?;
    let seen = seen?;
    let known = |value: &Option<UBig>| value.as_ref().map_or(Value::Null, json::number);
    let values: Vec<Value> =
        seen.values.chunks(columns.max(1) as usize).map(|row| row.iter().map(known).collect()).collect();
    Ok(Reply::json(&json!({
        "game": game.name(),
        "corner": seen.corner.iter().map(json::number).collect::<Vec<_>>(),
        "rows": rows,
        "columns": columns,
        "known": known(&seen.known),
        "values": values,
    })))
}

fn row(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game()?;
    check_board(&*game, "a row")?;
    let row = fields.count("row", 0, MOST_ROW)?;
    let budget: Budget = budget(token).started();
    let tell = |done, all| drop(token.tell(done, all));
    let Some(moves) = game.two_piles().and_then(|piles| piles.moves_up_to(row, budget)) else {
        let columns = fields.count("max_column", OBSERVED, MOST_COLUMNS)?;
        // What is observed of a row takes the whole board up to it.
        let budget = budget_of((row + 1).saturating_mul(columns + 1), token).started();
        return Ok(Reply::json(&json::observed(&observed_row(&*game, row, columns, budget)?)));
    };
    let columns = fields.count("max_column", MAX_COLUMN, MOST_COLUMNS)?;
    let period = match row_period(moves, row, columns, budget, &tell)? {
        RowAnswer::Proved(period) => period,
        RowAnswer::Open(seen) => return Ok(Reply::json(&json::open_row(&game.name(), row, &seen))),
    };
    let mut value = json::proved_row(&game.name(), &period);
    // A certificate names a built-in game, so that nobody has to trust a rule.
    let named = catalogue::name_of_moves(moves);
    if named != game.name() {
        value["same_moves_as"] = json!(named);
    }
    let text = RowCertificate::of(&named, &period).to_json()?;
    value["certificate"] = serde_json::from_str(&text).map_err(|_| Failure::defect())?;
    Ok(Reply::json(&value))
}
