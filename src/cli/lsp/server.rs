//! Requests and notifications of a client about open documents.

use super::client::Client;
use super::documents::Document;
use super::explorations::{Explorations, News, Running, Wrong};
use super::lenses::{self, EXPLORE, Target};
use super::positions::Encoding;
use super::settings::{SECTION, Settings};
use super::{completion, diagnostics, fixes, hover, names, shown, symbols};
use indexmap::IndexMap;
use lsp_server::{ErrorCode, RequestId, Response, ResponseError};
use lsp_types::notification::{
    Cancel, DidChangeConfiguration, DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Initialized,
    Notification, PublishDiagnostics, WorkDoneProgressCancel,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRefresh, CodeLensRequest, Completion, DocumentSymbolRequest, ExecuteCommand,
    GotoDefinition, HoverRequest, InlayHintRefreshRequest, InlayHintRequest, PrepareRenameRequest, References,
    RegisterCapability, Rename, Request, WorkDoneProgressCreate, WorkspaceConfiguration,
};
use lsp_types::{
    CodeActionParams, CodeLensParams, CompletionParams, ConfigurationItem, ConfigurationParams,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentSymbolParams, ExecuteCommandParams, GotoDefinitionParams, HoverParams, InlayHintParams, ProgressToken,
    PublishDiagnosticsParams, ReferenceParams, Registration, RegistrationParams, RenameParams,
    TextDocumentPositionParams, Uri, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressCancelParams,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd, WorkDoneProgressReport,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// An error as answer to a request.
pub fn refusal(code: ErrorCode, message: &str) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_owned(), data: None }
}

/// The abilities of the server: the answer to `initialize`.
pub fn capabilities(settings: &Settings) -> Value {
    let encoding = if settings.encoding == Encoding::Utf8 { "utf-8" } else { "utf-16" };
    json!({
        "capabilities": {
            "positionEncoding": encoding,
            // The client sends opened and closed documents, and changes as parts of the text.
            "textDocumentSync": {"openClose": true, "change": 2, "save": false},
            "codeLensProvider": {},
            "codeActionProvider": if settings.fixes { json!({"codeActionKinds": ["quickfix"]}) } else { json!(true) },
            "documentSymbolProvider": true,
            "executeCommandProvider": {"commands": [EXPLORE, shown::SHOW]},
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": if settings.prepares { json!({"prepareProvider": true}) } else { json!(true) },
            "completionProvider": {"triggerCharacters": ["."]},
            "inlayHintProvider": true,
        },
        "serverInfo": {"name": "multise", "version": env!("CARGO_PKG_VERSION")},
    })
}

/// The open documents, by URI.
type Documents = IndexMap<String, Document>;

/// A server that has been initialised.
pub struct Server {
    settings: Settings,
    documents: Documents,
    explorations: Explorations,
    /// The last question about the configuration.
    asked: Option<RequestId>,
}

impl Server {
    /// A server without documents; `news` gets the news of explorations.
    pub fn new(settings: Settings, news: impl Fn(News) + Send + 'static) -> Self {
        Self { settings, documents: IndexMap::new(), explorations: Explorations::new(news), asked: None }
    }

    /// The answer to a request; nothing if it comes later.
    pub fn request(
        &mut self,
        client: &mut Client,
        id: &RequestId,
        method: &str,
        params: Value,
    ) -> Result<Option<Value>, ResponseError> {
        let Self { settings, documents, explorations, .. } = self;
        match method {
            CodeLensRequest::METHOD => {
                let params: CodeLensParams = parsed(params)?;
                let document = open(documents, &params.text_document.uri)?;
                answer(lenses::lenses(document, explorations, settings))
            }
            InlayHintRequest::METHOD => {
                let params: InlayHintParams = parsed(params)?;
                answer(shown::hints(open(documents, &params.text_document.uri)?, params.range))
            }
            HoverRequest::METHOD => {
                let place = parsed::<HoverParams>(params)?.text_document_position_params;
                answer(hover::hover(open(documents, &place.text_document.uri)?, settings, place.position))
            }
            GotoDefinition::METHOD => {
                let place = parsed::<GotoDefinitionParams>(params)?.text_document_position_params;
                answer(names::definition(open(documents, &place.text_document.uri)?, settings, place.position))
            }
            References::METHOD => {
                let ReferenceParams { text_document_position: place, context, .. } = parsed(params)?;
                let document = open(documents, &place.text_document.uri)?;
                answer(names::references(document, settings, place.position, context.include_declaration))
            }
            PrepareRenameRequest::METHOD => {
                let place: TextDocumentPositionParams = parsed(params)?;
                answer(names::renamable(open(documents, &place.text_document.uri)?, settings, place.position))
            }
            Rename::METHOD => {
                let RenameParams { text_document_position: place, new_name, .. } = parsed(params)?;
                let document = open(documents, &place.text_document.uri)?;
                let edit = names::rename(document, settings, place.position, &new_name);
                answer(edit.map_err(|why| refusal(ErrorCode::RequestFailed, &why))?)
            }
            Completion::METHOD => {
                let place = parsed::<CompletionParams>(params)?.text_document_position;
                answer(completion::completions(open(documents, &place.text_document.uri)?, settings, place.position))
            }
            CodeActionRequest::METHOD => {
                let CodeActionParams { text_document, range, context, .. } = parsed(params)?;
                let document = open(documents, &text_document.uri)?;
                let mut actions = fixes::fixes(document, settings, range, &context);
                // Commands are of no kind.
                if context.only.is_none() {
                    actions.extend(shown::actions(document, range));
                    actions.extend(lenses::actions(document, settings, range));
                }
                answer(actions)
            }
            DocumentSymbolRequest::METHOD => {
                let params: DocumentSymbolParams = parsed(params)?;
                answer(symbols::symbols(open(documents, &params.text_document.uri)?, settings))
            }
            ExecuteCommand::METHOD => self.execute(client, id, parsed(params)?),
            _ => Err(refusal(ErrorCode::MethodNotFound, &format!("there is no request `{method}`"))),
        }
    }

