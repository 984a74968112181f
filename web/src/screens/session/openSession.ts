import { computed, shallowRef } from 'vue';
import { entriesOf, type Entry } from '../../protocol/model/conversation.ts';
import { hasName } from '../../protocol/model/lobby.ts';
import type { HudNode } from '../../protocol/model/node.ts';
import { stateOf } from '../../protocol/model/talk.ts';
import { approvalOf } from '../../protocol/wire/activity.ts';
import type { Connected } from '../../protocol/wire/hud.ts';
import type { ApprovalId, EventId } from '../../protocol/wire/ids.ts';
import type { SessionFeed } from '../../state/SessionFeed.ts';
import type { Services } from '../../state/services.ts';
import { withVisibleControls } from '../../strings/controls.ts';
import type { Whole } from './activity/opened/views.ts';
import { selectionOf, type Chosen } from './selection.ts';

export type OpenSession = ReturnType<typeof openSession>;

/** What head, chat and activity of one session show together. */
export function openSession(feed: SessionFeed, { outboxes, lobby }: Services) {
  const { session, talk, activity } = feed;
  const events = computed(() => activity.value.events);
  const line = computed(() => lobby.lobby.value.sessions.find((one) => one.session_id === session));
  const unsent = computed(() => outboxes.rows.value.filter((row) => row.session === session));
  // A word more of what is being written changes neither: the list is not made anew for it.
  const messages = computed(() => talk.value.messages);
  const turn = computed(() => talk.value.turn);
  const entries = computed<readonly Entry[]>((before) =>
    entriesOf(before ?? [], messages.value, turn.value, unsent.value),
  );
  const chosen = shallowRef<Chosen>();
  const wholes = shallowRef<ReadonlyMap<EventId, Whole>>(new Map());
  const isConnected = computed(() => feed.connection.value.state === 'connected');
  const hasArrived = computed(() => talk.value.cursor !== undefined);

  return {
    feed,
    session,
    entries,
    chosen,
    wholes,
    isConnected,
    hasArrived,
    /** By what one hears of it in its own talk, else in the lobby. */
    name: computed(() =>
      line.value !== undefined && hasName(line.value)
        ? withVisibleControls(line.value.name)
        : hasArrived.value
          ? (toldName(talk.value.about) ?? firstWords(entries.value))
          : undefined,
    ),
    agent: computed(() => talk.value.about?.agent ?? line.value?.agent ?? ''),
    folder: computed(() => talk.value.about?.working_dir ?? line.value?.working_dir),
    kind: computed(() => talk.value.about?.kind ?? line.value?.kind ?? 'chat'),
    pinned: computed(() => line.value?.pinned ?? false),
    isListed: computed(() => line.value !== undefined),
    state: computed(() => stateOf(talk.value)),
    isFailed: computed(() => entries.value.findLast((entry) => entry.author !== 'system')?.author === 'error'),
    selection: computed(() => selectionOf(chosen.value, entries.value, activity.value.roots)),
    lastText: computed(() => entries.value.findLast((entry) => entry.author === 'you')?.text),
    askedAt: computed(
      () =>
        new Map<ApprovalId, number>(
          events.value.flatMap((event) => {
            const id = event.event === 'approval_start' ? approvalOf(event) : undefined;
            return id === undefined ? [] : [[id, event.ts] as const];
          }),
        ),
    ),
    chooseEntry: (entry: Entry) => {
      chosen.value = { kind: 'entry', entry };
    },
    chooseNode: (node: HudNode) => {
      chosen.value = { kind: 'node', node };
    },
    keepWhole: (event: EventId, whole: Whole) => {
      wholes.value = new Map([...wholes.value, [event, whole]]);
    },
  };
}

/** A session that is not listed tells its name itself, if it is not merely its id. */
function toldName(about: Connected | undefined): string | undefined {
  return about === undefined || about.name === about.session_id || about.name === ''
    ? undefined
    : withVisibleControls(about.name);
}

/** Before the gateway has named it, it is called by what was said first. */
function firstWords(entries: readonly Entry[]): string | undefined {
  const said = entries.find((entry) => entry.author === 'you')?.text.split('\n')[0];
  return said === undefined ? undefined : withVisibleControls(said.slice(0, 80));
}
