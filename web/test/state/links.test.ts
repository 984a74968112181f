import { describe, expect, it } from 'vitest';
import type { SocketEvents } from '../../src/protocol/link/ports.ts';
import { decode, type FromLobby, type ToLobby } from '../../src/protocol/wire/lobby.ts';
import { Links } from '../../src/state/Links.ts';
import { SignIn } from '../../src/state/SignIn.ts';
import { FakeClock } from '../fakes.ts';
import { FakeDisk, FakeHttp } from './fakes.ts';

const connected = '{"type":"connected","version":"1"}';

async function page() {
  const http = new FakeHttp();
  const disk = new FakeDisk();
  const signIn = new SignIn(http.ask, disk.tab());
  const sockets: SocketEvents[] = [];
  const open = (_: string, events: SocketEvents) => {
    sockets.push(events);
    return { send: () => {}, close: () => {} };
  };
  const links = new Links({ hud: open, lobby: open }, new FakeClock(), () => 0.5, signIn);
  const make = () =>
    links.make<FromLobby, ToLobby>('lobby', { address: () => '/ws', decode }, { frame: () => {}, cut: () => {} });
  const enter = async (tab: SignIn, csrf: string) => {
    http.answer = () => ({ status: 200, text: JSON.stringify({ csrf }) });
    await tab.withToken('right');
  };
  return { signIn, sockets, make, enter, otherTab: () => new SignIn(http.ask, disk.tab()) };
}

describe('the links of a page', () => {
  it('wait until somebody is signed in, then all that are wanted begin', async () => {
    const { signIn, sockets, make, enter } = await page();
    make().want();
    make();
    expect(sockets).toHaveLength(0);
    await enter(signIn, 'v1');
    expect(sockets).toHaveLength(1);
  });

  it('rest when the sign-in has ended, and come back with the next one', async () => {
    const { signIn, sockets, make, enter } = await page();
    const link = make();
    link.want();
    await enter(signIn, 'v1');
    sockets.at(-1)?.text(connected);
    expect(link.connection.value.state).toBe('connected');
    sockets.at(-1)?.closed(4401);
    expect([signIn.state.value, link.connection.value.state]).toEqual(['out', 'offline']);
    await enter(signIn, 'v2');
    expect(sockets).toHaveLength(2);
  });

  it('begin again at once when another tab has signed in anew', async () => {
    const { signIn, sockets, make, enter, otherTab } = await page();
    const link = make();
    link.want();
    await enter(signIn, 'v1');
    sockets.at(-1)?.text(connected);
    await enter(otherTab(), 'v2');
    sockets.at(-1)?.closed(4401);
    expect(signIn.state.value).toBe('in');
    expect(sockets).toHaveLength(2);
    sockets.at(-1)?.text(connected);
    expect(link.connection.value.state).toBe('connected');
  });

  it('that nobody wants any more are not begun', async () => {
    const { signIn, sockets, make, enter } = await page();
    const link = make();
    link.want();
    link.rest();
    await enter(signIn, 'v1');
    expect(sockets).toHaveLength(0);
  });
});
