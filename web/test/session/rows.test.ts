import { describe, expect, it } from 'vitest';
import { Story } from '../../gallery/session/story.ts';
import { entriesOf } from '../../src/protocol/model/conversation.ts';
import { linesOfOutput } from '../../src/screens/session/activity/opened/ansi.ts';
import { diffLines } from '../../src/screens/session/activity/opened/diff.ts';
import { jsonLines } from '../../src/screens/session/activity/opened/jsonLines.ts';
import { ticks, tickWords } from '../../src/screens/session/activity/ticks.ts';
import { target } from '../../src/screens/session/activity/treeKeys.ts';
import { adopted, matching, treeRows } from '../../src/screens/session/activity/treeRows.ts';
import { chatRows, fatesOf, folded, type ChatRow } from '../../src/screens/session/chat/chatRows.ts';

const story = () => {
  const told = new Story('~/shop').turn(1_000_000, 'do it').thought(0.1, 1);
  for (let at = 2; at < 7; at++) {
    told.call(at, 0.5, 'exec', { command: `step ${at}` });
  }
  return told.said('assistant', 8, 'Half done.').call(9, undefined, 'exec', { command: 'last' });
};
const entriesIn = (told: Story) => entriesOf([], told.talk.messages, told.talk.turn, []);
const words = (rows: readonly ChatRow[]) =>
  rows.map((row) => row.entry?.text ?? row.node?.label ?? `${row.steps?.length ?? 0} steps`);

describe('the rows of a conversation', () => {
  it('are what was said and done, by time', () => {
    const told = story();
    expect(words(chatRows([], entriesIn(told), told.activity.roots, 'titan'))).toEqual([
      'do it',
      'step 2',
      'step 3',
      'step 4',
      'step 5',
      'step 6',
      'Half done.',
      'last',
    ]);
  });

  it('fold on a phone once text follows, and what runs stays', () => {
    const told = story();
    const rows = chatRows([], entriesIn(told), told.activity.roots, 'titan');
    const small = folded([], rows, true);
    expect(words(small)).toEqual(['do it', '5 steps', 'Half done.', 'last']);
    expect(folded(small, rows, true)).toBe(small);
  });

  it('do not fold under the reader', () => {
    const told = new Story(undefined).turn(1_000_000, 'do it');
    for (let at = 2; at < 8; at++) {
      told.call(at, 0.5, 'exec', { command: `step ${at}` });
    }
    const rows = chatRows([], entriesIn(told), told.activity.roots, 'titan');
    expect(folded([], rows, true).length).toBe(7);
    expect(folded([], rows, false).length).toBe(2);
  });
});

describe('what became of a message', () => {
  const fates = (told: Story) => [...fatesOf(entriesIn(told), told.activity.roots).values()];

  it('is not an answer if its turn was stopped, and the conversation says so', () => {
    const told = new Story(undefined)
      .turn(1_000_000, 'go')
      .said('assistant', 2, 'half of it', { message_id: 'm1', finish_reason: 'stop' })
      .stopped(3);
    expect(fates(told)).toEqual(['stopped']);
    expect(chatRows([], entriesIn(told), told.activity.roots, 'titan').at(-1)?.kind).toBe('end');
  });

  it('is nothing yet if its turn ended with its gateway', () => {
    const told = new Story(undefined)
      .turn(1_000_000, 'go')
      .ended(3, 'aborted')
      .said('assistant', 9, 'all of it', { message_id: 'm1', finish_reason: 'stop' });
    expect(fates(told)).toEqual([]);
    expect(words(chatRows([], entriesIn(told), told.activity.roots, 'titan'))).toEqual(['go', 'all of it']);
  });

  it('can be tried again if it failed, until more is said', () => {
    const told = new Story(undefined)
      .turn(1_000_000, 'go')
      .said('assistant', 2, 'The model did not answer.', { message_id: 'm1', finish_reason: 'error' })
      .ended(3, 'error');
    expect(fates(told)).toEqual(['retriable']);
    expect(fates(told.turn(1_010_000, 'something else'))).toEqual([]);
  });
});

describe('who answered', () => {
  it('is told by each switch for what was said before it', () => {
    const told = new Story(undefined)
      .said('assistant', 1, 'one')
      .switched(2, 'tester', 'titan')
      .said('assistant', 3, 'two')
      .switched(4, 'titan', 'careful')
      .said('assistant', 5, 'three');
    const rows = chatRows([], entriesIn(told), told.activity.roots, 'careful');
    expect(rows.filter((row) => row.entry).map((row) => row.agent)).toEqual(['tester', 'titan', 'careful']);
  });
});

