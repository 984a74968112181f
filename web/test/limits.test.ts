import { expect, it } from 'vitest';
import { isTooLong, MOST_CHARACTERS } from '../src/protocol/wire/limits.ts';

it.each(['a', 'é', '中', '🌳'])('takes as many %s as the gateway does, and not one more', (one) => {
  expect(isTooLong(one.repeat(MOST_CHARACTERS))).toBe(false);
  expect(isTooLong(one.repeat(MOST_CHARACTERS + 1))).toBe(true);
});

it('counts what a character takes in the frame', () => {
  expect(isTooLong('\u0001'.repeat(170_000))).toBe(false);
  expect(isTooLong('\u0001'.repeat(175_000))).toBe(true);
});
