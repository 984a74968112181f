// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { h, ref } from 'vue';
import TabList from '../../src/components/TabList.vue';
import { mounted, press, settled } from './mounted.ts';

describe('tabs', () => {
  const chosen = ref<string>();
  let page: ReturnType<typeof mounted>;

  beforeEach(() => {
    chosen.value = 'Output';
    page = mounted(() =>
      h(TabList, {
        modelValue: chosen.value,
        'onUpdate:modelValue': (tab: string | undefined) => (chosen.value = tab),
        tabs: ['Output', 'Arguments', 'Result'],
        label: 'Views',
        panel: 'panel',
      }),
    );
  });

  afterEach(() => page.end());

  const tabs = () => [...page.host.querySelectorAll<HTMLElement>('[role=tab]')];
  const inReach = () => tabs().filter((tab) => tab.tabIndex === 0);

  it('are one stop of the Tab key: the one that is shown', async () => {
    expect(inReach().map((tab) => tab.textContent?.trim())).toEqual(['Output']);
    tabs()[2]?.click();
    await settled();
    expect(inReach().map((tab) => tab.textContent?.trim())).toEqual(['Result']);
  });

  it('are gone through by the arrows, round and round, and by Home and End', async () => {
    tabs()[0]?.focus();
    for (const [key, tab] of [
      ['ArrowRight', 'Arguments'],
      ['End', 'Result'],
      ['ArrowRight', 'Output'],
      ['ArrowLeft', 'Result'],
      ['Home', 'Output'],
    ] as const) {
      expect(press(key).defaultPrevented).toBe(true);
      await settled();
      expect(chosen.value).toBe(tab);
      expect(document.activeElement?.textContent?.trim()).toBe(tab);
    }
  });

  it('leave all other keys alone', () => {
    tabs()[0]?.focus();
    expect(press('ArrowDown').defaultPrevented).toBe(false);
    expect(chosen.value).toBe('Output');
  });
});
