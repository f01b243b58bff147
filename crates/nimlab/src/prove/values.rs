//! What a theorem tells about Grundy values, for the games that have one.

use super::known::known;
use super::proved::Theorem;
use crate::number::UBig;
use crate::{Budget, KnownValue, KnownValues, Moves, Play, Position};

/// What the theorem about the Grundy values of a game tells, if one is kept.
pub(crate) fn values_of(game: &str) -> Option<&'static dyn KnownValues> {
    known(game, Play::Normal).map(|theorem| theorem as &dyn KnownValues)
}

impl KnownValues for Theorem {
    fn grundy(&self, position: &Position, budget: Budget) -> Option<UBig> {
        self.what_is_known(position, budget).value()
    }

    fn what_is_known(&self, position: &Position, budget: Budget) -> KnownValue {
        match self.value_of(position.numbers(), budget) {
            _ if self.rules.blocked > 0 => KnownValue::Nothing,
            Ok(Some(value)) => KnownValue::Is(value.into()),
            Ok(None) => KnownValue::AtLeast((self.value() + 1).into()),
            Err(_) => KnownValue::Nothing,
        }
    }

    fn moves_to_value(&self, position: &Position, value: &UBig, budget: Budget) -> Option<Moves> {
        let value = u64::try_from(value).ok().filter(|&value| value <= self.value())?;
        Theorem::moves_to_value(self, position, value, budget).ok()
    }
}
