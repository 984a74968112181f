import type { MessageId, SessionId } from '../wire/ids.ts';
import type { OutboxStore, Waiting } from './outbox.ts';

/** Rows on disk; those it would not take last as long as the page, and are sent as all others are. */
export class SpareRows implements OutboxStore {
  readonly #unkept = new Map<MessageId, Waiting>();

  constructor(
    private readonly disk: OutboxStore,
    /** It could not be kept: who closes the page before it is sent loses it. */
    private readonly notKept: () => void,
  ) {}

  async put(row: Waiting): Promise<void> {
    try {
      await this.disk.put(row);
    } catch {
      this.#unkept.set(row.id, row);
      this.notKept();
    }
  }

  async remove(id: MessageId): Promise<boolean> {
    return this.#unkept.delete(id) || this.disk.remove(id);
  }

  async refuse(id: MessageId, why: string): Promise<void> {
    const row = this.#unkept.get(id);
    if (row === undefined) {
      await this.disk.refuse(id, why);
    } else {
      this.#unkept.set(id, { ...row, refused: why });
    }
  }

  async oldest(session: SessionId): Promise<Waiting | undefined> {
    const rows = await this.all();
    return rows.find((row) => row.session === session && row.refused === undefined);
  }

  async all(): Promise<readonly Waiting[]> {
    // A disk that cannot be read has taken nothing, either.
    const kept = await this.disk.all().catch(() => []);
    return [...kept, ...this.#unkept.values()].sort((a, b) => a.at - b.at);
  }
}
