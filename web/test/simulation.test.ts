import { describe, expect, it } from 'vitest';
import { Delivery, TOO_LONG } from '../src/protocol/link/delivery.ts';
import { connection } from '../src/protocol/link/link.ts';
import { Outbox, type Alone, type OutboxStore } from '../src/protocol/link/outbox.ts';
import type { Clock } from '../src/protocol/link/ports.ts';
import { LinkRunner } from '../src/protocol/link/runner.ts';
import { entriesOf } from '../src/protocol/model/conversation.ts';
import { decode, type FromHud, type ToHud } from '../src/protocol/wire/hud.ts';
import { messageId, type MessageId } from '../src/protocol/wire/ids.ts';
import { paths } from '../src/protocol/wire/paths.ts';
import { FakeClock, seeded } from './fakes.ts';
import { FakeGateway, session } from './gateway.ts';
import { MemoryStore } from './memoryStore.ts';
import { FakeNetwork } from './network.ts';
import { Reader, seenBy } from './snapshot.ts';

const SEEDS = 300;

/** A page in a browser: link, outbox and what it shows, wired as main.ts wires them. */
class Tab {
  readonly reader = new Reader();
  readonly link: LinkRunner<FromHud, ToHud>;
  readonly outbox: Outbox;
  readonly #clock: StoppableClock;

  constructor(network: FakeNetwork, clock: Clock, random: () => number, store: OutboxStore, alone: Alone) {
    this.#clock = new StoppableClock(clock);
    const delivery = new Delivery(
      (frame) => this.link.send(frame),
      this.#clock,
      () => this.link.nudge(),
    );
    this.outbox = new Outbox(
      store,
      alone,
      (row) => delivery.deliver(row),
      this.#clock,
      () => {},
    );
    this.link = new LinkRunner<FromHud, ToHud>(
      { open: network.open, clock: this.#clock, random, ask: () => Promise.resolve('in') },
      { address: () => paths.hud(session, this.reader.after), decode },
      {
        frame: (frame) => {
          delivery.heard(frame);
          this.reader.take(frame);
          if (frame.type === 'connected') {
            void this.outbox.drain(session);
          }
        },
        tooBig: () => delivery.tooLong(),
        changed: (link) => {
          if (link.at === 'waiting') {
            delivery.cut();
          }
        },
      },
    );
    this.link.begin();
  }

  /** A reload or a closed lid: nothing of it goes on, not even a timer. */
  close(): void {
    this.link.leave();
    this.#clock.stop();
  }
}

/** A page that is gone has no timers. */
class StoppableClock implements Clock {
  #stopped = false;

  constructor(private readonly clock: Clock) {}

  stop(): void {
    this.#stopped = true;
  }

  now(): number {
    return this.clock.now();
  }

  after(ms: number, work: () => void): () => void {
    return this.clock.after(ms, () => {
      if (!this.#stopped) {
        work();
      }
    });
  }
}

/** The browser lets a lock go when the page that held it is gone. */
function locks(clock: Clock): Alone {
  const HELD_AT_MOST = 60_000;
  let last: Promise<unknown> = Promise.resolve();
  return (_, work) => {
    const mine = last.then(work);
    last = Promise.race([mine, new Promise<void>((done) => clock.after(HELD_AT_MOST, () => done()))]);
    return mine;
  };
}

class World {
  readonly random: () => number;
  readonly clock = new FakeClock();
  readonly gateway: FakeGateway;
  readonly network: FakeNetwork;
  readonly store = new MemoryStore();
  readonly alone: Alone;
  readonly said: MessageId[] = [];
  /** What is larger than the gateway takes. */
  readonly tooLong: MessageId[] = [];
  readonly tabs: Tab[];

  constructor(readonly seed: number) {
    this.random = seeded(seed);
    this.gateway = new FakeGateway(this.random);
    this.network = new FakeNetwork(this.gateway, this.clock, this.random);
    // Every other one as over plain http from another machine, where browsers have no locks.
    this.alone = seed % 2 === 0 ? locks(this.clock) : (_, work) => work();
    this.tabs = [this.tab(), this.tab()];
  }

  tab(): Tab {
    return new Tab(this.network, this.clock, this.random, this.store, this.alone);
  }

