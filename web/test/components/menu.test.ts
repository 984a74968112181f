// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { h } from 'vue';
import Menu from '../../src/components/Menu.vue';
import { mounted, press, settled } from './mounted.ts';

describe('a menu', () => {
  let chosen: string[];
  let page: ReturnType<typeof mounted>;

  beforeEach(() => {
    chosen = [];
    const items = ['Rename', 'Pin', 'Archive'].map((label) => ({ id: label.toLowerCase(), label }));
    page = mounted(() =>
      h(
        Menu<string>,
        { items, label: 'More', onChosen: (id: string) => chosen.push(id) },
        { button: ({ button }: { button: Record<string, unknown> }) => h('button', button, 'More') },
      ),
    );
  });

  afterEach(() => page.end());

  const trigger = () => page.host.querySelector<HTMLElement>('[aria-haspopup=menu]');
  const focused = () => document.activeElement?.getAttribute('aria-label');

  async function open(): Promise<void> {
    trigger()?.click();
    await settled();
  }

  it('opens with its first item in focus, and the arrows go round', async () => {
    await open();
    expect(trigger()?.getAttribute('aria-expanded')).toBe('true');
    expect(focused()).toBe('Rename');
    press('ArrowUp');
    expect(focused()).toBe('Archive');
    press('ArrowDown');
    expect(focused()).toBe('Rename');
    press('End');
    expect(focused()).toBe('Archive');
  });

  it('goes to what begins with a letter', async () => {
    await open();
    press('p');
    expect(focused()).toBe('Pin');
  });

  it('closes by Esc without closing what it stands in, and gives the focus back', async () => {
    await open();
    expect(press('Escape').defaultPrevented).toBe(true);
    await settled();
    expect(page.host.querySelector('[role=menu]')).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it('gives the focus back before it says what was chosen', async () => {
    await open();
    document.querySelector<HTMLElement>('[role=menuitem]:last-child')?.click();
    await settled();
    expect(chosen).toEqual(['archive']);
    expect(document.activeElement).toBe(trigger());
  });

  it('opens at its end by the arrow up', async () => {
    trigger()?.focus();
    press('ArrowUp');
    await settled();
    expect(focused()).toBe('Archive');
  });
});