    /// Handles a notification of the client.
    pub fn notification(&mut self, client: &mut Client, method: &str, params: Value) -> Result<(), ResponseError> {
        let Self { settings, documents, explorations, .. } = self;
        match method {
            DidOpenTextDocument::METHOD => {
                let DidOpenTextDocumentParams { text_document: it } = parsed(params)?;
                let key = it.uri.as_str().to_owned();
                documents.insert(key, Document::new(it.uri, it.version, it.text, settings.encoding));
            }
            DidChangeTextDocument::METHOD => {
                let params: DidChangeTextDocumentParams = parsed(params)?;
                let document = open(documents, &params.text_document.uri)?;
                document.change(params.text_document.version, params.content_changes);
            }
            DidCloseTextDocument::METHOD => {
                let DidCloseTextDocumentParams { text_document } = parsed(params)?;
                let uri = text_document.uri;
                documents.shift_remove(uri.as_str());
                explorations.supersede(|running| running.uri == uri);
                client.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                    uri,
                    diagnostics: Vec::new(),
                    version: None,
                });
            }
            Initialized::METHOD => {
                if settings.registers_configuration {
                    client.ask::<RegisterCapability>(RegistrationParams {
                        registrations: vec![Registration {
                            id: SECTION.to_owned(),
                            method: DidChangeConfiguration::METHOD.to_owned(),
                            register_options: Some(json!({"section": SECTION})),
                        }],
                    });
                }
                self.ask_configuration(client);
            }
            DidChangeConfiguration::METHOD => {
                let DidChangeConfigurationParams { settings } = parsed(params)?;
                if !self.configure(client, &settings) {
                    self.ask_configuration(client);
                }
            }
            Cancel::METHOD => {
                let id: RequestId = parsed(params["id"].clone())?;
                explorations.cancel(|running| running.request == id);
            }
            WorkDoneProgressCancel::METHOD => {
                let WorkDoneProgressCancelParams { token } = parsed(params)?;
                explorations.cancel(|running| running.token.as_ref() == Some(&token));
            }
            // Other notifications do not matter here.
            _ => {}
        }
        Ok(())
    }

    /// Handles an answer of the client.
    pub fn response(&mut self, client: &mut Client, response: Response) {
        if self.asked.as_ref() == Some(&response.id) {
            let configuration = response.response_result.ok();
            self.configure(client, configuration.as_ref().and_then(|all| all.get(0)).unwrap_or(&Value::Null));
        }
    }

    fn ask_configuration(&mut self, client: &mut Client) {
        if self.settings.has_configuration {
            let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
            self.asked = Some(client.ask::<WorkspaceConfiguration>(ConfigurationParams { items: vec![item] }));
        }
    }

    /// Takes over a configuration, for the texts from now on and for the next explorations. Returns whether it is one.
    fn configure(&mut self, client: &mut Client, configuration: &Value) -> bool {
        match self.settings.configure(configuration) {
            Ok(false) => return false,
            Ok(true) => {
                self.documents.values_mut().for_each(Document::forget);
                self.refresh(client);
            }
            Err(why) => client.complain(&why),
        }
        true
    }

    /// Checks the documents that have changed, and sends their diagnostics.
    pub fn check_documents(&mut self, client: &mut Client) {
        for document in self.documents.values_mut().filter(|document| document.is_unchecked()) {
            client.notify::<PublishDiagnostics>(diagnostics::all(document, &self.settings));
        }
    }

    /// Executes a command. The answer to an exploration is sent when it has ended.
    fn execute(
        &mut self,
        client: &mut Client,
        id: &RequestId,
        params: ExecuteCommandParams,
    ) -> Result<Option<Value>, ResponseError> {
        let argument = params.arguments.into_iter().next().unwrap_or_default();
        match params.command.as_str() {
            EXPLORE => self.explore(client, id, parsed(argument)?, params.work_done_progress_params.work_done_token),
            shown::SHOW => {
                let choice: shown::Choice = parsed(argument)?;
                let document = open(&mut self.documents, &choice.target.uri)?;
                document.shown = Some((choice.target.entry, choice.violation));
                self.refresh(client);
                answer(())
            }
            other => Err(refusal(ErrorCode::InvalidParams, &format!("there is no command `{other}`"))),
        }
    }

    fn explore(
        &mut self,
        client: &mut Client,
        id: &RequestId,
        target: Target,
        token: Option<ProgressToken>,
    ) -> Result<Option<Value>, ResponseError> {
        let document = open(&mut self.documents, &target.uri)?;
        let failed = |why: &str| refusal(ErrorCode::RequestFailed, why);
        let (program, config) = document.program(&self.settings).ok_or_else(|| failed("the program has errors"))?;
        let entry = program.entry(&target.entry).map_err(|error| failed(&error.to_string()))?;
        let token = token.or_else(|| {
            let token = ProgressToken::String(format!("multise/{}", self.explorations.next_id()));
            self.settings.progress.then(|| {
                client.ask::<WorkDoneProgressCreate>(WorkDoneProgressCreateParams { token: token.clone() });
                token
            })
        });
        let begin = WorkDoneProgressBegin {
            title: format!("Exploring {}", target.entry),
            cancellable: Some(true),
            ..WorkDoneProgressBegin::default()
        };
        client.progress(token.clone(), WorkDoneProgress::Begin(begin));
        self.explorations.start(program, entry, config, target.uri, id.clone(), token);
        self.refresh(client);
        Ok(None)
    }

    /// Handles news of an exploration.
    pub fn news(&mut self, client: &mut Client, news: News) {
        match news {
            News::Progress(id, message) => {
                let running = self.explorations.get(id).filter(|running| !running.superseded);
                let report = WorkDoneProgressReport { message: Some(message), ..WorkDoneProgressReport::default() };
                client.progress(running.and_then(|r| r.token.clone()), WorkDoneProgress::Report(report));
            }
            News::Ended(id, explored) => {
                let Some(running) = self.explorations.ended(id) else { return };
                let verdict = explored.verdict();
                let document = self.documents.get_mut(running.uri.as_str()).filter(|_| !running.superseded);
                let Some(document) = document else { return dropped(client, running) };
                let end = WorkDoneProgressEnd { message: Some(verdict.clone()) };
                client.progress(running.token, WorkDoneProgress::End(end));
                let result = match &explored.ending {
                    Err(Wrong::Failed(why)) => Err(refusal(ErrorCode::InternalError, why)),
                    Ok(_) | Err(Wrong::Refused(_)) => Ok(json!({"verdict": verdict})),
                };
                let is_shown = |shown: &(String, usize)| shown.0 == running.entry;
                if !explored.values.is_empty() {
                    document.shown = Some((running.entry.clone(), 0));
                } else if document.shown.as_ref().is_some_and(is_shown) {
                    document.shown = None;
                }
                document.explored.insert(running.entry, *explored);
                client.notify::<PublishDiagnostics>(diagnostics::all(document, &self.settings));
                client.answer(running.request, result);
                self.refresh(client);
            }
        }
    }

    /// Asks the client to request lenses and hints again.
    fn refresh(&self, client: &mut Client) {
        if self.settings.refreshes_lenses {
            client.ask::<CodeLensRefresh>(Value::Null);
        }
        if self.settings.refreshes_hints {
            client.ask::<InlayHintRefreshRequest>(Value::Null);
        }
    }

    /// Stops everything. Open requests are refused.
    pub fn end(self, client: &mut Client) {
        self.explorations.end().into_iter().for_each(|running| dropped(client, running));
    }
}

/// Answers the request of an exploration whose outcome is not needed any more.
fn dropped(client: &mut Client, running: Running) {
    client.progress(running.token, WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
    client.answer(running.request, Err(refusal(ErrorCode::RequestCanceled, "the exploration was stopped")));
}

fn open<'a>(documents: &'a mut Documents, uri: &Uri) -> Result<&'a mut Document, ResponseError> {
    let closed = || refusal(ErrorCode::InvalidParams, &format!("the document is not open: {}", uri.as_str()));
    documents.get_mut(uri.as_str()).ok_or_else(closed)
}

fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, ResponseError> {
    serde_json::from_value(params).map_err(|error| refusal(ErrorCode::InvalidParams, &error.to_string()))
}

fn answer(result: impl Serialize) -> Result<Option<Value>, ResponseError> {
    let result = serde_json::to_value(result);
    result.map(Some).map_err(|error| refusal(ErrorCode::InternalError, &error.to_string()))
}
