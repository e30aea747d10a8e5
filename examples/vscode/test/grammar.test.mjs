// The grammar gives the words of a line the scopes that themes have colours for.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const path = new URL('../syntaxes/oox.tmLanguage.json', import.meta.url);

await oniguruma.loadWASM(await readFile(require.resolve('vscode-oniguruma/release/onig.wasm')));
const registry = new textmate.Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(await readFile(path, 'utf8'), path.pathname),
});
const grammar = await registry.loadGrammar('source.oox');

/** What is told of each token of a line: its text, and its scope without that of the language. */
function tokens(line, state = textmate.INITIAL) {
    return grammar.tokenizeLine(line, state).tokens
        .map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1).replace(/\.oox$/, '')])
        .filter(([text]) => text.trim() !== '');
}

test('declarations', () => {
    assert.deepEqual(tokens('class Näme extends B { // c'), [
        ['class', 'storage.type.class'], ['Näme', 'entity.name.type.class'], ['extends', 'storage.modifier'],
        ['B', 'variable.other'], [' { ', 'source'], ['// c', 'comment.line.double-slash'],
    ]);
    assert.deepEqual(tokens('static void main(int n) requires(old(n) > 0.5)').map(([, scope]) => scope), [
        'storage.modifier', 'storage.type.primitive', 'entity.name.function', 'source', 'storage.type.primitive',
        'variable.other', 'source', 'keyword.other.contract', 'source', 'keyword.other.contract', 'source',
        'variable.other', 'source', 'keyword.operator', 'constant.numeric', 'source',
    ].filter((scope, i, all) => !(scope === 'source' && all[i - 1] === 'source')));
});

test('statements', () => {
    const scopes = Object.fromEntries(tokens(String.raw`while (this.x != null) { break; c := '\''; s := "a\"b"; }`));
    assert.equal(scopes.while, 'keyword.control');
    assert.equal(scopes.break, 'keyword.control');
    assert.equal(scopes.this, 'variable.language');
    assert.equal(scopes.null, 'constant.language');
    assert.equal(scopes[':='], 'keyword.operator');
    assert.equal(scopes[String.raw`\"`], 'constant.character.escape');
});

test('words that may be names are names where they stand for one', () => {
    const scopes = Object.fromEntries(tokens('int break := old + 1; assert breaker;'));
    assert.deepEqual([scopes.break, scopes.old, scopes.breaker], Array(3).fill('variable.other'));
    assert.equal(scopes.assert, 'keyword.other.contract');
});

test('a comment goes on until it ends', () => {
    const { ruleStack } = grammar.tokenizeLine('x; /* class', textmate.INITIAL);
    assert.deepEqual(tokens('if */ if', ruleStack).map(([text, scope]) => `${text.trim()}: ${scope}`), [
        'if: comment.block', '*/: comment.block', 'if: keyword.control',
    ]);
});
