//! The page: plain files that are part of the binary. In a debug build they
//! are read from the folder `page` each time, so that it can be worked on
//! without compiling.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "page/"]
pub struct Page;

/// The file of a path, a folder's being its `index.html`.
pub fn file(path: &str, asked: &HeaderMap) -> Response<Body> {
    let name = path.trim_start_matches('/');
    let name = if name.is_empty() { "index.html" } else { name };
    match Page::get(name) {
        Some(file) => found(name, file, asked),
        None => missing(name),
    }
}

fn found(name: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response<Body> {
    let hash: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = HeaderValue::from_str(&format!("\"{hash}\"")).unwrap_or(HeaderValue::from_static("\"\""));
    let same = asked.get(header::IF_NONE_MATCH).is_some_and(|seen| {
        seen.to_str()
            .is_ok_and(|seen| seen.split(',').any(|seen| seen.trim().trim_start_matches("W/") == format!("\"{hash}\"")))
    });
    let mut response = Response::new(if same { Body::empty() } else { Body::from(file.data.into_owned()) });
    if same {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    // Asked again each time, so that a new version of the command shows at once.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    response
}

fn missing(name: &str) -> Response<Body> {
    let text = format!("There is no {} here. The page is at /.\n", nimlab::number::shorten(name));
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// What a file is, by its name.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "rules") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimlab::catalogue::GAMES;

    /// The page reads the catalogue and has no list of games of its own. What it
    /// begins with is in one place, and lessons are about games.
    #[test]
    fn no_game_is_named_in_the_page() {
        // The texts of a language say what the catalogue says in English.
        let apart = |name: &str| ["learn/", "texts/"].iter().any(|folder| name.starts_with(folder));
        let code = Page::iter().filter(|name| name.ends_with(".js") && !apart(name));
        for name in code.filter(|name| name != "families.js") {
            let text = String::from_utf8(Page::get(&name).unwrap().data.into_owned()).unwrap();
            // A question of the server has the name of its games.
            let text = text.replace("bytes('wythoff3'", "");
            for entry in GAMES {
                for quote in ['\'', '"', '`'] {
                    let named = [quote, ':'].map(|end| format!("{quote}{}{end}", entry.name));
                    // The Grundy values that a board shows are not a game.
                    let word = entry.name == "grundy";
                    assert!(word || !named.iter().any(|named| text.contains(named)), "{name}: {}", entry.name);
                }
            }
        }
    }
}
