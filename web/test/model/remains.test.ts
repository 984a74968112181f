import { expect, it } from 'vitest';
import { fold, noActivity } from '../../src/protocol/model/activity.ts';
import { isNothingDone } from '../../src/protocol/model/remains.ts';
import { decode, type FromHud } from '../../src/protocol/wire/hud.ts';

function rootsAfter(...events: readonly object[]) {
  const frames = events.map((event) => decode(JSON.stringify({ type: 'hud', ts: 1, replay: true, ...event })));
  const known = frames.filter((frame): frame is FromHud => frame.type !== '?');
  return fold(noActivity, [...known, { type: 'history', messages: [] }]).roots;
}

const begun = { event: 'received', id: 'e2', subtype: 'new_session', label: 'new session', payload: {}, seq: 9 };

it('is all that a deleted session leaves: that it was begun anew', () => {
  expect(rootsAfter(begun)).toHaveLength(1);
  expect(isNothingDone(rootsAfter(begun))).toBe(true);
  expect(isNothingDone([])).toBe(true);
});

it('is not what has a turn', () => {
  const turn = { event: 'turn_start', id: 'e3', correlationId: 't1', runId: 'r1', seq: 10 };
  expect(isNothingDone(rootsAfter(begun, turn))).toBe(false);
});
