// The smallest device that loses nothing: sends each line of its input, prints each reply. Needs `npm install ws`.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

const { BEAVER_WS_URL: url, TERMINAL_PEER_ID: peer } = process.env;
const file = 'device-state.json';
let state = existsSync(file) ? JSON.parse(readFileSync(file)) : { counter: 0, waiting: null };
let [socket, pause, answered] = [null, 1, () => {}];

function keep(changes) { // before sending, and after showing
  state = { ...state, ...changes };
  writeFileSync(`${file}.new`, JSON.stringify(state), { flush: true });
  renameSync(`${file}.new`, file);
}
const send = (frame) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(frame));

function hear(frame) { // accepted or pending: wait on; what is not ours or not known: ignore it
  if (frame.type === 'connected') pause = 1;
  if (frame.type === 'connected' && state.waiting) send(state.waiting);
  if (!state.waiting || frame.message_id !== state.waiting.message_id) return;
  if (frame.type === 'message' || 'reply' in frame || frame.type === 'error') {
    console.log(frame.reply ?? frame.text ?? frame.error);
    keep({ waiting: null });
    answered();
  } else if ('error' in frame) setTimeout(() => state.waiting && send(state.waiting), 5000); // the same id again
}

function live() {
  socket = new WebSocket(url, { handshakeTimeout: 10_000 });
  const beat = setInterval(() => send({ type: 'ping' }), 30_000);
  const silence = setTimeout(() => socket.terminate(), 60_000);
  socket.on('open', () => send({ type: 'connect', peer_id: peer, capabilities: ['text'] }));
  socket.on('message', (data) => silence.refresh() && hear(JSON.parse(data)));
  socket.on('error', () => {});
  socket.on('close', () => {
    [beat, silence].forEach(clearTimeout);
    setTimeout(live, 1000 * pause * (0.8 + 0.4 * Math.random()));
    pause = Math.min(2 * pause, 30);
  });
}
live();
if (state.waiting) await new Promise((resolve) => (answered = resolve)); // since before a restart
for await (const text of createInterface({ input: process.stdin })) {
  const id = `${peer}-${String(state.counter + 1).padStart(6, '0')}`;
  keep({ counter: state.counter + 1, waiting: { type: 'message', message_id: id, text } });
  send(state.waiting);
  await new Promise((resolve) => (answered = resolve));
}
process.exit();
