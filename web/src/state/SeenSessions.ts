import { shallowRef, type ShallowRef } from 'vue';
import { sessionId, type SessionId } from '../protocol/wire/ids.ts';
import type { SessionLine } from '../protocol/wire/lobby.ts';
import type { Storage } from './ports.ts';

const KEY = 'seen';
const SINCE = 'seen since';
const MOST = 500;

/** How far each session was read on this browser. What was there before its first visit counts as read. */
export class SeenSessions {
  readonly #seen: ShallowRef<ReadonlyMap<SessionId, number>>;
  readonly #since: number;

  constructor(
    private readonly storage: Storage,
    now: number,
  ) {
    this.#seen = shallowRef(read(storage));
    this.#since = numberIn(storage.get(SINCE)) ?? now;
    storage.set(SINCE, String(this.#since));
    storage.onChange((key) => {
      if (key === KEY) {
        this.#seen.value = read(storage);
      }
    });
  }

  mark(session: SessionId, seq: number): void {
    const seen = this.#seen.value;
    if (seq > (seen.get(session) ?? -1)) {
      const next = new Map(seen);
      next.delete(session);
      next.set(session, seq);
      this.#seen.value = next;
      this.storage.set(KEY, JSON.stringify([...next].slice(-MOST)));
    }
  }

  isUnread(session: SessionLine): boolean {
    const seen = this.#seen.value.get(session.session_id);
    return seen === undefined ? Date.parse(session.last_event_at) > this.#since : session.last_seq > seen;
  }
}

/** What an older page, or somebody by hand, has written is looked at first. */
function read(storage: Storage): ReadonlyMap<SessionId, number> {
  const value = valueIn(storage.get(KEY) ?? '[]');
  const pairs: readonly unknown[] = Array.isArray(value) ? value : [];
  return new Map(
    pairs.flatMap((pair) => {
      const [session, seq]: readonly unknown[] = Array.isArray(pair) ? pair : [];
      return typeof session === 'string' && typeof seq === 'number' ? [[sessionId(session), seq] as const] : [];
    }),
  );
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
