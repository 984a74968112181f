import type { Cancel, Clock } from '../src/protocol/link/ports.ts';

/** Random numbers that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lets every promise that can go on do so. */
export function settled(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

/** Time that passes when a test says so. */
export class FakeClock implements Clock {
  #now = 0;
  #count = 0;
  readonly #alarms = new Map<number, { at: number; work: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, work: () => void): Cancel {
    const key = this.#count++;
    this.#alarms.set(key, { at: this.#now + ms, work });
    return () => this.#alarms.delete(key);
  }

  /** To the next alarm, if there is one within so many milliseconds; else to their end. False if there was none. */
  step(within: number): boolean {
    let first: { key: number; at: number; work: () => void } | undefined;
    for (const [key, alarm] of this.#alarms) {
      if (first === undefined || alarm.at < first.at) {
        first = { key, ...alarm };
      }
    }
    if (first === undefined || first.at > this.#now + within) {
      this.#now += within;
      return false;
    }
    this.#now = first.at;
    this.#alarms.delete(first.key);
    first.work();
    return true;
  }

  /** Through all alarms of a stretch of time, with everything that follows from them. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    while (this.step(end - this.#now)) {
      // Far cheaper than settled(), and enough for what one alarm sets going; the rest is done at the end.
      for (let turns = 0; turns < 10; turns++) {
        await undefined;
      }
    }
    await settled();
  }
}
