//! Messages on a stream: headers with a length, then JSON. Input that is not a message is returned with the reason.

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// The longest message that is read, bytes: longer than the largest source in JSON.
const MAX_MESSAGE: u64 = 4 << 30;
/// The longest line of a header.
const MAX_HEADER: u64 = 4096;

/// The next input.
pub enum Incoming {
    /// A message.
    Message(Message),
    /// Malformed input, with the answer to the client.
    Malformed(Value),
    /// The input has ended.
    End,
}

/// Reads the next message. A line that is not a header is malformed; the next call continues after it.
pub fn read(input: &mut impl BufRead) -> io::Result<Incoming> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(Incoming::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        match (line.split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("Content-Length") => {
                match value.trim().parse::<u64>() {
                    Ok(n) if n <= MAX_MESSAGE => length = Some(n),
                    _ => {
                        return Ok(malformed(
                            ErrorCode::ParseError,
                            format!("no length of a message: {:?}", value.trim()),
                        ));
                    }
                }
            }
            // Other headers do not matter.
            (Some(_), _) => {}
            (None, Some(length)) if line.is_empty() => return content(input, length),
            (None, _) if line.is_empty() => {
                return Ok(malformed(ErrorCode::ParseError, "a message without Content-Length".to_owned()));
            }
            (None, _) => return Ok(malformed(ErrorCode::ParseError, format!("no header of a message: {line:?}"))),
        }
    }
}

fn content(input: &mut impl BufRead, length: u64) -> io::Result<Incoming> {
    // The buffer grows with the input: a length alone reserves no memory.
    let mut content = Vec::new();
    if input.by_ref().take(length).read_to_end(&mut content)? as u64 != length {
        return Ok(Incoming::End);
    }
    let value: Value = match serde_json::from_slice(&content) {
        Ok(value) => value,
        Err(error) => return Ok(malformed(ErrorCode::ParseError, format!("the message is no JSON: {error}"))),
    };
    let id = value.get("id").filter(|id| id.is_i64() || id.is_string()).cloned();
    Ok(match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => answer(id, ErrorCode::InvalidRequest, "this is no request, response or notification".to_owned()),
    })
}

fn malformed(code: ErrorCode, message: String) -> Incoming {
    answer(None, code, message)
}

/// An answer to a message without a readable number: JSON-RPC has null there.
fn answer(id: Option<Value>, code: ErrorCode, message: String) -> Incoming {
    Incoming::Malformed(json!({"jsonrpc": "2.0", "id": id, "error": {"code": code as i32, "message": message}}))
}

/// Writes a value as a message.
pub fn write(output: &mut impl Write, value: &Value) -> io::Result<()> {
    let text = value.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The methods of the messages, or the error codes of the answers.
    fn read_all(mut input: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            all.push(match read(&mut input).expect("memory can be read") {
                Incoming::Message(Message::Request(request)) => request.method,
                Incoming::Message(Message::Notification(notification)) => notification.method,
                Incoming::Message(Message::Response(response)) => response.id.to_string(),
                Incoming::Malformed(answer) => format!("{} {}", answer["id"], answer["error"]["code"]),
                Incoming::End => return all,
            });
        }
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\nContent-Type: text\r\n\r\n{text}", text.len())
    }

    #[test]
    fn what_follows_a_malformed_message_is_read() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        for (bad, answers) in [
            (framed("{"), &["null -32700"][..]),
            (framed("\u{1}ä"), &["null -32700"]),
            (framed(&deep), &["null -32700"]),
            (framed("[1]"), &["null -32600"]),
            (framed(r#"{"id":7}"#), &["7 -32600"]),
            ("nonsense\r\n".to_owned(), &["null -32700"]),
            ("\r\n".to_owned(), &["null -32700"]),
            ("Content-Length: 99999999999999999999\r\n".to_owned(), &["null -32700"]),
        ] {
            let expected: Vec<&str> = answers.iter().copied().chain(["exit"]).collect();
            assert_eq!(read_all(format!("{bad}{good}").as_bytes()), expected, "{bad:.60}");
        }
        assert_eq!(
            read_all(b"Content-Length: 4000000000\r\n\r\n{}"),
            Vec::<String>::new(),
            "the stream ends too early"
        );
    }
}
