import { describe, expect, it } from 'vitest';
import { age, day, duration, elapsed, exact, left, wait } from '../../src/strings/time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const now = new Date(2026, 10, 18, 14, 5, 12).getTime();

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [0.4, '0 ms'],
    [210, '210 ms'],
    [999.6, '1 s'],
    [4_500, '4.5 s'],
    [21_000, '21 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min'],
    [198_000, '3 min 18 s'],
    [179_600, '3 min'],
    [2 * HOUR + 5 * MINUTE, '2 h 5 min'],
    [49 * HOUR, '2 d 1 h'],
  ])('of %d ms is %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  it('that goes on is told in whole seconds, never more than have passed', () => {
    expect([0, 999, 47_900, 59_999, 134_000].map(elapsed)).toEqual(['0 s', '0 s', '47 s', '59 s', '2 min 14 s']);
  });

  it('that is left is rounded up: only the end is 0 s', () => {
    expect([258_100, 1, 0, -500].map(left)).toEqual(['4 min 19 s left', '1 s left', '0 s left', '0 s left']);
    expect(wait(3_200)).toBe('4 s');
  });
});

describe('an age', () => {
  it.each([
    [-5_000, 'now'],
    [4_000, 'now'],
    [41_000, '41 s'],
    [6 * MINUTE, '6 min'],
    [7.9 * HOUR, '7 h'],
    [73 * HOUR, '3 d'],
    [9 * 24 * HOUR, '9 Nov'],
    [400 * 24 * HOUR, '14 Oct 2025'],
  ])('of %d ms is %s', (ms, words) => {
    expect(age(now - ms, now)).toBe(words);
  });

  it('has the exact time beside it', () => {
    expect(exact(now)).toBe('18 November 2026, 14:05:12');
  });
});

it('names days as people do', () => {
  const start = (daysAgo: number) => new Date(2026, 10, 18 - daysAgo).getTime();
  expect([0, 1, 2, 6, 7, 400].map((ago) => day(start(ago), now))).toEqual([
    'Today',
    'Yesterday',
    'Monday',
    'Thursday',
    '11 November',
    '14 October 2025',
  ]);
});