  async say(tab: Tab): Promise<void> {
    const id = messageId(`s${this.seed}-m${this.said.length}`);
    this.said.push(id);
    await tab.outbox.add({ id, session, text: `words of ${id}`, at: this.said.length });
  }

  async sayTooMuch(tab: Tab): Promise<void> {
    const id = messageId(`s${this.seed}-long${this.tooLong.length}`);
    this.tooLong.push(id);
    await tab.outbox.add({ id, session, text: 'x'.repeat(2 * this.network.most), at: this.said.length + 0.5 });
  }

  /** Something happens that may happen at any time. */
  async mishap(): Promise<void> {
    const which = this.random();
    const at = Math.floor(this.random() * this.tabs.length);
    const tab = this.tabs[at];
    if (tab === undefined) {
      return;
    }
    if (which < 0.25 && this.said.length < 12) {
      await (which < 0.03 ? this.sayTooMuch(tab) : this.say(tab));
    } else if (which < 0.4) {
      this.network.cut();
    } else if (which < 0.5) {
      this.network.stall();
    } else if (which < 0.56) {
      this.gateway.crash();
      this.network.cutAll();
      this.network.down = true;
    } else if (which < 0.72) {
      this.network.down = false;
    } else if (which < 0.78) {
      tab.close();
      this.tabs[at] = this.tab();
    } else if (which < 0.9) {
      tab.link.nudge();
    } else {
      void tab.outbox.drain(session);
    }
  }

  /** Written here or on the gateway's disk, at every moment. */
  async findNothingLost(): Promise<void> {
    const fresh = this.fresh();
    const here = await this.store.all();
    const known = new Set([...here.map((row) => row.id), ...fresh.talk.messages.map((message) => message.message_id)]);
    expect(this.said.filter((id) => !known.has(id))).toEqual([]);
  }

  fresh(): Reader {
    const reader = new Reader();
    const watcher = (frame: FromHud) => reader.take(frame);
    this.gateway.attach(watcher);
    this.gateway.detach(watcher);
    return reader;
  }

  async live(): Promise<void> {
    for (let step = 0; step < 90; step++) {
      if (this.random() < 0.35) {
        await this.mishap();
      }
      this.gateway.work();
      await this.clock.pass(Math.floor(this.random() * (this.random() < 0.1 ? 8000 : 60)));
      if (step % 10 === 0) {
        await this.findNothingLost();
      }
    }
  }

  /** Nothing goes wrong any more: two minutes later all must be well. */
  async heal(): Promise<void> {
    this.network.down = false;
    const [talking] = this.tabs; // the other one has to notice by itself that its link is dead
    if (talking !== undefined) {
      await this.say(talking);
    }
    for (let i = 0; i < 40; i++) {
      await this.clock.pass(3000);
      this.gateway.finish();
    }
  }
}

describe('a gateway and two tabs, cut and stalled and restarted anywhere', () => {
  const seeds = Array.from({ length: SEEDS }, (_, i) => i + 1);

  it('have every message exactly once', async () => {
    for (const seed of seeds) {
      try {
        await aLife(seed);
      } catch (failure) {
        throw new Error(`with seed ${seed}: ${failure instanceof Error ? failure.message : String(failure)}`, {
          cause: failure,
        });
      }
    }
  }, 120_000);
});

async function aLife(seed: number): Promise<void> {
  const world = new World(seed);
  await world.live();
  await world.heal();

  const truth = world.fresh();
  const { messages } = truth.talk;
  for (const id of world.said) {
    const mine = messages.filter((message) => message.message_id === id);
    expect(mine.filter((message) => message.role === 'user')).toHaveLength(1);
    expect(mine.filter((message) => message.finish_reason !== undefined)).toHaveLength(1);
  }
  const left = await world.store.all();
  expect(left.map((row) => row.id).sort()).toEqual(world.tooLong.toSorted());
  expect(left.every((row) => row.refused === TOO_LONG)).toBe(true);
  for (const tab of world.tabs) {
    expect(connection(tab.link.link)).toBe('connected');
    expect(seenBy(tab.reader)).toEqual(seenBy(truth));
    const entries = entriesOf([], tab.reader.talk.messages, tab.reader.talk.turn, []);
    expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length);
    const sent = entries.filter((entry) => entry.author === 'you').map((entry) => entry.state);
    expect(sent.every((state) => state === 'answered' || state === 'failed')).toBe(true);
  }
}
