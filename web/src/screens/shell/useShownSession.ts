import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import { isNothingDone } from '../../protocol/model/remains.ts';
import type { SessionId } from '../../protocol/wire/ids.ts';
import type { Services } from '../../state/services.ts';
import { en } from '../../strings/en.ts';
import { openSession } from '../session/openSession.ts';

/** How ids begin that this app makes up; any other one that nobody has used is a wrong address. */
export const OWN = 'web-';

/** The session in the address: connected while it is shown, and read as far as it is shown. */
export function useShownSession(services: Services) {
  const { router, feeds, lobby, directory, seen, announcements, isHidden } = services;
  const id = computed<SessionId | undefined>(() =>
    router.route.value.at === 'session' ? router.route.value.session : undefined,
  );
  const held = shallowRef<{ readonly view: ReturnType<typeof openSession>; readonly release: () => void }>();

  watch(
    id,
    (session) => {
      const before = held.value;
      if (session === undefined) {
        held.value = undefined;
      } else {
        const { feed, release } = feeds.hold(session);
        held.value = { view: openSession(feed, services), release };
      }
      before?.release();
    },
    { immediate: true },
  );
  onScopeDispose(() => held.value?.release());

  const view = computed(() => held.value?.view);
  const line = computed(() => lobby.lobby.value.sessions.find((one) => one.session_id === id.value));

  watch(
    line,
    (session) => {
      if (session !== undefined && !isHidden()) {
        seen.mark(session.session_id, session.last_seq);
      }
    },
    { immediate: true },
  );

  // An answer's end is said aloud, if it came while one looked.
  watch(
    () => [view.value, view.value?.feed.talk.value.messages.at(-1)] as const,
    ([now, last], [before, lastBefore]) => {
      if (now === before && lastBefore !== undefined && last !== lastBefore && last?.finish_reason !== undefined) {
        const agent = now?.agent.value ?? en.session.agent;
        announcements.say(last.finish_reason === 'stop' ? en.notices.answered(agent) : en.notices.failed(agent));
      }
    },
  );

  /** Deleted, or an address that was never one; or merely too old for the list, with nothing said in it. */
  const looksMissing = computed(() => {
    const shown = view.value;
    if (shown === undefined || shown.feed.isGone.value) {
      return shown !== undefined;
    }
    const { about, messages } = shown.feed.talk.value;
    const isEmpty = shown.hasArrived.value && shown.entries.value.length === 0 && messages.length === 0;
    return (
      isEmpty &&
      lobby.lobby.value.told &&
      line.value === undefined &&
      isNothingDone(shown.feed.activity.value.roots) &&
      ((about?.seq ?? 0) > 0 || !shown.session.startsWith(OWN))
    );
  });

  const absent = shallowRef<SessionId>();
  watch(
    () => (looksMissing.value && !view.value?.feed.isGone.value ? id.value : undefined),
    async (session) => {
      if (session !== undefined && (await directory.isAbsent(session))) {
        absent.value = session;
      }
    },
    { immediate: true },
  );
  const isMissing = computed(
    () => looksMissing.value && (view.value?.feed.isGone.value === true || absent.value === id.value),
  );

  return { id, view, isMissing };
}
