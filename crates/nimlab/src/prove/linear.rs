//! Linear forms c₀ + Σ cᵢvᵢ of numbers with names, and what can be said of them.

use crate::automata::Name;

/// c₀ + Σ cᵢvᵢ.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Form {
    /// Names with their coefficients, ascending, none of them 0.
    pub terms: Vec<(Name, i64)>,
    /// The constant.
    pub constant: i64,
}

/// A coefficient does not fit into a machine word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overflow;

type Exact<T> = Result<T, Overflow>;

impl Form {
    pub fn constant(constant: i64) -> Form {
        Form { terms: Vec::new(), constant }
    }

    pub fn name(name: Name) -> Form {
        Form { terms: vec![(name, 1)], constant: 0 }
    }

    /// The coefficient of a name.
    pub fn of(&self, name: Name) -> i64 {
        self.terms.iter().find(|term| term.0 == name).map_or(0, |term| term.1)
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The name, if the form is a single name.
    pub fn as_name(&self) -> Option<Name> {
        match self.terms[..] {
            [(name, 1)] if self.constant == 0 => Some(name),
            _ => None,
        }
    }

    /// This plus a multiple of another.
    pub fn plus(&self, times: i64, other: &Form) -> Exact<Form> {
        let product = |c: i64| c.checked_mul(times).ok_or(Overflow);
        let mut terms = self.terms.clone();
        for &(name, c) in &other.terms {
            let more = product(c)?;
            match terms.binary_search_by_key(&name, |term| term.0) {
                Ok(place) => terms[place].1 = terms[place].1.checked_add(more).ok_or(Overflow)?,
                Err(place) => terms.insert(place, (name, more)),
            }
        }
        terms.retain(|term| term.1 != 0);
        let constant = self.constant.checked_add(product(other.constant)?).ok_or(Overflow)?;
        Ok(Form { terms, constant })
    }

    pub fn minus(&self, other: &Form) -> Exact<Form> {
        self.plus(-1, other)
    }

    pub fn times(&self, times: i64) -> Exact<Form> {
        Form::default().plus(times, self)
    }

    pub fn and_constant(&self, constant: i64) -> Exact<Form> {
        self.plus(1, &Form::constant(constant))
    }

    /// The form with another in the place of a name.
    pub fn with(&self, name: Name, form: &Form) -> Exact<Form> {
        let times = self.of(name);
        let mut rest = self.clone();
        rest.terms.retain(|term| term.0 != name);
        rest.plus(times, form)
    }

    /// Whether it is at least 0 whatever natural numbers its names stand for.
    pub fn is_never_negative(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|term| term.1 > 0)
    }
}

/// What is said of a form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// It is at least 0.
    AtLeast(Form),
    /// It is 0.
    Zero(Form),
    /// It is a multiple of the number.
    Multiple(i64, Form),
}

impl Literal {
    pub fn form(&self) -> &Form {
        match self {
            Literal::AtLeast(form) | Literal::Zero(form) | Literal::Multiple(_, form) => form,
        }
    }

    /// The same of another form.
    pub fn of(&self, form: Form) -> Literal {
        match self {
            Literal::AtLeast(_) => Literal::AtLeast(form),
            Literal::Zero(_) => Literal::Zero(form),
            Literal::Multiple(m, _) => Literal::Multiple(*m, form),
        }
    }

    pub fn with(&self, name: Name, form: &Form) -> Exact<Literal> {
        Ok(self.of(self.form().with(name, form)?))
    }

    /// The same statement with the smallest coefficients.
    pub fn reduced(&self) -> Literal {
        let form = self.form();
        let gcd = form.terms.iter().fold(0, |gcd, term| common(gcd, term.1));
        if gcd <= 1 || matches!(self, Literal::Multiple(..)) {
            return self.clone();
        }
        let terms: Vec<(Name, i64)> = form.terms.iter().map(|&(name, c)| (name, c / gcd)).collect();
        match self {
            Literal::Zero(_) if form.constant % gcd != 0 => Literal::Zero(Form::constant(1)),
            _ => self.of(Form { terms, constant: form.constant.div_euclid(gcd) }),
        }
    }

    /// Whether it holds, or fails, for all natural numbers; `None` if that cannot be
    /// seen immediately.
    pub fn known(&self) -> Option<bool> {
        let form = self.form();
        let value = form.is_constant().then_some(form.constant);
        match (self, value) {
            (Literal::AtLeast(_), Some(value)) => Some(value >= 0),
            (Literal::Zero(_), Some(value)) => Some(value == 0),
            (Literal::Multiple(m, _), Some(value)) => Some(value.rem_euclid(*m) == 0),
            (Literal::AtLeast(_), None) if form.is_never_negative() => Some(true),
            (Literal::AtLeast(_), None) => {
                let never = form.constant < 0 && form.terms.iter().all(|term| term.1 < 0);
                never.then_some(false)
            }
            (Literal::Zero(_), None) => {
                let away = |sign: i64| form.constant * sign > 0 && form.terms.iter().all(|term| term.1 * sign > 0);
                (away(1) || away(-1)).then_some(false)
            }
            (Literal::Multiple(..), None) => None,
        }
    }
}

fn common(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
