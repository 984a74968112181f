export interface Trouble {
  /** Nobody expected it. */
  wrong(reason: unknown): void;
  /** A part of the app is gone from the gateway: it has a newer one. */
  outdated(): void;
}

/** What nobody caught, all in one place. */
export function onTrouble(trouble: Trouble): void {
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    trouble.wrong(event.reason);
  });
  window.addEventListener('vite:preloadError', () => trouble.outdated());
}

/** When the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) {
    window.requestIdleCallback(work, { timeout: 5_000 });
  } else {
    setTimeout(work, 2_000);
  }
}
