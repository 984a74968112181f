// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { h } from 'vue';
import Palette from '../../src/components/Palette.vue';
import { found, marks, type PaletteGroup } from '../../src/components/paletteItems.ts';
import { mounted, press, settled } from './mounted.ts';

const groups: readonly PaletteGroup[] = [
  {
    name: 'Sessions',
    items: [
      { id: 'tests', label: 'fix checkout tests', hint: 'push a branch' },
      { id: 'api', label: 'api: push notifications' },
      { id: 'tax', label: 'letter to the tax office' },
    ],
  },
  { name: 'Actions', items: [{ id: 'new', label: 'New chat', always: true }] },
];

describe('the palette', () => {
  let chosen: unknown[][];
  let page: ReturnType<typeof mounted>;

  beforeEach(async () => {
    chosen = [];
    page = mounted(() => h(Palette, { groups, onChosen: (...all: unknown[]) => chosen.push(all) }));
    await settled();
  });

  afterEach(() => page.end());

  const field = () => page.host.querySelector('input');
  const current = () =>
    document.getElementById(field()?.getAttribute('aria-activedescendant') ?? '')?.textContent?.trim();

  async function type(text: string): Promise<void> {
    const input = field();
    if (input !== null) {
      input.value = text;
      input.dispatchEvent(new Event('input'));
    }
    await settled();
  }

  async function pressed(key: string): Promise<void> {
    press(key, field());
    await settled();
  }

  it('points at the first that was found, and the arrows go round', async () => {
    await type('push');
    expect(current()).toContain('fix checkout tests');
    await pressed('ArrowDown');
    expect(current()).toContain('api: push notifications');
    await pressed('ArrowDown');
    expect(current()).toContain('New chat');
    await pressed('ArrowDown');
    expect(current()).toContain('fix checkout tests');
    await pressed('ArrowUp');
    expect(current()).toContain('New chat');
  });

  it('opens what is pointed at, and says what was looked for', async () => {
    await type('push ');
    await pressed('ArrowDown');
    await pressed('Enter');
    expect(chosen).toEqual([['api', 'push', false]]);
  });

  it('begins anew with every letter', async () => {
    await pressed('ArrowDown');
    await type('tax');
    expect(current()).toContain('letter to the tax office');
  });
});

describe('finding', () => {
  it('wants all words, in the label or the hint', () => {
    const ids = (query: string) => found(groups, query).flatMap((group) => group.items.map((item) => item.id));
    expect(ids('PUSH tests')).toEqual(['tests', 'new']);
    expect(ids('')).toEqual(['tests', 'api', 'tax', 'new']);
    expect(ids('nothing')).toEqual(['new']);
  });

  it('marks the words, the longer one first', () => {
    expect(marks('git push origin', 'pu push')).toEqual([
      { text: 'git ', found: false },
      { text: 'push', found: true },
      { text: ' origin', found: false },
    ]);
    expect(marks('İstanbul push', 'push')).toEqual([{ text: 'İstanbul push', found: false }]);
    expect(marks('', 'push')).toEqual([]);
  });
});
