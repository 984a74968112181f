import { onWatcherCleanup, shallowRef, watch } from 'vue';
import type { SessionLine } from '../../protocol/wire/lobby.ts';
import type { Services } from '../../state/services.ts';
import { titled } from '../sessions/sessionRows.ts';

/** Whoever types on is not asked for each letter. */
const PAUSE = 200;

/** How far the gateway has looked for the words: not everything may be here. */
export type Search = 'looking' | 'over' | 'failed';

/** What the gateway finds by name beside what is listed. */
export function useFoundSessions(
  { directory, deletions }: Pick<Services, 'directory' | 'deletions'>,
  words: () => string,
) {
  const found = shallowRef<readonly SessionLine[]>([]);
  const search = shallowRef<Search>('over');

  watch(
    () => words().trim(),
    (wanted) => {
      if (wanted === '') {
        found.value = [];
        search.value = 'over';
        return;
      }
      search.value = 'looking';
      const leaving = new AbortController();
      const pause = setTimeout(() => void look(wanted, leaving.signal), PAUSE);
      onWatcherCleanup(() => {
        clearTimeout(pause);
        leaving.abort();
      });
    },
  );
  // The list forgets what was deleted by itself, this does not.
  watch(deletions.pending, (pending) => {
    found.value = found.value.filter((one) => !pending.has(one.session_id));
  });

  async function look(wanted: string, signal: AbortSignal): Promise<void> {
    const { sessions, asked } = await directory.named(wanted, signal);
    if (!signal.aborted) {
      found.value = sessions.map(titled);
      search.value = asked ? 'over' : 'failed';
    }
  }

  /** What is listed is newer than what was found. */
  function withFound(listed: readonly SessionLine[]): readonly SessionLine[] {
    const known = new Set(listed.map((one) => one.session_id));
    return [...listed, ...found.value.filter((one) => !known.has(one.session_id))];
  }

  return { search, withFound };
}
