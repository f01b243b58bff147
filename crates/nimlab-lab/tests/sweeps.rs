//! Sweeps: results against single games, resuming, and damaged shards.

use nimlab::games::heaps::subtraction;
use nimlab::sequence::Sequence;
use nimlab::{Cancel, MoveSet};
use nimlab_lab::{Error, Family, SetPeriods, Sweep, set_of_mask};
use std::collections::BTreeMap;

fn sweep(folder: &std::path::Path, family: Family) -> Sweep<SetPeriods> {
    open(family, false, folder).unwrap()
}

fn open(family: Family, outcomes: bool, folder: &std::path::Path) -> nimlab_lab::Result<Sweep<SetPeriods>> {
    Sweep::open(SetPeriods { family, outcomes }, folder)
}

#[test]
fn the_longest_periods_agree_with_single_games() {
    let folder = tempfile::tempdir().unwrap();
    let report = sweep(folder.path(), Family::new(12, None, false).unwrap()).run(&|_, _| {}).unwrap();
    assert_eq!((report.found.sets, report.found.open), (4095, 0));
    for longest in &report.found.longest {
        assert_eq!(longest.sets, 1 << (longest.max - 1));
        for row in &longest.rows {
            let set = set_of_mask(row.set).into_iter().map(u64::from).collect();
            let rule = subtraction(MoveSet::new(set).unwrap());
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
    assert_eq!(again.found, first.found);
    assert_eq!(std::fs::read(&shard).unwrap(), std::fs::read(whole.path().join("shard-000001.parquet")).unwrap());
    // The second example of the Slides is among the longest with max 18, the first with max 17.
    assert!(first.found.longest.last().unwrap().period >= 306);
}

#[test]
fn damaged_shards_and_foreign_folders_are_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let family = Family::new(10, None, false).unwrap();
    sweep(folder.path(), family).run(&|_, _| {}).unwrap();
    let shard = folder.path().join("shard-000000.parquet");
    let good = std::fs::read(&shard).unwrap();
    // Any change of any byte, in pages, footer and checksum, is noticed.
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    for round in 0..600 {
        let mut changed = good.clone();
        // Every other change is in the last bytes, where the footer is.
        let at = if round % 2 == 0 { below(good.len()) } else { good.len() - 1 - below(good.len().min(1500)) };
        match round % 3 {
            0 => changed[at] ^= 1 << below(8),
            1 => changed[at] = changed[at].wrapping_add(1 + below(255) as u8),
            _ => drop(changed.splice(at..at + 1, (0..below(9)).map(|byte| byte as u8 ^ 0x55))),
        }
        if changed == good {
            continue;
        }
        std::fs::write(&shard, &changed).unwrap();
        let error = sweep(folder.path(), family).run(&|_, _| {}).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
        assert_eq!(std::fs::read(&shard).unwrap(), changed);
    }
    for length in [0, 4, good.len() / 2, good.len() - 1] {
        std::fs::write(&shard, &good[..length]).unwrap();
        let error = sweep(folder.path(), family).run(&|_, _| {}).unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
    }
    let other = Family::new(11, None, false).unwrap();
    assert!(matches!(open(other, false, folder.path()), Err(Error::Request { .. })));
    assert!(matches!(open(family, true, folder.path()), Err(Error::Request { .. })));
}

#[test]
fn sizes_symmetric_sets_and_outcomes_can_be_swept() {
    for (size, symmetric, sets) in [(Some(3), false, 120), (None, true, 93), (Some(3), true, 20)] {
        let folder = tempfile::tempdir().unwrap();
        let family = Family::new(10, size, symmetric).unwrap();
        let report = open(family, true, folder.path()).unwrap().run(&|_, _| {}).unwrap();
        assert_eq!(report.found.sets, sets, "{family:?}");
        assert_eq!(report.found.open, 0);
    }
}

/// The names and bytes of the files in a folder.
fn files(folder: &std::path::Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|e| (e.file_name().into_string().unwrap(), std::fs::read(e.path()).unwrap())).collect()
}

