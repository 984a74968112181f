import { describe, expect, it } from 'vitest';
import { apply, noActivity, type Activity } from '../../src/protocol/model/activity.ts';
import { rowsOf, type ActivityRow, type RowsView } from '../../src/protocol/model/activityRows.ts';
import { splitOf } from '../../src/protocol/model/turnSplit.ts';
import type { FromHud } from '../../src/protocol/wire/hud.ts';
import { connected, happened, noHistory, received, toolEnd, toolStart, turnEnd, turnStart } from './events.ts';

function after(...frames: readonly FromHud[]): Activity {
  return [connected(0), noHistory, ...frames].reduce(apply, noActivity);
}

/** What somebody sees who comes when all this is over. */
function replayed(...frames: readonly FromHud[]): Activity {
  const all = frames.map((one) => ({ ...one, replay: true }) as FromHud);
  return [connected(frames.length), ...all, noHistory].reduce(apply, noActivity);
}

function view(fields: Partial<RowsView> = {}): RowsView {
  return { opened: new Set(), closed: new Set(), most: 50, more: false, ...fields };
}

const drawn = (rows: readonly ActivityRow[]) =>
  rows.map((row) => `${'  '.repeat(row.level - 1)}${row.kind} ${row.label}`);

const turn = (id: string, from: number, command: string): readonly FromHud[] => [
  turnStart(from, { correlationId: id }),
  happened(from + 1, 'tool_start', { correlationId: `${id}-a`, parentId: id, tool: 'exec', args: { command } }),
  happened(from + 2, 'tool_end', {
    correlationId: `${id}-a`,
    parentId: id,
    tool: 'exec',
    result: { ok: true },
    status: 'ok',
    durationMs: 10,
  }),
  turnEnd(from + 3, { correlationId: id, durationMs: 30 }),
];

