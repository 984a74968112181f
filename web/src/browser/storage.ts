/** Small things this browser keeps for this gateway. Where it keeps nothing, they last as long as the page. */
export class BrowserStorage {
  readonly #kept = new Map<string, string>();

  get(key: string): string | undefined {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return this.#kept.get(key);
    }
  }

  set(key: string, value: string | undefined): void {
    try {
      if (value === undefined) {
        localStorage.removeItem(key);
      } else {
        localStorage.setItem(key, value);
      }
    } catch {
      if (value === undefined) {
        this.#kept.delete(key);
      } else {
        this.#kept.set(key, value);
      }
    }
  }

  /** When another tab changed it. */
  onChange(changed: (key: string) => void): void {
    window.addEventListener('storage', (event) => {
      if (event.key !== null) {
        changed(event.key);
      }
    });
  }
}
