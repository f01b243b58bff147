//! A sweep: numbered shards of whatever is swept, written once each.
//!
//! What is swept says which ranks there are, what a shard of them holds and what
//! shards come to ([`Swept`]); everything else is the same for all: the shards are computed here, on all
//! cores, or by others who share the work out in their own way, and read again for the report.

use crate::error::{Error, Result};
use crate::export::{Cell, Columns, Exporter, TableSource};
use crate::shard::{self, Shard, ShardRow};
use crate::shards::{ShardPlan, Shards};
use nimlab::{Cancel, CancelToken};
use serde_json::Value;
use std::fmt::Debug;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What can be swept. Equal questions give equal rows, wherever and whenever they are asked.
pub trait Swept: Debug + Clone + Send + Sync + 'static {
    /// A row of a shard.
    type Row: ShardRow;

    /// What some shards come to.
    type Found: Default + Send;

    /// The column for people that the rows of shards lack, in an export: its place and its name.
    const NAMED: (usize, &'static str);

    /// What the folder will hold.
    fn plan(&self) -> ShardPlan;

    /// The rows of a shard with these ranks; nothing if the work is cancelled, which is looked at often.
    fn rows(&self, ranks: Range<u64>, cancel: CancelToken) -> Result<Option<Vec<Self::Row>>>;

    /// Whether rows with the right checksum can be those of these ranks, and not of others.
    fn is_of(&self, ranks: Range<u64>, rows: &[Self::Row]) -> bool;

    /// What a shard comes to.
    fn found(&self, rows: &[Self::Row]) -> Self::Found;

    /// What two parts come to, the first of which has the smaller ranks.
    fn joined(&self, one: Self::Found, other: Self::Found) -> Self::Found;

    /// What the column for people says of a row, and what is written into `text` if it is a word.
    fn name<'t>(&self, row: &Self::Row, text: &'t mut String) -> Cell<'t>;

    /// A report as JSON, with what was asked for.
    fn json(&self, report: &SweepReport<Self::Found>) -> Value;
}

/// What a sweep found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepReport<F> {
    /// What all shards come to.
    pub found: F,
    /// How many shards were computed just now; the others were there.
    pub computed_shards: u64,
    /// How many shards there are.
    pub shards: u64,
}

/// A sweep in a folder.
///
/// ```
/// use nimlab_lab::{Family, SetPeriods, Sweep};
/// let folder = tempfile::tempdir().unwrap();
/// let sets = SetPeriods { family: Family::new(4, None, false)?, outcomes: true };
/// let sweep = Sweep::open(sets, folder.path())?;
/// assert_eq!(sweep.run(&|_, _| {})?.computed_shards, 1);
/// // What is there is not computed again.
/// assert_eq!(sweep.run(&|_, _| {})?.computed_shards, 0);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Sweep<S: Swept> {
    swept: S,
    shards: Shards,
}

impl<S: Swept> Sweep<S> {
    /// A sweep into a folder, which is made if it is not there. A folder that
    /// holds another sweep is refused, and so is a sweep that does not fit on
    /// the disk.
    pub fn open(swept: S, folder: &Path) -> Result<Self> {
        Ok(Self { shards: Shards::open(swept.plan(), folder)?, swept })
    }

    /// What is swept.
    pub fn swept(&self) -> &S {
        &self.swept
    }

    /// How many shards the sweep is cut into, numbered from 0.
    ///
    /// ```
    /// use nimlab_lab::{Family, SetPeriods, Sweep};
    /// let folder = tempfile::tempdir().unwrap();
    /// let sets = SetPeriods { family: Family::new(17, None, false)?, outcomes: false };
    /// assert_eq!(Sweep::open(sets, folder.path())?.shards(), 2);
    /// # Ok::<(), nimlab_lab::Error>(())
    /// ```
    pub fn shards(&self) -> u64 {
        self.shards.count()
    }

    /// Where a shard is, or will be.
    pub fn path(&self, shard: u64) -> PathBuf {
        self.shards.path(shard)
    }

    /// Computes every shard that is missing, on all cores, and reports.
    /// `progress` is called with how many shards are done, out of how many.
    pub fn run(&self, progress: &(dyn Fn(u64, u64) + Sync)) -> Result<SweepReport<S::Found>> {
        let cancel = Cancel::new();
        let each = |number, is_there| {
            let (rows, computed) = match is_there {
                true => (self.read_shard(number)?.rows, false),
                false => match self.compute(number, cancel.token())? {
                    Some((shard, computed)) => (shard.rows, computed),
                    None => (Vec::new(), false),
                },
            };
            Ok((self.swept.found(&rows), computed))
        };
        let parts = self.shards.each(each, progress)?;
        let computed = parts.iter().filter(|(_, computed)| *computed).count() as u64;
        Ok(self.reported(parts.into_iter().map(|(part, _)| part), computed))
    }

