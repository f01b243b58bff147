//! Long answers: P-positions in order, boards, sequences and their periods.

use super::{Endpoint, POSITIONS, budget, budget_of, weight_of};
use crate::failure::Failure;
use crate::fields::{Fields, numbers};
use crate::reply::Reply;
use crate::token::WorkToken;
use nimlab::json;
use nimlab::number;
use nimlab::quotient::{self, QuotientCertificate, Quotients};
use nimlab::sequence::{PeriodCertificate, Sequence};
use nimlab::solve::TableSize;
use nimlab::stream::Triple;
use nimlab::{Ask, Error, HeapRule, ListQuery, Piles, catalogue, counted};
use nimlab_lab::atlas::{AtlasSearch, SameValues, compared, find, same_values};
use nimlab_lab::export::{self, Format, To};
use nimlab_lab::tables::{PositionTable, write_table};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// The most rows, and the most columns, of a board.
pub const MOST_SIDE: u64 = 4096;
/// The most positions of a list.
pub const MOST_COLD: u64 = 100_000;
/// The most digits of the numbers of a list.
const MOST_DIGITS: u64 = 4_000_000;
/// The most heaps of a sequence.
pub const MOST_HEAPS: u64 = 1_000_000;
/// The most P-positions of three piles.
pub const MOST_TRIPLES: u64 = 1_000_000;

pub const COLD: Endpoint = Endpoint {
    path: "cold",
    fields: &[
        "game",
        "rules",
        "parameters",
        "from",
        "count",
        "misere",
        "method",
        "value",
        "heaps",
        "first_pile",
        "column",
        "format",
    ],
    weight: |fields| {
        let digits = fields.big("from")?.unwrap_or_default().to_string().len() as u64;
        let numbers = fields.count("heaps", 3, 16)? + 1;
        Ok(weight_of(fields.count("count", 20, MOST_COLD)? * numbers * (digits + 12)))
    },
    answer: cold_rows,
};

pub const TABLE: Endpoint = Endpoint {
    path: "table",
    fields: &["game", "rules", "parameters", "rows", "columns", "value", "format"],
    weight: |fields| {
        let (rows, columns) = size(fields)?;
        Ok(weight_of(rows * columns * 6))
    },
    answer: board,
};

pub const PERIOD: Endpoint = Endpoint {
    path: "period",
    fields: &["game", "max_heap", "equivalent"],
    // The values are written twice, in the answer and in its certificate.
    weight: |fields| Ok(weight_of(fields.count("max_heap", MAX_HEAP, MOST_HEAPS)? * 16)),
    answer: period,
};

pub const FIND: Endpoint =
    Endpoint { path: "find", fields: &["values", "heaps"], weight: |_| Ok(0), answer: found_values };

/// The most values that are looked for, and the most heaps of each game that are looked through.
const MOST_FOUND: usize = 1000;
const FIND_HEAPS: u64 = 2000;

pub const QUOTIENT: Endpoint =
    Endpoint { path: "quotient", fields: &["game", "heaps"], weight: |_| Ok(0), answer: quotient };

/// The heaps of a quotient if nothing is said.
const QUOTIENT_HEAPS: u64 = 1000;

/// The heaps that are tried if nothing is said.
const MAX_HEAP: u64 = 20_000;
/// Where three heaps may be left, each takes a look at all smaller ones.
const MAX_HEAP_OF_THREE: u64 = 2_000;

pub const SEQUENCE: Endpoint = Endpoint {
    path: "sequence",
    fields: &["game", "rules", "parameters", "count"],
    weight: |fields| Ok(weight_of(fields.count("count", 100, MOST_HEAPS)? * 12)),
    answer: sequence,
};

pub const WYTHOFF3: Endpoint = Endpoint {
    path: "wythoff3",
    fields: &["game", "count", "format"],
    weight: |fields| Ok(weight_of(fields.count("count", 1000, MOST_TRIPLES)? * 80)),
    answer: triples,
};

fn cold_rows(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game()?;
    let query = ListQuery {
        largest: None,
        first_pile: fields.big("first_pile")?.map(|_| fields.count("first_pile", 0, MOST_COLD)).transpose()?,
        play: fields.play()?,
        value: fields.count("value", 0, u32::MAX.into())?,
        from: fields.big("from")?.unwrap_or_default(),
        count: fields.count("count", 20, MOST_COLD)?,
        heaps: fields.count("heaps", 3, 16)? as usize,
        budget: budget(token),
    };
    let digits = query.from.to_string().len() as u64;
    if query.count * digits > MOST_DIGITS {
        return Err(Failure::too_large(
            "the length of this list",
            query.count * digits,
            format!("{MOST_DIGITS} digits"),
        ));
    }
    let format = format(fields, &[])?.unwrap_or(Format::Json);
    let is_wanted = |done, all| token.tell(done, all).map_err(|_| Error::undecided("the time is over"));
    let table = PositionTable::new(&*game, fields.method()?, query)?.with_progress(&is_wanted);
    let mut table = table.with_column(fields.text("column")?.map(str::to_owned));
    let mut body = Vec::new();
    let written = export::write(format, To::Stream(&mut body), &mut table, Error::problem);
    token.check()?;
    written?;
    Ok(Reply::bytes(format.media_type(), body))
}

