import type { NextFrame } from './ports.ts';

/** One picture for all feeds: whatever arrived since the last one is folded in at once. */
export class Pump {
  readonly #due = new Set<() => void>();
  #asked = false;

  constructor(private readonly nextFrame: NextFrame) {}

  /** The same work, asked for twice, is done once. */
  ask(work: () => void): void {
    this.#due.add(work);
    if (!this.#asked) {
      this.#asked = true;
      this.nextFrame(() => this.empty());
    }
  }

  /** Now. What one of them asks for meanwhile has its turn with the next picture. */
  empty(): void {
    this.#asked = false;
    const works = [...this.#due];
    this.#due.clear();
    for (const work of works) {
      work();
    }
  }
}
