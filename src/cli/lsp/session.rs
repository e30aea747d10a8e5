//! The life of a session: `initialize`, requests and notifications, `shutdown`, `exit`.

use super::client::Client;
use super::explorations::News;
use super::server::{Server, refusal};
use super::settings::Settings;
use super::wire::Incoming;
use crate::cli::exit::Exit;
use crate::cli::panics;
use lsp_server::{ErrorCode, Message, Notification, Request, ResponseError};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use serde_json::Value;
use std::io::Write;
use std::ops::ControlFlow;

/// The state of a session.
enum State {
    /// Nothing has been received.
    New,
    /// `initialize` has been received.
    Serving(Box<Server>),
    /// `shutdown` has been received.
    ShutDown,
}

/// A session with one client.
pub struct Session<N> {
    client: Client,
    state: State,
    /// Receives the news of explorations; moved to the server when that begins.
    news: Option<N>,
}

impl<N: Fn(News) + Send + 'static> Session<N> {
    /// A new session.
    pub fn new(output: impl Write + 'static, news: N) -> Self {
        Self { client: Client::new(output), state: State::New, news: Some(news) }
    }

    /// Uses the time when no event is waiting.
    pub fn rest(&mut self) -> ControlFlow<()> {
        if let State::Serving(server) = &mut self.state {
            server.check_documents(&mut self.client);
        }
        if self.client.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Handles news of an exploration.
    pub fn news(&mut self, news: News) -> ControlFlow<()> {
        if let State::Serving(server) = &mut self.state {
            server.news(&mut self.client, news);
        }
        ControlFlow::Continue(())
    }

    /// Handles a message from standard input.
    pub fn incoming(&mut self, incoming: Incoming) -> ControlFlow<()> {
        match incoming {
            Incoming::End => return ControlFlow::Break(()),
            Incoming::Malformed(answer) => self.client.send(&answer),
            Incoming::Message(Message::Request(request)) => self.request(request),
            Incoming::Message(Message::Notification(notification)) => return self.notification(notification),
            Incoming::Message(Message::Response(response)) => {
                if let State::Serving(server) = &mut self.state {
                    server.response(&mut self.client, response);
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let Self { client, state, news } = self;
        let answer = match (&mut *state, method.as_str()) {
            (State::New, request::Initialize::METHOD) => {
                let (settings, wrong) = Settings::new(&params);
                let capabilities = super::server::capabilities(&settings);
                if let Some(news) = news.take() {
                    *state = State::Serving(Box::new(Server::new(settings, news)));
                }
                client.answer(id, Ok(capabilities));
                if let Some(why) = wrong {
                    client.complain(&why);
                }
                return;
            }
            (State::New, _) => Err(refusal(ErrorCode::ServerNotInitialized, "`initialize` comes first")),
            (State::ShutDown, _) => Err(refusal(ErrorCode::InvalidRequest, "the server has been shut down")),
            (State::Serving(_), request::Initialize::METHOD) => {
                Err(refusal(ErrorCode::InvalidRequest, "`initialize` comes once"))
            }
            (State::Serving(_), request::Shutdown::METHOD) => {
                if let State::Serving(server) = std::mem::replace(state, State::ShutDown) {
                    server.end(client);
                }
                Ok(Value::Null)
            }
            (State::Serving(server), _) => {
                match caught(|| server.request(client, &id, &method, params)) {
                    Ok(Some(answer)) => Ok(answer),
                    // The answer is sent when the exploration has ended.
                    Ok(None) => return,
                    Err(error) => Err(error),
                }
            }
        };
        client.answer(id, answer);
    }

    fn notification(&mut self, notification: Notification) -> ControlFlow<()> {
        let Notification { method, params } = notification;
        if method == notification::Exit::METHOD {
            return ControlFlow::Break(());
        }
        if let State::Serving(server) = &mut self.state {
            // A notification has no answer that could carry an error.
            let _ = caught(|| server.notification(&mut self.client, &method, params));
        }
        ControlFlow::Continue(())
    }

    /// Ends the session and returns its exit code.
    pub fn end(mut self) -> Exit {
        match self.state {
            State::ShutDown => Exit::Good,
            State::New => Exit::Bad,
            State::Serving(server) => {
                server.end(&mut self.client);
                Exit::Bad
            }
        }
    }
}

/// A panic is a defect. It becomes an error in the answer, and the session goes on.
fn caught<T>(handle: impl FnOnce() -> Result<T, ResponseError>) -> Result<T, ResponseError> {
    panics::caught(handle)
        .unwrap_or_else(|panic| Err(refusal(ErrorCode::InternalError, &format!("internal error: {panic}"))))
}
