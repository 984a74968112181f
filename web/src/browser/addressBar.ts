/** The address bar, as far as the app may use it. No address of a server is ever taken from it. */
export const addressBar = {
  path: (): string => location.pathname,
  /** The gateway as its owner knows it. */
  host: (): string => location.host,
  go: (path: string): void => history.pushState(null, '', path),
  replace: (path: string): void => history.replaceState(null, '', path),
  onChange: (changed: () => void): void => {
    window.addEventListener('popstate', changed);
  },
  /** The code of a printed link. It is taken out of the address before it is used: it must not stay in the history. */
  takeCode: (): string | undefined => {
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code !== null) {
      history.replaceState(null, '', location.pathname);
    }
    return code ?? undefined;
  },
  /** A link with a code that is opened in a page that is there already changes no more than this. */
  onHash: (changed: () => void): void => {
    window.addEventListener('hashchange', changed);
  },
};
