import { named } from '../protocol/model/lobby.ts';
import type { SessionPage } from '../protocol/wire/http.ts';
import type { SessionId } from '../protocol/wire/ids.ts';
import type { SessionLine } from '../protocol/wire/lobby.ts';
import { paths } from '../protocol/wire/paths.ts';
import type { Gateway } from './Gateway.ts';

const PAGE = 100;
/** Who gets so many writes another word. */
const MOST = 200;
/** The gateway also finds what was said: a word that is in everything is not looked for to the end. */
const MOST_PAGES = 20;

export interface Found {
  readonly sessions: readonly SessionLine[];
  /** Whether the gateway could be asked. */
  readonly asked: boolean;
}

/** All sessions there are: the lobby tells of the newest only. */
export class Directory {
  constructor(private readonly gateway: Gateway) {}

  /** Those whose name has all words. */
  async named(words: string, signal?: AbortSignal): Promise<Found> {
    const sessions: SessionLine[] = [];
    let before: string | undefined;
    for (let pages = 0; pages < MOST_PAGES && sessions.length < MOST; pages++) {
      const wanted = { q: words, limit: PAGE, ...(before !== undefined && { before }) };
      const outcome = await this.gateway.get<SessionPage>(paths.sessions(wanted), signal);
      if (outcome.kind !== 'done') {
        return { sessions, asked: false };
      }
      sessions.push(...named(outcome.value.sessions, words));
      before = outcome.value.next;
      if (before === undefined) {
        break;
      }
    }
    return { sessions, asked: true };
  }

  /** True only if the gateway says so: one that is not listed may merely be old. */
  async isAbsent(session: SessionId): Promise<boolean> {
    const outcome = await this.gateway.get(paths.events(session, { limit: 1 }));
    return outcome.kind === 'refused' && outcome.status === 404;
  }
}
