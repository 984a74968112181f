import { shallowRef, type ShallowRef } from 'vue';
import type { SessionId } from '../protocol/wire/ids.ts';

/**
 * Deleted sessions are gone from the list at once and from the gateway a moment later: until then Undo is a change of
 * mind and not a repair.
 */
export class Deletions {
  readonly #pending = shallowRef<ReadonlySet<SessionId>>(new Set());

  constructor(private readonly send: (session: SessionId, leaving: boolean) => void) {}

  /** Not to be shown any more. */
  get pending(): Readonly<ShallowRef<ReadonlySet<SessionId>>> {
    return this.#pending;
  }

  begin(session: SessionId): void {
    this.#pending.value = new Set([...this.#pending.value, session]);
  }

  undo(session: SessionId): void {
    this.#drop(session);
  }

  /** Nobody changed their mind. It stays hidden: the gateway takes it from the list. */
  commit(session: SessionId): void {
    if (this.#pending.value.has(session) && !this.#sent.has(session)) {
      this.#sent.add(session);
      this.send(session, false);
    }
  }

  /** The gateway has taken it from the list, or would not: what it tells from now on is shown. */
  over(session: SessionId): void {
    this.#sent.delete(session);
    this.#drop(session);
  }

  /** The page is being left. */
  commitAll(): void {
    for (const session of this.#pending.value) {
      if (!this.#sent.has(session)) {
        this.#sent.add(session);
        this.send(session, true);
      }
    }
  }

  readonly #sent = new Set<SessionId>();

  #drop(session: SessionId): void {
    this.#pending.value = new Set([...this.#pending.value].filter((one) => one !== session));
  }
}
