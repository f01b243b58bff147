//! The Grundy values of any rule about single heaps, by the definition.

use crate::bits::mex;
use crate::error::{Error, Result};
use crate::heap_rule::HeapRule;
use std::ops::ControlFlow;

/// The values as far as they were computed.
#[derive(Debug, Clone, Default)]
pub(super) struct Plain {
    values: Vec<u32>,
}

impl Plain {
    pub(super) fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes the values of heaps 0 to `length` − 1. A rule whose moves do not
    /// lead to smaller heaps fails.
    pub(super) fn extend_to(&mut self, rule: &HeapRule, length: usize) -> Result<()> {
        while self.values.len() < length {
            let heap = self.values.len() as u64;
            let (values, mut reached) = (&self.values, Vec::new());
            let value = |heap: u64| values.get(usize::try_from(heap).unwrap_or(usize::MAX)).copied();
            let flow = rule.options(heap, &mut |left| {
                let made = left.heaps().try_fold(0, |sum, heap| Some(sum ^ value(heap)?));
                reached.extend(made.map(u64::from));
                if made.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if flow.is_break() {
                return Err(Error::RulesFail {
                    game: rule.to_string(),
                    position: heap.to_string(),
                    problem: "a move leads to a heap that is not smaller".into(),
                });
            }
            self.values.push(mex(reached) as u32);
        }
        Ok(())
    }
}
