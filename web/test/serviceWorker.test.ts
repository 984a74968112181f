import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const script = readFileSync(new URL('../serviceWorker/sw.js', import.meta.url), 'utf8');
const kept = { status: 200, from: 'kept' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The worker, with what it keeps and with what the gateway does. */
function worker(index: typeof kept | undefined, fetch: () => Promise<unknown>) {
  const heard = new Map<string, (event: unknown) => void>();
  runInNewContext(script, {
    FILES: ['/assets/app.js'],
    VERSION: '1',
    URL,
    setTimeout,
    fetch,
    caches: { match: () => Promise.resolve(index) },
    self: {
      location: { origin: 'https://home.example' },
      addEventListener: (type: string, listener: (event: unknown) => void) => heard.set(type, listener),
    },
  });
  const opened = vi.fn<(answer: unknown) => void>();
  const failed = vi.fn<() => void>();
  heard.get('fetch')?.({
    request: { method: 'GET', mode: 'navigate', url: 'https://home.example/session/s' },
    respondWith: (answer: Promise<unknown>) => void answer.then(opened, failed),
  });
  return { opened, failed };
}

describe('opening the app', () => {
  const newest = { status: 200, from: 'gateway' };

  it('shows the newest if the gateway answers', async () => {
    const { opened } = worker(kept, () => Promise.resolve(newest));
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.mock.calls).toEqual([[newest]]);
  });

  it.each([
    ['is away', () => Promise.reject(new Error('away'))],
    ['cannot read the address', () => Promise.resolve({ status: 400 })],
    ['is lost to its proxy', () => Promise.resolve({ status: 502 })],
  ])('shows what was kept if the gateway %s', async (_, fetch) => {
    const { opened } = worker(kept, fetch);
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.mock.calls).toEqual([[kept]]);
  });

  it('shows what was kept if the gateway hangs, after three seconds', async () => {
    const { opened } = worker(kept, () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(opened).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(opened.mock.calls).toEqual([[kept]]);
  });

  it('waits on if nothing was kept', async () => {
    const { opened, failed } = worker(undefined, () => new Promise((done) => setTimeout(() => done(newest), 10_000)));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(opened).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(opened.mock.calls).toEqual([[newest]]);
    expect(failed).not.toHaveBeenCalled();
  });
});
