import type { Alone } from '../protocol/link/outbox.ts';

/** One tab at a time, where the browser has locks (not on plain http from another machine) and lets us have them. */
export const alone: Alone = async (session, work) => {
  if (!('locks' in navigator)) {
    return work();
  }
  let hasBegun = false;
  try {
    return await navigator.locks.request(`outbox ${session}`, () => {
      hasBegun = true;
      return work();
    });
  } catch (reason) {
    if (hasBegun) {
      throw reason;
    }
    return work(); // a browser that keeps nothing for this address gives no locks, either
  }
};
