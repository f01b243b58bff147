//! Random requests of every kind, from tiny to absurd: each question with any
//! of its names, any game, and numbers up to thousands of digits. The seed
//! decides, so that a request that was found bad can be asked again.

/// Numbers as they are asked for, from small to absurd.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "7",
    "10",
    "13",
    "20",
    "64",
    "100",
    "255",
    "1000",
    "4095",
    "4096",
    "4097",
    "20000",
    "50000",
    "65535",
    "65536",
    "100000",
    "1e6",
    "1e7",
    "1e9",
    "4294967295",
    "4294967296",
    "1e12",
    "1e15",
    "1e18",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e30",
    "1e100",
    "1e500",
    "1e1999",
    "1e2000",
    "1e9999",
    "1e10000",
    "1e99999999999",
    "-1",
    "1.5",
    "x",
    "",
];

const GAMES: &[&str] = &[
    "nim",
    "moore:N",
    "greedy",
    "building:N",
    "grundy",
    "octal:0.77",
    "octal:0.C",
    "octal:4.C",
    "subtraction:N,N",
    "subtraction:N,N,N,N",
    "subtraction:1-N",
    "allbut:N",
    "allbut:N,N,N",
    "wythoff",
    "wythoff:N",
    "r-wythoff",
    "wythoff3:l1",
    "wythoff3:lex",
    "wythoff3:positive",
    "fibonacci",
    "fraenkel:N",
    "N",
];

/// Rules that cost much, or fail, or never end.
const RULES: &[&str] = &[
    "state x, y  move k in 1..x -> (x - k, y)  move k in 1..y -> (x, y - k)",
    "state x  move -> (x + 1)",
    "state x  move k in 0..1000000000000 -> (x - k)",
    "state x  move k in 1..x, l in 1..x, m in 1..x, n in 1..x -> (x - 1)",
    "state x, y, z, u, v  symmetric  move k in 1..x -> (x - k, y, z, u, v)",
    "state a, b, c, d, e  move k in 1..a -> (a-k, b, c, d, e)  move k in 1..b -> (a, b-k, c, d, e)  move k in 1..c -> (a, b, c-k, d, e)  move k in 1..d where (d + k) mod 3 > 0 -> (a, b, c, d-k, e)  move k in 1..e -> (a, b, c, d, e-k)",
    "state n  move k in 1..n -> (k - 1) + (n - k)",
    "state n  param S = {1, 2, 3}  move k in S -> (n - k)",
    "state n  move k in 1..n where count(i in 1..n : count(j in 1..n : count(l in 1..n : i + j + l = k) > 0) > 0) > 0 -> (n - k)",
    "state n  move -> (n * n)",
    "state x, y  move k in 0..x, l in 0..y where k + l > 0 and (k = 0 or l = 0 or abs(k - l) < 2) -> (x - k, y - l)",
];

/// Every question with its names.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("version", &[]),
    ("games", &["name"]),
    ("rules/check", &["rules", "parameters"]),
    ("represent", &["system", "number"]),
    ("solve", &["game", "position", "misere", "method"]),
    ("solve", &["components", "misere"]),
    ("moves", &["game", "position", "places"]),
    ("play/move", &["game", "position", "misere", "level", "seed"]),
    ("play/move", &["components", "level"]),
    ("play/read", &["game", "position", "misere", "text"]),
    ("play/allowed", &["game", "position", "to"]),
    ("play/review", &["game", "positions", "misere"]),
    ("cold", &["game", "from", "count", "misere", "method", "value", "heaps"]),
    ("cold", &["game", "count", "value"]),
    ("cold", &["game", "count", "first_pile"]),
    ("table", &["game", "rows", "columns", "value", "format"]),
    ("window", &["game", "corner", "rows", "columns", "misere"]),
    ("row", &["game", "row", "max_column"]),
    ("period", &["game", "max_heap", "equivalent"]),
    ("find", &["values", "heaps"]),
    ("quotient", &["game", "heaps"]),
    ("sequence", &["game", "count"]),
    ("wythoff3", &["game", "count", "format"]),
];

