import { describe, expect, it } from 'vitest';
import { useSignOut } from '../../src/screens/shell/useSignOut.ts';

function page(unsent: number) {
  const done: string[] = [];
  const act = (what: string) => async () => void done.push(what);
  const leaving = useSignOut({
    outboxes: { unsent, discardAll: act('discarded') },
    signIn: { signOut: act('signed out') },
  });
  return { done, leaving };
}

describe('signing out', () => {
  it('asks nothing if nothing waits', async () => {
    const { done, leaving } = page(0);
    await leaving.ask();
    expect(done).toEqual(['discarded', 'signed out']);
  });

  it('asks about what was not sent, which goes first', async () => {
    const { done, leaving } = page(2);
    await leaving.ask();
    expect([leaving.unsent.value, done]).toEqual([2, []]);
    await leaving.confirm();
    expect([leaving.unsent.value, done]).toEqual([0, ['discarded', 'signed out']]);
  });

  it('can be thought over', async () => {
    const { done, leaving } = page(1);
    await leaving.ask();
    leaving.cancel();
    expect([leaving.unsent.value, done]).toEqual([0, []]);
  });
});