/// Threads of one process have one process number, as the first processes of
/// several containers do.
#[test]
fn sweeps_with_one_process_number_share_a_folder() {
    let alone = tempfile::tempdir().unwrap();
    let family = Family::new(18, None, false).unwrap();
    let expected = sweep(alone.path(), family).run(&|_, _| {}).unwrap();
    let shared = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        let begin = || scope.spawn(|| sweep(shared.path(), family).run(&|_, _| {}).unwrap());
        for one in [begin(), begin(), begin(), begin()] {
            assert_eq!(one.join().unwrap().found, expected.found);
        }
    });
    assert_eq!(files(shared.path()), files(alone.path()));
}

#[test]
fn of_two_sweeps_that_begin_in_one_folder_one_is_refused() {
    for _ in 0..20 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let begun: Vec<bool> = std::thread::scope(|scope| {
            let begin = |max| scope.spawn(move || open(Family::new(max, None, false).unwrap(), false, path).is_ok());
            [begin(8), begin(9), begin(10)].into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(begun.into_iter().filter(|&begun| begun).count(), 1);
    }
}

#[test]
fn partial_files_go_when_their_shard_is_there_and_nobody_writes_them() {
    let folder = tempfile::tempdir().unwrap();
    let family = Family::new(8, None, false).unwrap();
    let path = |name: &str| folder.path().join(name);
    let [left, held] = ["shard-000000.parquet.partial-left", "shard-000000.parquet.partial-held"].map(path);
    let [missing, foreign] = ["shard-000077.parquet.partial-left", "notes.partial"].map(path);
    for file in [&left, &held, &missing, &foreign] {
        std::fs::write(file, "half").unwrap();
    }
    let writer = std::fs::File::open(&held).unwrap();
    rustix::fs::flock(&writer, rustix::fs::FlockOperation::LockExclusive).unwrap();
    sweep(folder.path(), family).run(&|_, _| {}).unwrap();
    assert!(!left.exists(), "a killed process left it");
    assert!(held.exists() && missing.exists() && foreign.exists(), "others may need them");
    drop(writer);
    sweep(folder.path(), family).run(&|_, _| {}).unwrap();
    assert!(!held.exists() && missing.exists() && foreign.exists());
}

#[test]
fn a_folder_of_an_earlier_version_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("manifest.json"), r#"{"sweep":"nimlab subtraction sweep 1","max":8}"#).unwrap();
    let error = open(Family::new(8, None, false).unwrap(), false, folder.path()).unwrap_err();
    assert!(error.to_string().contains("earlier version, whose files have another form"), "{error}");
}

/// Those who share the shards out in their own way end with the files of one sweep.
#[test]
fn shards_that_are_computed_one_by_one_are_those_of_a_sweep() {
    let (whole, shared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let family = Family::new(17, None, false).unwrap();
    let report = sweep(whole.path(), family).run(&|_, _| {}).unwrap();
    let sweep = sweep(shared.path(), family);
    let (cancel, gone) = (Cancel::new(), Cancel::new().token());
    assert!(sweep.compute_shard(1, gone).unwrap().is_none() && !sweep.path(1).exists());
    for number in [1, 0] {
        let shard = sweep.compute_shard(number, cancel.token()).unwrap().unwrap();
        assert_eq!(sweep.read_shard(number).unwrap(), shard);
        // Whoever comes second takes what is there.
        assert_eq!(sweep.compute_shard(number, cancel.token()).unwrap().unwrap(), shard);
    }
    assert_eq!(sweep.report(2).unwrap(), report);
    let name = |number: u32| format!("shard-{number:06}.parquet");
    let read = |folder: &std::path::Path, number| std::fs::read(folder.join(name(number))).unwrap();
    assert!([0, 1].iter().all(|&number| read(shared.path(), number) == read(whole.path(), number)));
    // A damaged shard is kept under another name, each time another one.
    for turn in 1..3 {
        std::fs::write(sweep.path(0), "torn").unwrap();
        assert!(matches!(sweep.report(0), Err(Error::Damaged { .. })));
        assert_eq!(sweep.set_aside(0).unwrap(), shared.path().join(format!("damaged-000000-{turn}.parquet")));
        assert!(!sweep.path(0).exists());
    }
    // Nobody minds who was faster.
    sweep.set_aside(0).unwrap();
    sweep.compute_shard(0, cancel.token()).unwrap();
    assert_eq!(sweep.report(2).unwrap(), report);
}