/// Requests that ended a server or took it too long.
pub const KNOWN: &[(&str, &str)] = &[
    ("cold", r#"{"game": "wythoff", "value": 65536, "count": 5}"#),
    ("cold", r#"{"game": "wythoff", "value": 20000, "count": 5}"#),
    ("cold", r#"{"game": "wythoff", "value": 4294967295, "count": 100000}"#),
    ("cold", r#"{"game": "r-wythoff", "value": 1000000, "count": 5}"#),
    ("cold", r#"{"game": "moore:2", "count": 3000, "heaps": 16}"#),
    ("cold", r#"{"game": "moore:15", "count": 100000, "heaps": 16}"#),
    ("cold", r#"{"game": "nim", "from": "1e30", "count": 100000, "heaps": 16}"#),
    ("cold", r#"{"game": "wythoff:1e9999", "from": "1e39", "count": 100000}"#),
    ("table", r#"{"game": "wythoff:1e9", "rows": 4096}"#),
    ("table", r#"{"game": "nim", "rows": 1, "columns": 1000000}"#),
    ("table", r#"{"game": "grundy", "rows": 1, "columns": 1000000}"#),
    ("table", r#"{"rules": "state x, y  move k in 1..x -> (x - k, y)", "rows": 4096}"#),
    ("window", r#"{"game": "wythoff:1e9", "corner": ["1e39", "1e199"], "rows": 256}"#),
    ("window", r#"{"game": "nim", "corner": ["1e199", 0], "rows": 256}"#),
    ("window", r#"{"rules": "state x, y  move k in 1..x -> (x - k, y)", "corner": [1000000, 5]}"#),
    ("row", r#"{"game": "wythoff:4000", "row": 4095, "max_column": 1000000}"#),
    ("row", r#"{"game": "nim", "row": 4095, "max_column": 1000000}"#),
    ("sequence", r#"{"game": "subtraction:1,1073000000", "count": 1000000}"#),
    ("sequence", r#"{"rules": "state n  move k in 1..n -> (k - 1) + (n - k)", "count": 1000000}"#),
    ("period", r#"{"game": "subtraction:999998,999999,1000000", "max_heap": 1000000}"#),
    ("period", r#"{"game": "octal:0.777777777777", "max_heap": 1000000}"#),
    ("solve", r#"{"game": "building:9", "position": "50,50,50,50,50,50,50,50,50/500", "misere": true}"#),
    ("wythoff3", r#"{"game": "wythoff3:positive", "count": 1000000}"#),
];

/// Chance that a seed decides (xorshift).
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// Small ones more often: absurd ones are mostly refused at once.
    fn number(&mut self) -> &'static str {
        let most = NUMBERS.len();
        let bound = [12, 24, most][self.below(3)];
        NUMBERS[self.below(bound)]
    }

    fn game(&mut self) -> String {
        let mut name = self.of(GAMES).to_owned();
        while let Some(at) = name.find('N') {
            let number = self.number();
            name.replace_range(at..=at, number);
        }
        name
    }

    fn position(&mut self) -> String {
        let piles = [1, 2, 2, 3, 3, 5, 9, 40, 41][self.below(9)];
        let same = self.number();
        let words: Vec<&str> = (0..piles).map(|_| if self.below(2) == 0 { same } else { self.number() }).collect();
        words.join(if self.below(9) == 0 { "/" } else { "," })
    }

    /// A game or rules, as fields of an object.
    fn some_game(&mut self) -> serde_json::Value {
        if self.below(4) == 0 {
            serde_json::json!({ "rules": self.of(RULES) })
        } else {
            serde_json::json!({ "game": self.game() })
        }
    }

    fn field(&mut self, name: &str) -> serde_json::Value {
        use serde_json::json;
        match name {
            "position" => json!(self.position()),
            "positions" => (0..self.below(40) + 1).map(|_| json!(self.position())).collect(),
            "components" => (0..self.below(5) + 1)
                .map(|_| {
                    let mut part = self.some_game();
                    part["position"] = json!(self.position());
                    part
                })
                .collect(),
            "corner" => json!([self.number(), self.number()]),
            "name" => json!(self.game()),
            "rules" => json!(self.of(RULES)),
            "parameters" => json!({ "S": [1, 2, 1_000_000_000_000_i64], "a": self.below(1000) }),
            "system" => json!(format!("{}{}", self.of(&["zeckendorf", "p:", "q:", "p:1", "q:2"]), self.number())),
            "misere" => json!(self.below(2) == 0),
            "method" => json!(self.of(&[
                "search",
                "table",
                "stream",
                "closed-form",
                "recursive",
                "algebraic",
                "arithmetic",
                "magic"
            ])),
            "level" => json!(self.of(&["perfect", "casual", "random"])),
            "text" => json!(format!("{} from {}", self.number(), self.number())),
            "format" => json!(self.of(&["json", "csv", "u16", "u32", "json"])),
            _ => json!(self.number()),
        }
    }

    /// A question and the body of a request for it.
    pub fn request(&mut self) -> (&'static str, String) {
        let (path, names) = QUESTIONS[self.below(QUESTIONS.len())];
        let mut body = serde_json::json!({});
        for name in names {
            // What is optional is mostly there; the game nearly always.
            let needed = matches!(*name, "game" | "position" | "positions" | "components" | "system" | "number");
            if self.below(if needed { 50 } else { 3 }) == 0 {
                continue;
            }
            if *name == "game" {
                let game = self.some_game();
                for (name, value) in game.as_object().unwrap() {
                    body[name] = value.clone();
                }
            } else {
                body[*name] = self.field(name);
            }
        }
        (path, body.to_string())
    }
}
