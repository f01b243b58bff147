//! The words of a rule text: names, numbers, strings, signs. Line ends mean
//! nothing, `#` starts a comment. One pass, no backtracking; every token knows
//! where it stands.

use super::diagnostic::{Problem, ProblemKind};

/// The longest name, in letters.
const MAX_NAME: usize = 100;

/// A stretch of the source, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From the start of one stretch to the end of another.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The words that cannot be names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    Game,
    State,
    Symmetric,
    Param,
    Move,
    Blocking,
    Where,
    Decreasing,
    Start,
    Example,
    In,
    And,
    Or,
    Not,
    Mod,
}

impl Keyword {
    const ALL: [(&'static str, Keyword); 15] = [
        ("game", Keyword::Game),
        ("state", Keyword::State),
        ("symmetric", Keyword::Symmetric),
        ("param", Keyword::Param),
        ("move", Keyword::Move),
        ("blocking", Keyword::Blocking),
        ("where", Keyword::Where),
        ("decreasing", Keyword::Decreasing),
        ("start", Keyword::Start),
        ("example", Keyword::Example),
        ("in", Keyword::In),
        ("and", Keyword::And),
        ("or", Keyword::Or),
        ("not", Keyword::Not),
        ("mod", Keyword::Mod),
    ];

    /// The keywords with which a clause begins.
    pub const CLAUSES: [&'static str; 8] =
        ["game", "state", "param", "move", "blocking", "decreasing", "start", "example"];

    /// As it is written.
    pub fn text(self) -> &'static str {
        Self::ALL.iter().find(|(_, keyword)| *keyword == self).map_or("", |(text, _)| text)
    }

    fn of(text: &str) -> Option<Keyword> {
        Self::ALL.iter().find(|(word, _)| *word == text).map(|(_, keyword)| *keyword)
    }
}

/// A sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Open,
    Close,
    OpenSet,
    CloseSet,
    Comma,
    Arrow,
    Range,
    Plus,
    Minus,
    Times,
    Slash,
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Sign {
    /// Signs and how they are written; longer ones first, so that `<=` is not
    /// read as `<`.
    const ALL: [(&'static str, Sign); 22] = [
        ("->", Sign::Arrow),
        ("→", Sign::Arrow),
        ("..", Sign::Range),
        ("!=", Sign::Unequal),
        ("≠", Sign::Unequal),
        ("<=", Sign::LessEqual),
        ("≤", Sign::LessEqual),
        (">=", Sign::GreaterEqual),
        ("≥", Sign::GreaterEqual),
        ("(", Sign::Open),
        (")", Sign::Close),
        ("{", Sign::OpenSet),
        ("}", Sign::CloseSet),
        (",", Sign::Comma),
        ("+", Sign::Plus),
        ("-", Sign::Minus),
        ("−", Sign::Minus),
        ("*", Sign::Times),
        ("/", Sign::Slash),
        ("=", Sign::Equal),
        ("<", Sign::Less),
        (">", Sign::Greater),
    ];

    /// As it is written.
    pub fn text(self) -> &'static str {
        Self::ALL.iter().find(|(_, sign)| *sign == self).map_or("", |(text, _)| text)
    }
}

/// Signs of other languages, and what is written here instead.
const FOREIGN: [(&str, &str); 11] = [
    ("==", "="),
    ("<>", "!="),
    ("&&", "and"),
    ("||", "or"),
    ("**", "pow(a, b)"),
    ("=>", "->"),
    ("%", "mod"),
    ("^", "pow(a, b) or xor(a, b)"),
    ("!", "not"),
    ("&", "and"),
    ("|", "or"),
];

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Name(String),
    Keyword(Keyword),
    Number(i64),
    Text(String),
    Sign(Sign),
    End,
}

impl Token {
    /// The token for a message.
    pub fn shown(&self) -> String {
        match self {
            Token::Name(name) => format!("'{name}'"),
            Token::Keyword(keyword) => format!("'{}'", keyword.text()),
            Token::Number(number) => format!("'{number}'"),
            Token::Text(_) => "a text in quotes".into(),
            Token::Sign(sign) => format!("'{}'", sign.text()),
            Token::End => "the end".into(),
        }
    }
}

