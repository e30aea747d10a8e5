// The client of `multise lsp`: starts it, and tells it what the settings say. Everything else is the protocol's.

import { ExtensionContext, commands, window, workspace } from 'vscode';
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

let client: LanguageClient | undefined;

/** A client for the settings as they are now. */
function fresh(): LanguageClient {
    const settings = workspace.getConfiguration('multise');
    const server: ServerOptions = { command: settings.get('path', 'multise'), args: ['lsp'] };
    const options: LanguageClientOptions = {
        documentSelector: [{ language: 'oox' }],
        initializationOptions: { timeout: settings.get('timeout', 30), options: settings.get('options', []) },
    };
    return new LanguageClient('multise', 'multise', server, options);
}

async function start(): Promise<void> {
    client = fresh();
    try {
        await client.start();
    } catch (error) {
        client = undefined;
        const path = workspace.getConfiguration('multise').get('path', 'multise');
        window.showErrorMessage(`multise: \`${path} lsp\` does not start; is the setting multise.path right? ${error}`);
    }
}

// One after the other: a client that is starting cannot be stopped.
let last: Promise<void> = Promise.resolve();

/** The server is to have new settings, or has got stuck. */
function restart(): Promise<void> {
    last = last.then(stop).then(start);
    return last;
}

async function stop(): Promise<void> {
    const old = client;
    client = undefined;
    await old?.dispose();
}

export function activate(context: ExtensionContext): Promise<void> {
    context.subscriptions.push(
        commands.registerCommand('multise.restart', restart),
        workspace.onDidChangeConfiguration((change) => change.affectsConfiguration('multise') ? restart() : undefined),
    );
    return restart();
}

export function deactivate(): Promise<void> {
    last = last.then(stop);
    return last;
}