    /// Computes one shard and writes it, for those who share the work out in
    /// their own way; nothing if the work is cancelled, which takes a moment.
    /// Whoever is faster writes the shard: that is the one that is returned.
    ///
    /// ```
    /// use nimlab_lab::{Family, SetPeriods, Sweep};
    /// use nimlab::Cancel;
    /// let folder = tempfile::tempdir().unwrap();
    /// let sets = SetPeriods { family: Family::new(5, None, false)?, outcomes: false };
    /// let sweep = Sweep::open(sets, folder.path())?;
    /// let cancel = Cancel::new();
    /// let shard = sweep.compute_shard(0, cancel.token())?.unwrap();
    /// assert_eq!((shard.rows.len(), sweep.report(1)?.found.sets), (31, 31));
    /// assert_eq!(sweep.read_shard(0)?, shard);
    /// cancel.cancel();
    /// assert!(sweep.compute_shard(0, cancel.token())?.is_none());
    /// # Ok::<(), nimlab_lab::Error>(())
    /// ```
    pub fn compute_shard(&self, number: u64, cancel: CancelToken) -> Result<Option<Shard<S::Row>>> {
        Ok(self.compute(number, cancel)?.map(|(shard, _)| shard))
    }

    /// Computes and writes a shard: the one that is there in the end, and whether it is ours.
    fn compute(&self, number: u64, cancel: CancelToken) -> Result<Option<(Shard<S::Row>, bool)>> {
        let Some(rows) = self.swept.rows(self.shards.ranks_of(number), cancel)? else { return Ok(None) };
        Ok(Some(match self.shards.write(number, &rows)? {
            Some(checksum) => (Shard { rows, checksum }, true),
            None => (self.read_shard(number)?, false),
        }))
    }

    /// Reads a shard and makes sure that it is what was written.
    pub fn read_shard(&self, number: u64) -> Result<Shard<S::Row>> {
        let shard = self.shards.read::<S::Row>(number)?;
        if self.swept.is_of(self.shards.ranks_of(number), &shard.rows) {
            return Ok(shard);
        }
        Err(Error::damaged(&self.path(number), "it is another shard of this sweep"))
    }

    /// The checksum of a shard, if it is that of its bytes; what they say is not read.
    pub fn check_bytes(&self, number: u64) -> Result<String> {
        shard::checked_bytes(&self.path(number))
    }

    /// Gives a shard that is damaged another name, so that it is computed again.
    /// Nothing is lost: it stays in the folder.
    pub fn set_aside(&self, number: u64) -> Result<PathBuf> {
        self.shards.set_aside(number)
    }

    /// What the shards come to, all of which must be there; `computed` of them
    /// were computed just now.
    pub fn report(&self, computed: u64) -> Result<SweepReport<S::Found>> {
        let each = |number, _| Ok(self.swept.found(&self.read_shard(number)?.rows));
        Ok(self.reported(self.shards.each(each, &|_, _| {})?, computed))
    }

    /// A report as JSON, with what was asked for.
    pub fn json(&self, report: &SweepReport<S::Found>) -> Value {
        self.swept.json(report)
    }

    /// The report of all parts, in the order of their ranks; what was abandoned goes.
    fn reported(&self, parts: impl IntoIterator<Item = S::Found>, computed: u64) -> SweepReport<S::Found> {
        self.shards.clean();
        let found = parts.into_iter().fold(S::Found::default(), |one, other| self.swept.joined(one, other));
        SweepReport { found, computed_shards: computed, shards: self.shards() }
    }

    /// The names of the columns of an export, with one for people among them.
    pub fn column_names(&self) -> Vec<String> {
        let names = S::Row::NAMES.iter().enumerate().filter(|(place, _)| Some(*place) != S::Row::SET);
        let mut names: Vec<String> = names.map(|(_, name)| (*name).to_owned()).collect();
        names.insert(S::NAMED.0, S::NAMED.1.into());
        names
    }

    /// Tells the cells of every row of a shard, as they stand in an export.
    pub fn cells(&self, number: u64, mut each: impl FnMut(&[Cell<'_>]) -> Result<()>) -> Result<()> {
        let (mut words, mut text) = (Vec::new(), String::new());
        for row in self.read_shard(number)?.rows {
            words.clear();
            row.words(&mut words);
            if let Some(place) = S::Row::SET {
                words.remove(place);
            }
            let mut cells: Vec<Cell<'_>> = words.iter().copied().map(Cell::Word).collect();
            text.clear();
            cells.insert(S::NAMED.0, self.swept.name(&row, &mut text));
            each(&cells)?;
        }
        Ok(())
    }
}

/// The rows of every shard, all of which must be there, in the order of their ranks, with a column for
/// people.
impl<S: Swept> TableSource for Sweep<S> {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let columns = Columns { set: Some(S::NAMED.0), ..Columns::of_game(self.shards.family(), self.column_names()) };
        columns.with("sweep", self.shards.manifest()).with("kind", "sweep").begin(to)?;
        for number in 0..self.shards() {
            self.cells(number, |cells| {
                to.cells(cells)?;
                to.end_row()
            })?;
        }
        Ok(())
    }
}
