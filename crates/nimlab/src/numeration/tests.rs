//! The systems against the definition, and against what Thesis-W prints.

use super::{Representation, System};
use crate::Budget;
use crate::number::{BitTest, UBig};
use proptest::prelude::*;

/// The representation by dividing off one weight after another.
fn plain(system: &System, number: &UBig) -> Representation {
    let mut count = 1;
    while system.weights(count)[count - 1] <= *number {
        count += 1;
    }
    let weights = system.weights(count);
    let mut number = number.clone();
    let mut digits = vec![UBig::ZERO; count];
    for place in (0..count).rev() {
        digits[place] = &number / &weights[place];
        number -= &digits[place] * &weights[place];
    }
    Representation::new(digits)
}

/// Thesis-W, table 3: the numbers 1 to 17 for a = 2, q- and p-system.
#[test]
fn table_3_of_thesis_w_is_reproduced() {
    let rows = [
        ("1", "1"),
        ("1,0", "2"),
        ("1,1", "1,0"),
        ("2,0", "1,1"),
        ("1,0,0", "1,2"),
        ("1,0,1", "2,0"),
        ("1,1,0", "1,0,0"),
        ("1,1,1", "1,0,1"),
        ("1,2,0", "1,0,2"),
        ("2,0,0", "1,1,0"),
        ("2,0,1", "1,1,1"),
        ("1,0,0,0", "1,1,2"),
        ("1,0,0,1", "1,2,0"),
        ("1,0,1,0", "2,0,0"),
        ("1,0,1,1", "2,0,1"),
        ("1,0,2,0", "2,0,2"),
        ("1,1,0,0", "1,0,0,0"),
    ];
    let (p, q) = (System::p(UBig::from(2u8)), System::q(UBig::from(2u8)));
    for (n, (in_q, in_p)) in (1u64..).zip(rows) {
        let n = UBig::from(n);
        assert_eq!(q.represent(&n).to_string(), format!("({in_q})"));
        assert_eq!(p.represent(&n).to_string(), format!("({in_p})"));
    }
}

#[test]
fn examples_10_to_16_of_thesis_w_are_reproduced() {
    let (p, q) = (System::p(UBig::from(2u8)), System::q(UBig::from(2u8)));
    let r_p = |n: u64| p.represent(&UBig::from(n));
    let r_q = |n: u64| q.represent(&UBig::from(n));
    let i_p = |r: &Representation| u64::try_from(p.interpret(r).unwrap()).unwrap();
    assert_eq!(i_p(&r_q(6)), 8);
    assert_eq!(i_p(&r_p(5).left_shift()), 13);
    assert_eq!(i_p(&r_p(10).right_shift().unwrap()), 4);
    assert_eq!(i_p(&r_q(12)), 17);
    assert_eq!((r_q(10).trailing_zeros(), i_p(&r_q(10))), (2, 14));
    assert_eq!((r_q(7).trailing_zeros(), i_p(&r_q(7))), (1, 10));
    assert_eq!(r_p(4).left_shift(), r_p(10));
    assert_eq!([3, 7, 9].map(|n| r_p(n).trailing_zeros()), [1, 2, 0]);
}

#[test]
fn small_numbers_are_represented_as_the_definition_says() {
    for a in 1u64..6 {
        for system in [System::p(UBig::from(a)), System::q(UBig::from(a))] {
            for n in 0u64..2000 {
                let n = UBig::from(n);
                let digits = system.represent(&n);
                assert_eq!(digits, plain(&system, &n), "{n} in {system}");
                assert_eq!(system.interpret(&digits).unwrap(), n);
            }
        }
    }
}

