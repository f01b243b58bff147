//! The page as a folder that any host can serve: the files of the page, the engine
//! as WebAssembly, and a service worker, by which it works without a network after
//! the first visit.

use crate::Error;
use crate::page::Page;
use std::borrow::Cow;

/// What every such engine exports.
const EXPORTED: &[u8] = b"nimlab_ask";

/// The headers of the server, as far as a page can say them itself. `wasm-unsafe-eval`
/// lets the engine be compiled, and nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";

/// The line of `local/service.js` that names the files.
const NAMES: &str = "const [NAME, FILES] = ['', /** @type {string[]} */ ([])];";

/// A file of the site: its path, with slashes, and its contents.
///
/// ```
/// let file = nimlab_web::SiteFile { path: "index.html".into(), contents: b"<!doctype html>".to_vec().into() };
/// assert_eq!(file.path.split('/').count(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct SiteFile {
    /// Its path below the folder.
    pub path: String,
    /// What it holds.
    pub contents: Cow<'static, [u8]>,
}

/// Every file of the site with this engine, which is the module of `nimlab-wasm`.
///
/// ```
/// assert!(matches!(nimlab_web::site(b"<html>"), Err(nimlab_web::Error::NoEngine)));
/// let files = nimlab_web::site(b"\0asm\x01\0\0\0 ... nimlab_ask ...").unwrap();
/// assert!(files.iter().any(|file| file.path == "index.html"));
/// ```
pub fn site(engine: &[u8]) -> Result<Vec<SiteFile>, Error> {
    if !engine.starts_with(b"\0asm") || !engine.windows(EXPORTED.len()).any(|bytes| bytes == EXPORTED) {
        return Err(Error::NoEngine);
    }
    let mut files = vec![SiteFile { path: "nimlab.wasm".into(), contents: engine.to_vec().into() }];
    let mut service = String::new();
    for path in Page::iter() {
        let Some(file) = Page::get(&path) else { continue };
        let text = || String::from_utf8_lossy(&file.data).into_owned();
        match &*path {
            "index.html" => {
                let text = text().replacen("<html ", "<html data-engine=\"local\" ", 1).replacen(
                    "<meta charset=\"utf-8\">",
                    &format!(
                        "<meta charset=\"utf-8\">\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
                    ),
                    1,
                );
                files.push(SiteFile { path: path.into(), contents: text.into_bytes().into() });
            }
            "local/service.js" => service = text(),
            script if script.ends_with(".js") => {
                files.push(SiteFile { contents: without_comments(&text()).into_bytes().into(), path: path.into() });
            }
            _ => files.push(SiteFile { path: path.into(), contents: file.data }),
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    // Another name for other contents: then everything is fetched again.
    let mut sum = crc32fast::Hasher::new();
    files.iter().for_each(|file| {
        sum.update(file.path.as_bytes());
        sum.update(&file.contents);
    });
    let paths = files.iter().map(|file| format!("'{}'", file.path)).collect::<Vec<_>>().join(", ");
    let name = format!("nimlab {} {:08x}", env!("CARGO_PKG_VERSION"), sum.finalize());
    let service = service.replacen(NAMES, &format!("const [NAME, FILES] = ['{name}', ['./', {paths}]];"), 1);
    files.push(SiteFile { path: "service.js".into(), contents: service.into_bytes().into() });
    Ok(files)
}

/// A script without the lines that are comments as a whole: they are a seventh of what the
/// page weighs, and a reader of the site does not need them. What stands between backticks
/// stays, whatever it looks like.
fn without_comments(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let (mut in_comment, mut in_text) = (false, false);
    for line in script.lines() {
        let words = line.trim();
        if in_comment {
            in_comment = !words.ends_with("*/");
            continue;
        }
        if !in_text && words.starts_with("//") {
            continue;
        }
        if !in_text && words.starts_with("/*") && (words.ends_with("*/") || !words.contains("*/")) {
            in_comment = !words.ends_with("*/");
            continue;
        }
        in_text ^= line.matches('`').count() % 2 == 1;
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_are_comments_go() {
        let script = "// one\nconst a = 1; // two\n/**\n * three\n */\n/** @type {x} */ (b).c();\n  /* four */\nconst t = `\n// five\n`;\nf('//');\n";
        let kept = "const a = 1; // two\n/** @type {x} */ (b).c();\nconst t = `\n// five\n`;\nf('//');\n";
        assert_eq!(without_comments(script), kept);
        assert_eq!(without_comments(kept), kept);
    }

    const ENGINE: &[u8] = b"\0asm\x01\0\0\0 nimlab_ask";

    fn text(files: &[SiteFile], path: &str) -> String {
        let file = files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("there is no {path}"));
        String::from_utf8(file.contents.to_vec()).unwrap()
    }

    #[test]
    fn the_page_knows_that_its_engine_is_here_and_the_service_worker_knows_all_files() {
        let files = site(ENGINE).unwrap();
        let index = text(&files, "index.html");
        assert!(index.contains("data-engine=\"local\"") && index.contains("wasm-unsafe-eval"), "{index}");
        let service = text(&files, "service.js");
        assert!(!service.contains(NAMES), "{service}");
        for file in files.iter().filter(|file| file.path != "service.js") {
            assert!(service.contains(&format!("'{}'", file.path)), "{}", file.path);
        }
    }

    #[test]
    fn another_engine_is_another_site() {
        let other = [ENGINE, b" "].concat();
        let [one, same, other] = [ENGINE, ENGINE, &other].map(|engine| text(&site(engine).unwrap(), "service.js"));
        assert!(one == same && one != other);
    }

    #[test]
    fn what_is_not_the_engine_is_refused() {
        for bad in [&b""[..], b"nimlab_ask", b"\0asm\x01\0\0\0"] {
            assert!(matches!(site(bad), Err(Error::NoEngine)));
        }
    }
}
