/** The browser's notifications; not there on plain http from another machine. */
export const notifications = {
  permission: (): 'granted' | 'denied' | 'default' | 'missing' =>
    'Notification' in window && window.isSecureContext ? Notification.permission : 'missing',

  ask: async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted',

  /**
   * @param tag one with the same tag is replaced, so that two tabs show it once
   * @param path what is opened by it, where no page can be told that it was pressed
   */
  show: (title: string, text: string, tag: string, path: string, opened: () => void): void => {
    const options = { body: text, tag, icon: '/icon-192.png', data: { path } };
    try {
      const shown = new Notification(title, options);
      shown.onclick = () => {
        window.focus();
        opened();
        shown.close();
      };
    } catch {
      // Android lets only service workers show one.
      void navigator.serviceWorker.getRegistration().then((worker) => worker?.showNotification(title, options));
    }
  },
};
