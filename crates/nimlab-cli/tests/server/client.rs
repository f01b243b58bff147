//! A server in a process of its own, and a client of plain sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// A running server; it ends with the test.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

/// Memory in bytes, as the system counts it.
#[derive(Debug)]
pub struct Memory {
    pub now: u64,
    pub highest: u64,
}

/// An answer.
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// The JSON that the command prints.
pub fn nimlab(words: &[&str]) -> serde_json::Value {
    let output = Command::new(env!("CARGO_BIN_EXE_nimlab")).arg("--json").args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

const SERVE: [&str; 4] = ["serve", "--port", "0", "--json"];

impl Server {
    pub fn start() -> Self {
        Self::start_as(Command::new(env!("CARGO_BIN_EXE_nimlab")).args(SERVE))
    }

    /// A server for an address of this machine.
    pub fn start_at(host: &str) -> Self {
        Self::start_as(Command::new(env!("CARGO_BIN_EXE_nimlab")).args(SERVE).args(["--host", host]))
    }

    /// A server under a limit of the shell's `ulimit`.
    pub fn start_limited(limit: &str) -> Self {
        let script = format!("ulimit {limit} && exec \"$0\" \"$@\"");
        Self::start_as(Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_nimlab")]).args(SERVE))
    }

    fn start_as(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        let address = said["address"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/');
        Self { address: address.parse().unwrap(), child }
    }

    pub fn client(&self) -> Client {
        Client { address: self.address }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.client().get(path)
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.client().post(path, body)
    }

    pub fn send(&self, request: &str) -> Answer {
        self.client().send(request.as_bytes()).expect("an answer")
    }

    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &id]).status().unwrap().success());
    }

    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    pub fn memory(&self) -> Memory {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
        };
        Memory { now: field("VmRSS:"), highest: field("VmHWM:") }
    }

    /// The processor time of the process so far; the system counts hundredths
    /// of a second.
    pub fn processor_time(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
        Duration::from_millis(ticks * 10)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who asks.
#[derive(Clone, Copy)]
pub struct Client {
    address: SocketAddr,
}

impl Client {
    pub fn open(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    pub fn get(&self, path: &str) -> Answer {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        self.send(request.as_bytes()).expect("an answer")
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        let mut stream = self.open();
        write_post(&mut stream, path, body);
        Answer::read(stream).expect("an answer")
    }

    /// Sends any bytes; none if the server closes without an answer.
    pub fn send(&self, request: &[u8]) -> Option<Answer> {
        let mut stream = self.open();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(request);
        Answer::read(stream)
    }
}

pub fn write_post(stream: &mut TcpStream, path: &str, body: &str) {
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.write_all(request.as_bytes());
}

impl Answer {
    pub fn read(stream: TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        // A refusal may be followed by a reset, because not all was read.
        let _ = BufReader::new(stream).read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next()?.split_whitespace().nth(1)?.parse().ok()?;
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
            .collect();
        Some(Self { status, headers, body: bytes[end + 4..].to_vec() })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}
