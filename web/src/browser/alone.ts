import type { Alone } from '../protocol/link/outbox.ts';

/** One tab at a time, where the browser has locks (not on plain http from another machine). */
export const alone: Alone = (session, work) =>
  'locks' in navigator ? navigator.locks.request(`outbox ${session}`, work) : work();
