//! A whole session: every request that the server announces; settings that change; verdicts that are none.

use super::{Editor, URI, range, verdict};
use serde_json::{Value, json};

/// A violation in line 4, and a misspelt name if the last word is.
const TEXT: &str = "class Main {\n  static int twice(int n) { return 2 * n; }\n  static void main(int n) {\n    int k := Main.twice(n); assert k != 14;\n  }\n}\n";

/// For each ability that the server may announce, requests that it must answer with something.
fn requests() -> Vec<(&'static str, &'static str, Value)> {
    let position = json!({"line": 3, "character": 8});
    let target = json!({"uri": URI, "entry": "Main.main"});
    let shown = json!({"uri": URI, "entry": "Main.main", "violation": 0});
    let everything = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    vec![
        ("codeLensProvider", "textDocument/codeLens", json!({})),
        ("documentSymbolProvider", "textDocument/documentSymbol", json!({})),
        (
            "executeCommandProvider",
            "workspace/executeCommand",
            json!({"command": "multise.explore", "arguments": [target]}),
        ),
        (
            "executeCommandProvider",
            "workspace/executeCommand",
            json!({"command": "multise.values", "arguments": [shown]}),
        ),
        ("codeActionProvider", "textDocument/codeAction", json!({"range": everything, "context": {"diagnostics": []}})),
        ("hoverProvider", "textDocument/hover", json!({"position": position})),
        ("inlayHintProvider", "textDocument/inlayHint", json!({"range": everything})),
        ("definitionProvider", "textDocument/definition", json!({"position": position})),
        (
            "referencesProvider",
            "textDocument/references",
            json!({"position": position, "context": {"includeDeclaration": true}}),
        ),
        ("renameProvider", "textDocument/prepareRename", json!({"position": position})),
        ("renameProvider", "textDocument/rename", json!({"position": position, "newName": "fresh"})),
        ("completionProvider", "textDocument/completion", json!({"position": {"line": 3, "character": 4}})),
    ]
}

#[test]
fn every_request_that_is_announced_is_answered() {
    let mut editor = Editor::silent();
    let capabilities = json!({"textDocument": {
        "rename": {"prepareSupport": true},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
    }});
    let answer = editor.ask("initialize", json!({"capabilities": capabilities})).expect("an answer");
    let announced = answer["capabilities"].as_object().expect("a map");
    editor.notify("initialized", json!({}));
    editor.open(TEXT);
    let requests = requests();
    for provider in announced.keys().filter(|key| key.ends_with("Provider")) {
        assert!(requests.iter().any(|(ability, ..)| ability == provider), "no request of this test needs {provider}");
    }
    let commands = announced["executeCommandProvider"]["commands"].as_array().expect("a list");
    for command in commands {
        let is_used = requests.iter().any(|(_, _, params)| params["command"] == *command);
        assert!(is_used, "this test does not use the command {command}");
    }
    for (ability, method, mut params) in requests {
        assert!(announced.contains_key(ability), "{ability} is not announced");
        params["textDocument"] = json!({"uri": URI});
        let is_command = params["command"] == "multise.values";
        let result = editor.ask(method, params).unwrap_or_else(|code| panic!("{method}: error {code}"));
        let is_empty = result.is_null() || result.as_array().is_some_and(Vec::is_empty);
        assert!(is_command || !is_empty, "{method}: {result}");
    }
    assert_eq!(editor.ask("shutdown", Value::Null), Ok(Value::Null));
    editor.notify("exit", Value::Null);
    assert_eq!(editor.leave(), Some(0));
}

#[test]
fn what_limits_an_exploration_is_shown_where_it_is() {
    let text = "class Main {\n  static void loop(int n) {\n    int i := 0; int s := 0;\n    while (i < n) { s := s + i * i; i := i + 1; }\n    assert s != 385;\n  }\n  static int rec(int n) { if (n <= 0) { return 0; } int r := Main.rec(n - 1); return r + n * n; }\n  static void deep(int n) {\n    int r := Main.rec(n);\n    assert r != 385;\n  }\n}\n";
    let mut editor =
        Editor::new(json!({}), json!({"options": ["--no-proofs", "--unroll", "3", "--depth", "3"], "timeout": 100}));
    editor.open(text);
    editor.diagnostics(1);
    let mut shown = |entry: &str| {
        let answer = editor.explore(entry);
        let found = editor.published().as_array().expect("a list").iter().filter(|d| d["severity"] == 3);
        let line = |d: &Value| d["range"]["start"]["line"].as_u64().expect("a line") + 1;
        let shown: Vec<_> = found.map(|d| (line(d), d["message"].as_str().expect("a message").to_owned())).collect();
        (answer, shown)
    };
    let expected = [
        (2, "Main.loop: unknown (unroll)\ntry: a larger --unroll, or none"),
        (4, "Main.loop: no violation within 3 iterations of the loop at line 4"),
        (5, "Main.loop: assert not decided: loops were cut at --unroll 3"),
    ];
    let expected = expected.map(|(line, message)| (line, message.to_owned()));
    assert_eq!(shown("Main.loop"), (verdict("unknown (unroll)"), expected.to_vec()));
    let more = [
        (8, "Main.deep: unknown (depth)\ntry: a larger --depth, or none"),
        (7, "Main.deep: no violation within 3 frames of the recursion at line 7"),
        (10, "Main.deep: assert not decided: recursion was cut at --depth 3"),
    ];
    let more = more.map(|(line, message)| (line, message.to_owned()));
    assert_eq!(shown("Main.deep"), (verdict("unknown (depth)"), [expected, more].concat()));
}

