import type { SessionGroups } from '../../protocol/model/lobby.ts';
import { hasName, named } from '../../protocol/model/lobby.ts';
import type { SessionId } from '../../protocol/wire/ids.ts';
import type { SessionLine } from '../../protocol/wire/lobby.ts';
import type { Glyph } from '../../components/StateGlyph.vue';
import type { IconName } from '../../components/icons.ts';
import { withVisibleControls } from '../../strings/controls.ts';
import { en } from '../../strings/en.ts';
import { day } from '../../strings/time.ts';

/** The list as flat rows, so that only those in view need be drawn. */
export type ListRow =
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly name: string;
      readonly count?: number;
      readonly needsYou: boolean;
    }
  | { readonly kind: 'session'; readonly key: SessionId; readonly session: SessionLine };

export function listRows(groups: SessionGroups, words: string, today: number): readonly ListRow[] {
  const group = (key: string, name: string, all: readonly SessionLine[], counted: boolean): readonly ListRow[] => {
    const sessions = words.trim() === '' ? all : named(all, words);
    const count = counted ? { count: sessions.length } : {};
    return sessions.length === 0
      ? []
      : [
          { kind: 'group', key, name, needsYou: key === 'needsYou', ...count },
          ...sessions.map((session): ListRow => ({ kind: 'session', key: session.session_id, session })),
        ];
  };
  return [
    ...group('needsYou', en.sessions.needsYou, groups.needsYou, true),
    ...group('running', en.sessions.running, groups.running, true),
    ...group('pinned', en.sessions.pinned, groups.pinned, false),
    ...groups.days.flatMap(({ start, sessions }) => group(`day ${start}`, day(start, today), sessions, false)),
  ];
}

/** What it is called on the screen. */
export function titleOf(session: SessionLine): string {
  return hasName(session) ? withVisibleControls(session.name) : en.sessions.newChat;
}

/** The same one, if that is its name. */
export function titled(session: SessionLine): SessionLine {
  const name = titleOf(session);
  return name === session.name ? session : { ...session, name };
}

export function kindIcon(session: SessionLine): IconName {
  switch (session.kind) {
    case 'task':
      return 'task';
    case 'headless':
      return 'code';
    case 'terminal':
      return 'terminal';
    case 'agent':
    case 'chat':
      // What is said on a page comes by the gateway's own channel.
      return session.channel === undefined || session.channel === 'web' ? 'chat' : 'device';
  }
}

/** The second line: what it does, or what was last said. */
export interface SecondLine {
  readonly text: string;
  readonly glyph?: Glyph;
  readonly mono: boolean;
}

/** `step` is the exact call that waits, or what it is doing, where that is known. */
export function secondLine(session: SessionLine, step: string | undefined): SecondLine {
  switch (session.state) {
    case 'WAITING_APPROVAL':
      return { glyph: 'needsYou', text: step ?? en.sessions.waitsForAnswer, mono: step !== undefined };
    case 'AGENT_RUNNING':
      return { glyph: 'running', text: step ?? en.sessions.working, mono: step !== undefined };
    case 'IDLE':
    case 'ENDED':
      return {
        text: withVisibleControls(plain(session.last_text ?? '')) || en.sessions.chatWith(session.agent),
        mono: false,
      };
  }
}

/** In one line there is nothing to lay out: the marks of headings, code, links and bold letters are left out. */
export function plain(markdown: string): string {
  return markdown
    .replace(/```\w*/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^\s*#{1,6}\s|\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
