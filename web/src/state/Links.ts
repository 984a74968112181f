import { shallowRef, type ShallowRef } from 'vue';
import { connection, type Link } from '../protocol/link/link.ts';
import type { Clock, OpenSocket, Random } from '../protocol/link/ports.ts';
import { LinkRunner, type Dialect } from '../protocol/link/runner.ts';
import type { SignIn } from './SignIn.ts';

/** What a person is told of a connection. */
export interface Connection {
  readonly state: 'connected' | 'connecting' | 'offline';
  /** While it is waited for the next try. */
  readonly nextTryAt?: number | undefined;
  /** When the gateway was last heard: what is shown is from then. */
  readonly heardAt?: number | undefined;
}

export interface Listener<From> {
  frame(frame: From): void;
  /** There is no link any more: what was asked for over it has no answer. */
  cut(): void;
  /** The link ends because something was sent that is too large. Before `cut`. */
  tooBig?(): void;
  /** What was looked at was deleted. */
  gone?(): void;
}

/** All connections of the page: what one knows of signing in and of the network, all know. */
export class Links {
  readonly #links = new Set<{ begin(): void; nudge(): void }>();

  constructor(
    private readonly sockets: { readonly hud: OpenSocket; readonly lobby: OpenSocket },
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly signIn: SignIn,
  ) {
    signIn.onBegun(() => this.#links.forEach((link) => link.begin()));
  }

  /** The network is back, the page is looked at again, somebody pressed "Try now". */
  nudge(): void {
    this.#links.forEach((link) => link.nudge());
  }

  make<From extends { readonly type: string }, To>(
    kind: 'hud' | 'lobby',
    dialect: Dialect<From>,
    listener: Listener<From>,
  ): LiveLink<From, To> {
    const { clock, random, signIn } = this;
    const world = { clock, random, signIn, open: this.sockets[kind] };
    return new LiveLink<From, To>(world, dialect, listener, this.#links);
  }
}

interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly signIn: SignIn;
  readonly open: OpenSocket;
}

/** One connection, as long as somebody wants it. */
export class LiveLink<From extends { readonly type: string }, To> {
  readonly #connection = shallowRef<Connection>({ state: 'connecting' });
  readonly #runner: LinkRunner<From, To>;
  #wanted = false;
  #heardAt: number | undefined;
  #csrf: string | undefined;

  constructor(
    private readonly world: World,
    dialect: Dialect<From>,
    private readonly listener: Listener<From>,
    private readonly all: Set<{ begin(): void; nudge(): void }>,
  ) {
    const { clock, random, signIn } = world;
    this.#runner = new LinkRunner<From, To>(
      {
        clock,
        random,
        ask: signIn.ask,
        open: (address, events) => {
          this.#csrf = signIn.csrf;
          return world.open(address, events);
        },
      },
      dialect,
      {
        frame: (frame) => this.#heard(frame),
        changed: (link) => this.#changed(link),
        tooBig: () => listener.tooBig?.(),
      },
    );
  }

  get connection(): Readonly<ShallowRef<Connection>> {
    return this.#connection;
  }

  want(): void {
    this.#wanted = true;
    this.all.add(this);
    this.begin();
  }

  rest(): void {
    this.#wanted = false;
    this.all.delete(this);
    this.#runner.leave();
  }

  begin(): void {
    if (this.#wanted && this.world.signIn.csrf !== undefined) {
      this.#runner.begin();
    }
  }

  nudge(): void {
    this.#runner.nudge();
  }

  send(frame: To): boolean {
    return this.#runner.send(frame);
  }

  #heard(frame: From): void {
    this.#heardAt = this.world.clock.now();
    this.listener.frame(frame);
  }

  #changed(link: Link): void {
    const told = connection(link);
    this.#connection.value = {
      state: told === 'connected' || told === 'connecting' ? told : 'offline',
      nextTryAt: link.at === 'waiting' ? this.world.clock.now() + link.waitMs : undefined,
      heardAt: this.#heardAt,
    };
    if (told !== 'connected') {
      this.listener.cut();
    }
    if (told === 'gone') {
      this.listener.gone?.();
    } else if (told === 'signedOut') {
      this.world.signIn.ended(this.#csrf);
    }
  }
}
