//! `multise lsp`: the real program, used as an editor does.

mod neovim;
mod renaming;
mod session;
mod writing;

use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use support::example;

/// More than any answer takes on any machine, so that a test cannot hang.
const PATIENCE: Duration = Duration::from_secs(120);
const URI: &str = "file:///a%20folder/t.oox";

/// Its bounds deepen for ever.
const ENDLESS: &str = "class Main { static void main(int n) { int i := 0; int s := 0; while (i < n) { s := s + i; i := i + 1; } assert s != 13; } }";

struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    next: i32,
    /// The messages of the server that no test has read yet.
    received: Vec<Value>,
}

impl Editor {
    fn silent() -> Self {
        let mut child = support::multise!()
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, messages) = channel();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                let _ = sender.send(message);
            }
        });
        let input = child.stdin.take();
        Self { child, input, messages, next: 1, received: Vec::new() }
    }

    fn new(capabilities: Value, options: Value) -> Self {
        let mut editor = Self::silent();
        let params =
            json!({"processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options});
        let answer = editor.ask("initialize", params).expect("it is initialised");
        assert_eq!(answer["serverInfo"]["name"], "multise");
        editor.notify("initialized", json!({}));
        editor
    }

    /// An editor with the abilities of VS Code.
    fn usual() -> Self {
        let capabilities = json!({
            "window": {"workDoneProgress": true},
            "workspace": {"codeLens": {"refreshSupport": true}, "inlayHint": {"refreshSupport": true}},
            "textDocument": {"publishDiagnostics": {"relatedInformation": true}},
        });
        Self::new(capabilities, Value::Null)
    }

    fn raw(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the stream is open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the server reads");
    }

    fn send(&mut self, message: Message) {
        message.write(self.input.as_mut().expect("the stream is open")).expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    /// Sends a request and returns its number.
    fn begin(&mut self, method: &str, params: Value) -> RequestId {
        let id = RequestId::from(self.next);
        self.next += 1;
        self.send(Message::Request(Request { id: id.clone(), method: method.to_owned(), params }));
        id
    }

    /// Waits for a message; those before it are kept.
    fn wait(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(message) if is_it(&message) => return message,
                Ok(message) => self.received.push(message),
                Err(error) => panic!("no {what} ({error}) after {:#?}", self.received),
            }
        }
    }

    /// Waits for the answer to a request: its result, or the code of its error.
    fn answer(&mut self, id: &RequestId) -> Result<Value, i64> {
        let id = json!(id);
        let answer = self.wait("answer", |message| message.get("method").is_none() && message["id"] == id);
        let response: Response = serde_json::from_value(answer).expect("a response");
        response.response_result.map_err(|error| i64::from(error.code))
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, i64> {
        let id = self.begin(method, params);
        self.answer(&id)
    }

    /// Sends a request about the document and returns the result.
    fn about(&mut self, method: &str, mut params: Value) -> Value {
        params["textDocument"] = json!({"uri": URI});
        self.ask(method, params).expect("an answer")
    }

    fn open(&mut self, text: &str) {
        let document = json!({"uri": URI, "languageId": "oox", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn change(&mut self, version: i32, changes: Value) {
        let document = json!({"uri": URI, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// The diagnostics of a version.
    fn diagnostics(&mut self, version: i32) -> Value {
        let method = "textDocument/publishDiagnostics";
        let mut message =
            self.wait(method, |message| message["method"] == method && message["params"]["version"] == version);
        message["params"]["diagnostics"].take()
    }

    fn begin_exploring(&mut self, entry: &str) -> RequestId {
        let target = json!({"uri": URI, "entry": entry});
        self.begin("workspace/executeCommand", json!({"command": "multise.explore", "arguments": [target]}))
    }

    fn explore(&mut self, entry: &str) -> Result<Value, i64> {
        let id = self.begin_exploring(entry);
        self.answer(&id)
    }

    /// The diagnostics that were published last, before what a test has waited for.
    fn published(&self) -> &Value {
        let published = self.received.iter().rfind(|message| message["method"] == "textDocument/publishDiagnostics");
        &published.expect("they are published")["params"]["diagnostics"]
    }

    /// The titles of the lenses, by line from 1.
    fn lenses(&mut self) -> Vec<(u64, String)> {
        let lenses = self.about("textDocument/codeLens", json!({}));
        let lenses = lenses.as_array().expect("a list").iter();
        let line = |lens: &Value| lens["range"]["start"]["line"].as_u64().expect("a line") + 1;
        lenses.map(|lens| (line(lens), lens["command"]["title"].as_str().expect("a title").to_owned())).collect()
    }

    /// The hints of lines, from 1.
    fn hints(&mut self) -> Vec<(u64, String)> {
        let all = json!({"start": {"line": 0, "character": 0}, "end": {"line": 1000, "character": 0}});
        let hints = self.about("textDocument/inlayHint", json!({"range": all}));
        let hints = hints.as_array().expect("a list").iter();
        let line = |hint: &Value| hint["position"]["line"].as_u64().expect("a line") + 1;
        hints.map(|hint| (line(hint), hint["label"].as_str().expect("a label").to_owned())).collect()
    }

    /// Ends the input and returns the exit code.
    fn leave(mut self) -> Option<i32> {
        self.input = None;
        support::process::end(&mut self.child, PATIENCE).code()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next message, uninterpreted, because answers to malformed messages have no number.
fn read(output: &mut impl std::io::BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|&n| n > 0)?;
        match line.trim_end().strip_prefix("Content-Length: ") {
            Some(n) => length = n.parse().expect("a number"),
            None if line == "\r\n" => break,
            None => panic!("no header: {line}"),
        }
    }
    let mut content = vec![0; length];
    output.read_exact(&mut content).ok()?;
    Some(serde_json::from_slice(&content).expect("JSON"))
}

/// The answer to a command that explores.
fn verdict(words: &str) -> Result<Value, i64> {
    Ok(json!({"verdict": words}))
}

fn range(line: u32, start: u32, end: u32) -> Value {
    json!({"start": {"line": line, "character": start}, "end": {"line": line, "character": end}})
}

#[test]
fn errors_are_shown_where_they_are() {
    // In UTF-16 the strange letter has two units, in UTF-8 four bytes.
    let text = "class Main {\n  static void main() { string s := \"𝒳é\"; int n := truth; }\n}\n";
    for (encodings, column) in [(json!(["utf-16"]), 51), (json!(["utf-8", "utf-16"]), 54)] {
        let mut editor = Editor::new(json!({"general": {"positionEncodings": encodings}}), Value::Null);
        editor.open(text);
        let found = editor.diagnostics(1);
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
        assert_eq!(found[0]["range"], range(1, column, column + 5), "{found}");
        assert_eq!([&found[0]["severity"], &found[0]["source"]], [&json!(1), &json!("multise")]);
        assert!(found[0]["code"].as_str().is_some_and(|code| code.starts_with('E')), "{found}");
        assert_eq!(editor.lenses(), [], "what has errors cannot be explored");
        editor.change(2, json!([{"range": found[0]["range"], "text": "1"}]));
        assert_eq!(editor.diagnostics(2), json!([]));
        editor.change(3, json!([{"text": "class"}]));
        assert_ne!(editor.diagnostics(3), json!([]));
        editor.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
        let closed = editor.wait("end of the errors", |message| message["method"] == "textDocument/publishDiagnostics");
        assert_eq!(closed["params"]["diagnostics"], json!([]));
    }
}

#[test]
fn an_option_of_the_language_holds_for_errors() {
    let text = "class Main { static void main() { Main.nowhere(); } }";
    let severities = |options: Value| {
        let mut editor = Editor::new(json!({}), options);
        editor.open(text);
        let found = editor.diagnostics(1);
        found.as_array().expect("a list").iter().map(|d| d["severity"].as_i64()).collect::<Vec<_>>()
    };
    assert_eq!(severities(Value::Null), [Some(1)]);
    assert_eq!(severities(json!({"options": ["--lenient"], "timeout": 5})), [Some(2)]);
    let mut editor = Editor::new(json!({}), json!({"options": ["--nonsense"]}));
    let shown = editor.wait("message", |message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().is_some_and(|text| text.contains("--nonsense")), "{shown}");
}

#[test]
fn no_text_ends_the_server() {
    let mut editor = Editor::usual();
    let nested = |open: &str, close: &str| {
        let body = format!("{}1{}", open.repeat(200_000), close.repeat(200_000));
        format!("class Main {{ static void main() {{ int n := {body}; }} }}")
    };
    let texts = [nested("(", ")"), nested("-", ""), nested("{", "}"), "\u{0}\u{feff}\"'/*".to_owned(), String::new()];
    editor.open("");
    for (text, version) in texts.iter().zip(2..) {
        editor.change(version, json!([{"text": text}]));
        let found = editor.diagnostics(version);
        assert!(found.is_array());
        assert_eq!(editor.lenses(), []);
    }
    // Deep, but not too deep: its tree is checked, explored and dropped.
    let deep = format!("class Main {{ static void main() {{ int n := {}1; assert n == 1; }} }}", "1 * ".repeat(9_000));
    editor.change(20, json!([{"text": deep}]));
    assert_eq!(editor.diagnostics(20), json!([]));
    assert_eq!(editor.explore("Main.main"), verdict("valid"));
    editor.change(21, json!([{"text": ""}]));
    editor.diagnostics(21);
    assert_eq!(editor.ask("shutdown", Value::Null), Ok(Value::Null));
}

#[test]
fn a_violation_is_shown_with_its_values() {
    let text = example("bank.oox");
    let mut editor = Editor::usual();
    editor.open(&text);
    assert_eq!(editor.diagnostics(1), json!([]));
    let lens = |title: &str| {
        [(7, "Explore this method"), (16, title), (26, "Explore this method")].map(|(l, t)| (l, t.to_owned()))
    };
    assert_eq!(editor.lenses(), lens("Explore this method"));
    assert_eq!(editor.hints(), []);
    assert_eq!(editor.explore("Main.main"), verdict("invalid: 1 violation"));
    let progress: Vec<&Value> = editor.received.iter().filter(|message| message["method"] == "$/progress").collect();
    let kinds: Vec<&Value> = progress.iter().map(|message| &message["params"]["value"]["kind"]).collect();
    assert_eq!([kinds[0], kinds[kinds.len() - 1]], ["begin", "end"]);
    assert_eq!(progress[0]["params"]["value"]["title"], "Exploring Main.main");
    let found = editor.published();
    assert_eq!(found[0]["range"], range(22, 8, 51));
    assert_eq!([&found[0]["code"], &found[0]["source"]], ["assert", "multise"]);
    let message = found[0]["message"].as_str().expect("a message");
    assert!(
        message.starts_with("the assertion does not hold: Main.main with from = o1, to = o1, amount = 1"),
        "{message}"
    );
    editor.wait("refresh", |message| message["method"] == "workspace/inlayHint/refresh");
    assert_eq!(editor.lenses(), lens("invalid: 1 violation"));
    let hints = editor.hints();
    let at = |line: u64| hints.iter().find(|(l, _)| *l == line).map(|(_, label)| label.as_str());
    assert_eq!(at(16), Some("from = o1, to = o1, amount = 1, o1 = Account { balance: 1 }"));
    assert_eq!(at(26), Some("from = o1, to = o1, amount = 1"));
    assert_eq!(at(31), Some("from = o1, left = 0, o1.balance = 0"));
    assert_eq!(at(32), Some("to = o1, sum = 2, o1.balance = 2"));
    let hover = editor.about("textDocument/hover", json!({"position": {"line": 31, "character": 23}}));
    assert!(hover["contents"]["value"].as_str().is_some_and(|value| value.contains("sum = 2")), "{hover}");
    assert_eq!(hover["range"], range(31, 22, 25), "{hover}");
    let hover = editor.about("textDocument/hover", json!({"position": {"line": 0, "character": 3}}));
    assert_eq!(hover, Value::Null);

    // Earlier findings say nothing about another text.
    editor.change(2, json!([{"range": range(0, 0, 0), "text": "\n"}]));
    assert_eq!(editor.diagnostics(2), json!([]));
    assert_eq!(editor.hints(), []);
    let stale = editor.lenses();
    assert_eq!(stale[1], (17, "invalid: 1 violation (before the last changes): explore again".to_owned()));
    editor.change(
        3,
        json!([{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}, "text": ""}]),
    );
    assert_ne!(editor.diagnostics(3), json!([]), "the text is the one that was explored");
    assert_eq!(editor.hints(), hints);
}

#[test]
fn callers_and_values_of_iterations_are_told() {
    let text = "class Main {\n  static void main(int n)\n    requires(n == 3)\n  {\n    int i := 0;\n    while (i < n) {\n      i := i + 1;\n    }\n    Main.check(i);\n  }\n  static void check(int k) {\n    assert k != 3;\n    assert k != 4;\n  }\n}\n";
    let mut editor = Editor::usual();
    editor.open(text);
    editor.diagnostics(1);
    assert_eq!(editor.explore("Main.main"), verdict("invalid: 1 violation"));
    let hints = editor.hints();
    let at = |line: u64| hints.iter().find(|(l, _)| *l == line).map(|(_, label)| label.as_str());
    assert_eq!([at(2), at(7), at(11), at(12)], [Some("n = 3"), Some("i = 1 → 2 → 3"), Some("k = 3"), Some("k = 3")]);
    let related = &editor.published()[0]["relatedInformation"];
    assert_eq!(related[0]["message"], "called here, in Main.main");
    assert_eq!(related[0]["location"]["range"], range(8, 4, 18));

    // Another entry violates both; the second one can be chosen.
    assert_eq!(editor.explore("Main.check"), verdict("invalid: 2 violations"));
    assert_eq!(editor.hints().first(), Some(&(11, "k = 3".to_owned())));
    let actions =
        editor.about("textDocument/codeAction", json!({"range": range(12, 6, 6), "context": {"diagnostics": []}}));
    let action = json!({"command": actions[0]["command"], "arguments": actions[0]["arguments"]});
    assert_eq!(editor.ask("workspace/executeCommand", action), Ok(Value::Null));
    assert_eq!(editor.hints().first(), Some(&(11, "k = 4".to_owned())));
}

#[test]
fn an_editor_without_lenses_explores_by_an_action() {
    let mut editor = Editor::usual();
    editor.open(&example("bank.oox"));
    let at = |line| json!({"range": range(line, 12, 12), "context": {"diagnostics": []}});
    assert_eq!(editor.about("textDocument/codeAction", at(2)), json!([]));
    let actions = editor.about("textDocument/codeAction", at(15));
    assert_eq!(actions[0]["title"], "Explore Main.main");
    let action = json!({"command": actions[0]["command"], "arguments": actions[0]["arguments"]});
    assert_eq!(editor.ask("workspace/executeCommand", action), verdict("invalid: 1 violation"));
}

#[test]
fn values_belong_to_the_thread_that_has_them() {
    let mut editor = Editor::usual();
    editor.open(&example("threads/counter_race.oox"));
    editor.diagnostics(1);
    assert_eq!(editor.explore("Main.main"), verdict("invalid: 1 violation"));
    let hints = editor.hints();
    let at = |line: u64| hints.iter().find(|(l, _)| *l == line).map(|(_, label)| label.as_str()).unwrap_or_default();
    assert_eq!([at(14), at(18), at(19)], ["Main.threads = 3", "i = 0", "times = 3"]);
    // The run is that of the violation, whatever the schedule is: an increment is lost.
    let lost = (2..9).any(|value| at(42) == format!("value = {value}, threads = 3, times = 3"));
    assert!(lost && at(22).contains("Counter@30.value = "), "{hints:?}");
}

#[test]
fn an_exploration_can_be_stopped() {
    let mut editor = Editor::new(
        json!({"window": {"workDoneProgress": true}}),
        json!({"timeout": 100_000, "options": ["--no-proofs"]}),
    );
    editor.open(ENDLESS);
    editor.diagnostics(1);
    let begun = |message: &Value| message["params"]["value"]["kind"] == "begin";
    let first = editor.begin_exploring("Main.main");
    editor.wait("begin", begun);
    // A newer request for the same method supersedes the older one.
    let second = editor.begin_exploring("Main.main");
    assert_eq!(editor.answer(&first), Err(-32800));
    let token =
        editor.received.iter().rfind(|message| begun(message)).expect("it has begun")["params"]["token"].clone();
    let report = editor.wait("report", |message| {
        message["params"]["value"]["kind"] == "report" && message["params"]["token"] == token
    });
    let shown = report["params"]["value"]["message"].as_str().expect("a message").to_owned();
    assert!(shown.contains("operations") && shown.contains("solver calls"), "{shown}");
    editor.notify("window/workDoneProgress/cancel", json!({"token": token}));
    assert_eq!(editor.answer(&second), verdict("unknown (interrupted)"));
    // Closing the document stops it too, and a request can be cancelled by its number.
    let third = editor.begin_exploring("Main.main");
    editor.notify("$/cancelRequest", json!({"id": third}));
    assert_eq!(editor.answer(&third), verdict("unknown (interrupted)"));
    let fourth = editor.begin_exploring("Main.main");
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": URI}}));
    assert_eq!(editor.answer(&fourth), Err(-32800));
}

#[test]
fn the_document_may_change_meanwhile() {
    let mut editor = Editor::new(json!({}), json!({"timeout": 100_000, "options": ["--no-proofs"]}));
    editor.open(ENDLESS);
    editor.diagnostics(1);
    let first = editor.begin_exploring("Main.main");
    editor.change(2, json!([{"text": "class Main { static void main(int n) { assert n != 7; } }"}]));
    assert_eq!(editor.diagnostics(2), json!([]));
    assert_eq!(editor.lenses(), [(1, "exploring …".to_owned())]);
    let second = editor.begin_exploring("Main.main");
    assert_eq!(editor.answer(&first), Err(-32800));
    assert_eq!(editor.answer(&second), verdict("invalid: 1 violation"));
    assert_eq!(editor.lenses(), [(1, "invalid: 1 violation".to_owned())]);
}

#[test]
fn requests_that_make_no_sense_are_answered() {
    let mut editor = Editor::silent();
    assert_eq!(editor.ask("textDocument/hover", json!({})), Err(-32002), "`initialize` comes first");
    assert!(editor.ask("initialize", json!({"capabilities": {}})).is_ok());
    assert_eq!(editor.ask("initialize", json!({"capabilities": {}})), Err(-32600));
    assert_eq!(editor.ask("textDocument/nonsense", json!({})), Err(-32601));
    assert_eq!(editor.ask("textDocument/hover", json!({"position": "here"})), Err(-32602));
    let unknown = json!({"textDocument": {"uri": URI}});
    assert_eq!(editor.ask("textDocument/codeLens", unknown.clone()), Err(-32602));
    let command = |name: &str| json!({"command": name, "arguments": [{"uri": URI, "entry": "Main.main"}]});
    assert_eq!(editor.ask("workspace/executeCommand", command("rm")), Err(-32602));
    assert_eq!(editor.ask("workspace/executeCommand", command("multise.explore")), Err(-32602));
    editor.open("class Main { static void main() { } }");
    let other = json!({"command": "multise.explore", "arguments": [{"uri": URI, "entry": "Main.other"}]});
    assert_eq!(editor.ask("workspace/executeCommand", other), Err(-32803));
    editor.notify("textDocument/didChange", json!({"textDocument": 7}));
    editor.notify("$/nonsense", json!([1]));

    for (text, code) in
        [("Content-Length: 1\r\n\r\n{", -32700), ("nonsense\r\n", -32700), ("Content-Length: 3\r\n\r\n[1]", -32600)]
    {
        editor.raw(text);
        let answer = editor.wait("answer", |message| message["error"]["code"] == code);
        assert_eq!(answer["id"], Value::Null);
    }
    assert!(editor.ask("textDocument/documentSymbol", unknown).is_ok(), "it goes on");
    assert_eq!(editor.ask("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(editor.ask("textDocument/hover", json!({})), Err(-32600), "a request after the end");
    editor.notify("exit", Value::Null);
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn a_client_that_leaves_ends_the_server() {
    let mut editor = Editor::new(json!({}), json!({"timeout": 100_000, "options": ["--no-proofs"]}));
    editor.open(ENDLESS);
    editor.diagnostics(1);
    editor.begin_exploring("Main.main");
    assert_eq!(editor.leave(), Some(1), "without `shutdown`");
    let mut editor = Editor::usual();
    editor.notify("exit", Value::Null);
    assert_eq!(editor.leave(), Some(1));
}

#[test]
fn the_outline_has_classes_and_methods() {
    let mut editor = Editor::usual();
    editor.open(&example("bank.oox"));
    let symbols = editor.about("textDocument/documentSymbol", json!({}));
    let names = |symbols: &Value| -> Vec<String> {
        symbols.as_array().expect("a list").iter().map(|s| s["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names(&symbols), ["Account", "Main"]);
    assert_eq!(names(&symbols[1]["children"]), ["main", "transfer"]);
    assert_eq!(symbols[1]["selectionRange"], range(14, 6, 10));
}
