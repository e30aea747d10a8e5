//! Bytes as a session of the language server: every request is answered exactly once, whatever comes before it.
//!
//! The first byte selects the abilities of the client. After that each line is a message: [`Editor::line`] has the meanings
//! of its first byte; a line without meaning is sent as it is. There is one document.

use super::parts::Parts;
use super::{Target, texts};
use lsp_server::Message;
use multise::internals::language_server;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The target.
pub const TARGET: Target = Target { name: "lsp", run, seeds };

/// The document.
const URI: &str = "file:///fuzz.oox";

/// Seconds for an exploration.
const TIMEOUT: f64 = 0.1;

/// Longer than all answers together need on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Most lines of a session.
const LINES: usize = 60;

/// Stands for the ends of lines in the text of the document.
const NEWLINE: char = '`';

fn run(bytes: &[u8]) {
    let (head, lines) = bytes.split_first().unwrap_or((&0, &[]));
    let mut editor = Editor { sent: VecDeque::new(), answers: 0, version: 0, next: 0, broken: false, over: false };
    if head & 1 == 0 {
        editor.initialize(*head);
    }
    lines.split(|byte| *byte == b'\n').take(LINES).for_each(|line| editor.line(line));
    let Editor { sent, answers, broken, .. } = editor;
    let client = Arc::new(Client::default());
    let exit = language_server(
        Input { sent, rest: Vec::new(), client: Arc::clone(&client) },
        Output(Arc::clone(&client), Vec::new()),
    );
    let mut heard = client.heard();
    heard.left = true;
    client.changed.notify_all();
    assert!(matches!(exit, 0 | 1), "the exit code is {exit}");
    assert_eq!(heard.wrong, None);
    assert!(broken || heard.answers == answers, "{} answers, not {answers}", heard.answers);
}

/// The input of the server, piece by piece.
enum Sent {
    Bytes(Vec<u8>),
    /// Waits until there are this many answers.
    Wait(usize),
}

/// Converts lines to messages.
struct Editor {
    sent: VecDeque<Sent>,
    /// The number of expected answers.
    answers: usize,
    version: i32,
    next: i32,
    /// Something was sent that is not a message, so it is not known how the server splits what follows.
    broken: bool,
    /// The client has sent `exit`.
    over: bool,
}

impl Editor {
    fn initialize(&mut self, can: u8) {
        let can = |bit: u8| can >> bit & 1 == 1;
        let capabilities = json!({
            "general": {"positionEncodings": if can(1) { json!(["utf-8"]) } else { json!(["utf-16"]) }},
            "window": {"workDoneProgress": can(2)},
            "workspace": {
                "codeLens": {"refreshSupport": can(3)},
                "inlayHint": {"refreshSupport": can(3)},
                "configuration": can(5),
                "didChangeConfiguration": {"dynamicRegistration": can(5)},
            },
            "textDocument": {
                "publishDiagnostics": {"relatedInformation": can(4)},
                "rename": {"prepareSupport": can(6)},
                "completion": {"completionItem": {"snippetSupport": can(6)}},
                "codeAction": if can(7) { json!({"codeActionLiteralSupport": {}}) } else { json!({}) },
            },
        });
        let options = json!({"timeout": TIMEOUT, "options": ["--no-proofs"]});
        self.ask("initialize", json!({"capabilities": capabilities, "initializationOptions": options}));
        self.notify("initialized", json!({}));
    }

    fn line(&mut self, line: &[u8]) {
        let mut parts = Parts(line);
        let document = json!({"uri": URI});
        match parts.byte() {
            b'o' => {
                self.version += 1;
                let (version, text) = (self.version, text(parts));
                let document = json!({"uri": URI, "languageId": "oox", "version": version, "text": text});
                self.notify("textDocument/didOpen", json!({"textDocument": document}));
            }
            // Changes a part of the text; the next case replaces all of it.
            b'c' => {
                let range = range(&mut parts);
                self.change(json!([{"range": range, "text": text(parts)}]));
            }
            b'f' => self.change(json!([{"text": text(parts)}])),
            b'x' => self.notify("textDocument/didClose", json!({"textDocument": document})),
            b'l' => self.ask("textDocument/codeLens", json!({"textDocument": document})),
            b's' => self.ask("textDocument/documentSymbol", json!({"textDocument": document})),
            b'h' => self.ask_at("textDocument/hover", &mut parts),
            b'd' => self.ask_at("textDocument/definition", &mut parts),
            b'p' => self.ask_at("textDocument/prepareRename", &mut parts),
            b'm' => self.ask_at("textDocument/completion", &mut parts),
            b'r' => {
                let context = json!({"includeDeclaration": parts.byte() & 1 == 1});
                let position = position(&mut parts);
                let params = json!({"textDocument": document, "position": position, "context": context});
                self.ask("textDocument/references", params);
            }
            b'n' => {
                let position = position(&mut parts);
                let params = json!({"textDocument": document, "position": position, "newName": text(parts)});
                self.ask("textDocument/rename", params);
            }
            b'g' => {
                let settings = json!({"multise": {"timeout": TIMEOUT, "options": [text(parts)]}});
                self.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
            }
            b'i' => {
                let range = range(&mut parts);
                self.ask("textDocument/inlayHint", json!({"textDocument": document, "range": range}));
            }
            b'a' => {
                let params =
                    json!({"textDocument": document, "range": range(&mut parts), "context": {"diagnostics": []}});
                self.ask("textDocument/codeAction", params);
            }
            b'e' => {
                let target = json!({"uri": URI, "entry": text(parts)});
                self.ask("workspace/executeCommand", json!({"command": "multise.explore", "arguments": [target]}));
            }
            b'v' => {
                let choice = json!({"uri": URI, "violation": number(&mut parts), "entry": text(parts)});
                self.ask("workspace/executeCommand", json!({"command": "multise.values", "arguments": [choice]}));
            }
            b'k' => self.notify("$/cancelRequest", json!({"id": number(&mut parts)})),
            b'w' => self.sent.push_back(Sent::Wait(if self.broken { 0 } else { self.answers })),
            b'q' => self.ask("shutdown", Value::Null),
            b'!' => {
                self.broken = true;
                self.sent.push_back(Sent::Bytes([parts.0, b"\r\n"].concat()));
            }
            _ => self.send(line),
        }
    }

