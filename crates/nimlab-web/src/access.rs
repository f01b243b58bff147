//! Who may ask: the page of this server and plain programs, but no page of
//! another site. A browser tells where a request comes from, in four headers:
//!
//! - `Host` is the name in the address. A page of another site can point its own
//!   name to this machine (DNS rebinding), so that the name must be one that
//!   nobody elsewhere can hand out: `localhost`, or an address in numbers.
//! - `Origin` is the page that asks. It must be this server under that name.
//! - `Sec-Fetch-Site` says how the two are related, also for images and
//!   scripts, which have no `Origin`. Browsers send it to this machine, but not
//!   to an address of the network, which they do not trust.
//! - `Referer` is the page that asks, also there, unless that page hides it.
//!
//! Programs such as curl send none of the last three, and so does a page that
//! hides its address and asks for an image at an address of the network. Its
//! question is answered, within the limits of all, but the browser does not let
//! the page read the answer: it may not be used elsewhere (router.rs).

use axum::http::{HeaderMap, header};
use nimlab_api::Failure;
use std::net::IpAddr;

/// Under which names this server may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// Those of this machine, for itself.
    Loopback,
    /// Also those that it has on the local network.
    Network,
}

impl Names {
    /// The names for an address on which a server listens.
    pub fn of(listening: IpAddr) -> Self {
        if listening.is_loopback() { Self::Loopback } else { Self::Network }
    }

    /// Fails if the address was written with a name that may be somebody else's.
    pub fn check_host(self, headers: &HeaderMap) -> Result<(), Failure> {
        let known = |host: &axum::http::HeaderValue| host.to_str().is_ok_and(|host| self.knows(without_port(host)));
        if headers.get_all(header::HOST).iter().all(known) {
            return Ok(());
        }
        let expected = match self {
            Self::Loopback => "an address that begins with http://127.0.0.1 or http://localhost",
            Self::Network => "an address in numbers, such as http://192.168.1.20:7171",
        };
        let message = "this server does not answer under this name";
        Err(Failure::new(403, message, Some(expected), None))
    }

    fn knows(self, name: &str) -> bool {
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let number = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match (number.parse::<IpAddr>(), self) {
            (Ok(address), Self::Loopback) => address.is_loopback(),
            (Ok(_), Self::Network) => true,
            (Err(_), Self::Loopback) => false,
            // Names that only a local network hands out: teacher, teacher.local.
            (Err(_), Self::Network) => {
                let name = name.to_ascii_lowercase();
                let first = name.strip_suffix(".local").unwrap_or(&name);
                !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            }
        }
    }
}

/// Fails if a page of another site asks.
pub fn check_origin(headers: &HeaderMap) -> Result<(), Failure> {
    let text = |name| headers.get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or("?"));
    let host = text(header::HOST);
    let own = |address: &str| {
        let there = address.split_once("://").map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or(""));
        there.is_some_and(|there| host.is_some_and(|host| host.eq_ignore_ascii_case(there)))
    };
    // "none" is somebody who typed the address.
    let near = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    if near && text(header::ORIGIN).is_none_or(own) && text(header::REFERER).is_none_or(own) {
        return Ok(());
    }
    Err(Failure::new(
        403,
        "this server answers only its own pages",
        Some("a request from the page of this server, or from a program"),
        None,
    ))
}

/// The name of a host without its port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_others_can_hand_out_are_not_known() {
        let both =
            ["localhost", "LocalHost:7171", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:7171", "[::1]", "[::1]:7171"];
        let network = ["192.168.1.20:7171", "10.0.0.3", "[fe80::1]:7171", "teacher", "teacher-2.local:7171"];
        let neither = [
            "",
            "evil.example",
            "evil.example:7171",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "a.b.local",
            "localhost:",
            "[::1",
            "::1:80:x",
            "192.168.1",
            ".local",
            "*",
            "127.0.0.1:7171:7171",
            "evil.example\u{e9}",
        ];
        let known = |names: Names, host: &str| names.knows(without_port(host));
        for host in both {
            assert!(known(Names::Loopback, host) && known(Names::Network, host), "{host}");
        }
        for host in network {
            assert!(!known(Names::Loopback, host) && known(Names::Network, host), "{host}");
        }
        for host in neither.iter().filter(|host| !matches!(**host, "localhost:" | "192.168.1")) {
            assert!(!known(Names::Loopback, host) && !known(Names::Network, host), "{host}");
        }
        assert!(!known(Names::Network, "192.168.1"));
    }

    #[test]
    fn the_address_decides_about_the_names() {
        for (address, names) in [
            ("127.0.0.1", Names::Loopback),
            ("::1", Names::Loopback),
            ("0.0.0.0", Names::Network),
            ("10.1.2.3", Names::Network),
        ] {
            assert_eq!(Names::of(address.parse().unwrap()), names);
        }
    }
}
