import type { Cancel } from '../protocol/link/ports.ts';

/** Whenever the connection is worth another look: the network is back, or somebody looks at the page again. */
export function onNudge(nudge: () => void): Cancel {
  const looked = () => {
    if (document.visibilityState === 'visible') {
      nudge();
    }
  };
  window.addEventListener('online', nudge);
  window.addEventListener('focus', nudge);
  window.addEventListener('pageshow', looked);
  document.addEventListener('visibilitychange', looked);
  return () => {
    window.removeEventListener('online', nudge);
    window.removeEventListener('focus', nudge);
    window.removeEventListener('pageshow', looked);
    document.removeEventListener('visibilitychange', looked);
  };
}
