import { computed, watch } from 'vue';
import { callOf, spelledWords } from '../../components/approval/call.ts';
import type { ApprovalId } from '../../protocol/wire/ids.ts';
import { pathOf } from '../../state/Router.ts';
import type { Services } from '../../state/services.ts';
import { en } from '../../strings/en.ts';
import { titleOf } from '../sessions/sessionRows.ts';

/** What leaves the page when something needs somebody: a sentence aloud, a notification, the lamp in the tab. */
export function useNeedsYou(services: Services, title: () => string | undefined, own: ReadonlySet<ApprovalId>): void {
  const { lobby, announcements, notifications, notices, preferences, router, tabSign, isHidden } = services;
  const approvals = computed(() => lobby.lobby.value.approvals);

  function nameOf(session: string): string {
    const line = lobby.lobby.value.sessions.find((one) => one.session_id === session);
    return line === undefined ? en.app : titleOf(line);
  }

  /** Asked for when it is first needed, by a press: browsers want one. */
  function offer(): void {
    if (notifications.permission() === 'default' && preferences.offersNotifications()) {
      notices.offer(en.notices.tellMe, en.notices.tellMeYes, { acted: () => void notifications.ask() });
    }
  }

  watch(
    () => approvals.value.waiting,
    (waiting, before) => {
      const known = new Set(before.map((question) => question.approval_id));
      for (const question of waiting.filter((one) => !known.has(one.approval_id))) {
        const words = en.notices.needsYou(nameOf(question.session_id));
        announcements.say(words);
        if (isHidden() && notifications.permission() === 'granted') {
          const route = { at: 'session', session: question.session_id } as const;
          notifications.show(words, spelledWords(callOf(question)), question.approval_id, pathOf(route), () =>
            router.go(route),
          );
        } else {
          offer();
        }
      }
    },
  );

  watch(
    () => approvals.value.answered,
    (answered, before) => {
      const known = new Set(before.map((one) => one.answer.approval_id));
      for (const { answer } of answered) {
        const { approval_id: id, approved, by } = answer;
        if (!known.has(id) && !own.has(id) && by !== undefined) {
          notices.say(approved ? en.notices.allowedBy(by.name) : en.notices.deniedBy(by.name));
        }
      }
    },
  );

  watch(
    [() => approvals.value.waiting.length, title],
    ([count, name]) => {
      const words = name === undefined ? en.app : `${name} – ${en.app}`;
      tabSign(count > 0 ? `(${count}) ${words}` : words, count > 0);
    },
    { immediate: true },
  );
}
