//! Who may ask: plain programs and the page of the server itself, under names
//! that nobody elsewhere can hand out.

use super::client::Server;
use nimlab_api::ENDPOINTS;

fn status(server: &Server, path: &str, headers: &str) -> u16 {
    server.send(&format!("GET {path} HTTP/1.1\r\n{headers}\r\nconnection: close\r\n\r\n")).status
}

#[test]
fn pages_from_elsewhere_are_refused() {
    let server = Server::start();
    for headers in [
        "host: evil.example",
        "host: evil.example:7171\r\nsec-fetch-site: same-origin",
        "host: localhost\r\nhost: evil.example",
        "host: 192.168.1.20:7171",
        "host: localhost\r\norigin: http://evil.example",
        "host: localhost\r\norigin: null",
        "host: localhost:7171\r\norigin: http://localhost:7172",
        // What an image or a script of another page sends: no origin.
        "host: localhost\r\nsec-fetch-site: cross-site",
        "host: localhost\r\nsec-fetch-site: same-site",
        "host: localhost\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: navigate",
        "host: localhost\r\nsec-fetch-site: surprise",
    ] {
        assert_eq!(status(&server, "/api/version", headers), 403, "{headers}");
        assert_eq!(status(&server, "/api/cold?game=wythoff&value=65536&count=5", headers), 403, "{headers}");
    }
}

#[test]
fn the_page_itself_and_plain_programs_are_answered() {
    let server = Server::start();
    for headers in [
        "host: localhost",
        "host: 127.0.0.1:7171",
        "host: [::1]:7171",
        "host: LocalHost:7171\r\norigin: http://localhost:7171\r\nsec-fetch-site: same-origin",
        "host: localhost\r\nsec-fetch-site: same-origin",
        // Typed into the address bar.
        "host: localhost\r\nsec-fetch-site: none\r\nsec-fetch-mode: navigate",
    ] {
        assert_eq!(status(&server, "/api/version", headers), 200, "{headers}");
    }
    let old = server.send("GET /api/version HTTP/1.0\r\n\r\n");
    assert_eq!(old.status, 200);
}

#[test]
fn a_link_elsewhere_leads_to_the_page() {
    let server = Server::start();
    for site in ["cross-site", "same-site", "same-origin", "none"] {
        let headers = format!("host: localhost\r\nsec-fetch-site: {site}\r\nsec-fetch-mode: navigate");
        assert_eq!(status(&server, "/", &headers), 200, "{site}");
    }
    // But not under a name that somebody points here.
    assert_eq!(status(&server, "/", "host: evil.example"), 403);
}

#[test]
fn a_server_for_the_network_answers_under_its_addresses_only() {
    let server = Server::start_at("0.0.0.0");
    for headers in [
        "host: 127.0.0.1",
        "host: 192.168.1.20:7171\r\norigin: http://192.168.1.20:7171",
        "host: teacher.local:7171",
        "host: teacher",
        "host: 192.168.1.20:7171\r\nreferer: http://192.168.1.20:7171/#explore",
        "host: 192.168.1.20:7171\r\nreferer: http://192.168.1.20:7171",
    ] {
        assert_eq!(status(&server, "/api/version", headers), 200, "{headers}");
        assert_eq!(status(&server, "/", headers), 200, "{headers}");
    }
    for headers in [
        "host: evil.example",
        "host: teacher.local.evil.example",
        "host: 192.168.1.20:7171\r\norigin: http://evil.example",
        "host: 192.168.1.20:7171\r\nsec-fetch-site: cross-site",
        // An image of another page: browsers tell a network no more than this.
        "host: 192.168.1.20:7171\r\nreferer: http://evil.example/page.html",
        "host: 192.168.1.20:7171\r\nreferer: http://evil.example/192.168.1.20:7171/",
        "host: 192.168.1.20:7171\r\nreferer: http://192.168.1.20:8080/",
        "host: 192.168.1.20:7171\r\nreferer: surprise",
    ] {
        assert_eq!(status(&server, "/api/version", headers), 403, "{headers}");
    }
    // A page that hides its address looks like a program; it cannot read the answer.
    let hidden = server.send("GET /api/version HTTP/1.1\r\nhost: 192.168.1.20:7171\r\nconnection: close\r\n\r\n");
    assert_eq!(hidden.status, 200);
    assert_eq!(hidden.header("cross-origin-resource-policy"), Some("same-origin"));
    assert_eq!(hidden.header("access-control-allow-origin"), None);
    let other = Server::start_at("127.0.0.2");
    assert_eq!(other.address.ip().to_string(), "127.0.0.2");
    assert_eq!(status(&other, "/api/version", "host: 127.0.0.2"), 200);
    assert_eq!(status(&other, "/api/version", "host: 192.168.1.20"), 403);
}

#[test]
fn what_a_request_says_never_comes_back_as_a_page() {
    let server = Server::start();
    let script = "<script>alert(1)</script>";
    let coded = "%3Cscript%3Ealert(1)%3C/script%3E";
    let fields = [
        "game", "position", "rules", "method", "value", "values", "format", "name", "system", "number", "text",
        "level", "misere",
    ];
    let paths = ENDPOINTS.iter().map(|endpoint| endpoint.path).chain(["nothing"]);
    let mut answers = vec![server.get(&format!("/{coded}")), server.get(&format!("/api/{coded}"))];
    for path in paths {
        for field in fields {
            answers.push(server.get(&format!("/api/{path}?{field}={coded}")));
            answers.push(server.get(&format!("/api/{path}?{coded}={field}")));
            let body = serde_json::json!({ "game": "nim", "position": "3", field: script }).to_string();
            answers.push(server.post(&format!("/api/{path}"), &body));
        }
    }
    for answer in answers {
        let kind = answer.header("content-type").unwrap();
        assert!(kind == "application/json" || kind == "text/plain; charset=utf-8", "{kind}: {}", answer.text());
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        if kind == "application/json" {
            answer.json();
        }
    }
}
