import { expect, it } from 'vitest';
import type { SocketEvents } from '../../src/protocol/link/ports.ts';
import { Links } from '../../src/state/Links.ts';
import { LobbyFeed } from '../../src/state/LobbyFeed.ts';
import { Pump } from '../../src/state/Pump.ts';
import { SignIn } from '../../src/state/SignIn.ts';
import { FakeClock } from '../fakes.ts';
import { FakeDisk, FakeHttp } from './fakes.ts';

it('tells of each session that was deleted', async () => {
  const http = new FakeHttp();
  http.answer = () => ({ status: 200, text: '{"csrf":"v1"}' });
  const signIn = new SignIn(http.ask, new FakeDisk().tab());
  await signIn.withToken('right');
  const sockets: SocketEvents[] = [];
  const open = (_: string, events: SocketEvents) => {
    sockets.push(events);
    return { send: () => {}, close: () => {} };
  };
  const links = new Links({ hud: open, lobby: open }, new FakeClock(), () => 0.5, signIn);
  const removed: string[] = [];
  new LobbyFeed(links, new Pump((work) => work()), (session) => removed.push(session)).want();
  sockets.at(-1)?.text('{"type":"connected","version":"1"}');
  sockets.at(-1)?.text('{"type":"session","session_id":"web-1","removed":true}');
  expect(removed).toEqual(['web-1']);
});
