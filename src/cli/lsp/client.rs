//! Messages to the client.

use super::wire;
use lsp_server::{Message, RequestId, Response, ResponseError};
use lsp_types::notification::{Notification, Progress, ShowMessage};
use lsp_types::request::Request;
use lsp_types::{MessageType, ProgressParams, ProgressParamsValue, ProgressToken, ShowMessageParams, WorkDoneProgress};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;

/// The connection to the client.
pub struct Client {
    output: Box<dyn Write>,
    /// The number of the next request.
    next: i32,
    /// The client has closed the connection.
    closed: bool,
}

impl Client {
    /// A client that reads this output.
    pub fn new(output: impl Write + 'static) -> Self {
        Self { output: Box::new(output), next: 0, closed: false }
    }

    /// Whether the client has closed the connection.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) {
        self.closed |= wire::write(&mut self.output, message).is_err();
    }

    /// Answers a request.
    pub fn answer(&mut self, id: RequestId, result: Result<Value, ResponseError>) {
        self.send(&framed(Message::Response(Response { id, response_result: result })));
    }

    /// Sends a notification.
    pub fn notify<N: Notification>(&mut self, params: impl Serialize) {
        self.send(&json!({"jsonrpc": "2.0", "method": N::METHOD, "params": params}));
    }

    /// Sends a request and returns its number.
    pub fn ask<R: Request>(&mut self, params: impl Serialize) -> RequestId {
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": R::METHOD, "params": params}));
        self.next += 1;
        id.into()
    }

    /// Shows the user what is wrong with the settings.
    pub fn complain(&mut self, why: &str) {
        let message = format!("multise: {}", why.trim_end());
        self.notify::<ShowMessage>(ShowMessageParams { typ: MessageType::ERROR, message });
    }

    /// Sends progress, if the client shows it.
    pub fn progress(&mut self, token: Option<ProgressToken>, progress: WorkDoneProgress) {
        if let Some(token) = token {
            self.notify::<Progress>(ProgressParams { token, value: ProgressParamsValue::WorkDone(progress) });
        }
    }
}

fn framed(message: Message) -> Value {
    let mut value = json!(message);
    value["jsonrpc"] = json!("2.0");
    value
}
