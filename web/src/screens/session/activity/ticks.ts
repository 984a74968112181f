import { duration } from '../../../strings/time.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((s) => s * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((m) => m * MINUTE),
  ...[1, 2, 5, 10, 24, 48, 120].map((h) => h * HOUR),
];

/** Between two lines of the grid: four to six of them in all. */
export function tickStep(all: number): number {
  return steps.find((step) => all / step <= 5) ?? all / 5;
}

export function ticks(all: number): readonly number[] {
  const step = tickStep(all);
  return Array.from({ length: Math.floor(all / step) + 1 }, (_, at) => at * step);
}

/** 0, 30 s, 1 min, 90 s, 2 min */
export function tickWords(at: number): string {
  if (at === 0) {
    return '0';
  }
  return at < 2 * MINUTE && at % MINUTE !== 0 && at >= SECOND ? `${at / SECOND} s` : duration(at);
}
