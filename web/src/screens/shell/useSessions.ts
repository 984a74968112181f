import { computed } from 'vue';
import { groupsOf } from '../../protocol/model/lobby.ts';
import type { SessionId } from '../../protocol/wire/ids.ts';
import type { SessionLine } from '../../protocol/wire/lobby.ts';
import type { Services } from '../../state/services.ts';
import { en } from '../../strings/en.ts';
import { titled } from '../sessions/sessionRows.ts';
import { useFoundSessions } from './useFoundSessions.ts';

/**
 * The sessions that are listed, and what can be done to one of them.
 *
 * @param current the one that is shown
 * @param open shows one
 * @param words what is looked for
 */
export function useSessions(
  services: Services,
  current: () => SessionId | undefined,
  open: (session: SessionId) => void,
  words: () => string,
) {
  const { lobby, commands, deletions, notices, seen, router } = services;
  const { search, withFound } = useFoundSessions(services, words);
  const there = computed(() => ({
    ...lobby.lobby.value,
    sessions: withFound(lobby.lobby.value.sessions.map(titled)).filter(
      (one) => !deletions.pending.value.has(one.session_id),
    ),
  }));
  const groups = computed(() => groupsOf(there.value));
  const unread = computed(
    () =>
      new Set(
        there.value.sessions
          .filter((one) => one.session_id !== current() && seen.isUnread(one))
          .map((one) => one.session_id),
      ),
  );
  /** What needs one, or what was last. */
  const newest = computed(() => {
    const { needsYou, running, pinned, days } = groups.value;
    return [...needsYou, ...[...running, ...pinned, ...days.flatMap((day) => day.sessions)].sort(byLastEvent)][0];
  });

  async function archive(session: SessionId): Promise<void> {
    const name = nameOf(session);
    if (await commands.change(session, { archived: true })) {
      leave(session);
      notices.offer(en.sessions.archived(name), en.common.undo, {
        acted: () => void commands.change(session, { archived: false }),
      });
    }
  }

  /** Sent when its notice has gone, or the page is left. */
  function remove(session: SessionId): void {
    const name = nameOf(session);
    const wasHere = current() === session;
    deletions.begin(session);
    leave(session);
    notices.offer(en.sessions.deleted(name), en.common.undo, {
      acted: () => {
        deletions.undo(session);
        if (wasHere) {
          open(session);
        }
      },
      gone: () => deletions.commit(session),
    });
  }

  /** What is gone is not shown; who was there is led to what is. */
  function leave(session: SessionId): void {
    if (current() === session) {
      router.replace({ at: 'home' });
    }
  }

  function nameOf(session: SessionId): string {
    return there.value.sessions.find((one) => one.session_id === session)?.name ?? en.sessions.newChat;
  }

  return { there, groups, search, unread, newest, archive, remove, nameOf };
}

function byLastEvent(a: SessionLine, b: SessionLine): number {
  return Date.parse(b.last_event_at) - Date.parse(a.last_event_at);
}
