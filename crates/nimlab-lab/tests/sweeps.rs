//! Sweeps: results against single games, resuming, and damaged shards.

use nimlab::sequence::{HeapRule, MoveSet, Sequence};
use nimlab_lab::{Error, Family, Sweep, set_of_mask};

fn sweep(folder: &std::path::Path, family: Family) -> Sweep {
    Sweep::open(family, false, folder).unwrap()
}

#[test]
fn the_longest_periods_agree_with_single_games() {
    let folder = tempfile::tempdir().unwrap();
    let report = sweep(folder.path(), Family::new(12, None, false).unwrap()).run(&|_, _| {}).unwrap();
    assert_eq!((report.sets, report.open), (4095, 0));
    for longest in &report.longest {
        assert_eq!(longest.sets, 1 << (longest.max - 1));
        for row in &longest.rows {
            let set = set_of_mask(row.set).into_iter().map(u64::from).collect();
            let rule = HeapRule::Subtraction(MoveSet::new(set).unwrap());
            let period = Sequence::new(rule).prove(1_000_000).unwrap().unwrap();
            assert_eq!((period.preperiod, period.period), (row.preperiod, row.period));
            assert_eq!(row.period, longest.period);
        }
    }
}

#[test]
fn a_sweep_is_resumed_and_ends_with_the_same_bytes() {
    let (whole, resumed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let family = Family::new(17, None, false).unwrap();
    let first = sweep(whole.path(), family).run(&|_, _| {}).unwrap();
    assert_eq!((first.shards, first.computed_shards), (2, 2));
    sweep(resumed.path(), family).run(&|_, _| {}).unwrap();
    let shard = resumed.path().join("shard-000001.parquet");
    std::fs::remove_file(&shard).unwrap();
    let again = sweep(resumed.path(), family).run(&|_, _| {}).unwrap();
    assert_eq!(again.computed_shards, 1);
    assert_eq!(again.longest, first.longest);
    assert_eq!(std::fs::read(&shard).unwrap(), std::fs::read(whole.path().join("shard-000001.parquet")).unwrap());
    // The second example of the Slides is among the longest with max 18, the first with max 17.
    assert!(first.longest.last().unwrap().period >= 306);
}

#[test]
fn damaged_shards_and_foreign_folders_are_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let family = Family::new(10, None, false).unwrap();
    sweep(folder.path(), family).run(&|_, _| {}).unwrap();
    let shard = folder.path().join("shard-000000.parquet");
    let good = std::fs::read(&shard).unwrap();
    for at in (0..good.len()).step_by(97) {
        let mut changed = good.clone();
        changed[at] ^= 0x10;
        std::fs::write(&shard, &changed).unwrap();
        // A bit that carries no meaning (padding, a writer's name) may pass; results never change.
        match sweep(folder.path(), family).run(&|_, _| {}) {
            Ok(report) => assert_eq!(report.sets, 1023),
            Err(error) => assert!(matches!(error, Error::Damaged { .. }), "{error}"),
        }
        assert_eq!(std::fs::read(&shard).unwrap(), changed);
    }
    for length in [0, 4, good.len() / 2, good.len() - 1] {
        std::fs::write(&shard, &good[..length]).unwrap();
        let error = sweep(folder.path(), family).run(&|_, _| {}).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
    }
    let other = Family::new(11, None, false).unwrap();
    assert!(matches!(Sweep::open(other, false, folder.path()), Err(Error::BadRequest { .. })));
    assert!(matches!(Sweep::open(family, true, folder.path()), Err(Error::BadRequest { .. })));
}

#[test]
fn sizes_symmetric_sets_and_outcomes_can_be_swept() {
    for (size, symmetric, sets) in [(Some(3), false, 120), (None, true, 93), (Some(3), true, 20)] {
        let folder = tempfile::tempdir().unwrap();
        let family = Family::new(10, size, symmetric).unwrap();
        let report = Sweep::open(family, true, folder.path()).unwrap().run(&|_, _| {}).unwrap();
        assert_eq!(report.sets, sets, "{family:?}");
        assert_eq!(report.open, 0);
    }
}
