/** What the state needs of the browser beside what the protocol needs. `browser/` fits these shapes. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly csrf?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Sent even though the page is being left. */
  readonly lasting?: boolean;
}

/** Rejects if nobody answered. */
export type Http = (request: HttpRequest) => Promise<{ readonly status: number; readonly text: string }>;

/** Small things this browser keeps. */
export interface Storage {
  get(key: string): string | undefined;
  set(key: string, value: string | undefined): void;
  /** When another tab changed it. */
  onChange(changed: (key: string) => void): void;
}

/** Calls once, with the next picture. */
export type NextFrame = (work: () => void) => void;

/** Tabs tell each other that the outbox changed. */
export interface Tabs {
  tell(): void;
  onTold(told: () => void): void;
}

export interface Notifications {
  permission(): 'granted' | 'denied' | 'default' | 'missing';
  ask(): Promise<boolean>;
  show(title: string, text: string, tag: string, path: string, opened: () => void): void;
}

export interface AddressBar {
  path(): string;
  go(path: string): void;
  replace(path: string): void;
  onChange(changed: () => void): void;
}
