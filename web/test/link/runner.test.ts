import { describe, expect, it } from 'vitest';
import type { SocketEvents } from '../../src/protocol/link/ports.ts';
import { LinkRunner } from '../../src/protocol/link/runner.ts';
import { decode, type FromLobby, type ToLobby } from '../../src/protocol/wire/lobby.ts';
import { FakeClock, settled } from '../fakes.ts';

class FakeSocket {
  readonly sent: string[] = [];
  closed = false;

  constructor(
    readonly address: string,
    readonly events: SocketEvents,
  ) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }
}

function runner() {
  const clock = new FakeClock();
  const sockets: FakeSocket[] = [];
  const frames: FromLobby[] = [];
  const states: string[] = [];
  const world = { signedIn: 'in' as 'in' | 'out' | 'unknown', cursor: 0 };
  const link = new LinkRunner<FromLobby, ToLobby>(
    {
      open: (address, events) => {
        const socket = new FakeSocket(address, events);
        sockets.push(socket);
        return socket;
      },
      clock,
      random: () => 0.5,
      ask: () => Promise.resolve(world.signedIn),
    },
    { address: () => `/ws?after=${world.cursor}`, decode },
    { frame: (frame) => frames.push(frame), changed: (now) => states.push(now.at) },
  );
  const newest = () => sockets.at(-1) ?? expect.fail('no socket was opened');
  return { link, clock, frames, states, sockets, world, newest };
}

const connected = '{"type":"connected","version":"1"}';

describe('the runner', () => {
  it('hands on what it hears, the greeting too', () => {
    const { link, frames, newest } = runner();
    link.begin();
    newest().events.text(connected);
    newest().events.text('{"type":"pong"}');
    expect(frames.map((frame) => frame.type)).toEqual(['connected', 'pong']);
  });

  it('counts strangers and passes over them', () => {
    const { link, frames, newest } = runner();
    link.begin();
    newest().events.text('{"type":"weather"}');
    expect(frames).toEqual([]);
    expect(link.strangers).toBe(1);
  });

  it('sends when it is connected, and says so when it cannot', () => {
    const { link, newest } = runner();
    expect(link.send({ type: 'ping' })).toBe(false);
    link.begin();
    expect(link.send({ type: 'ping' })).toBe(false);
    newest().events.text(connected);
    expect(link.send({ type: 'ping' })).toBe(true);
    expect(newest().sent).toEqual(['{"type":"ping"}']);
  });

  it('comes back with the cursor it has by then', async () => {
    const { link, clock, world, sockets, newest } = runner();
    link.begin();
    newest().events.text(connected);
    world.cursor = 7;
    newest().events.closed(1006);
    await clock.pass(0);
    expect(sockets.map((socket) => socket.address)).toEqual(['/ws?after=0', '/ws?after=7']);
  });

  it('does not hear the last words of an old socket', async () => {
    const { link, clock, frames, newest } = runner();
    link.begin();
    const old = newest();
    old.events.text(connected);
    old.events.closed(1006);
    await clock.pass(0);
    old.events.text('{"type":"pong"}');
    old.events.closed(4401);
    expect(frames).toHaveLength(1);
    expect(link.link.at).toBe('opening');
  });

  it('gives up a socket that is silent for a beat and does not answer', async () => {
    const { link, clock, sockets, newest } = runner();
    link.begin();
    const first = newest();
    first.events.text(connected);
    await clock.pass(15_000);
    expect(first.sent).toEqual(['{"type":"ping"}']);
    await clock.pass(5000);
    expect(first.closed).toBe(true);
    expect(sockets).toHaveLength(2);
  });

  it('finds out that it is signed out when it is not let in', async () => {
    const { link, clock, states, sockets, world, newest } = runner();
    world.signedIn = 'out';
    link.begin();
    newest().events.closed(1006);
    await settled();
    expect(states.at(-1)).toBe('signedOut');
    await clock.pass(60_000);
    expect(sockets).toHaveLength(1);
    link.begin();
    expect(sockets).toHaveLength(2);
  });

  it('is quiet after it has left', async () => {
    const { link, clock, sockets, newest } = runner();
    link.begin();
    newest().events.text(connected);
    link.leave();
    await clock.pass(120_000);
    expect(newest().closed).toBe(true);
    expect(sockets).toHaveLength(1);
  });
});
