import { describe, expect, it } from 'vitest';
import { apply, noActivity, quietSince, type Activity } from '../../src/protocol/model/activity.ts';
import type { HudNode } from '../../src/protocol/model/node.ts';
import type { FromHud } from '../../src/protocol/wire/hud.ts';
import {
  connected,
  frame,
  happened,
  noHistory,
  received,
  said,
  toolEnd,
  toolStart,
  turnEnd,
  turnStart,
} from './events.ts';

/** What somebody sees who is there from the beginning. */
function after(...frames: readonly FromHud[]): Activity {
  return [connected(0), noHistory, ...frames].reduce(apply, noActivity);
}

/** The tree in a line a node: type, label and state, children indented. */
function drawn(activity: Activity): readonly string[] {
  const line = (node: HudNode) => `${node.type} ${node.label} ${node.state}`;
  return activity.roots.flatMap((root) => [line(root), ...root.children.map((child) => `  ${line(child)}`)]);
}

describe('the activity', () => {
  it('pairs what begins and what ends by their correlation id', () => {
    const activity = after(
      turnStart(1, { runId: 'run-1', messageId: 'm1' }),
      toolStart(2, 'a', 'exec', { command: 'sleep 1' }),
      toolStart(3, 'b', 'exec', { command: 'date' }),
      toolEnd(4, 'b'),
    );
    expect(drawn(activity)).toEqual(['turn turn running', '  tool sleep 1 running', '  tool date done']);
    expect(activity.roots[0]).toMatchObject({ runId: 'run-1', messageId: 'm1' });
    expect(activity.roots[0]?.children[1]).toMatchObject({ durationMs: 10, endId: 'e4', result: { ok: true } });
  });

  it('without one ends the oldest of the same tool that runs', () => {
    const activity = after(
      turnStart(1),
      toolStart(2, undefined, 'read', { path: 'first' }),
      toolStart(3, undefined, 'exec', { command: 'other' }),
      toolStart(4, undefined, 'read', { path: 'second' }),
      toolEnd(5, undefined, 'read'),
    );
    expect(drawn(activity).slice(1)).toEqual(['  tool first done', '  tool other running', '  tool second running']);
  });

  it('with one that nobody began does so, too', () => {
    const activity = after(turnStart(1), toolStart(2, 'a', 'exec', { command: 'x' }), toolEnd(3, 'other'));
    expect(drawn(activity)).toEqual(['turn turn running', '  tool x done']);
  });

  it('makes an end that ends nothing a node of its own, where it began', () => {
    const activity = after(
      turnStart(1),
      toolStart(4, 'a', 'exec', { command: 'later' }),
      toolEnd(5, 'x', 'read', { ok: true, file: { path: 'a.txt', viewerPath: 'a.txt' } }),
    );
    expect(drawn(activity).slice(1)).toEqual(['  tool later running', '  tool a.txt done']);
    expect(activity.roots[0]?.children[1]).toMatchObject({ startedAt: 40, endedAt: 50 });
  });

  it('shows thinking with its text, and a failed call as an error', () => {
    const activity = after(
      turnStart(1),
      happened(2, 'think_start', { correlationId: 'th' }),
      happened(3, 'think_end', { correlationId: 'th', text: 'The file first.', status: 'ok', durationMs: 10 }),
      toolStart(4, 'a'),
      happened(5, 'tool_end', { correlationId: 'a', tool: 'exec', result: { ok: false }, durationMs: 1 }),
    );
    expect(drawn(activity).slice(1)).toEqual(['  think thinking done', '  tool exec error']);
    expect(activity.roots[0]?.children[0]?.text).toBe('The file first.');
  });

  it('shows the wait for a person, and who ended it', () => {
    const asked = after(
      turnStart(1),
      happened(2, 'approval_start', {
        correlationId: 'appr-1',
        tool: 'exec',
        args: { command: 'rm -r build' },
        reason: 'why',
        expiresAt: '2030-01-01T00:00:00Z',
      }),
    );
    expect(drawn(asked)[1]).toBe('  approval rm -r build running');
    const end = happened(9, 'approval_end', {
      correlationId: 'appr-1',
      tool: 'exec',
      approved: true,
      by: { name: 'phone' },
      status: 'ok',
      durationMs: 70,
    });
    expect(apply(asked, end).roots[0]?.children[0]).toMatchObject({
      state: 'done',
      approved: true,
      by: { name: 'phone' },
      durationMs: 70,
      reason: 'why',
    });
  });

  it('ends what is open when its turn ends without a word about it', () => {
    const activity = after(turnStart(1), toolStart(2, 'a'), turnEnd(3, { status: 'aborted' }));
    expect(drawn(activity)).toEqual(['turn turn aborted', '  tool exec aborted']);
  });

  it('shows what is received in the turn under way, else between turns', () => {
    const activity = after(
      received(1, 'message'),
      turnStart(2),
      received(3, 'stop'),
      turnEnd(4),
      received(5, 'handover'),
    );
    expect(drawn(activity)).toEqual([
      'received message received done',
      'turn turn done',
      '  received stop received done',
      'received handover received done',
    ]);
  });

  it('puts what happened in a turn whose start was not shown into one', () => {
    const activity = after(toolStart(7, 'a'), toolEnd(8, 'a'), turnEnd(9, { durationMs: 90 }));
    expect(drawn(activity)).toEqual(['turn turn done', '  tool exec done']);
    expect(activity.roots[0]).toMatchObject({ unseen: true, startedAt: 0, durationMs: 90 });
  });

  it('forgets everything before a reset', () => {
    const activity = after(turnStart(1), toolStart(2, 'a'), received(3, 'new_session'));
    expect(drawn(activity)).toEqual(['received new_session received done']);
    expect(activity.events).toHaveLength(1);
  });

  it('passes over what is of the connection alone, and what is said', () => {
    const before = after(turnStart(1));
    const reconnect = frame({
      type: 'hud',
      event: 'received',
      id: 'r',
      subtype: 'reconnect',
      label: 'reconnected',
      ts: 1,
    });
    expect(apply(before, reconnect)).toBe(before);
    expect(apply(before, said(2, 'user'))).toBe(before);
  });

  it('marks as replayed what was over when we came, and nothing else', () => {
    const replayed = (one: FromHud) => ({ ...one, replay: true }) as FromHud;
    const activity = [
      connected(5),
      replayed(turnStart(1)),
      replayed(toolStart(2, 'a')),
      replayed(toolEnd(3, 'a')),
      replayed(toolStart(4, 'b')),
      noHistory,
      toolEnd(6, 'b'),
      turnEnd(7),
    ].reduce(apply, noActivity);
    expect(activity.roots[0]?.replay).toBe(false);
    expect(activity.roots[0]?.children.map((child) => child.replay)).toEqual([true, false]);
  });

  it('keeps a turn that stayed the same as the same object', () => {
    const before = after(turnStart(1), turnEnd(2), turnStart(3, { correlationId: 'u' }));
    const now = apply(before, happened(4, 'think_start', { parentId: 'u' }));
    expect(now.roots[1]).not.toBe(before.roots[1]);
    expect(now.roots[0]).toBe(before.roots[0]);
  });

  it('does not grow for ever', () => {
    const turns = Array.from({ length: 3000 }, (_, i) => {
      const correlationId = `t${i}`;
      return [turnStart(2 * i + 1, { correlationId }), turnEnd(2 * i + 2, { correlationId })];
    });
    const activity = after(...turns.flat());
    expect(activity.events.length).toBeLessThanOrEqual(3500);
    expect(activity.roots[0]?.seq).toBe(activity.events[0]?.seq);
    expect(activity.roots.at(-1)?.correlationId).toBe('t2999');
  });
});

describe('how long a turn has shown nothing', () => {
  it('is counted from what ended last', () => {
    expect(quietSince(after(turnStart(1)))).toBe(10);
    expect(quietSince(after(turnStart(1), toolStart(2, 'a'), toolEnd(5, 'a')))).toBe(50);
  });

  it('is nothing while something goes on, or nothing is under way', () => {
    expect(quietSince(after(turnStart(1), toolStart(2, 'a')))).toBeUndefined();
    expect(quietSince(after(turnStart(1), turnEnd(2)))).toBeUndefined();
    expect(quietSince(noActivity)).toBeUndefined();
  });
});
