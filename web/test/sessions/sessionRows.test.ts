import { describe, expect, it } from 'vitest';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import type { SessionLine } from '../../src/protocol/wire/lobby.ts';
import { plain, secondLine, titled, titleOf } from '../../src/screens/sessions/sessionRows.ts';

const garden: SessionLine = {
  session_id: sessionId('web-1'),
  kind: 'chat',
  name: 'The garden',
  agent: 'titan',
  state: 'IDLE',
  pinned: false,
  archived: false,
  created_at: '2026-06-01T11:00:00Z',
  last_event_at: '2026-06-01T12:00:00Z',
  last_seq: 1,
};

describe('the name of a session', () => {
  it('shows what would turn it around, and what was last said does', () => {
    expect(titleOf({ ...garden, name: 'bill\u202egnp.exe' })).toBe('bill⟨U+202E⟩gnp.exe');
    expect(secondLine({ ...garden, last_text: 'see \u202egnp' }, undefined).text).toBe('see ⟨U+202E⟩gnp');
  });

  it('is never its id, and stays the same object if it may be shown', () => {
    expect(titled({ ...garden, name: 'web-1' }).name).toBe('New chat');
    expect(titled(garden)).toBe(garden);
  });
});

describe('the last line of a session', () => {
  it.each([
    ['It is **done**:\n\n```js\nrun()\n```', 'It is done: run()'],
    ['## Result\n\n`two` of three', 'Result two of three'],
    ['See [the notes](https://example.org/notes).', 'See the notes.'],
    ['2 * 3 is 6, __init__ and a-b stay, list[0] (too)', '2 * 3 is 6, __init__ and a-b stay, list[0] (too)'],
  ])('has no marks: %j', (markdown, words) => {
    expect(plain(markdown)).toBe(words);
  });
});
