import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { activityEvents } from '../src/protocol/wire/activity.ts';
import { textOf } from '../src/protocol/wire/frame.ts';
import { decode as decodeHud, hudTypes } from '../src/protocol/wire/hud.ts';
import { decode as decodeLobby, lobbyTypes } from '../src/protocol/wire/lobby.ts';

/** The frames the Java side encodes and decodes: the truth of the wire. */
const golden = join(import.meta.dirname, '../../protocol/src/test/resources/golden');

/** What we send ourselves, by file; everything else comes from the gateway. */
const sent: Readonly<Record<string, readonly string[]>> = {
  hud: [
    'approve.json',
    'earlier-asked.json',
    'handover.json',
    'kill.json',
    'message-steer.json',
    'message.json',
    'new.json',
    'ping.json',
    'stop.json',
    'switch-agent.json',
  ],
  lobby: ['approve.json', 'ping.json'],
};

describe.each([
  { dialect: 'hud', decode: decodeHud, types: hudTypes },
  { dialect: 'lobby', decode: decodeLobby, types: lobbyTypes },
])('the golden files of the $dialect', ({ dialect, decode, types }) => {
  const received = filesOf(dialect).filter((file) => !sent[dialect]?.includes(file));

  it.each(received)('%s decodes as it is', (file) => {
    const text = textIn(dialect, file);
    expect(decode(text)).toEqual(JSON.parse(text));
  });

  it('have every type there is', () => {
    const found = received.map((file) => textOf(JSON.parse(textIn(dialect, file)), 'type'));
    expect([...new Set(found)].sort()).toEqual([...types].sort());
  });
});

it('the golden files have every kind of activity', () => {
  const found = filesOf('hud')
    .map((file) => textOf(JSON.parse(textIn('hud', file)), 'event'))
    .filter((event) => event !== '');
  expect([...new Set(found)].sort()).toEqual(Object.keys(activityEvents).sort());
});

it('the golden files fit our types, field by field', () => {
  // One that does not is added, to know that the compiler has looked.
  const wrong = 'export const wrong: Of<FromHud> = { type: "pong", extra: 1 };';
  expect(complaints(`${literals()}\n${wrong}`)).toEqual([expect.stringContaining("'extra' does not exist")]);
}, 60_000);

describe('what is not known', () => {
  it.each([
    ['{"type":"weather","sunny":true}', 'weather'],
    ['{"type":"hud","event":"dream_start","id":"1","ts":1}', 'hud dream_start'],
    ['{"type":"toString"}', 'toString'],
    ['null', ''],
    ['[]', ''],
    ['42', ''],
    ['<html>', ''],
  ])('%s is a stranger', (text, name) => {
    expect(decodeHud(text)).toEqual({ type: '?', name });
  });

  it('is no harm to the lobby', () => {
    expect(decodeLobby('{"type":"weather"}')).toEqual({ type: '?', name: 'weather' });
    expect(decodeLobby('')).toEqual({ type: '?', name: '' });
  });
});

function filesOf(dialect: string): readonly string[] {
  return readdirSync(join(golden, dialect)).sort();
}

function textIn(dialect: string, file: string): string {
  return readFileSync(join(golden, dialect, file), 'utf8');
}

/** Each file as a literal of the type it should have: the compiler then knows each missing and each unknown field. */
function literals(): string {
  const direction = (dialect: string, file: string) => (sent[dialect]?.includes(file) ? 'To' : 'From');
  const type = (dialect: string) => (dialect === 'hud' ? 'Hud' : 'Lobby');
  return ['hud', 'lobby']
    .flatMap((dialect) => filesOf(dialect).map((file) => ({ dialect, file })))
    .map(
      ({ dialect, file }, i) =>
        `export const f${i}: Of<${direction(dialect, file)}${type(dialect)}> = ${textIn(dialect, file).trim()}; // ${dialect}/${file}`,
    )
    .join('\n');
}

function complaints(source: string): readonly string[] {
  const wire = '../src/protocol/wire';
  const head = [
    `import type { FromHud, ToHud } from '${wire}/hud.ts';`,
    `import type { FromLobby, ToLobby } from '${wire}/lobby.ts';`,
    `import type { Id } from '${wire}/ids.ts';`,
    // A literal has no brand: where ours has one, any text will do.
    'type Of<T> = T extends Id<string> ? string : T extends object ? { [K in keyof T]: Of<T[K]> } : T;',
    'export type Used = [FromHud, ToHud, FromLobby, ToLobby, Of<1>];',
  ];
  const name = join(import.meta.dirname, 'golden-literals.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  const lines = [...head, source].join('\n');
  host.getSourceFile = (file, target) =>
    file === name ? ts.createSourceFile(file, lines, target) : readSource(file, target);
  const program = ts.createProgram([name], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map((found) => ts.flattenDiagnosticMessageText(found.messageText, '\n') + lineOf(found));
}

function lineOf(found: ts.Diagnostic): string {
  const text = found.file?.text.slice(found.start).split('\n')[0] ?? '';
  return ` (${text.slice(-60)})`;
}
