//! `nimlab site`: the page as a folder of files, with the engine in it, for any host
//! of static files.

use crate::output::Output;
use anyhow::{Context, bail};
use clap::Args;
use nimlab_lab::export::write_whole;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Where cargo leaves the engine.
const BUILT: &str = "target/wasm32-unknown-unknown/site/nimlab_wasm.wasm";

/// How the engine is built.
const BUILD: &str = "in the source of nimlab:
    rustup target add wasm32-unknown-unknown
    cargo build --profile site -p nimlab-wasm \\
      --target wasm32-unknown-unknown";

/// `nimlab site`
#[derive(Debug, Args)]
#[command(after_help = format!(
    "Examples:\n  nimlab site -o site\n  nimlab site -o site --engine nimlab_wasm.wasm\n\nThe folder holds the whole page and its engine: Explore, Play, Learn and the editor for rules work in the browser alone, and after the first visit without a network. Any host of static files can serve it, also below another address; to look at it here: python3 -m http.server -d site\n\nThe engine is the crate nimlab-wasm as WebAssembly, built once, {BUILD}"
))]
pub struct SiteArguments {
    /// The folder, which is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// The engine as WebAssembly
    #[arg(long, value_name = "FILE", default_value = BUILT)]
    pub engine: PathBuf,
}

pub fn run(asked: &SiteArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let engine = match std::fs::read(&asked.engine) {
        Ok(engine) => engine,
        Err(error) => bail!(
            "{}: the engine cannot be read: {error}\n  build it once, {BUILD}\n  or name it: --engine FILE",
            asked.engine.display()
        ),
    };
    let files = nimlab_web::site(&engine).with_context(|| asked.engine.display().to_string())?;
    check_folder(&asked.output)?;
    let mut bytes = 0;
    for file in &files {
        let path = asked.output.join(&file.path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        write_whole(&path, &file.contents)?;
        bytes += file.contents.len();
    }
    let folder = asked.output.display().to_string();
    if out.json {
        out.value(&serde_json::json!({ "directory": folder, "files": files.len(), "bytes": bytes }))?;
    } else {
        writeln!(out, "{folder}: {} files, {bytes} bytes", files.len())?;
        writeln!(out, "To look at it: python3 -m http.server -d {folder}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Fails if the folder holds something that is not an older site.
fn check_folder(folder: &Path) -> anyhow::Result<()> {
    let foreign = match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_some() && !folder.join("nimlab.wasm").is_file(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => false,
        Err(error) => bail!("{}: the folder cannot be used: {error}", folder.display()),
    };
    if foreign {
        bail!("{}: there are other files in this folder; an empty or a new one is needed", folder.display());
    }
    Ok(())
}
