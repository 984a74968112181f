import { customRef, type Ref } from 'vue';
import type { Cancel, Clock } from '../protocol/link/ports.ts';
import type { Storage } from './ports.ts';

/** Written down when the keys have rested so long. */
const REST = 400;

/**
 * What is being written to a session. The page keeps what is typed in it; what the browser keeps is read once, at
 * opening, so that two pages do not write into each other's field.
 */
export class Draft {
  readonly text: Ref<string>;
  readonly #key: string;
  #written: string;
  #typed: string;
  #cancel: Cancel = () => {};

  constructor(
    session: string,
    private readonly storage: Storage,
    private readonly clock: Clock,
  ) {
    this.#key = `draft ${session}`;
    this.#typed = this.#written = storage.get(this.#key) ?? '';
    this.text = customRef((track, trigger) => ({
      get: () => {
        track();
        return this.#typed;
      },
      set: (text) => {
        this.#typed = text;
        this.#keepSoon();
        trigger();
      },
    }));
  }

  /** Now: the page is being left. */
  keep(): void {
    this.#cancel();
    if (this.#typed !== this.#written) {
      this.#written = this.#typed;
      this.storage.set(this.#key, this.#typed === '' ? undefined : this.#typed);
    }
  }

  /** Its session is gone, and with it what another page has kept of it. */
  forget(): void {
    this.text.value = '';
    this.storage.set(this.#key, undefined);
  }

  /** What was sent is not to be found in the field again, whatever happens next. */
  #keepSoon(): void {
    this.#cancel();
    if (this.#typed === '') {
      this.keep();
    } else {
      this.#cancel = this.clock.after(REST, () => this.keep());
    }
  }
}
