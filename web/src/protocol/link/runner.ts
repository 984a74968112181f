import { absurd, type Stranger } from '../wire/frame.ts';
import { idle, step, type Effect, type Link, type LinkEvent } from './link.ts';
import type { AskSignedIn, Cancel, Clock, OpenSocket, Random, Socket } from './ports.ts';

export interface Ports {
  readonly open: OpenSocket;
  readonly clock: Clock;
  readonly random: Random;
  readonly ask: AskSignedIn;
}

/** What is spoken on the socket, and where it leads. */
export interface Dialect<From> {
  /** Asked anew for each socket: the cursor is in it. */
  address(): string;
  decode(text: string): From | Stranger;
}

/** The close code for a frame that is larger than the other side takes. */
const TOO_BIG = 1009;

export interface Told<From> {
  frame(frame: From): void;
  changed(link: Link): void;
  /** The link ends because something was sent that is too large. Before `changed`. */
  tooBig?(): void;
}

/** Does what the link says: the only place that holds a socket and a timer. */
export class LinkRunner<From extends { readonly type: string }, To> {
  #link: Link = idle;
  #socket: Socket | undefined;
  #cancelAlarm: Cancel = () => {};
  #strangers = 0;

  constructor(
    private readonly ports: Ports,
    private readonly dialect: Dialect<From>,
    private readonly told: Told<From>,
  ) {}

  get link(): Link {
    return this.#link;
  }

  /** How many frames came that we do not know. */
  get strangers(): number {
    return this.#strangers;
  }

  begin(): void {
    this.#take({ kind: 'begin' });
  }

  leave(): void {
    this.#take({ kind: 'leave' });
  }

  nudge(): void {
    this.#take({ kind: 'nudge' });
  }

  /** False if there is no link: nothing is kept here, that is the outbox's. */
  send(frame: To): boolean {
    if (this.#link.at !== 'open' && this.#link.at !== 'probing') {
      return false;
    }
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  #take(event: LinkEvent): void {
    const before = this.#link;
    const [next, effects] = step(before, event, this.ports.random);
    this.#link = next;
    for (const effect of effects) {
      this.#perform(effect);
    }
    if (next.at === 'idle' || next.at === 'signedOut' || next.at === 'gone') {
      this.#cancelAlarm();
    }
    if (next.at !== before.at || next.tries !== before.tries) {
      this.told.changed(next);
    }
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case 'open':
        this.#open(effect.socket);
        return;
      case 'drop':
        this.#socket?.close();
        this.#socket = undefined;
        return;
      case 'ping':
        this.#socket?.send(JSON.stringify({ type: 'ping' }));
        return;
      case 'ask':
        void this.#ask(effect.socket);
        return;
      case 'alarm':
        this.#cancelAlarm();
        this.#cancelAlarm = this.ports.clock.after(effect.ms, () => this.#take({ kind: 'due' }));
        return;
      default:
        absurd(effect);
    }
  }

  #open(socket: number): void {
    this.#socket = this.ports.open(this.dialect.address(), {
      text: (text) => this.#heard(socket, text),
      closed: (code) => this.#closed(socket, code),
    });
  }

  #closed(socket: number, code: number): void {
    if (code === TOO_BIG && socket === this.#link.socket) {
      this.told.tooBig?.();
    }
    this.#take({ kind: 'closed', socket, code });
  }

  #heard(socket: number, text: string): void {
    // A socket that was let go may still have something to say; the new one says it again.
    if (socket !== this.#link.socket) {
      return;
    }
    const frame = this.dialect.decode(text);
    this.#take({ kind: frame.type === 'connected' ? 'ready' : 'heard', socket });
    if (isStranger(frame)) {
      this.#strangers++;
    } else {
      this.told.frame(frame);
    }
  }

  async #ask(socket: number): Promise<void> {
    if ((await this.ports.ask()) === 'out') {
      this.#take({ kind: 'signedOut', socket });
    }
  }
}

function isStranger(frame: { readonly type: string }): frame is Stranger {
  return frame.type === '?';
}
