import { describe, expect, it } from 'vitest';
import type { SocketEvents } from '../../src/protocol/link/ports.ts';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import { Links } from '../../src/state/Links.ts';
import { Pump } from '../../src/state/Pump.ts';
import { SessionFeed } from '../../src/state/SessionFeed.ts';
import { SignIn } from '../../src/state/SignIn.ts';
import { FakeClock } from '../fakes.ts';
import { FakeDisk, FakeHttp } from './fakes.ts';

async function page() {
  const http = new FakeHttp();
  http.answer = () => ({ status: 200, text: '{"csrf":"v1"}' });
  const storage = new FakeDisk().tab();
  const signIn = new SignIn(http.ask, storage);
  await signIn.withToken('right');
  const sockets: SocketEvents[] = [];
  const open = (_: string, events: SocketEvents) => {
    sockets.push(events);
    return { send: () => {}, close: () => {} };
  };
  const clock = new FakeClock();
  const links = new Links({ hud: open, lobby: open }, clock, () => 0.5, signIn);
  const listener = { connected: () => {}, gone: () => {}, lived: () => {} };
  const feed = (session: string) =>
    new SessionFeed(sessionId(session), links, new Pump((work) => work()), clock, storage, listener);
  return { sockets, storage, clock, feed };
}

describe('a session', () => {
  it.each(['a\u0000b', 'x'.repeat(300)])(
    'whose name no session can have is not there, and not asked for',
    async (name) => {
      const { sockets, clock, feed } = await page();
      const shown = feed(name);
      shown.want();
      await clock.pass(60_000);
      expect([shown.isGone.value, sockets.length]).toEqual([true, 0]);
    },
  );

  it('that is deleted takes along what was being written to it', async () => {
    const { sockets, storage, clock, feed } = await page();
    const shown = feed('web-1');
    shown.want();
    shown.draft.value = 'water';
    await clock.pass(1000);
    expect(storage.get('draft web-1')).toBe('water');
    sockets.at(-1)?.closed(4404);
    expect([shown.isGone.value, shown.draft.value, storage.get('draft web-1')]).toEqual([true, '', undefined]);
  });
});