describe('the tree', () => {
  const view = { opened: new Set<string>(), closed: new Set<string>(), most: 50, more: false };
  const rowsIn = (told: Story) =>
    treeRows([], { ...told.activity, roots: adopted(told.activity.roots) }, entriesIn(told), view);

  it('begins a turn with the message it answers', () => {
    const rows = rowsIn(story());
    expect(rows[0]).toMatchObject({ nth: 1, words: 'do it', row: { kind: 'turn', open: true } });
    expect(rows[1]?.row.label).toBe('message received');
    expect(rows.at(-1)?.turn).toBe(rows[0]?.row.node);
  });

  it('shows what would turn the title of a turn around', () => {
    expect(rowsIn(new Story(undefined).turn(1_000_000, 'run \u202egnp.exe'))[0]?.words).toBe('run ⟨U+202E⟩gnp.exe');
  });

  it('goes by the keys of trees', () => {
    const rows = rowsIn(story().ended(10).turn(2_000_000, 'more').call(1, 1, 'exec', { command: 'x' }).ended(3));
    const [first, received] = rows;
    const old = rows.findLast((row) => row.row.kind === 'turn');
    const key = (from: string | undefined, name: string) => target(rows, from, name);
    expect(key(first?.key, 'ArrowDown')).toEqual({ kind: 'focus', tree: received });
    expect(key(first?.key, 'ArrowUp')).toBeUndefined();
    expect(key(first?.key, 'ArrowRight')).toEqual({ kind: 'focus', tree: received });
    expect(key(first?.key, 'ArrowLeft')).toEqual({ kind: 'toggle', tree: first });
    expect(key(received?.key, 'ArrowLeft')).toEqual({ kind: 'focus', tree: first });
    expect(key(old?.key, 'ArrowRight')).toEqual({ kind: 'toggle', tree: old });
    expect(key(received?.key, 'End')).toEqual({ kind: 'focus', tree: rows.at(-1) });
    expect(key(received?.key, 'Home')).toEqual({ kind: 'focus', tree: first });
    expect(key(received?.key, 'Enter')).toEqual({ kind: 'toggle', tree: received });
    expect(key(received?.key, 'x')).toBeUndefined();
  });

  it('is searched in labels, arguments and results', () => {
    const found = matching(adopted(story().activity.roots), 'STEP 4');
    expect(found.map((root) => root.children.map((child) => child.label))).toEqual([['step 4']]);
  });
});

describe('what a row is opened to', () => {
  it('shows a diff with what stayed once', () => {
    expect(diffLines('a\nb\nc', 'a\nx\ny\nc', 20).map(({ sign, nr, text }) => `${nr}${sign}${text}`)).toEqual([
      '20 a',
      '21−b',
      '21+x',
      '22+y',
      '23 c',
    ]);
  });

  it('shows the colours of a terminal, and obeys nothing else of it', () => {
    const [first, second] = linesOfOutput('\u001b[1;31mbad\u001b[0m ok\u001b[2K\u001b]0;title\u0007\nold\rnew');
    expect(first).toMatchObject([
      { text: 'bad', fg: 1, bold: true },
      { text: ' ok', fg: undefined, bold: false },
    ]);
    expect(second).toMatchObject([{ text: 'new' }]);
  });

  it('shows JSON two levels deep, however deep it is', () => {
    let deep: unknown = 1;
    for (let at = 0; at < 5_000; at++) {
      deep = [deep];
    }
    expect(jsonLines(deep, new Map(), true).length).toBeLessThan(100);
    const lines = jsonLines({ ok: true, list: Array.from({ length: 14 }, () => 'item') }, new Map(), undefined);
    expect(lines.map((line) => line.text)).toEqual(['{', 'true', '[', '}']);
    expect(lines[2]).toMatchObject({ open: false, holds: 14, isList: true });
  });

  it('has a ruler one can read', () => {
    expect(ticks(134_000).map(tickWords)).toEqual(['0', '30 s', '1 min', '90 s', '2 min']);
    expect(ticks(48_000).map(tickWords)).toEqual(['0', '10 s', '20 s', '30 s', '40 s']);
    expect(ticks(700).map(tickWords)).toEqual(['0', '200 ms', '400 ms', '600 ms']);
  });
});