/// The formats that the answer to a request may have.
const FORMATS: [Format; 6] = [Format::Json, Format::Csv, Format::Markdown, Format::Latex, Format::Bfile, Format::Table];

/// The format that is asked for: one of tables, nothing for one of the others.
fn format(fields: &Fields, others: &[&str]) -> Result<Option<Format>, Failure> {
    let name = fields.text("format")?.unwrap_or("json");
    let found = FORMATS.into_iter().find(|format| format.name() == name);
    if found.is_none() && !others.contains(&name) {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name()).chain(others.iter().copied()).collect();
        return Err(Failure::wrong("there is no such 'format'", &names.join(", "), "csv"));
    }
    Ok(found)
}

/// The rows and columns of a board; one row of heaps has many columns.
fn size(fields: &Fields) -> Result<(u64, u64), Failure> {
    let rows = fields.count("rows", 14, MOST_SIDE)?;
    let columns = fields.count("columns", rows, if rows == 1 { MOST_HEAPS } else { MOST_SIDE })?;
    Ok((rows, columns))
}

fn board(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game()?;
    let (rows, columns) = size(fields)?;
    let shape = game.shape();
    let one_row = rows == 1 && (shape.piles != Piles::Exactly(2) || shape.tail.is_some());
    let size = if one_row { TableSize::Side(columns) } else { TableSize::Rectangle(rows, columns) };
    let value = fields.get("value").map(|_| fields.count("value", 0, u32::MAX.into())).transpose()?;
    let format = format(fields, &["u16"])?;
    // A board has as many positions as cells, and is bounded by its size already.
    let budget = budget_of(POSITIONS.max(rows * columns), token);
    let mut table = game.table(size).budget(budget).rows(&|done, all| {
        if token.tell(done, all).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    token.check()?;
    let (rows, columns) = (table.rows, table.columns);
    let mut body = Vec::new();
    if let Some(format) = format {
        write_table(format, To::Stream(&mut body), table, value, Error::problem)?;
    } else {
        body.reserve((rows * columns * 2) as usize);
        let named = |cell: u32| value.is_none_or(|value| value == u64::from(cell));
        let small = |cell: u32| u16::try_from(cell).ok().filter(|_| named(cell)).unwrap_or(u16::MAX);
        table.each_piece(|_, _, row| {
            body.extend(row.iter().flat_map(|&cell| small(cell).to_le_bytes()));
            Ok::<(), Failure>(())
        })?;
    }
    let kind = format.map_or("application/octet-stream", Format::media_type);
    Ok(Reply::bytes(kind, body).with("x-rows", rows).with("x-columns", columns))
}

/// The longest period whose values are listed.
const LISTED: u64 = 1_000_000;

/// Computes a sequence up to a heap or a proof, as long as the client is there.
fn extended(rule: &HeapRule, max_heap: u64, token: &WorkToken) -> Result<Sequence, Failure> {
    let mut sequence = Sequence::new(rule.clone());
    sequence.limit(budget(token));
    if sequence.prove(max_heap)?.is_none() {
        sequence.extend_to(max_heap + 1)?;
    }
    Ok(sequence)
}

fn period(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game().map_err(|failure| failure.with_known_game("subtraction:2,4,7"))?;
    let rule = game.heap_rule().ok_or_else(|| Error::NotAnswered {
        game: game.name(),
        question: "a period".into(),
        hint: format!("periods are asked of heap games: {}", catalogue::heap_games()).into(),
    })?;
    let three = rule.pattern().is_some_and(|pattern| pattern.most_left() > 2);
    let max_heap = fields.count("max_heap", if three { MAX_HEAP_OF_THREE } else { MAX_HEAP }, MOST_HEAPS)?;
    let sequence = extended(rule, max_heap, token)?;
    let mut value = match sequence.period() {
        Some(period) => json::proved_period(period, LISTED)?,
        None => json::open_period(&sequence),
    };
    if let (Some(period), true) = (sequence.period(), value["values"] != Value::Null) {
        let text = PeriodCertificate::of(period)?.to_json()?;
        value["certificate"] = serde_json::from_str(&text).map_err(|_| Failure::defect())?;
    }
    if fields.flag("equivalent")? {
        let same = same_values(rule, compared(&sequence), budget(token), &|_, _| {});
        token.check()?;
        value["equivalent"] = same?.iter().map(SameValues::to_json).collect();
    }
    Ok(Reply::json(&value))
}

fn found_values(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    const EXAMPLE: &str = "values=1,2,3,1,4,3,2";
    let wrong = |what: String| Failure::wrong(what, "the Grundy values of heaps that follow one another", EXAMPLE);
    let given = fields.get("values").ok_or_else(|| wrong("'values' is missing".into()))?;
    let numbers = match given {
        Value::String(text) => {
            text.split(',').map(|word| number::parse(word).map_err(Failure::from)).collect::<Result<_, _>>()?
        }
        list => numbers(list).ok_or_else(|| wrong("'values' is not a list of numbers".into()))??,
    };
    if numbers.is_empty() || numbers.len() > MOST_FOUND {
        return Err(wrong(format!(
            "'values' has {}, and 1 to {MOST_FOUND} can be looked for",
            counted(numbers.len() as u64, "value")
        )));
    }
    // A value beyond 64 bits is no heap's.
    let values = numbers.iter().map(|value| u64::try_from(value).unwrap_or(u64::MAX)).collect();
    let heaps = fields.count("heaps", 200, FIND_HEAPS)?;
    let search = AtlasSearch { values, heaps, budget: budget(token) };
    let found = find(&search, &|_, _| {});
    token.check()?;
    Ok(Reply::json(&search.to_json(&found?)))
}

fn quotient(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game().map_err(|failure| failure.with_known_game("octal:0.77"))?;
    let rule = game.heap_rule().ok_or_else(|| Error::NotAnswered {
        game: game.name(),
        question: "a misère quotient".into(),
        hint: format!("quotients are asked of heap games: {}", catalogue::heap_games()).into(),
    })?;
    let heaps = fields.count("heaps", QUOTIENT_HEAPS, quotient::MOST_HEAPS - 1)?;
    let mut quotients = Quotients::new(rule.clone());
    let computed = quotients.extend_with(heaps + 1, budget(token), &|_, _| ());
    token.check()?;
    // What was reached is an answer too.
    if quotients.heaps() == 0 {
        computed?;
    }
    let found = quotients.quotient();
    let mut value = json::quotient(&found, quotients.stopped());
    let text = QuotientCertificate::of(&found).to_json()?;
    value["certificate"] = serde_json::from_str(&text).map_err(|_| Failure::defect())?;
    Ok(Reply::json(&value))
}

fn sequence(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game()?;
    let count = fields.count("count", 100, MOST_HEAPS)?;
    let shape = game.shape();
    if shape.tail.is_some() || matches!(shape.piles, Piles::Exactly(2..)) {
        return Err(Failure::wrong(
            format!("{} is not a game of single heaps", game.name()),
            "a heap game",
            "subtraction:2,4,7",
        ));
    }
    if count == 0 {
        return Ok(Reply::json(&json!({ "game": game.name(), "values": [] })));
    }
    let values = match game.heap_rule() {
        Some(rule) => extended(rule, count - 1, token)?.first_values(count as usize)?,
        None => game.table(TableSize::Side(count)).budget(budget(token)).run()?.values,
    };
    let numbers = values.iter().map(u32::to_string);
    Ok(listing(&game.name(), "values", numbers))
}

/// A name and a long list, written without a JSON value for each member.
fn listing(game: &str, name: &str, members: impl Iterator<Item = String>) -> Reply {
    let mut body = format!("{{\"game\":{},\"{name}\":[", Value::from(game));
    for (i, member) in members.enumerate() {
        if i > 0 {
            body.push(',');
        }
        body.push_str(&member);
    }
    body.push_str("]}\n");
    Reply::bytes("application/json", body.into_bytes())
}

fn triples(fields: &Fields, token: &WorkToken) -> Result<Reply, Failure> {
    let game = fields.game()?;
    if !game.name().starts_with("wythoff3:") {
        return Err(Failure::wrong(
            format!("{} is not a game of three piles", game.name()),
            "wythoff3:l1, wythoff3:lex or wythoff3:positive",
            "wythoff3:l1",
        ));
    }
    let count = fields.count("count", 1000, MOST_TRIPLES)?;
    let words = match fields.text("format")?.unwrap_or("json") {
        "json" => false,
        "u32" => true,
        _ => return Err(Failure::wrong("there is no such 'format'", "json or u32", "u32")),
    };
    let query = ListQuery { count, budget: budget(token), ..ListQuery::default() };
    let mut rows = game.positions().query(&query).run()?;
    let mut list: Vec<Triple> = Vec::with_capacity(count as usize);
    while let Some(row) = rows.next_row()? {
        token.check()?;
        let words = row.words().and_then(|words| words.try_into().ok());
        list.push(words.ok_or_else(Failure::defect)?);
    }
    if words {
        let small = |number: &u64| u32::try_from(*number).unwrap_or(u32::MAX).to_le_bytes();
        let body = list.iter().flatten().flat_map(small).collect();
        return Ok(Reply::bytes("application/octet-stream", body).with("x-rows", count));
    }
    let rows = list.iter().map(|[a, b, c]| format!("[{a},{b},{c}]"));
    Ok(listing(&game.name(), "positions", rows))
}
