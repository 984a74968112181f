import { shallowRef, type ShallowRef } from 'vue';
import type { Clock } from '../protocol/link/ports.ts';

/**
 * The gateway's time, as far as it can be known from what happens there: an event cannot be heard before it happened, so
 * the one that came fastest tells best. Stands still while the page is hidden or nothing is heard.
 */
export class GatewayClock {
  readonly #second: ShallowRef<number>;
  readonly #wall: ShallowRef<number>;
  #ahead: number | undefined;
  #still: number | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly isStill: () => boolean,
  ) {
    this.#second = shallowRef(clock.now());
    this.#wall = shallowRef(clock.now());
    this.#tick();
  }

  /** Once a second. */
  get second(): Readonly<ShallowRef<number>> {
    return this.#second;
  }

  /** This machine's own time, once a second, whether anything is heard or not. */
  get wall(): Readonly<ShallowRef<number>> {
    return this.#wall;
  }

  now(): number {
    return this.#still ?? this.clock.now() + (this.#ahead ?? 0);
  }

  /** Something happened just now. */
  lived(ts: number): void {
    const ahead = ts - this.clock.now();
    // A clock that was set, on either side, begins anew.
    this.#ahead =
      this.#ahead === undefined || Math.abs(ahead - this.#ahead) > 60_000 ? ahead : Math.max(ahead, this.#ahead);
  }

  #tick(): void {
    this.clock.after(1_000, () => this.#tick());
    this.#wall.value = this.clock.now();
    if (this.isStill()) {
      this.#still ??= this.now();
    } else {
      this.#still = undefined;
      this.#second.value = this.now();
    }
  }
}
