//! Thesis-W: Nim, and Wythoff's game with parameter a by three strategies.
//! Statements about all n and a are tried for a up to 6.

mod weights;

use super::shared::{LARGEST_TABLE, table_sizes};
use super::tools::{big, board, claim, listed_by_all, number, put_right};
use super::{Computed, ItemCheck, Result, check};
use crate::figures::course_of_play;
use nimlab::games::wythoff::algebraic::AlgebraicStrategy;
use nimlab::games::wythoff::arithmetic::ArithmeticStrategy;
use nimlab::games::wythoff::pairs::{Strategy, can_move};
use nimlab::games::wythoff::recursive;
use nimlab::number::{IBig, UBig};
use nimlab::numeration::{Beatty, Representation, System};
use nimlab::solve::grundy;
use nimlab::{Budget, Play, RuleExt, catalogue};
use serde_json::{Value, json};
use std::time::Duration;
use weights::{
    EXAMPLE_3, agree, column, cross, fails, fractions, in_systems, last_line_of_lemma_8, on_board, over_weights, pairs,
    reach_the_end, representations, rows_besides_the_end, signed, systems, table_5, terms, unions, weights,
    written_once,
};

const METHODS: [&str; 4] = ["recursive", "algebraic", "arithmetic", "search"];
const LISTS: &str = "recursive, algebraic, arithmetic, search";

