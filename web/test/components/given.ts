import { afterEach } from 'vitest';
import { createApp, h, nextTick, shallowReactive, type Component } from 'vue';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

/** A component in the page; what it is given can be changed, what it says is kept. */
export function given(component: Component, facts: Record<string, unknown>) {
  const props = shallowReactive({ ...facts });
  const root = document.createElement('div');
  document.body.append(root);
  const app = createApp({ render: () => h(component, props) });
  app.mount(root);
  ends.push(() => {
    app.unmount();
    root.remove();
  });
  return {
    root,
    async give(changes: Record<string, unknown>): Promise<void> {
      Object.assign(props, changes);
      await nextTick();
    },
    find<Kind extends Element = HTMLElement>(selector: string): Kind {
      const found = root.querySelector<Kind>(selector);
      if (found === null) {
        throw new Error(`there is no ${selector} in ${root.innerHTML}`);
      }
      return found;
    },
  };
}

export async function press(target: Element, key: string, more: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  await nextTick();
  return event;
}
