// A device: sends each line of its input and prints each reply. Node 20, and `npm install ws`.
//
// BEAVER_WS_URL=ws://127.0.0.1:18080/api/channels/terminal-dev/ws TERMINAL_PEER_ID=device-001 node device.mjs
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

const { BEAVER_WS_URL: url, TERMINAL_PEER_ID: peer, TERMINAL_STATE: file = 'device-state.json' } = process.env;
const heartbeat = 1000 * (process.env.TERMINAL_HEARTBEAT ?? 30);

// waiting: the message that has no answer yet
let { counter, waiting } = existsSync(file) ? JSON.parse(readFileSync(file)) : { counter: 0, waiting: null };
let socket = null; // while connected
let tries = 0;
let answered = () => {};
let ended = false;

function keep(newCounter, newWaiting) {
  [counter, waiting] = [newCounter, newWaiting];
  writeFileSync(`${file}.new`, JSON.stringify({ counter, waiting }), { flush: true });
  renameSync(`${file}.new`, file); // all of it or nothing
}

function ask(number, text) {
  keep(number, { type: 'message', message_id: `${peer}-${String(number).padStart(6, '0')}`, text }); // before sending
  send(waiting);
}

// Without a connection it is sent after the next "connected".
const send = (frame) => socket?.send(JSON.stringify(frame), () => {});

// About 1, 2, 4, 8, 16, 30, 30 … seconds.
const pause = () => 1000 * Math.min(30, 2 ** tries++) * (0.8 + 0.4 * Math.random());

function live() {
  const connection = new WebSocket(url, { handshakeTimeout: 10_000 });
  const silence = setTimeout(() => connection.terminate(), 2 * heartbeat);
  const greeting = { type: 'connect', peer_id: peer, capabilities: ['text'] };
  connection.on('open', () => connection.send(JSON.stringify(greeting)));
  connection.on('message', (data) => {
    silence.refresh();
    hear(connection, JSON.parse(data));
  });
  connection.on('error', (error) => console.error('error:', error.message));
  connection.on('close', (code) => {
    clearTimeout(silence);
    socket = null;
    if (ended) process.exit();
    console.error('disconnected:', code);
    setTimeout(live, code === 4409 ? 30_000 : pause()); // 4409: another device has our peer id
  });
}

function hear(connection, frame) {
  const { type, message_id: id } = frame;
  const mine = waiting !== null && id === waiting.message_id;
  if (type === 'connected') {
    [socket, tries] = [connection, 0];
    if (waiting) send(waiting);
  } else if (type === 'error' && socket && waiting && (mine || !id)) show(`error: ${frame.error}`);
  else if (type === 'error') console.error('error:', frame.error);
  else if (type === 'message' && mine) show(frame.text);
  else if (type === 'ack' && mine && frame.code === 'id_reused') {
    ask(Math.floor(Date.now() / 1000), waiting.text); // our counter was lost: pass all it gave out
  } else if (type === 'ack' && mine && 'reply' in frame) show(frame.reply);
  else if (type === 'ack' && mine && 'error' in frame) {
    console.error('refused:', frame.error);
    setTimeout(() => waiting && send(waiting), pause()); // not recorded: the same id again
  }
  // All else means waiting on: accepted, pending, pong, and whatever a newer gateway may say.
}

function show(text) {
  console.log(text);
  keep(counter, null); // after showing: a crash in between shows it twice, never not at all
  tries = 0;
  answered();
}

live();
setInterval(() => send({ type: 'ping' }), heartbeat);
if (waiting) await new Promise((resolve) => (answered = resolve)); // since before a restart
for await (const text of createInterface({ input: process.stdin })) {
  ask(counter + 1, text);
  await new Promise((resolve) => (answered = resolve));
}
ended = true;
if (socket) socket.close();
else process.exit();
