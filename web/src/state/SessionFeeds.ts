import type { Cancel, Clock } from '../protocol/link/ports.ts';
import type { SessionId } from '../protocol/wire/ids.ts';
import type { SessionFeed } from './SessionFeed.ts';

/** A session that was left stays connected so long: one often comes back. */
const LINGER = 30_000;
/** So many that nobody looks at are remembered: they are shown at once, and resume where they were. */
const MOST = 8;

interface Held {
  readonly feed: SessionFeed;
  users: number;
  cancelRest: Cancel;
}

/** The sessions of this page, each once: who shows one and who sends into it use the same link. */
export class SessionFeeds {
  /** In the order in which they were last wanted. */
  readonly #held = new Map<SessionId, Held>();

  constructor(
    private readonly make: (session: SessionId) => SessionFeed,
    private readonly clock: Clock,
  ) {}

  /** The feed, connected until it is released. */
  hold(session: SessionId): { readonly feed: SessionFeed; readonly release: Cancel } {
    const held = this.#held.get(session) ?? { feed: this.make(session), users: 0, cancelRest: () => {} };
    this.#held.delete(session);
    this.#held.set(session, held);
    held.users++;
    held.cancelRest();
    held.feed.want();
    this.#forgetOldest();
    let isReleased = false;
    return {
      feed: held.feed,
      release: () => {
        if (!isReleased) {
          isReleased = true;
          this.#release(held);
        }
      },
    };
  }

  /** Undefined if nobody wanted it for long. */
  find(session: SessionId): SessionFeed | undefined {
    return this.#held.get(session)?.feed;
  }

  /** The page is being left. */
  keepDrafts(): void {
    this.#held.forEach(({ feed }) => feed.keepDraft());
  }

  #release(held: Held): void {
    held.users--;
    if (held.users === 0) {
      held.cancelRest = this.clock.after(LINGER, () => held.feed.rest());
    }
  }

  #forgetOldest(): void {
    const unused = [...this.#held].filter(([, held]) => held.users === 0);
    for (const [session, held] of unused.slice(0, Math.max(0, unused.length - MOST))) {
      held.cancelRest();
      held.feed.rest();
      held.feed.keepDraft();
      this.#held.delete(session);
    }
  }
}
