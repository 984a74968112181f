import { expect, it } from 'vitest';
import { canBeSession, isTooLong, MOST_CHARACTERS } from '../src/protocol/wire/limits.ts';

it.each(['a', 'é', '中', '🌳'])('takes as many %s as the gateway does, and not one more', (one) => {
  expect(isTooLong(one.repeat(MOST_CHARACTERS))).toBe(false);
  expect(isTooLong(one.repeat(MOST_CHARACTERS + 1))).toBe(true);
});

it('counts what a character takes in the frame', () => {
  expect(isTooLong('\u0001'.repeat(170_000))).toBe(false);
  expect(isTooLong('\u0001'.repeat(175_000))).toBe(true);
});

it('knows the names that no session can have', () => {
  expect(['web-1', 'terminal-dev:local:desk', 'größe 中', '🌳'.repeat(128)].filter(canBeSession)).toHaveLength(4);
  expect(['', ' ', 'a\u0000b', 'a\u0085b', '\ud800', 'x'.repeat(129)].filter(canBeSession)).toEqual([]);
});
