import { stateOf } from '../protocol/model/talk.ts';
import type { Entry } from '../protocol/model/conversation.ts';
import type { Answered, SessionChanges } from '../protocol/wire/http.ts';
import type { ApprovalId, SessionId } from '../protocol/wire/ids.ts';
import { paths } from '../protocol/wire/paths.ts';
import type { Gateway, Outcome } from './Gateway.ts';
import type { Outboxes } from './Outboxes.ts';
import type { SessionFeed } from './SessionFeed.ts';

/** The gateway need not be told twice. */
const FINE = new Set(['nothing_runs', 'not_found']);

/** What somebody does. All else changes when the gateway says so; what it will not do, it says why. */
export class Commands {
  constructor(
    private readonly gateway: Gateway,
    private readonly outboxes: Outboxes,
    /** Tells why something was not done. */
    private readonly complain: (why: Exclude<Outcome<unknown>, { kind: 'done' }> | { kind: 'unsent' }) => void,
  ) {}

  /** While something runs, it is steered by what is said. */
  async say(feed: SessionFeed, text: string): Promise<void> {
    const running = stateOf(feed.talk.value) !== 'IDLE';
    await this.outboxes.say(feed.session, text, running ? 'steer' : undefined);
  }

  /** A message that failed, or was not accepted, again: a new one with the same words. */
  async retry(feed: SessionFeed, entry: Entry, words: string): Promise<void> {
    if (entry.state === 'refused' && entry.messageId !== undefined) {
      await this.outboxes.retry(entry.messageId);
    } else {
      await this.say(feed, words);
    }
  }

  async stop(session: SessionId): Promise<void> {
    await this.#tell(this.gateway.post(paths.stop(session), {}));
  }

  async reset(session: SessionId): Promise<void> {
    await this.#tell(this.gateway.post(paths.reset(session), {}));
  }

  /** @param isThere a chat in which nobody has said anything is not: it begins with who is to answer */
  async chooseAgent(feed: Pick<SessionFeed, 'session' | 'beginWith'>, agent: string, isThere: boolean): Promise<void> {
    if (isThere) {
      await this.#tell(this.gateway.post(paths.agent(feed.session), { agent }));
    } else if (!feed.beginWith(agent)) {
      this.complain({ kind: 'unsent' });
    }
  }

  /** True if the gateway did it. */
  async change(session: SessionId, changes: SessionChanges): Promise<boolean> {
    return this.#tell(this.gateway.patch(paths.session(session), changes));
  }

  /** True if it is gone, by us or by somebody before. */
  async delete(session: SessionId, leaving: boolean): Promise<boolean> {
    const asked = this.gateway.delete(paths.session(session), leaving); // first: a page that is left waits for nothing
    await this.outboxes.forget(session);
    return this.#tell(asked);
  }

  /** Over HTTP, so that one knows what became of it. The first answer counts, whoever gave it. */
  async answer(approval: ApprovalId, approved: boolean, reason?: string): Promise<boolean> {
    const body = { approved, ...(reason && { reason }) };
    return this.#tell(this.gateway.post<Answered>(paths.approval(approval), body));
  }

  async #tell(asked: Promise<Outcome<unknown>>): Promise<boolean> {
    const outcome = await asked;
    if (outcome.kind === 'done') {
      return true;
    }
    if (outcome.kind === 'refused' && FINE.has(outcome.code)) {
      return true;
    }
    this.complain(outcome);
    return false;
  }
}