describe('the rows of the activity', () => {
  it('have the newest turn first, open, and in a turn what came first', () => {
    const activity = after(...turn('t1', 1, 'one'), ...turn('t2', 5, 'two'), received(9, 'handover'));
    expect(drawn(rowsOf([], activity, view()))).toEqual([
      'received handover received',
      'turn turn',
      '  tool two',
      'turn turn',
    ]);
  });

  it('are opened and closed by hand', () => {
    const activity = after(...turn('t1', 1, 'one'), ...turn('t2', 5, 'two'));
    const by = view({ opened: new Set(['turn t1']), closed: new Set(['turn t2']) });
    expect(drawn(rowsOf([], activity, by))).toEqual(['turn turn', 'turn turn', '  tool one']);
  });

  it('say where they stand, for screen readers', () => {
    const activity = after(...turn('t1', 1, 'one'), ...turn('t2', 5, 'two'));
    const rows = rowsOf([], activity, view());
    expect(rows.map(({ level, nth, of, open }) => [level, nth, of, open])).toEqual([
      [1, 1, 2, true],
      [2, 1, 1, undefined],
      [1, 2, 2, false],
    ]);
  });

  it('have their times on the axis of their turn', () => {
    const [first, tool] = rowsOf([], after(...turn('t1', 1, 'one')), view());
    expect(first).toMatchObject({ startMs: 0, tookMs: 30 });
    expect(tool).toMatchObject({ startMs: 10, tookMs: 10 });
  });

  it('have no end while it goes on', () => {
    const rows = rowsOf([], after(turnStart(1), toolStart(2, 'a')), view());
    expect(rows.map(({ state, tookMs }) => [state, tookMs])).toEqual([
      ['running', undefined],
      ['running', undefined],
    ]);
  });

  it('fold what was replayed into one, but for the newest turn', () => {
    const activity = replayed(...turn('t1', 1, 'one'), ...turn('t2', 5, 'two'), ...turn('t3', 9, 'three'));
    const rows = rowsOf([], activity, view());
    expect(drawn(rows)).toEqual(['turn turn', '  tool three', 'replayed replayed']);
    expect(rows.at(-1)).toMatchObject({ open: false, holds: 4, replay: true });
    expect(drawn(rowsOf([], activity, view({ opened: new Set(['replayed', 'turn t1']) })))).toEqual([
      'turn turn',
      '  tool three',
      'replayed replayed',
      '  turn turn',
      '  turn turn',
      '    tool one',
    ]);
  });

  it('are the newest so many, and say how many there are before', () => {
    const activity = after(...turn('t1', 1, 'one'), ...turn('t2', 5, 'two'), ...turn('t3', 9, 'three'));
    const rows = rowsOf([], activity, view({ most: 4 }));
    expect(drawn(rows)).toEqual(['turn turn', '  tool three', 'turn turn', 'earlier earlier']);
    expect(rows.at(-1)?.holds).toBe(2);
  });

  it('show the end of a turn that is longer than that', () => {
    const calls = Array.from({ length: 60 }, (_, i) => [
      toolStart(2 * i + 2, `c${i}`, 'exec', { command: `call ${i}` }),
      toolEnd(2 * i + 3, `c${i}`),
    ]);
    const rows = rowsOf([], after(turnStart(1), ...calls.flat()), view());
    expect(rows).toHaveLength(51);
    expect(rows[1]?.label).toBe('call 11');
    expect(rows.at(-1)).toMatchObject({ kind: 'earlier', holds: 11 });
  });

  it('offer what the gateway has before, even if all we have is shown', () => {
    expect(drawn(rowsOf([], after(...turn('t1', 1, 'one')), view({ more: true }))).at(-1)).toBe('earlier earlier');
  });

  it('have one for a model that was silent for long, where it began', () => {
    const activity = after(
      turnStart(1),
      happened(100, 'think_start', { correlationId: 'th' }),
      happened(101, 'think_end', { correlationId: 'th', durationMs: 10, status: 'ok' }),
      happened(2000, 'model_end', { durationMs: 19_990, silentMs: 19_000, status: 'ok' }),
      happened(2001, 'model_end', { durationMs: 5, silentMs: 5, status: 'ok' }),
    );
    const rows = rowsOf([], activity, view());
    expect(drawn(rows)).toEqual(['turn turn', '  silent model silent', '  think thinking']);
    expect(rows[1]).toMatchObject({ startMs: 0, tookMs: 19_000 });
  });

  it('are the same objects if they say the same', () => {
    const activity = after(...turn('t1', 1, 'one'), turnStart(5, { correlationId: 't2' }));
    const before = rowsOf([], activity, view());
    expect(rowsOf(before, activity, view())).toBe(before);
    const now = rowsOf(
      before,
      apply(activity, happened(6, 'think_start', { parentId: 't2', correlationId: 'x' })),
      view(),
    );
    expect(now.at(-1)).toBe(before.at(-1));
    expect(now[0]).not.toBe(before[0]);
  });
});

describe('where the time of a turn went', () => {
  it('adds up: a wait wins over a tool, a tool over the model', () => {
    const [root] = after(
      turnStart(0),
      happened(1000, 'model_end', { durationMs: 10_000, silentMs: 6_000, status: 'ok' }),
      happened(1500, 'model_end', { durationMs: 5_000, silentMs: 40, status: 'ok' }),
      toolStart(2000, 'a'),
      happened(2500, 'approval_start', { correlationId: 'p', tool: 'exec', args: {}, reason: '', expiresAt: '' }),
      happened(4500, 'approval_end', { correlationId: 'p', tool: 'exec', approved: true, durationMs: 1, status: 'ok' }),
      toolEnd(6000, 'a'),
      turnEnd(10_000, { durationMs: 100_000 }),
    ).roots;
    if (root === undefined) {
      expect.fail('there is no turn');
    }
    // A short silence is the model's.
    expect(splitOf(root, 500_000)).toEqual({ silentMs: 6_000, toolsMs: 20_000, waitingMs: 20_000, modelMs: 54_000 });
  });

  it('counts what goes on until now', () => {
    const [root] = after(turnStart(0), toolStart(10, 'a')).roots;
    if (root === undefined) {
      expect.fail('there is no turn');
    }
    expect(splitOf(root, 400)).toEqual({ silentMs: 0, toolsMs: 300, waitingMs: 0, modelMs: 100 });
  });
});
