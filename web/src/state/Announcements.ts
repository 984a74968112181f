import { shallowRef, type ShallowRef } from 'vue';

export interface Announcement {
  /** Makes the same sentence a new one. */
  readonly nth: number;
  readonly text: string;
}

/** What is said aloud to who does not see the screen: whole sentences, one at a time. */
export class Announcements {
  readonly #said = shallowRef<Announcement>();

  get said(): Readonly<ShallowRef<Announcement | undefined>> {
    return this.#said;
  }

  say(text: string): void {
    this.#said.value = { nth: (this.#said.value?.nth ?? 0) + 1, text };
  }
}
