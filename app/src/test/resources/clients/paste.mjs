// Pastes its input into a socket line by line and prints what comes, like a plain WebSocket tool: with npm's `ws`.
//
//   node paste.mjs URL [Name:value …]     "!ping" sends a WebSocket ping; the end of the input closes the socket
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';

const WebSocket = createRequire(`${process.cwd()}/`)('ws');
const [url, ...headers] = process.argv.slice(2);
const socket = new WebSocket(url, {
  headers: Object.fromEntries(headers.map((header) => [header.slice(0, header.indexOf(':')), header.slice(header.indexOf(':') + 1)])),
});

socket.on('message', (data, isBinary) => console.log(isBinary ? 'binary' : data.toString()));
socket.on('ping', () => console.log('ping'));
socket.on('pong', () => console.log('pong'));
socket.on('unexpected-response', (request, response) => {
  console.log(`refused ${response.statusCode}`);
  process.exit(0);
});
socket.on('error', (error) => console.log(`error ${error.message}`));
socket.on('close', (code) => {
  console.log(`closed ${code}`);
  process.exit(0);
});
socket.on('open', () => {
  console.log(`open ${socket.extensions || 'plain'}`);
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => (line === '!ping' ? socket.ping() : socket.send(line)));
  lines.on('close', () => socket.close(1000));
});
