import type { OutboxStore, Waiting } from '../src/protocol/link/outbox.ts';
import type { MessageId, SessionId } from '../src/protocol/wire/ids.ts';

/** A disk that tabs share. */
export class MemoryStore implements OutboxStore {
  onPut: () => void = () => {};
  readonly #rows = new Map<MessageId, Waiting>();

  async put(row: Waiting): Promise<void> {
    await Promise.resolve();
    this.onPut();
    this.#rows.set(row.id, row);
  }

  async remove(id: MessageId): Promise<boolean> {
    await Promise.resolve();
    return this.#rows.delete(id);
  }

  async refuse(id: MessageId, why: string): Promise<void> {
    await Promise.resolve();
    const row = this.#rows.get(id);
    if (row !== undefined) {
      this.#rows.set(id, { ...row, refused: why });
    }
  }

  async oldest(session: SessionId): Promise<Waiting | undefined> {
    const rows = await this.all();
    return rows.find((row) => row.session === session && row.refused === undefined);
  }

  async all(): Promise<readonly Waiting[]> {
    await Promise.resolve();
    return [...this.#rows.values()].sort((a, b) => a.at - b.at);
  }
}
