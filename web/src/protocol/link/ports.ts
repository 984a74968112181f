/** What the connection needs of the world. `browser/` has the real ones, tests have theirs. */

export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketEvents {
  text(text: string): void;
  /** Once, whatever happened; a socket that could not be opened closes with 1006. */
  closed(code: number): void;
}

export type OpenSocket = (address: string, events: SocketEvents) => Socket;

export type Cancel = () => void;

export interface Clock {
  now(): number;
  after(ms: number, work: () => void): Cancel;
}

/** From 0 to 1. */
export type Random = () => number;

/** A browser hides why a socket was refused; a question over HTTP tells. Unknown if nobody answered. */
export type AskSignedIn = () => Promise<'in' | 'out' | 'unknown'>;
