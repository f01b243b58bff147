//! The figures of the sources, drawn into a folder: each as SVG for papers and
//! as PNG for slides. Times are measured while they are drawn.

use super::Source;
use crate::error::{Error, Result};
use crate::export::write_whole;
use crate::figures::{ImageFormat, SOURCES, SourceFigure};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// A figure that was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The source.
    pub source: Source,
    /// The label of its item, or empty for one that the source only describes.
    pub label: String,
    /// The files.
    pub files: Vec<PathBuf>,
}

/// The figures of a source.
fn of(source: Source) -> impl Iterator<Item = &'static SourceFigure> {
    SOURCES.iter().filter(move |figure| figure.source == source.name())
}

/// The label of a figure's item.
fn label(figure: &SourceFigure) -> String {
    if figure.number.is_empty() { String::new() } else { format!("figure {}", figure.number) }
}

/// Whether the item of a label can be drawn.
///
/// ```
/// use nimlab_lab::reproduce::{Source, can_draw};
/// assert!(can_draw(Source::Akiyama, "figure 2") && !can_draw(Source::Akiyama, "table 1"));
/// ```
pub fn can_draw(source: Source, wanted: &str) -> bool {
    of(source).any(|figure| label(figure) == wanted)
}

/// Draws the figures of some sources whose label is wanted; the folder is made
/// if it is not there. Those that measure times are drawn one after another.
pub fn draw(sources: &[Source], wanted: &(dyn Fn(Source, &str) -> bool + Sync), folder: &Path) -> Result<Vec<Drawn>> {
    std::fs::create_dir_all(folder).map_err(|cause| Error::system("make the folder", folder, cause))?;
    let all: Vec<(Source, &SourceFigure)> = sources
        .iter()
        .flat_map(|&source| of(source).map(move |figure| (source, figure)))
        .filter(|(source, figure)| wanted(*source, &label(figure)))
        .collect();
    let one = |&(source, figure): &(Source, &SourceFigure)| {
        let drawn = (figure.draw)()?;
        let mut files = Vec::new();
        for (format, end) in [(ImageFormat::Svg, "svg"), (ImageFormat::Png, "png")] {
            let path = folder.join(format!("{}.{end}", figure.file));
            write_whole(&path, &drawn.draw(format)?)?;
            files.push(path);
        }
        Ok(Drawn { source, label: label(figure), files })
    };
    let (steady, timed): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, figure)| figure.repeatable);
    let mut drawn: Vec<Drawn> = steady.par_iter().map(one).collect::<Result<_>>()?;
    for figure in &timed {
        drawn.push(one(figure)?);
    }
    Ok(drawn)
}
