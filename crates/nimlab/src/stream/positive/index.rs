//! Positive Nim with index arrays: for every number and difference the least
//! p₂ or p₃ that the rule asks for. 57 bytes a position; the beginning of the
//! stream, and the reference for the rest.

use crate::stream::Triple;

/// An array of least values that grows as needed; `u32::MAX` is none.
#[derive(Debug, Clone, Default)]
struct Least(Vec<u32>);

impl Least {
    fn get(&self, at: u64) -> u64 {
        self.0.get(at as usize).map_or(u64::from(u32::MAX), |&least| u64::from(least))
    }

    fn put(&mut self, at: u64, value: u64) {
        let at = at as usize;
        if at >= self.0.len() {
            self.0.resize((at + 1).max(self.0.len() * 5 / 4), u32::MAX);
        }
        self.0[at] = self.0[at].min(value as u32);
    }
}

/// The P-positions in lexicographic order, as far as numbers fit into 32 bits.
///
/// ```
/// use nimlab::stream::positive::index::Index;
/// let (mut index, mut found) = (Index::new(), Vec::new());
/// while found.len() < 3 {
///     index.next_row(&mut found);
/// }
/// assert_eq!(found[..3], [[0, 0, 0], [1, 2, 3], [4, 7, 10]]);
/// ```
#[derive(Debug, Clone)]
pub struct Index {
    /// The a whose P-positions come next.
    a: u64,
    /// Every smaller d = b − a is forbidden for good.
    d_low: u64,
    /// Every smaller e = c − b is forbidden for good.
    e_low: u64,
    /// The least p₃ with p₂ at a place.
    third_of_second: Least,
    /// The least p₂ with p₃ at a place.
    second_of_third: Least,
    /// The least p₃ with p₂ − p₁ at a place.
    third_of_21: Least,
    /// The least p₂ with p₃ − p₂ at a place.
    second_of_32: Least,
    /// The least p₂ with p₃ − p₁ at a place.
    second_of_31: Least,
}

impl Index {
    /// The list from (0, 0, 0) on, which is given with the first call of
    /// [`Index::next_row`].
    pub fn new() -> Self {
        let least = Least::default;
        Self {
            a: 0,
            d_low: 0,
            e_low: 0,
            third_of_second: least(),
            second_of_third: least(),
            third_of_21: least(),
            second_of_32: least(),
            second_of_31: least(),
        }
    }

    /// The a whose P-positions come next, and the two low-water marks.
    ///
    /// ```
    /// use nimlab::stream::positive::index::Index;
    /// let mut index = Index::new();
    /// index.next_row(&mut Vec::new());
    /// assert_eq!(index.marks()[0], 1);
    /// ```
    pub fn marks(&self) -> [u64; 3] {
        [self.a, self.d_low, self.e_low]
    }

    /// Adds the P-positions with the next a, ascending, to `row`: none, one or
    /// several.
    ///
    /// ```
    /// use nimlab::stream::positive::index::Index;
    /// let mut index = Index::new();
    /// let mut row = Vec::new();
    /// while row.len() < 13 { index.next_row(&mut row) }
    /// assert_eq!(row[11..], [[20, 37, 53], [23, 39, 58]]); // Akiyama
    /// ```
    pub fn next_row(&mut self, row: &mut Vec<Triple>) {
        let a = self.a;
        self.raise_marks();
        if self.second_of_third.get(a) == u64::from(u32::MAX) {
            self.fill_row(row);
        }
        self.a = a + 1;
    }

    fn fill_row(&mut self, row: &mut Vec<Triple>) {
        let a = self.a;
        let mut limit = self.third_of_second.get(a);
        let mut d = self.d_low;
        while a + d + self.e_low < limit {
            if let Some(c) = self.third(a, d, limit) {
                self.insert([a, a + d, c]);
                row.push([a, a + d, c]);
                limit = c;
            }
            d += 1;
        }
    }

    /// The third pile for given a and d, if there is one below the limit.
    fn third(&self, a: u64, d: u64, limit: u64) -> Option<u64> {
        let b = a + d;
        let none = u64::from(u32::MAX);
        if self.second_of_third.get(b) != none || self.second_of_31.get(d) != none || self.second_of_32.get(d) <= a {
            return None;
        }
        let limit = limit.min(self.third_of_second.get(b)).min(self.third_of_21.get(d));
        (self.e_low..limit.saturating_sub(b)).find(|&e| self.is_free(a, b, e)).map(|e| b + e)
    }

    fn is_free(&self, a: u64, b: u64, e: u64) -> bool {
        let (c, f) = (b + e, b + e - a);
        self.second_of_third.get(c) > b
            && self.second_of_32.get(e) > b
            && self.third_of_21.get(e) > a
            && self.second_of_31.get(e) > a
            && self.second_of_31.get(f) > b
            && self.third_of_21.get(f) > b
            && self.second_of_32.get(f) > a
    }

    fn insert(&mut self, [p1, p2, p3]: Triple) {
        self.third_of_second.put(p2, p3);
        self.second_of_third.put(p3, p2);
        self.third_of_21.put(p2 - p1, p3);
        self.second_of_32.put(p3 - p2, p2);
        self.second_of_31.put(p3 - p1, p2);
    }

    /// Raises the marks as far as this a allows; they hold for every larger a.
    fn raise_marks(&mut self) {
        let a = self.a;
        let none = u64::from(u32::MAX);
        loop {
            let d = self.d_low;
            let forbidden = self.second_of_31.get(d) != none
                || self.second_of_32.get(d) <= a
                || self.third_of_21.get(d) <= a + d + self.e_low;
            if !forbidden {
                break;
            }
            self.d_low += 1;
        }
        loop {
            let e = self.e_low;
            let forbidden = self.second_of_32.get(e) <= a + self.d_low
                || self.third_of_21.get(e) <= a
                || self.second_of_31.get(e) <= a;
            if !forbidden {
                break;
            }
            self.e_low += 1;
        }
    }
}

impl Default for Index {
    fn default() -> Self {
        Self::new()
    }
}
