// The bundle as an editor loads it, with a module `vscode` that agrees to everything and takes notes.

const assert = require('node:assert/strict');
const Module = require('node:module');
const path = require('node:path');
const { test } = require('node:test');

const { contributes } = require('../package.json');

/** Something that can be called, constructed, extended, and asked for any property. */
function anything(known = {}) {
    const properties = new Map(Object.entries(known));
    const it = new Proxy(class {}, {
        get(target, name) {
            if (typeof name === 'symbol' || name === 'prototype' || name === 'then') return target[name];
            if (!properties.has(name)) properties.set(name, anything());
            return properties.get(name);
        },
        apply: () => anything(),
        // What is extended stays a class with methods of its own.
        construct: (target, args, made) => made === it ? anything() : Reflect.construct(target, args, made),
    });
    return it;
}

function load(vscode) {
    const original = Module._load;
    Module._load = (request, ...rest) => request === 'vscode' ? vscode : original(request, ...rest);
    try {
        return require(path.join(__dirname, '../dist/extension.js'));
    } finally {
        Module._load = original;
    }
}

test('the client says what is wrong when the server does not start', async () => {
    const settings = { path: '/nowhere/multise', timeout: 7, options: ['--lenient'] };
    const asked = new Set(), registered = [], errors = [];
    const vscode = anything({
        version: '1.91.0',
        commands: anything({ registerCommand: (name) => { registered.push(name); return { dispose() {} }; } }),
        workspace: anything({
            workspaceFolders: undefined,
            textDocuments: [],
            getConfiguration: (section) => ({
                get(name, missing) {
                    if (section !== 'multise') return missing;
                    asked.add(`${section}.${name}`);
                    return settings[name];
                },
            }),
        }),
        window: anything({ showErrorMessage: (message) => { errors.push(message); return Promise.resolve(); } }),
    });
    const extension = load(vscode);
    const context = { subscriptions: [] };
    await extension.activate(context);
    assert.deepEqual(registered, contributes.commands.map((command) => command.command));
    assert.deepEqual([...asked].sort(), Object.keys(contributes.configuration.properties).sort());
    assert.ok(errors.some((message) => message.includes('/nowhere/multise')), errors.join('\n'));
    assert.equal(context.subscriptions.length, 2);
    await extension.deactivate();
});
