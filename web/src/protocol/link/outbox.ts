import type { Mode } from '../wire/hud.ts';
import type { MessageId, SessionId } from '../wire/ids.ts';
import type { Delivered } from './delivery.ts';
import type { Cancel, Clock } from './ports.ts';

/** When to try again after the gateway could not take a message. */
const PAUSE = 5_000;

/** A message that was written here and is not known to be on the gateway's disk. */
export interface Waiting {
  /** Made once, with the row, and the same for ever: the promise that it is run once. */
  readonly id: MessageId;
  readonly session: SessionId;
  readonly text: string;
  readonly mode?: Mode;
  /** When it was written; the order in which they are sent. */
  readonly at: number;
  /** Why the gateway does not take it. It waits for a person then. */
  readonly refused?: string;
}

/** Rows on this device's disk, shared by all tabs. A promise is kept when the row is written. */
export interface OutboxStore {
  put(row: Waiting): Promise<void>;
  /** True if it was there. */
  remove(id: MessageId): Promise<boolean>;
  /** Nothing, if it is no longer there: another tab may have taken it back. */
  refuse(id: MessageId, why: string): Promise<void>;
  /** The oldest of a session that was not refused. */
  oldest(session: SessionId): Promise<Waiting | undefined>;
  all(): Promise<readonly Waiting[]>;
}

/** One at a time over all tabs, where the browser can; it only spares traffic, the id is the promise. */
export type Alone = <T>(session: SessionId, work: () => Promise<T>) => Promise<T>;

export class Outbox {
  readonly #again = new Map<SessionId, Cancel>();

  constructor(
    private readonly store: OutboxStore,
    private readonly alone: Alone,
    private readonly deliver: (row: Waiting) => Promise<Delivered>,
    private readonly clock: Clock,
    /** For this page's list, and for the other tabs'. */
    private readonly changed: () => void,
  ) {}

  /** The row comes first: a reload between writing and sending loses nothing. */
  async add(row: Waiting): Promise<void> {
    await this.store.put(row);
    this.changed();
    void this.drain(row.session);
  }

  /** After `add`, on `connected`, and when another tab says that something changed. */
  drain(session: SessionId): Promise<void> {
    return this.alone(session, () => this.#pass(session));
  }

  /** True if it was still here. One that was sent without an answer may be in the conversation all the same. */
  async takeBack(row: Waiting): Promise<boolean> {
    const wasHere = await this.alone(row.session, () => this.store.remove(row.id));
    this.changed();
    return wasHere;
  }

  /** A refused message again, under a new id: the old one is used up. Written before the old one goes. */
  async retry(row: Waiting, id: MessageId): Promise<void> {
    const { refused: _, ...again } = row;
    await this.store.put({ ...again, id });
    await this.store.remove(row.id);
    this.changed();
    void this.drain(row.session);
  }

  /** One pass, then the lock is free: a tab that falls asleep must not keep it. */
  async #pass(session: SessionId): Promise<void> {
    this.#forgetPause(session);
    for (let row; (row = await this.store.oldest(session)); ) {
      const delivered = await this.deliver(row);
      switch (delivered.kind) {
        case 'onDisk':
          await this.store.remove(row.id);
          break;
        case 'refused':
          await this.store.refuse(row.id, delivered.why);
          break;
        case 'later':
          this.#again.set(
            session,
            this.clock.after(PAUSE, () => void this.drain(session)),
          );
          return;
        case 'noLink':
          return;
      }
      this.changed();
    }
  }

  #forgetPause(session: SessionId): void {
    this.#again.get(session)?.();
    this.#again.delete(session);
  }
}
