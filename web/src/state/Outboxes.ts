import { shallowRef, type ShallowRef } from 'vue';
import type { Delivered } from '../protocol/link/delivery.ts';
import { Outbox, type Alone, type OutboxStore, type Waiting } from '../protocol/link/outbox.ts';
import type { Cancel, Clock } from '../protocol/link/ports.ts';
import type { Mode } from '../protocol/wire/hud.ts';
import { messageId, type MessageId, type SessionId } from '../protocol/wire/ids.ts';
import type { Tabs } from './ports.ts';
import type { SessionFeed } from './SessionFeed.ts';

/** How long a message that is on the gateway's disk stays in the list, until the gateway tells it back. */
const ON_ITS_WAY = 3_000;

interface Feeds {
  hold(session: SessionId): { readonly feed: Pick<SessionFeed, 'deliver'>; readonly release: Cancel };
}

/**
 * What was written here and is not known to be on the gateway's disk, over all sessions. A session in which something
 * waits has a link, whatever is on the screen.
 */
export class Outboxes {
  readonly #rows = shallowRef<readonly Waiting[]>([]);
  readonly #outbox: Outbox;
  readonly #held = new Map<SessionId, ReturnType<Feeds['hold']>>();
  readonly #onItsWay = new Map<MessageId, Waiting>();
  readonly #takenBack = new Set<MessageId>();
  #reading = 0;
  #newest = 0;

  constructor(
    private readonly store: OutboxStore,
    alone: Alone,
    private readonly feeds: Feeds,
    private readonly clock: Clock,
    private readonly tabs: Tabs,
    private readonly newId: () => string,
  ) {
    this.#outbox = new Outbox(
      store,
      alone,
      (row) => this.#deliver(row),
      clock,
      () => {
        tabs.tell();
        void this.#read();
      },
    );
  }

  /** All that waits, oldest first. */
  get rows(): Readonly<ShallowRef<readonly Waiting[]>> {
    return this.#rows;
  }

  /** What an earlier page left behind is sent, too. */
  async begin(): Promise<void> {
    // Another tab may have written something and gone to sleep.
    this.tabs.onTold(() => void this.#read().then(() => this.#drainAll()));
    await this.#read();
    this.#drainAll();
  }

  /** Kept when this is done; on the gateway's disk when it can be. */
  async say(session: SessionId, text: string, mode?: Mode): Promise<MessageId> {
    const id = messageId(this.newId());
    // Two in one millisecond keep their order.
    this.#newest = Math.max(this.clock.now(), this.#newest + 1);
    await this.#outbox.add({ id, session, text, at: this.#newest, ...(mode && { mode }) });
    return id;
  }

  /** True if it had not been taken yet. */
  async takeBack(id: MessageId): Promise<boolean> {
    const row = this.#find(id);
    if (row === undefined) {
      return false;
    }
    this.#takenBack.add(id);
    return this.#outbox.takeBack(row);
  }

  /** One that was refused, under a new id. */
  async retry(id: MessageId): Promise<void> {
    const row = this.#find(id);
    if (row !== undefined) {
      this.#takenBack.add(id);
      await this.#outbox.retry(row, messageId(this.newId()));
    }
  }

  /** The session is gone: what waits for it would bring it back. How much that was. */
  async forget(session: SessionId): Promise<number> {
    const rows = this.#rows.value.filter((row) => row.session === session);
    const unsent = this.#unsent(rows);
    await Promise.all(rows.map((row) => this.takeBack(row.id)));
    return unsent.length;
  }

  /** How much the gateway does not have. */
  get unsent(): number {
    return this.#unsent(this.#rows.value).length;
  }

  /** Whoever signs in next does not send it. Waits for no answer that is still out. */
  async discardAll(): Promise<void> {
    const rows = this.#rows.value;
    rows.forEach((row) => this.#takenBack.add(row.id));
    await Promise.all(rows.map((row) => this.store.remove(row.id).catch(() => false)));
    this.tabs.tell();
    await this.#read();
  }

  #unsent(rows: readonly Waiting[]): readonly Waiting[] {
    return rows.filter((row) => !this.#onItsWay.has(row.id));
  }

  /** There is a link to it now. */
  connected(session: SessionId): void {
    void this.#outbox.drain(session);
  }

  #find(id: MessageId): Waiting | undefined {
    return this.#rows.value.find((row) => row.id === id);
  }

  async #deliver(row: Waiting): Promise<Delivered> {
    return this.#holding(row.session).deliver(row);
  }

  async #read(): Promise<void> {
    const reading = ++this.#reading;
    const stored = await this.store.all();
    if (reading !== this.#reading) {
      return; // a later one knows better
    }
    this.#keepOnItsWay(stored);
    this.#show(stored);
    this.#holdAll(stored);
  }

  /** Taken by the gateway, and not told back yet: without this it would be gone for a moment. */
  #keepOnItsWay(stored: readonly Waiting[]): void {
    const ids = new Set(stored.map((row) => row.id));
    for (const row of this.#rows.value) {
      if (!ids.has(row.id) && !this.#onItsWay.has(row.id) && !this.#takenBack.has(row.id)) {
        this.#onItsWay.set(row.id, row);
        this.clock.after(ON_ITS_WAY, () => {
          this.#onItsWay.delete(row.id);
          this.#rows.value = this.#rows.value.filter((one) => one.id !== row.id);
        });
      }
    }
  }

  #show(stored: readonly Waiting[]): void {
    this.#rows.value = [...this.#onItsWay.values(), ...stored].sort((a, b) => a.at - b.at);
  }

  #holdAll(stored: readonly Waiting[]): void {
    const sessions = new Set(stored.filter((row) => row.refused === undefined).map((row) => row.session));
    for (const session of sessions) {
      this.#holding(session);
    }
    for (const [session, held] of this.#held) {
      if (!sessions.has(session)) {
        this.#held.delete(session);
        held.release();
      }
    }
  }

  #drainAll(): void {
    for (const session of this.#held.keys()) {
      void this.#outbox.drain(session);
    }
  }

  #holding(session: SessionId): Pick<SessionFeed, 'deliver'> {
    const held = this.#held.get(session) ?? this.feeds.hold(session);
    this.#held.set(session, held);
    return held.feed;
  }
}