    fn ask_at(&mut self, method: &str, parts: &mut Parts<'_>) {
        self.ask(method, json!({"textDocument": {"uri": URI}, "position": position(parts)}));
    }

    fn change(&mut self, changes: Value) {
        self.version += 1;
        let document = json!({"uri": URI, "version": self.version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string().as_bytes());
    }

    fn ask(&mut self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params});
        self.next += 1;
        self.send(message.to_string().as_bytes());
    }

    /// Sends a message, or something malformed in its place.
    fn send(&mut self, content: &[u8]) {
        let message = serde_json::from_slice::<Value>(content).ok().map(serde_json::from_value::<Message>);
        match message {
            Some(Ok(Message::Notification(notification))) => self.over |= notification.method == "exit",
            Some(Ok(Message::Response(_))) => {}
            // Requests, and malformed requests.
            _ => self.answers += usize::from(!self.over),
        }
        let header = format!("Content-Length: {}\r\n\r\n", content.len());
        self.sent.push_back(Sent::Bytes([header.as_bytes(), content].concat()));
    }
}

fn text(parts: Parts<'_>) -> String {
    String::from_utf8_lossy(parts.0).replace(NEWLINE, "\n")
}

/// Small numbers, as digits.
fn number(parts: &mut Parts<'_>) -> u32 {
    u32::from(parts.byte().wrapping_sub(b'0'))
}

fn position(parts: &mut Parts<'_>) -> Value {
    json!({"line": number(parts), "character": number(parts)})
}

fn range(parts: &mut Parts<'_>) -> Value {
    json!({"start": position(parts), "end": position(parts)})
}

/// The output of the server, as the client counts it.
#[derive(Default)]
struct Heard {
    answers: usize,
    /// A wrong or surplus answer.
    wrong: Option<Value>,
    /// The server has ended.
    left: bool,
}

#[derive(Default)]
struct Client {
    heard: Mutex<Heard>,
    changed: Condvar,
}

impl Client {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hears(&self, message: Value) {
        let mut heard = self.heard();
        if message.get("method").is_none() {
            heard.answers += 1;
            let is_internal = message["error"]["code"] == lsp_server::ErrorCode::InternalError as i32;
            if is_internal || message["jsonrpc"] != "2.0" {
                heard.wrong = Some(message);
            }
            self.changed.notify_all();
        }
    }
}

/// The standard input of the server.
struct Input {
    sent: VecDeque<Sent>,
    /// The rest of a piece.
    rest: Vec<u8>,
    client: Arc<Client>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.sent.pop_front() {
                Some(Sent::Bytes(bytes)) => self.rest = bytes,
                Some(Sent::Wait(answers)) => {
                    let waiting = |heard: &mut Heard| heard.answers < answers && !heard.left;
                    let client = &self.client;
                    let waited = client.changed.wait_timeout_while(client.heard(), PATIENCE, waiting);
                    let (mut heard, late) = waited.unwrap_or_else(PoisonError::into_inner);
                    if late.timed_out() {
                        heard.wrong =
                            Some(json!(format!("{} answers after {PATIENCE:?}, not {answers}", heard.answers)));
                    }
                }
                None => return Ok(0),
            }
        }
        let taken = buffer.len().min(self.rest.len());
        buffer[..taken].copy_from_slice(&self.rest[..taken]);
        self.rest.drain(..taken);
        Ok(taken)
    }
}

/// The standard output of the server, with an incomplete message.
struct Output(Arc<Client>, Vec<u8>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend(bytes);
        Ok(bytes.len())
    }

    /// Called after each message.
    fn flush(&mut self) -> io::Result<()> {
        let message = std::mem::take(&mut self.1);
        let content = message.split(|byte| *byte == b'\n').nth(2).unwrap_or_default();
        self.0.hears(
            serde_json::from_slice(content)
                .unwrap_or_else(|error| json!({"wrong": format!("{error}: {}", String::from_utf8_lossy(&message))})),
        );
        Ok(())
    }
}

/// Seeds: a session with each small program, and one of malformed messages.
fn seeds() -> Vec<Vec<u8>> {
    let session = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).replace('\n', &NEWLINE.to_string());
        format!(
            "\u{7e}o{text}\ns\nl\nh52\nd52\nr152\np29\nn29fresh\nm54\nm93\neMain.main\nw\ni0090\nh59\nl\na7379\nv0Main.main\nc1012int \ni0090\nd18\nm28\nn18other\na0099\ns\ng--lenient\nw\neMain.main\nk4\nfclass C {{ }}\nx\nq\n"
        )
    };
    let wrong = r#"
!nonsense
{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///fuzz.oox"},"position":{"line":-1}}}
{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"initializationOptions":{"options":["--unroll","3"],"timeout":0.1}}}
{"id":1}
[]
{
{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":"multise/0"}}
{"jsonrpc":"2.0","method":"exit"}"#;
    let sessions = texts().into_iter().filter(|text| text.len() < 600).map(|text| session(&text).into_bytes());
    sessions.step_by(4).chain([wrong.as_bytes().to_vec()]).collect()
}
