//! Bit arrays in a checkpoint: the number of the first page, how many there
//! are, then their words.

use super::spill::Spill;
use super::words::{Reader, Writer, damaged};
use nimlab::bits::pages::{Cold, PagedBits};
use std::io::{self, Read, Write};
use std::path::Path;

/// The most pages of an array: 16 TiB.
const MOST_PAGES: u64 = 1 << 27;

pub fn save(bits: &mut PagedBits, writer: &mut Writer<impl Write>) -> io::Result<()> {
    writer.words(&[bits.first_page(), bits.page_count()])?;
    bits.for_each_page(|page| writer.words(page))
}

pub fn load(reader: &mut Reader<impl Read>, cold: Option<Box<dyn Cold>>) -> io::Result<PagedBits> {
    let (first, count) = (reader.word()?, reader.word()?);
    if count > MOST_PAGES || first > MOST_PAGES {
        return Err(damaged());
    }
    PagedBits::restore(first, count, cold, |page| reader.words(page))
}

/// A cold store in a folder, if there is one.
pub fn cold(folder: Option<&Path>, name: &str) -> io::Result<Option<Box<dyn Cold>>> {
    Ok(match folder {
        Some(folder) => Some(Box::new(Spill::create(&folder.join(name))?)),
        None => None,
    })
}
