import type { Cancel } from '../protocol/link/ports.ts';

export const visibility = {
  isHidden: (): boolean => document.visibilityState === 'hidden',
  onChange: (changed: () => void): Cancel => {
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  },
  /** The page is left, perhaps for good: the last moment to send something. */
  onLeave: (left: () => void): Cancel => {
    window.addEventListener('pagehide', left);
    return () => window.removeEventListener('pagehide', left);
  },
};
