import { shallowRef, type ShallowRef } from 'vue';

/** A word at the edge of the screen, with at most one thing to do about it. */
export interface Notice {
  readonly id: string;
  readonly text: string;
  readonly action?: string;
}

interface Told {
  /** What its button does. */
  readonly acted?: () => void;
  /** It has gone by itself. */
  readonly gone?: () => void;
}

export class Notices {
  readonly #shown = shallowRef<readonly Notice[]>([]);
  readonly #told = new Map<string, Told>();
  #count = 0;

  get shown(): Readonly<ShallowRef<readonly Notice[]>> {
    return this.#shown;
  }

  /** The same words twice are one notice. */
  say(text: string): void {
    if (!this.#shown.value.some((notice) => notice.text === text)) {
      this.#add({ text }, {});
    }
  }

  offer(text: string, action: string, told: Told): void {
    this.#add({ text, action }, told);
  }

  acted(id: string): void {
    this.#take(id)?.acted?.();
  }

  gone(id: string): void {
    this.#take(id)?.gone?.();
  }

  #add(notice: Omit<Notice, 'id'>, told: Told): void {
    const id = `notice-${this.#count++}`;
    this.#told.set(id, told);
    this.#shown.value = [...this.#shown.value, { id, ...notice }];
  }

  #take(id: string): Told | undefined {
    const told = this.#told.get(id);
    this.#told.delete(id);
    this.#shown.value = this.#shown.value.filter((notice) => notice.id !== id);
    return told;
  }
}
