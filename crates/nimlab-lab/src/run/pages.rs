//! Bit arrays in a checkpoint: the number of the first page, how many there
//! are, then their words. Of an array with a cold store (the count then has its
//! highest bit set) every page begins with a word that says where it is, and a
//! page that is away takes three words: its segment, its place, its checksum.

use super::spill::{PagePlace, SharedSpill};
use super::words::{ChecksumReader, ChecksumWriter, damaged};
use nimlab::bits::pages::{Cold, Kept, PAGE_WORDS, PagedBits, Restored};
use std::io::{self, Read, Write};
use std::ops::Range;

/// The most pages of an array: 16 TiB.
const MOST_PAGES: u64 = 1 << 27;

/// In the count: every page says where it is.
const MARKED: u64 = 1 << 63;

const EMPTY: u64 = 0;
const HELD: u64 = 1;
const AWAY: u64 = 2;

/// Writes an array; what is away is not copied.
pub fn save(bits: &PagedBits, spill: Option<&SharedSpill>, writer: &mut ChecksumWriter<impl Write>) -> io::Result<()> {
    let Some(spill) = spill else {
        let empty = vec![0; PAGE_WORDS];
        writer.words(&[bits.first_page(), bits.page_count()])?;
        return bits.for_each_page(|_, kept| match kept {
            Kept::Held(words) => writer.words(words),
            Kept::Empty => writer.words(&empty),
            Kept::Away => Err(io::Error::other("a page is away, and there is no store")),
        });
    };
    let spill = spill.get();
    writer.words(&[bits.first_page(), bits.page_count() | MARKED])?;
    bits.for_each_page(|number, kept| match kept {
        Kept::Empty => writer.words(&[EMPTY]),
        Kept::Held(words) => {
            writer.words(&[HELD])?;
            writer.words(words)
        }
        Kept::Away => {
            let PagePlace { segment, slot, sum } = spill.place(number)?;
            writer.words(&[AWAY, segment, u64::from(slot), u64::from(sum)])
        }
    })
}

/// Reads an array, and says whether pages of it are in files that nobody has
/// named. `spill` learns which pages it has; whether it really has them must be
/// asked afterwards, when the checksum of the checkpoint was found right.
pub fn load(
    reader: &mut ChecksumReader<impl Read>,
    spill: Option<&SharedSpill>,
    cold_parts: &[Range<u64>],
) -> io::Result<(PagedBits, bool)> {
    let (first, count) = (reader.word()?, reader.word()?);
    let (marked, count) = (count & MARKED > 0, count & !MARKED);
    if count > MOST_PAGES || first > MOST_PAGES {
        return Err(damaged());
    }
    let cold = spill.map(|spill| Box::new(spill.clone()) as Box<dyn Cold>);
    let mut lacks = false;
    let bits = PagedBits::restore(first, count, cold, cold_parts, |number, words| {
        match if marked { reader.word()? } else { HELD } {
            EMPTY => Ok(Restored::Empty),
            HELD => reader.words(words).map(|()| Restored::Held),
            AWAY => {
                let small = |word: u64| u32::try_from(word).map_err(|_| damaged());
                let place =
                    PagePlace { segment: reader.word()?, slot: small(reader.word()?)?, sum: small(reader.word()?)? };
                match spill {
                    Some(spill) => spill.get().adopt(number, place),
                    None => lacks = true,
                }
                Ok(Restored::Away)
            }
            _ => Err(damaged()),
        }
    })?;
    Ok((bits, lacks))
}
