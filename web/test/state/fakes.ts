import type { Http, HttpRequest, Storage, Tabs } from '../../src/state/ports.ts';

/** A browser's storage, shared by tabs: each hears of what the others change. */
export class FakeDisk {
  readonly #values = new Map<string, string>();
  readonly #tabs = new Set<(key: string) => void>();

  tab(): Storage {
    const listeners: ((key: string) => void)[] = [];
    const told = (key: string) => listeners.forEach((listener) => listener(key));
    this.#tabs.add(told);
    return {
      get: (key) => this.#values.get(key),
      set: (key, value) => {
        if (value === undefined) {
          this.#values.delete(key);
        } else {
          this.#values.set(key, value);
        }
        this.#tabs.forEach((tab) => tab !== told && tab(key));
      },
      onChange: (listener) => listeners.push(listener),
    };
  }
}

/** Answers what a test says it answers, and remembers what it was asked. */
export class FakeHttp {
  readonly asked: HttpRequest[] = [];
  answer: (request: HttpRequest) => { status: number; text: string } | undefined = () => undefined;

  readonly ask: Http = (request) => {
    this.asked.push(request);
    const answer = this.answer(request);
    return answer === undefined ? Promise.reject(new Error('nobody is there')) : Promise.resolve(answer);
  };
}

/** Tabs of one browser that hear each other. */
export class FakeTabs {
  readonly #told: (() => void)[] = [];

  tab(): Tabs {
    let own: (() => void) | undefined;
    return {
      tell: () => this.#told.forEach((told) => told !== own && told()),
      onTold: (told) => {
        own = told;
        this.#told.push(told);
      },
    };
  }
}
