import { ref } from 'vue';
import type { Services } from '../../state/services.ts';

interface Needed {
  readonly outboxes: Pick<Services['outboxes'], 'unsent' | 'discardAll'>;
  readonly signIn: Pick<Services['signIn'], 'signOut'>;
}

/** Signing out. What was not sent would go out under whoever signs in next: it is deleted, and one is asked before. */
export function useSignOut({ outboxes, signIn }: Needed) {
  /** How much was not sent, while one is asked about it; else nothing. */
  const unsent = ref(0);

  async function signOut(isSure: boolean): Promise<void> {
    unsent.value = isSure ? 0 : outboxes.unsent;
    if (unsent.value === 0) {
      await outboxes.discardAll();
      await signIn.signOut();
    }
  }

  return { unsent, ask: () => signOut(false), confirm: () => signOut(true), cancel: () => void (unsent.value = 0) };
}
