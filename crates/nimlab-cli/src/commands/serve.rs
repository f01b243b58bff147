//! `nimlab serve`: the page and the questions over HTTP, on this machine, or
//! for a class on the local network.

use crate::commands::small;
use crate::output::Output;
use anyhow::bail;
use clap::Args;
use nimlab::Error;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

/// The most seconds of a question: an hour.
const LONGEST: u64 = 3600;

/// `nimlab serve`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab serve\n  nimlab serve --port 8080 --no-open\n  nimlab serve --host 0.0.0.0\n\nEverything is in the command itself: no internet is needed. At a terminal the page is opened in your browser. Ctrl-C stops the server.\n\nOnly this computer can use the page, unless you say --host 0.0.0.0: then everyone on your network can, for a class."
)]
pub struct ServeArguments {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "P", default_value = "7171")]
    pub port: String,

    /// The address to listen on; 0.0.0.0 lets the whole network in, for a class
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = host)]
    pub host: IpAddr,

    /// How many seconds a question may last; more on a slow machine
    #[arg(long, value_name = "N", default_value = "10")]
    pub seconds: String,

    /// Do not open the page in a browser
    #[arg(long)]
    pub no_open: bool,
}

pub fn run(asked: &ServeArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let port = small("the port", &asked.port)?;
    let port = u16::try_from(port).map_err(|_| Error::TooLarge {
        what: "the port".into(),
        given: port.to_string(),
        limit: u16::MAX.to_string(),
        hint: "an example that works: nimlab serve --port 8080".into(),
    })?;
    let address = SocketAddr::new(asked.host, port);
    let seconds = small("the seconds", &asked.seconds)?;
    if !(1..=LONGEST).contains(&seconds) {
        bail!(Error::BadNumber {
            given: asked.seconds.clone(),
            problem: format!("a question may last 1 to {LONGEST} seconds"),
        });
    }
    let limits = nimlab_web::ServerLimits { time: Duration::from_secs(seconds), ..nimlab_web::ServerLimits::default() };
    let open = !asked.no_open && !out.json && std::io::stdout().is_terminal();
    let mut said = Ok(());
    nimlab_web::serve(address, limits, |address| {
        said = announce(address, open, out);
    })?;
    said?;
    Ok(ExitCode::SUCCESS)
}

/// The address to listen on, in numbers.
fn host(text: &str) -> Result<IpAddr, String> {
    let number = text.trim().trim_start_matches('[').trim_end_matches(']');
    if number.eq_ignore_ascii_case("localhost") {
        return Ok(IpAddr::from([127, 0, 0, 1]));
    }
    number.parse().map_err(|_| "an address of this machine in numbers was expected; 0.0.0.0 means all of them".into())
}

/// Says where the page is; whoever started the command may be reading a pipe.
fn announce(listening: SocketAddr, open: bool, out: &mut Output) -> std::io::Result<()> {
    let everywhere = listening.ip().is_unspecified();
    let own = match (everywhere, listening.ip()) {
        (false, address) => address,
        (true, IpAddr::V4(_)) => IpAddr::from([127, 0, 0, 1]),
        (true, IpAddr::V6(_)) => IpAddr::from(std::net::Ipv6Addr::LOCALHOST),
    };
    let page = |address: IpAddr| format!("http://{}/", SocketAddr::new(address, listening.port()));
    let shared = !listening.ip().is_loopback();
    let network = if everywhere { in_network(listening.ip()) } else { Some(listening.ip()).filter(|_| shared) };
    let network = network.map(page);
    if out.json {
        let mut value = serde_json::json!({ "address": page(own) });
        if shared {
            value["network"] = serde_json::json!(network);
        }
        out.value(&value)?;
        return out.flush();
    }
    writeln!(out, "nimlab is at {} (Ctrl-C stops it)", page(own))?;
    if shared {
        let typed = network
            .unwrap_or_else(|| format!("http://ADDRESS:{}/, with the address of this machine", listening.port()));
        writeln!(out, "Everyone on this network can use it until you stop it. Others type {typed}")?;
        writeln!(out, "Use it on a network that you trust: there is no password, and nothing is encrypted.")?;
    }
    if open && !open_in_browser(&page(own)) {
        writeln!(out, "Open this address in a browser.")?;
    }
    out.flush()
}

/// The address of this machine that others on its network can reach. Choosing a
/// way to an address sends nothing.
fn in_network(listening: IpAddr) -> Option<IpAddr> {
    // Addresses that are reserved for documents: nobody has them.
    let elsewhere = match listening {
        IpAddr::V4(_) => ("192.0.2.1", 9),
        IpAddr::V6(_) => ("2001:db8::1", 9),
    };
    let socket = UdpSocket::bind((listening, 0)).ok()?;
    socket.connect(elsewhere).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|address| !address.is_unspecified())
}

/// Opens a page in the browser of this desktop; false if there is none.
fn open_in_browser(page: &str) -> bool {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        // The empty text is the title of a window that `start` expects first.
        "windows" => ("cmd", &["/C", "start", ""]),
        _ if ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .all(|name| std::env::var_os(name).is_none_or(|value| value.is_empty())) =>
        {
            return false;
        }
        _ => ("xdg-open", &[]),
    };
    let opened = Command::new(program)
        .args(before)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match opened {
        Ok(mut child) => {
            // Somebody has to ask how it ended.
            std::thread::spawn(move || child.wait());
            true
        }
        Err(_) => false,
    }
}
