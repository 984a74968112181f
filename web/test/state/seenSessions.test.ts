import { expect, it } from 'vitest';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import type { SessionLine } from '../../src/protocol/wire/lobby.ts';
import { SeenSessions } from '../../src/state/SeenSessions.ts';
import { FakeDisk } from './fakes.ts';

const garden: SessionLine = {
  session_id: sessionId('garden'),
  kind: 'chat',
  name: 'garden',
  agent: 'default',
  state: 'IDLE',
  pinned: false,
  archived: false,
  created_at: '2026-01-02T00:00:00Z',
  last_event_at: '2026-01-02T00:00:00Z',
  last_seq: 3,
};

it.each(['{not json', 'null', '7', '[[1,2],["garden","x"],null]', ''])(
  'begins anew if what is stored is %s',
  (stored) => {
    const disk = new FakeDisk();
    disk.tab().set('seen', stored);
    disk.tab().set('seen since', stored);
    const seen = new SeenSessions(disk.tab(), Date.parse('2026-01-01T00:00:00Z'));
    expect(seen.isUnread(garden)).toBe(true);
    seen.mark(garden.session_id, 3);
    expect(seen.isUnread(garden)).toBe(false);
  },
);
