//! Parquet's DELTA_BINARY_PACKED: whole numbers as differences of neighbours, in
//! blocks. A block begins with its least difference; what each difference exceeds it
//! by follows, in parts that each have a width in bits of their own.
//!
//! Shards are read back with this and not with the decoder of the `parquet`
//! crate, which panics on some bytes that are not such a list.

/// The numbers of a page, if it holds at most this many.
pub(crate) fn unpack(page: &[u8], most: usize) -> Option<Vec<u64>> {
    let mut rest = Rest(page);
    let [block, parts, count] = [rest.number()?, rest.number()?, rest.number()?];
    let (parts, count) = (usize::try_from(parts).ok()?, usize::try_from(count).ok()?);
    let in_a_part = usize::try_from(block).ok()?.checked_div(parts)?;
    // A part of 2^16 numbers and a page of as many are more than any shard has.
    if count > most || !(1..=1 << 16).contains(&in_a_part) || !in_a_part.is_multiple_of(8) {
        return None;
    }
    let mut value = rest.signed()?;
    let mut values = Vec::new();
    values.extend((count > 0).then_some(value));
    while values.len() < count {
        let least = rest.signed()?;
        for &width in rest.take(parts)? {
            // After the last number only the widths of parts are written.
            if values.len() == count {
                break;
            }
            let width = usize::from(width);
            let packed = rest.take(if width <= 64 { in_a_part * width / 8 } else { return None })?;
            for i in 0..in_a_part.min(count - values.len()) {
                value = value.wrapping_add(least).wrapping_add(bits(packed, i * width, width));
                values.push(value);
            }
        }
    }
    Some(values)
}

/// This many bits from a place on, the lowest first.
fn bits(bytes: &[u8], from: usize, width: usize) -> u64 {
    let word = bytes.iter().skip(from / 8).take(9).rev().fold(0_u128, |word, &byte| word << 8 | u128::from(byte));
    let ones = (1_u128 << width) - 1;
    (word >> (from % 8) & ones) as u64
}

/// The bytes that were not read yet.
struct Rest<'p>(&'p [u8]);

impl<'p> Rest<'p> {
    fn take(&mut self, count: usize) -> Option<&'p [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// A number in groups of seven bits, the lowest first.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number with its sign in the lowest bit.
    fn signed(&mut self) -> Option<u64> {
        let number = self.number()?;
        Some((number >> 1) ^ (number & 1).wrapping_neg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_unpacked_as_the_format_says() {
        // The example of the format's description: 1, 2, 3, 4, 5 needs no bits.
        assert_eq!(unpack(&[128, 1, 4, 5, 2, 2, 0, 0, 0, 0], 5), Some(vec![1, 2, 3, 4, 5]));
        // 7, 5, 3, 1, 2, 3, 4, 5: least difference −2, and two bits for 0 or 3.
        let bits = [0b1100_0000, 0b0011_1111, 0, 0, 0, 0, 0, 0];
        let page = [&[128, 1, 4, 8, 14, 3, 2, 0, 0, 0][..], &bits].concat();
        assert_eq!(unpack(&page, 8), Some(vec![7, 5, 3, 1, 2, 3, 4, 5]));
        assert_eq!(unpack(&page, 7), None, "more than there may be");
        assert_eq!(unpack(&page[..12], 8), None, "cut off");
        assert_eq!(unpack(&[128, 1, 4, 0, 0], 0), Some(vec![]));
        assert_eq!(unpack(&[0; 9], 9), None);
    }
}
