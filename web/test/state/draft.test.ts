import { describe, expect, it } from 'vitest';
import { Draft } from '../../src/state/Draft.ts';
import { FakeClock } from '../fakes.ts';
import { FakeDisk } from './fakes.ts';

function browser() {
  const clock = new FakeClock();
  const disk = new FakeDisk();
  const writes: (string | undefined)[] = [];
  const page = () => {
    const tab = disk.tab();
    const set = (key: string, value: string | undefined) => {
      writes.push(value);
      tab.set(key, value);
    };
    return new Draft('garden', { ...tab, set }, clock);
  };
  return { clock, page, writes };
}

describe('a draft', () => {
  it('is there after a reload', async () => {
    const { clock, page } = browser();
    page().text.value = 'water';
    await clock.pass(1000);
    expect(page().text.value).toBe('water');
  });

  it('is written down when the keys rest, not at each', async () => {
    const { clock, page, writes } = browser();
    const draft = page();
    for (const text of ['w', 'wa', 'wat']) {
      draft.text.value = text;
      await clock.pass(100);
    }
    expect(writes).toEqual([]);
    await clock.pass(1000);
    expect(writes).toEqual(['wat']);
  });

  it('is written down when the page is left, and once', async () => {
    const { clock, page, writes } = browser();
    const draft = page();
    draft.text.value = 'water';
    draft.keep();
    await clock.pass(1000);
    expect(writes).toEqual(['water']);
  });

  it('is gone at once when it was sent', () => {
    const { page } = browser();
    const draft = page();
    draft.text.value = 'water';
    draft.keep();
    draft.text.value = '';
    expect(page().text.value).toBe('');
  });

  it('stays what was typed in this page, whatever another one types', async () => {
    const { clock, page } = browser();
    const one = page();
    const other = page();
    one.text.value = 'water';
    await clock.pass(1000);
    other.text.value = 'sell';
    await clock.pass(1000);
    expect([one.text.value, other.text.value]).toEqual(['water', 'sell']);
  });

  it('goes with its session', async () => {
    const { clock, page } = browser();
    const one = page();
    const other = page();
    one.text.value = 'water';
    await clock.pass(1000);
    other.forget();
    expect(page().text.value).toBe('');
  });
});
