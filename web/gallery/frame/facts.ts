import type { KeyGroup } from '../../src/components/KeysHelp.vue';
import type { PaletteGroup } from '../../src/components/paletteItems.ts';
import { keyNames } from '../../src/components/keyNames.ts';
import { dayOf, type SessionGroups } from '../../src/protocol/model/lobby.ts';
import type { SessionKind, SessionState } from '../../src/protocol/wire/hud.ts';
import { sessionId, type SessionId } from '../../src/protocol/wire/ids.ts';
import type { SessionLine } from '../../src/protocol/wire/lobby.ts';
import { en } from '../../src/strings/en.ts';

export const now = new Date(2026, 10, 18, 14, 5, 53).getTime();
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

interface Facts {
  readonly name: string;
  readonly seconds: number;
  readonly kind?: SessionKind;
  readonly state?: SessionState;
  readonly channel?: string;
  readonly text?: string;
}

function session({ name, seconds, kind = 'agent', state = 'IDLE', channel, text }: Facts): SessionLine {
  return {
    session_id: sessionId(name),
    kind,
    name,
    agent: 'titan',
    state,
    pinned: false,
    archived: false,
    created_at: ago(seconds + 100),
    last_event_at: ago(seconds),
    last_seq: 7,
    ...(channel === undefined ? {} : { channel }),
    ...(text === undefined ? {} : { last_text: text }),
  };
}

export const asking = session({ name: 'fix checkout tests', seconds: 41, state: 'WAITING_APPROVAL' });
const dark = session({ name: 'shop-web: dark mode', seconds: 370, kind: 'headless', state: 'AGENT_RUNNING' });
const weekly = session({ name: 'Weekly dependency report', seconds: 130, kind: 'task', state: 'AGENT_RUNNING' });
const desk = session({
  name: 'desk-device',
  seconds: 1_080,
  channel: 'terminal-dev',
  text: 'It is 21 °C in the office.',
});

const today = [
  desk,
  session({ name: 'letter to the tax office', seconds: 7_500, text: 'Saved as ~/letters/tax-2026.md.' }),
  session({
    name: 'Check last night’s backup',
    seconds: 18_500,
    kind: 'task',
    text: 'Failed: no space left on /backup',
  }),
  session({ name: 'agent-1732893421005', seconds: 26_000, text: 'Moved 14 photos to ~/pictures/oslo-2026.' }),
];
const yesterday = [
  session({ name: 'api: push notifications', seconds: 90_000, text: 'All green.' }),
  session({
    name: 'a name that is far too long to be shown on one line of the list',
    seconds: 93_000,
    text: 'And so is what was last said in it, by all means.',
  }),
];

export const groups: SessionGroups = {
  needsYou: [asking],
  running: [dark, weekly],
  pinned: [],
  days: [
    { start: dayOf(ago(0)), sessions: today },
    { start: dayOf(ago(86_400)), sessions: yesterday },
  ],
  terminals: [],
};

export const noGroups: SessionGroups = { needsYou: [], running: [], pinned: [], days: [], terminals: [] };

export const manyGroups: SessionGroups = {
  ...groups,
  days: Array.from({ length: 200 }, (_, day) => ({
    start: dayOf(ago(day * 86_400)),
    sessions: Array.from({ length: 10 }, (_, nth) =>
      session({
        name: `session ${day * 10 + nth}`,
        seconds: day * 86_400 + nth * 60,
        text: `What was said in ${nth}.`,
      }),
    ),
  })),
};

export const steps: ReadonlyMap<SessionId, string> = new Map([
  [asking.session_id, 'git push origin fix/vat-rounding'],
  [dark.session_id, 'src/theme.css:L12–L48'],
]);
export const unread: ReadonlySet<SessionId> = new Set([desk.session_id]);

export const palette: readonly PaletteGroup[] = [
  {
    name: 'Needs you',
    items: [
      {
        id: 'asking',
        label: 'git push origin fix/vat-rounding',
        hint: 'fix checkout tests',
        glyph: 'needsYou',
        mono: true,
      },
    ],
  },
  {
    name: 'Sessions',
    items: [
      { id: 'a', label: 'fix checkout tests', hint: '“Find out why, fix it, push a branch.”', icon: 'chat' },
      { id: 'b', label: 'api: push notifications', hint: 'yesterday', icon: 'code' },
      { id: 'c', label: 'letter to the tax office', hint: '2 h', icon: 'chat' },
    ],
  },
  {
    name: 'Actions',
    items: [
      { id: 'new', label: 'New chat', icon: 'plus', keys: [keyNames.alt, 'N'], always: true },
      { id: 'reset', label: 'Reset context', hint: 'of fix checkout tests, asks first', icon: 'reset' },
    ],
  },
];

export const keys: readonly KeyGroup[] = [
  {
    name: en.keys.everywhere,
    lines: [
      { keys: [keyNames.mod, 'K'], does: en.keys.find },
      { keys: ['?'], does: en.keys.help },
      { keys: [keyNames.esc], does: en.keys.close },
    ],
  },
  {
    name: en.keys.writing,
    lines: [
      { keys: [keyNames.enter], does: en.keys.send },
      { keys: [keyNames.shift, keyNames.enter], does: en.keys.newLine },
      { keys: [keyNames.up], does: en.keys.last },
    ],
  },
];
