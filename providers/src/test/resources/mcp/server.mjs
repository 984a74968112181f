// An MCP server that behaves as its tools are told to: node server.mjs [mode]
import fs from 'node:fs';
import readline from 'node:readline';

const mode = process.argv[2] ?? '';
if (process.env.STARTS) fs.appendFileSync(process.env.STARTS, `${Date.now()}\n`);
if (mode === 'stubborn') process.on('SIGTERM', () => {});
if (mode === 'complains') process.stderr.write('x'.repeat(80).concat('\n').repeat(20_000));

const say = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
const text = words => ({ content: [{ type: 'text', text: words }] });
const notified = [];
const replies = [];
let grown = false;
let spoiled = false;
let spoiledLists = 0;

const tools = () => [
  { name: 'echo', description: 'Says it again', inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true, openWorldHint: false } },
  { name: 'look up', title: 'Looks it up', annotations: { readOnlyHint: true } },
  { name: 'change', annotations: { readOnlyHint: false } },
  { name: 'unknown' },
  { name: 'overridden' },
  { name: 'unknown', description: 'again' },
  ...Object.keys(calls).filter(name => name !== 'echo').map(name => ({ name })),
  ...(grown ? [{ name: 'grown' }] : []),
];

const calls = {
  echo: args => text(args.text),
  pid: () => text(String(process.pid)),
  structured: () => ({ ...text('{"a":1}'), structuredContent: { a: 1 } }),
  fails: () => ({ ...text('the disk is full'), isError: true }),
  env: () => text(JSON.stringify(process.env)),
  notified: () => text(JSON.stringify(notified)),
  replies: () => text(JSON.stringify(replies)),
  cwd: () => text(process.cwd()),
  noise: () => { process.stdout.write('Hello!\n{"half":\n[]\n"text"\n\n'); return text('after the noise'); },
  grow: () => { grown = true; say({ method: 'notifications/tools/list_changed' }); return text('grown'); },
  ask: () => { say({ id: 'p', method: 'ping' }); say({ id: 'r', method: 'roots/list' }); return text('asked'); },
  spoil: () => { spoiled = true; say({ method: 'notifications/tools/list_changed' }); return text('spoiled'); },
  spoiledLists: () => text(String(spoiledLists)),
  complain: args => { process.stderr.write(args.text + '\n'); return text('complained'); },
  much: args => text('x'.repeat(Number(args.text))),
  die: () => process.exit(3),
  hang: () => undefined,
  deaf: () => { setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)); return text('deaf from now on'); },
};

readline.createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === undefined) replies.push(JSON.parse(line));
  else if (id === undefined) notified.push({ method, params });
  else if (method === 'initialize') {
    if (mode === 'silent') return;
    say({ id, result: { protocolVersion: mode === 'newer' ? '2099-01-01' : params.protocolVersion, capabilities: {} } });
    if (mode === 'dies') process.exit(4);
  } else if (method === 'tools/list') {
    if (spoiled) return say({ id, error: { code: -32603, message: `broken ${++spoiledLists}` } });
    // One at a time, to be asked again.
    const at = Number(params.cursor ?? 0);
    const more = at + 1 < tools().length ? { nextCursor: String(at + 1) } : {};
    say({ id, result: { tools: tools().slice(at, at + 1), ...more } });
  } else if (method === 'tools/call') {
    const call = calls[params.name];
    if (!call) return say({ id, error: { code: -32602, message: `no tool ${params.name}` } });
    const result = call(params.arguments);
    if (result) say({ id, result });
  }
}).on('close', () => mode === 'stubborn' || mode === 'silent' ? setInterval(() => {}, 1000) : process.exit(0));
