//! `multise lsp`: a language server on standard input and output.
//!
//! One thread reads messages, one explores, and this one does everything else, in the order of the events.
//!
//! | task | file |
//! |---|---|
//! | messages on a stream | [`wire`], [`client`] |
//! | the life of a session, requests and notifications | [`session`] |
//! | requests of a client about a document | [`server`] |
//! | the client's abilities and the user's wishes | [`settings`] |
//! | open documents | [`documents`], [`positions`] |
//! | explorations in the background | [`explorations`] |
//! | what is shown | [`diagnostics`], [`lenses`], [`shown`], [`values`], [`symbols`], [`hover`] |
//! | help with writing | [`names`], [`completion`], [`fixes`] |

mod client;
mod completion;
mod diagnostics;
mod documents;
mod explorations;
mod fixes;
mod hover;
mod lenses;
mod names;
mod positions;
mod server;
mod session;
mod settings;
mod shown;
mod symbols;
mod values;
mod wire;

use super::exit::Exit;
use explorations::News;
use session::Session;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, TryRecvError, channel};
use std::thread;
use wire::Incoming;

/// An event that the server handles.
enum Event {
    /// A message from the client.
    Incoming(Incoming),
    /// News of an exploration.
    News(News),
}

/// Serves the client on standard input and output.
pub fn serve() -> Exit {
    serve_on(io::stdin(), io::stdout())
}

/// Serves one client until it sends `exit` or disconnects. The exit code follows the protocol: 0 after a `shutdown`,
/// otherwise 1.
pub fn serve_on(input: impl Read + Send + 'static, output: impl Write + 'static) -> Exit {
    let (sender, events) = channel();
    let news = sender.clone();
    thread::spawn(move || read(input, &sender));
    let mut session = Session::new(output, move |what| drop(news.send(Event::News(what))));
    loop {
        let event = match events.try_recv() {
            // No event is waiting, so there is time to check what was typed.
            Err(TryRecvError::Empty) => match session.rest() {
                ControlFlow::Continue(()) => events.recv().ok(),
                ControlFlow::Break(()) => None,
            },
            event => event.ok(),
        };
        let flow = match event {
            Some(Event::Incoming(incoming)) => session.incoming(incoming),
            Some(Event::News(news)) => session.news(news),
            None => ControlFlow::Break(()),
        };
        if flow.is_break() {
            return session.end();
        }
    }
}

/// Reads messages until there are no more.
fn read(input: impl Read, sender: &Sender<Event>) {
    let mut input = BufReader::new(input);
    loop {
        let incoming = wire::read(&mut input).unwrap_or(Incoming::End);
        let is_end = matches!(incoming, Incoming::End);
        if sender.send(Event::Incoming(incoming)).is_err() || is_end {
            return;
        }
    }
}
