import type { OpenSocket } from '../protocol/link/ports.ts';
import { subprotocols } from '../protocol/wire/paths.ts';

/** What a browser calls a socket that could not be opened, or broke. */
const BROKEN = 1006;

/**
 * A real socket to the gateway the page came from. The cookie goes along by itself; a browser can set no header here, so
 * the value that proves the request is ours goes as a subprotocol.
 */
export function webSocket(dialect: 'hud' | 'lobby', csrf: () => string | undefined): OpenSocket {
  return (address, events) => {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}${address}`, [...subprotocols(dialect, csrf() ?? 'none')]);
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (typeof event.data === 'string') {
        events.text(event.data);
      }
    };
    socket.onclose = (event) => events.closed(event.code === 0 ? BROKEN : event.code);
    return {
      send: (text) => {
        // Between the last word and `close` there is nobody to tell: what was sent then is asked for again.
        if (socket.readyState === WebSocket.OPEN) {
          socket.send(text);
        }
      },
      close: () => socket.close(),
    };
  };
}
