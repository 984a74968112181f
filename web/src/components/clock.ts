import { inject, shallowRef, type InjectionKey, type ShallowRef } from 'vue';

/** The gateway's time, for what is shown to pass. One for the whole page; it stands still while the page is hidden or
 * not connected: what goes on then is not known. */
export interface Clock {
  /** In milliseconds since 1970, just now. */
  now(): number;
  /** The same, once a second: who reads it is rendered each second, so read it in small parts only. */
  readonly second: Readonly<ShallowRef<number>>;
}

export const clockKey: InjectionKey<Clock> = Symbol('clock');

/** Without one provided, time stands still. */
export function useClock(): Clock {
  return inject(clockKey, () => ({ now: () => Date.now(), second: shallowRef(Date.now()) }), true);
}
