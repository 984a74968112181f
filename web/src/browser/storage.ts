/** Small things this browser keeps for this gateway. What it will not keep lasts as long as the page. */
export class BrowserStorage {
  /** Newer than what the browser has. */
  readonly #unkept = new Map<string, string>();

  constructor() {
    // Before all who listen: what another page could write is newer.
    this.onChange((key) => this.#unkept.delete(key));
  }

  get(key: string): string | undefined {
    return this.#unkept.get(key) ?? read(key);
  }

  set(key: string, value: string | undefined): void {
    this.#unkept.delete(key);
    if (value === undefined) {
      remove(key);
    } else if (!wrote(key, value)) {
      this.#unkept.set(key, value);
      remove(key); // what it replaces is not to come back with a reload
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

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** False if there is no room, or nothing may be kept at all. */
function wrote(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // It was not there.
  }
}