/// The tokens of a source with their places, closed by [`Token::End`].
pub fn tokens(source: &str) -> Result<Vec<(Token, Span)>, Problem> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first.is_whitespace() || first == '\u{feff}' {
            at += first.len_utf8();
        } else if first == '#' {
            at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        } else {
            let (token, length) = token(rest, at)?;
            found.push((token, Span { start: at, end: at + length }));
            at += length;
        }
    }
    found.push((Token::End, Span { start: source.trim_end().len(), end: source.trim_end().len() }));
    Ok(found)
}

/// The token at the beginning of `rest`, which stands at byte `at`, and its length.
fn token(rest: &str, at: usize) -> Result<(Token, usize), Problem> {
    let first = rest.chars().next().unwrap_or(' ');
    let problem = |length: usize, kind: ProblemKind| Problem { kind, span: Span { start: at, end: at + length } };
    if first.is_ascii_alphabetic() || first == '_' {
        let length = length_while(rest, |c| c.is_ascii_alphanumeric() || c == '_' || c == '\'');
        let word = &rest[..length];
        if length > MAX_NAME {
            return Err(problem(length, ProblemKind::TooMany { what: "letters in a name", limit: MAX_NAME }));
        }
        let token = Keyword::of(word).map_or_else(|| Token::Name(word.to_owned()), Token::Keyword);
        return Ok((token, length));
    }
    if first.is_ascii_digit() {
        let length = length_while(rest, |c| c.is_ascii_digit() || c == '_');
        let whole = length_while(rest, |c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        // `1..x` is a range, `1.5` and `1e9` are nothing.
        let word = rest[..whole].split("..").next().unwrap_or("").trim_end_matches('.');
        if word.len() > length {
            let kind = product(word, length).unwrap_or_else(|| ProblemKind::NotWhole { written: word.to_owned() });
            return Err(problem(word.len(), kind));
        }
        let digits = rest[..length].replace('_', "");
        let number = digits.parse().map_err(|_| problem(length, ProblemKind::NumberTooLarge))?;
        return Ok((Token::Number(number), length));
    }
    if first == '"' {
        let line = rest[1..].split(['\n', '\r']).next().unwrap_or("");
        let length = line.find('"').ok_or_else(|| problem(1 + line.trim_end().len(), ProblemKind::OpenText))?;
        return Ok((Token::Text(line[..length].to_owned()), length + 2));
    }
    let foreign = FOREIGN.iter().find(|(text, _)| rest.starts_with(text) && !rest.starts_with("!="));
    if let Some((text, instead)) = foreign {
        return Err(problem(text.len(), ProblemKind::Foreign { written: text, instead }));
    }
    match Sign::ALL.iter().find(|(text, _)| rest.starts_with(text)) {
        Some((text, sign)) => Ok((Token::Sign(*sign), text.len())),
        None => Err(problem(first.len_utf8(), ProblemKind::StrangeCharacter(first))),
    }
}

/// A number with a name after it, as `2k`, that was meant as a product: no
/// fraction, no `1e9`, no `0x10`.
fn product(word: &str, digits: usize) -> Option<ProblemKind> {
    let (number, name) = (word[..digits].trim_end_matches('_'), &word[digits..]);
    let exponent = name.strip_prefix(['e', 'E']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let meant = !exponent && !number.starts_with('0') && !name.contains('.') && word.len() <= MAX_NAME;
    meant.then(|| ProblemKind::NoTimes { number: number.to_owned(), name: name.to_owned() })
}

fn length_while(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<Token> {
        tokens(source).unwrap().into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn words_numbers_and_signs_are_told_apart() {
        let found = kinds("move k in 0..x # all\n-> (x-1_000)");
        let name = |text: &str| Token::Name(text.into());
        assert_eq!(
            found,
            [
                Token::Keyword(Keyword::Move),
                name("k"),
                Token::Keyword(Keyword::In),
                Token::Number(0),
                Token::Sign(Sign::Range),
                name("x"),
                Token::Sign(Sign::Arrow),
                Token::Sign(Sign::Open),
                name("x"),
                Token::Sign(Sign::Minus),
                Token::Number(1000),
                Token::Sign(Sign::Close),
                Token::End,
            ]
        );
    }

    #[test]
    fn the_signs_of_the_papers_are_understood() {
        assert_eq!(kinds("a ≤ b ≠ c → −"), kinds("a <= b != c -> -"));
    }
}