#[test]
fn cover_statements_are_answered_where_they_are() {
    let text = "class Main {\n  static void main(int n) {\n    cover n == 3;\n    cover n < n;\n  }\n}\n";
    let mut editor = Editor::new(json!({}), json!({"timeout": 100}));
    editor.open(text);
    editor.diagnostics(1);
    assert_eq!(editor.explore("Main.main"), verdict("valid"));
    let found = editor.published();
    let shown = |i: usize| (&found[i]["severity"], &found[i]["range"]["start"]["line"], &found[i]["message"]);
    assert_eq!(shown(0), (&json!(3), &json!(2), &json!("Main.main: satisfied with n = 3")));
    let unreachable = json!("Main.main: unreachable: no run gets here while it is true");
    assert_eq!(shown(1), (&json!(3), &json!(3), &unreachable));
}

#[test]
fn a_changed_configuration_holds_from_then_on() {
    let text = "class Main { static void main(int n) { Main.nowhere(); int i := 0; while (i < n) { i := i + 1; } } }";
    let mut editor = Editor::new(json!({}), json!({"options": ["--no-proofs"], "timeout": 100}));
    editor.open(text);
    let severities =
        |found: Value| found.as_array().expect("a list").iter().map(|d| d["severity"].clone()).collect::<Vec<_>>();
    assert_eq!(severities(editor.diagnostics(1)), [1]);
    // Clients send it with a section, or the section alone.
    let configure = |editor: &mut Editor, settings: Value| {
        editor.notify("workspace/didChangeConfiguration", json!({"settings": settings}));
    };
    configure(&mut editor, json!({"multise": {"options": ["--lenient", "--unroll=2"]}, "other": {"options": 3}}));
    assert_eq!(severities(editor.diagnostics(1)), [2]);
    let text = "class Main { static void main(int n) { int i := 0; while (i < n) { i := i + 1; } assert i != 9; } }";
    editor.change(2, json!([{"text": text}]));
    assert_eq!(editor.explore("Main.main"), verdict("unknown (unroll)"));
    configure(&mut editor, json!({"options": ["--unroll=12"]}));
    assert_eq!(editor.explore("Main.main"), verdict("invalid: 1 violation"));
    // What is wrong is reported, and changes nothing; what is none of ours changes nothing either.
    configure(&mut editor, json!({"multise": {"options": ["--nonsense"]}}));
    let shown = editor.wait("message", |message| message["method"] == "window/showMessage");
    assert!(shown["params"]["message"].as_str().is_some_and(|text| text.contains("--nonsense")), "{shown}");
    configure(&mut editor, json!({"other": {}}));
    configure(&mut editor, Value::Null);
    assert_eq!(editor.explore("Main.main"), verdict("invalid: 1 violation"));
}

#[test]
fn a_client_is_asked_for_its_configuration() {
    let capabilities = json!({"workspace": {
        "configuration": true, "didChangeConfiguration": {"dynamicRegistration": true}
    }});
    let mut editor = Editor::new(capabilities, Value::Null);
    let registration = editor.wait("registration", |message| message["method"] == "client/registerCapability");
    let registered = &registration["params"]["registrations"][0];
    assert_eq!(registered["method"], "workspace/didChangeConfiguration");
    assert_eq!(registered["registerOptions"], json!({"section": "multise"}));
    let asked = |editor: &mut Editor| {
        let question = editor.wait("question", |message| message["method"] == "workspace/configuration");
        assert_eq!(question["params"]["items"], json!([{"section": "multise"}]));
        question["id"].clone()
    };
    let answer = |editor: &mut Editor, id: &Value, result: Value| {
        let answer = json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string();
        editor.raw(&format!("Content-Length: {}\r\n\r\n{answer}", answer.len()));
    };
    let first = asked(&mut editor);
    editor.open("class Main { static void main() { Main.nowhere(); } }");
    assert_eq!(editor.diagnostics(1)[0]["severity"], 1);
    answer(&mut editor, &first, json!([{"options": ["--lenient"]}]));
    assert_eq!(editor.diagnostics(1)[0]["severity"], 2);
    editor.notify("workspace/didChangeConfiguration", json!({"settings": null}));
    let second = asked(&mut editor);
    // An answer to an earlier question is ignored, and one that has nothing.
    answer(&mut editor, &first, json!([{"options": ["--nonsense"]}]));
    answer(&mut editor, &second, json!([null]));
    answer(&mut editor, &second, json!("nonsense"));
    answer(&mut editor, &second, json!([{"options": []}]));
    let found = editor.diagnostics(1);
    assert_eq!([&found[0]["severity"], &found[0]["range"]], [&json!(1), &range(0, 39, 46)]);
}
