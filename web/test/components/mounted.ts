import { createApp, type VNodeChild } from 'vue';

/** Puts what is drawn into the page, as the app would. */
export function mounted(render: () => VNodeChild) {
  const host = document.createElement('div');
  document.body.append(host);
  const app = createApp({ render });
  app.mount(host);
  return {
    host,
    end: () => {
      app.unmount();
      host.remove();
    },
  };
}

export const settled = () => new Promise((done) => setTimeout(done));

export function press(key: string, on: Element | null = document.activeElement): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  on?.dispatchEvent(event);
  return event;
}
