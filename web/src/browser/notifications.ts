/** The browser's notifications; not there on plain http from another machine. */
export const notifications = {
  permission: (): 'granted' | 'denied' | 'default' | 'missing' =>
    'Notification' in window && window.isSecureContext ? Notification.permission : 'missing',

  ask: async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted',

  /** @param tag one with the same tag is replaced, so that two tabs show it once */
  show: (title: string, text: string, tag: string, opened: () => void): void => {
    try {
      const shown = new Notification(title, { body: text, tag, icon: '/icon-192.png' });
      shown.onclick = () => {
        window.focus();
        opened();
        shown.close();
      };
    } catch {
      // Android lets only service workers show one; the tab's title says it anyway.
    }
  },
};