pub(super) const CHECKS: &[ItemCheck] = &[
    check("figure 1", "closed-form", |_| Ok(Computed::new(json!(course_of_play(&[3, 4, 5])?)))),
    check("example 3, sums", "closed-form", |_| {
        let sum = |(heaps, digits): (&str, usize)| {
            let nim = catalogue::game("nim")?;
            let value = grundy(&*nim, &nim.read(heaps)?, Budget::default())?;
            Ok(format!("{:0>digits$}", value.in_radix(2).to_string()))
        };
        let sums: Vec<String> = EXAMPLE_3.into_iter().map(sum).collect::<Result<_>>()?;
        Ok(Computed::new(json!(sums)))
    }),
    check("example 4, totals", "addition", |_| {
        let heaps = EXAMPLE_3.map(|(heaps, _)| heaps).into_iter().chain(["1,1,1"]);
        let total = |heaps: &str| heaps.split(',').filter_map(|heap| heap.parse::<u64>().ok()).sum::<u64>();
        Ok(Computed::new(json!(heaps.map(total).collect::<Vec<_>>())))
    }),
    check("lemma 1, proof", "the rule, x up to 1000", |_| {
        let reach = reach_the_end(|x| [[x, x], [0, x]].to_vec());
        Ok(claim("(x,x), (0,x)", reach))
    }),
    check("after example 5, differences", LISTS, |_| {
        let rows = listed_by_all("wythoff", &METHODS, 40)?;
        Ok(claim("i", (0..).zip(rows).find(|(i, row)| row[1] - row[0] != *i).map(|(i, _)| i)))
    }),
    check("after example 5, union", "algebraic, n up to 1000", |_| unions()),
    check("table 1", LISTS, |_| pairs("wythoff", 12)),
    check("table 1, caption", "counting", |_| rows_besides_the_end("wythoff", 17).map(Computed::new)),
    check("figure 2", "board", |_| on_board("wythoff", 29)),
    check("table 2", LISTS, |_| pairs("wythoff:2", 11)),
    check("table 2, caption", "counting", |_| {
        let rows = rows_besides_the_end("wythoff:2", 14)?;
        Ok(Computed::new(rows).with_source_way(rows - 1))
    }),
    check("figure 3", "board", |_| on_board("wythoff:2", 35)),
    check("example 7, moves", "the rule", |_| {
        let a = UBig::ONE;
        let cells = (0..=2).rev().flat_map(|x| (0..=2).rev().map(move |y| (x, y)));
        let reached = cells.filter(|&(x, y)| can_move(&a, [&big(1), &big(2)], [&big(x), &big(y)]));
        Ok(Computed::new(json!(reached.map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>())))
    }),
    check("example 7, lines", "the rule, x and y up to 1000", |_| {
        let reach = reach_the_end(|x| [[0, x], [x, 0], [x, x]].to_vec());
        Ok(claim("(0,y), (x,0), (x,x)", reach))
    }),
    check("figure 4", "board", |_| {
        let board = board("wythoff", 10)?;
        let green = [(1, 2), (3, 5), (2, 1)].into_iter().filter(|&(x, y)| board.value(x, y) == 0);
        let named: Vec<String> = green.map(|(x, y)| format!("{x},{y}")).collect();
        Ok(Computed::new(json!({"board": [board.rows, board.columns], "named": named})))
    }),
    check("theorem 2", "recursive against search", |_| {
        let differ = agree(&["recursive", "search"], 25)?;
        Ok(claim("A_n = mex{A_i, B_i : i < n}, B_n = A_n + an", differ))
    }),
    check("section 4.1, bound", "algebraic, n up to 1000", |_| {
        Ok(claim("A_n <= 2n", fails(1..=1000, |beatty, n| beatty.lower(n) > UBig::from(2u8) * n)))
    }),
    check("lemma 3", "algebraic, n up to 1000", |_| {
        let wrong = |beatty: &Beatty, n: &UBig| beatty.over_alpha(&(beatty.lower(n) + UBig::ONE)) != *n;
        Ok(claim("n = floor((x+1)/alpha)", fails(1..=1000, wrong)))
    }),
    check("lemma 4", "algebraic against search", |_| {
        let differ = agree(&["algebraic", "search"], 25)?;
        Ok(claim("A_n = floor(n alpha), B_n = floor(n beta)", differ))
    }),
    check("example 9, lower", "algebraic", |_| column(0)),
    check("example 9, upper", "algebraic", |_| column(1)),
    check("section 4.3, terms", "continued fraction of a square root", |_| {
        let all = |least: i64, from: usize| (1..=6).all(|a| terms(a).skip(from).all(|term| term >= least));
        Ok(put_right(("a_n >= 1 for n >= 1", all(1, 1)), ("a_n > 1 for n > 1", all(2, 2))))
    }),
    check("lemma 5", "fractions", |_| {
        let text = "p_n = a_n p_{n-1} + p_{n-2}, q_n = a_n q_{n-1} + q_{n-2}";
        Ok(claim(text, (1..=6).find(|&a| fractions(a) != weights(a)[1..=20])))
    }),
    check("lemma 5, proof", "recurrence", |_| {
        // Two fractions are equal if their cross products are.
        let holds = |in_denominator: fn(&(IBig, IBig)) -> &IBig| {
            over_weights(|w, i, a| {
                let next = |of: fn(&(IBig, IBig)) -> &IBig| IBig::from(a) * of(&w[i - 1]) + of(&w[i - 2]);
                next(|(p, _)| p) * &w[i].1 == next(in_denominator) * &w[i].0
            })
        };
        Ok(put_right(
            ("(a p_i + p_{i-1}) / (a q_i + q_{i-1})", holds(|(_, q)| q)),
            ("(a p_i + p_{i-1}) / (a p_i + p_{i-1})", holds(|(p, _)| p)),
        ))
    }),
    check("lemma 6", "recurrence", |_| {
        let is = |negative: fn(usize) -> bool| over_weights(|w, i, _| cross(w, i, i - 1) == signed(1, negative(i - 1)));
        Ok(put_right(("(-1)^(n-1)", is(|n| n % 2 == 0)), ("(-1)^n", is(|n| n % 2 == 1))))
    }),
    check("lemma 7", "recurrence", |_| {
        let is = |negative: fn(usize) -> bool| over_weights(|w, i, a| cross(w, i, i - 2) == signed(a, negative(i - 1)));
        Ok(put_right(("(-1)^n a_n", is(|n| n % 2 == 1)), ("(-1)^(n-1) a_n", is(|n| n % 2 == 0))))
    }),
    check("lemma 8", "recurrence", |_| {
        // C_n > C_{n-2} exactly if p_n q_{n-2} > p_{n-2} q_n.
        let rises =
            |parity: usize| over_weights(|w, i, _| (i - 1) % 2 != parity || i < 3 || cross(w, i, i - 2) > IBig::ZERO);
        // And C_n > C_{n-1} exactly if p_n q_{n-1} > p_{n-1} q_n.
        let above = |parity: usize| over_weights(|w, i, _| (i - 1) % 2 != parity || cross(w, i, i - 1) > IBig::ZERO);
        let texts = ["C_0 < C_2 < C_4 < ... < C_5 < C_3 < C_1", "C_1 < C_3 < C_5 < ... < C_4 < C_2 < C_0"];
        Ok(put_right((texts[0], rises(0) && !rises(1) && above(1)), (texts[1], rises(1) && !rises(0) && above(0))))
    }),
    check("lemma 8, last line", "exact signs", |_| Ok(last_line_of_lemma_8())),
    check("lemma 9", "recurrence", |_| {
        let text = "D_j + sum a_{j+2i} D_{j+2i-1} = D_{j+2m}";
        // It holds for alpha irrational exactly if it holds for p and for q.
        let holds = over_weights(|w, n, a| {
            let part = |i: usize, of: usize| &IBig::from(a) * [&w[i].0, &w[i].1][of];
            (0..2).all(|of| {
                let start = n % 2;
                let sum: IBig = (start..n).step_by(2).map(|i| part(i + 1, of)).sum();
                [&w[start].0, &w[start].1][of] + sum == *[&w[n].0, &w[n].1][of]
            })
        });
        Ok(claim(text, (!holds).then_some("a small case")))
    }),
    check("lemma 10", "recurrence", |_| {
        // w[n] is p_{n-1}: the sum runs over p_i, p_{i-2}, … down to p_0 or p_1.
        let holds = over_weights(|w, n, a| {
            let sum: IBig = (1..n).rev().step_by(2).map(|i| IBig::from(a) * &w[i].0).sum();
            sum == &w[n].0 - IBig::ONE
        });
        Ok(claim("H_{i+1} = p_{i+1} - 1", (!holds).then_some("a small case")))
    }),
    check("theorem 3", "all strings of digits", |_| Ok(claim("exactly one", representations()?))),
    check("theorem 3, base b", "all strings of digits, b up to 10", |_| {
        let once = |most: fn(u64) -> u64| (2..=10).all(|b| written_once(b, most(b)));
        Ok(put_right(("0 <= s_i < b", once(|b| b - 1)), ("0 <= s_i <= b", once(|b| b))))
    }),
    check("lemma 11", "continued fraction of a square root", |_| {
        let wrong = (1..=6i64).find(|&a| (0..).zip(terms(a)).any(|(i, term)| term != if i == 0 { 1 } else { a }));
        Ok(claim("[1,a,a,a,...]", wrong))
    }),
    check("table 3, weights", "recurrence", |_| {
        let (q, p) = (System::q(big(2)).weights(4), System::p(big(2)).weights(4));
        Ok(Computed::new(Value::Array(q.iter().rev().chain(p.iter().rev()).map(number).collect())))
    }),
    check("table 3", "p- and q-system", |_| {
        let digits = |system: &System, n: u64| {
            let text: String = system.represent(&big(n)).digits().iter().rev().map(UBig::to_string).collect();
            text.parse::<u64>().unwrap_or(0)
        };
        let (q, p) = (System::q(big(2)), System::p(big(2)));
        let rows: Vec<[u64; 3]> = (1..=17).map(|n| [n, digits(&q, n), digits(&p, n)]).collect();
        Ok(Computed::new(json!(rows)))
    }),
    check("example 10", "p- and q-system", |_| {
        let digits = Representation::new(vec![UBig::ONE, UBig::ZERO, UBig::ONE]);
        let [p, q] = systems();
        Ok(Computed::new(Value::Array(vec![number(&p.interpret(&digits)?), number(&q.interpret(&digits)?)])))
    }),
    check("example 11", "p- and q-system", |_| {
        let [p, q] = systems();
        Ok(Computed::new(json!([p.represent(&big(8)).to_string(), q.represent(&big(6)).to_string()])))
    }),
    check("example 12", "p-system", |_| {
        let [p, _] = systems();
        let (five, ten) = (p.represent(&big(5)), p.represent(&big(10)));
        let (left, right) = (five.left_shift(), ten.right_shift().unwrap_or_else(|| ten.clone()));
        let [of_left, of_right] = [number(&p.interpret(&left)?), number(&p.interpret(&right)?)];
        Ok(Computed::new(json!([
            five.to_string(),
            left.to_string(),
            of_left,
            ten.to_string(),
            right.to_string(),
            of_right
        ])))
    }),
    check("example 13", "p- and q-system", |_| {
        let [p, q] = systems();
        let twelve = q.represent(&big(12));
        Ok(Computed::new(json!([twelve.to_string(), number(&p.interpret(&twelve)?)])))
    }),
    check("property 1", "p- and q-system against exact floors", |_| {
        let wrong = in_systems(|p, q, beatty, n| {
            let digits = q.represent(n);
            let odd = UBig::from(digits.trailing_zeros() % 2);
            Ok(p.interpret(&digits)? != beatty.lower(n) + odd)
        })?;
        Ok(claim("even: floor(n alpha), odd: floor(n alpha) + 1", wrong))
    }),
    check("property 1, odd", "q-system", |_| {
        let last_digit = |parity: usize| -> Result<bool> {
            let wrong = in_systems(|_, q, _, n| {
                let zeros = q.represent(n).trailing_zeros();
                Ok(zeros % 2 == 1 && zeros % 2 != parity)
            })?;
            Ok(wrong.is_none())
        };
        Ok(put_right(("d_{2k+1}", last_digit(1)?), ("d_{2k}", last_digit(0)?)))
    }),
    check("example 14", "p- and q-system, algebraic", |_| {
        let [p, q] = systems();
        let algebraic = AlgebraicStrategy::new(big(2));
        let row = |n: u64| {
            let digits = q.represent(&big(n));
            let lower = algebraic.pair(&big(n))?.lower;
            Ok(json!([digits.to_string(), digits.trailing_zeros(), number(&p.interpret(&digits)?), number(&lower)]))
        };
        Ok(Computed::new(Value::Array([10, 7].into_iter().map(row).collect::<Result<_>>()?)))
    }),
    check("property 2", "p-system against exact floors", |_| {
        let wrong = in_systems(|p, _, beatty, n| {
            Ok(p.represent(&beatty.upper(n)) != p.represent(&beatty.lower(n)).left_shift())
        })?;
        Ok(claim("the left shift of that of A_n", wrong))
    }),
    check("example 15", "algebraic, p-system", |_| {
        let [p, _] = systems();
        let pair = AlgebraicStrategy::new(big(2)).pair(&big(3))?;
        let written = |number: &UBig| p.represent(number).to_string();
        let numbers = [number(&pair.lower), number(&pair.upper)];
        Ok(Computed::new(json!([numbers[0], numbers[1], written(&pair.lower), written(&pair.upper)])))
    }),
    check("property 3", "p-system against exact floors", |_| {
        let wrong = in_systems(|p, _, beatty, n| {
            let zeros = |x: &UBig| p.represent(x).trailing_zeros() % 2;
            Ok(zeros(&beatty.lower(n)) != 0 || zeros(&beatty.upper(n)) != 1)
        })?;
        Ok(claim("even: an A, odd: a B", wrong))
    }),
    check("example 16", "arithmetic", |_| {
        let [p, _] = systems();
        let arithmetic = ArithmeticStrategy::new(big(2));
        let row = |x: u64| {
            let pair = arithmetic.locate(&big(x))?;
            let letter = if pair.lower == big(x) { "A" } else { "B" };
            Ok(json!([p.represent(&big(x)).to_string(), format!("{letter}_{}", pair.n)]))
        };
        Ok(Computed::new(Value::Array([3, 7, 9].into_iter().map(row).collect::<Result<_>>()?)))
    }),
    check("table 4", "recursive, algebraic, arithmetic", |shared| {
        let good = shared.strategies()?.differ_at.unwrap_or(u64::MAX);
        let sizes: Vec<u64> = table_sizes().take_while(|&n| n < good).collect();
        Ok(Computed::new(json!(sizes)).with_note(format!("all {} rows agree", LARGEST_TABLE + 1)))
    }),
    check("table 4, times", "measured now, on one core", |shared| {
        let row = |(n, times): &(u64, [Duration; 3])| {
            let [one, two, three] = times.map(|time| format!("{:.3}", time.as_secs_f64() * 1e3));
            json!([n, one, two, three])
        };
        let rows: Vec<Value> = shared.strategies()?.times.iter().map(row).collect();
        Ok(Computed::new(rows).with_note("times of two machines; nothing to compare"))
    }),
    check("table 5", "algebraic, arithmetic", table_5),
    check("figure 5", "measured", |_| Ok(Computed::new(Value::Null))),
    check("figure 6", "measured", |_| Ok(Computed::new(Value::Null))),
    check("figure 7", "measured", |_| Ok(Computed::new(Value::Null))),
    check("figure 8", "measured", |_| Ok(Computed::new(Value::Null))),
    check("figure 9", "measured", |_| Ok(Computed::new(Value::Null))),
    check("listing 5", "recursive, p-system", |_| {
        let table = recursive::MexPairs::up_to(&big(2), Play::Normal, &big(200), Budget::default())?;
        let [p, _] = systems();
        let finds_b = |test: fn(usize) -> bool| {
            (1..=100u64).all(|x| {
                let is_b = table.locate(&big(x)).is_ok_and(|pair| pair.upper == big(x));
                test(p.represent(&big(x)).trailing_zeros()) == is_b
            })
        };
        Ok(put_right(
            ("zeros % 2 != 0", finds_b(|zeros| zeros % 2 != 0)),
            ("zeros / 2 != 0", finds_b(|zeros| zeros / 2 != 0)),
        ))
    }),
];
