// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { BrowserStorage } from '../../src/browser/storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

function full(): Storage {
  const store = new Map<string, string>([['draft', 'old']]);
  const quota = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const storage = {
    length: 0,
    clear: () => {},
    key: () => null,
    getItem: (key: string) => store.get(key) ?? null,
    setItem: quota,
    removeItem: (key: string) => void store.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  return storage;
}

it('keeps for the page what the browser has no room for', () => {
  full();
  const storage = new BrowserStorage();
  storage.set('draft', 'new');
  storage.set('session', 'v1');
  expect([storage.get('draft'), storage.get('session')]).toEqual(['new', 'v1']);
  storage.set('draft', undefined);
  expect(storage.get('draft')).toBeUndefined();
});

it('does not show after a reload what it replaced without room for the new', () => {
  full();
  new BrowserStorage().set('draft', 'new');
  expect(new BrowserStorage().get('draft')).toBeUndefined();
});

it('believes another page that could write', () => {
  const storage = new BrowserStorage();
  storage.onChange(() => {});
  const refusing = full();
  storage.set('session', 'v1');
  window.dispatchEvent(new StorageEvent('storage', { key: 'session' }));
  expect(refusing.getItem('session')).toBeNull();
  expect(storage.get('session')).toBeUndefined();
});

it('lasts as long as the page where the browser keeps nothing', () => {
  const forbidden = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
  const storage = new BrowserStorage();
  storage.set('a', 'b');
  expect(storage.get('a')).toBe('b');
  storage.set('a', undefined);
  expect(storage.get('a')).toBeUndefined();
});