#[test]
fn digits_that_break_the_rules_have_no_interpretation() {
    let (p, q) = (System::p(UBig::from(2u8)), System::q(UBig::from(2u8)));
    let digits = |digits: &[u64]| Representation::new(digits.iter().rev().map(|&d| UBig::from(d)).collect());
    assert!(p.interpret(&digits(&[1, 2])).is_ok());
    assert!(q.interpret(&digits(&[1, 2])).is_err());
    assert!(p.interpret(&digits(&[2, 1])).is_err());
    assert!(p.interpret(&digits(&[3])).is_err());
    assert_eq!(p.interpret(&digits(&[0])).unwrap(), UBig::ZERO);
}

proptest! {
    #[test]
    fn long_numbers_are_split_as_they_would_be_divided_off(
        bytes in prop::collection::vec(any::<u8>(), 0..120),
        a in prop_oneof![1u64..4, Just(1000), any::<u64>().prop_map(|a| a.max(1))],
        in_q in any::<bool>(),
    ) {
        let n = UBig::from_le_bytes(&bytes);
        let system = if in_q { System::q(UBig::from(a)) } else { System::p(UBig::from(a)) };
        let digits = system.represent(&n);
        prop_assert_eq!(&digits, &plain(&system, &n));
        prop_assert_eq!(system.interpret(&digits).unwrap(), n);
    }
}

/// Numbers next to weights are where an estimate is most easily wrong.
#[test]
fn neighbours_of_weights_are_represented_rightly() {
    for a in 1u64..4 {
        for system in [System::p(UBig::from(a)), System::q(UBig::from(a))] {
            for weight in system.weights(300).into_iter().skip(20).step_by(7) {
                for n in [&weight - UBig::ONE, weight.clone(), &weight + UBig::ONE] {
                    let digits = system.represent(&n);
                    assert_eq!(digits, plain(&system, &n));
                    assert_eq!(system.interpret(&digits).unwrap(), n);
                }
            }
        }
    }
}

/// A number has one representation, so that digits which keep the rules and stand for the
/// number are the right ones: also where the halves are found side by side.
#[test]
fn very_long_numbers_stand_for_themselves() {
    let mut bytes = Vec::new();
    let mut chance = crate::bits::Chance::new(20);
    while bytes.len() < 16_000 {
        bytes.push(chance.next() as u8);
    }
    let long = UBig::from_le_bytes(&bytes);
    for system in [System::p(1u8.into()), System::q(2u8.into()), System::p(255u8.into()), System::p(256u16.into())] {
        let weight = system.weight(70_000 / system.a().bit_len());
        for n in [long.clone(), &long >> 40_000, &weight - UBig::ONE, weight.clone(), weight + UBig::ONE] {
            assert_eq!(system.interpret(&system.represent(&n)).unwrap(), n, "{system}");
        }
    }
}

/// Several numbers share what is computed for the longest of them.
#[test]
fn numbers_together_have_the_digits_that_each_has_alone() {
    let numbers: Vec<UBig> = [0usize, 1, 40, 900, 3000].map(|bits| (UBig::ONE << bits) - UBig::ONE).to_vec();
    for system in [System::p(1u8.into()), System::q(3u8.into())] {
        let together = system.small_digits(&numbers, Budget::default()).unwrap().unwrap();
        for (number, digits) in numbers.iter().zip(together) {
            let digits = Representation::new(digits.into_iter().map(UBig::from).collect());
            assert_eq!(digits, system.represent(number));
        }
    }
    assert!(System::p(256u16.into()).small_digits(&numbers, Budget::default()).unwrap().is_none());
}

/// The weights of the last places are near the limit of a machine word's double.
#[test]
fn every_parameter_of_a_byte_has_its_weights() {
    let number = UBig::from(u64::MAX) * UBig::from(u64::MAX);
    for a in 1..=255u8 {
        for system in [System::p(a.into()), System::q(a.into())] {
            let digits = system.small_digits(std::slice::from_ref(&number), Budget::default()).unwrap().unwrap();
            let digits = Representation::new(digits[0].iter().map(|&digit| digit.into()).collect());
            assert_eq!(digits, plain(&system, &number), "{system}");
        }
    }
}
