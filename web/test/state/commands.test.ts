import { describe, expect, it } from 'vitest';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import { Commands } from '../../src/state/Commands.ts';
import { Gateway } from '../../src/state/Gateway.ts';
import { Outboxes } from '../../src/state/Outboxes.ts';
import { SignIn } from '../../src/state/SignIn.ts';
import { FakeClock } from '../fakes.ts';
import { MemoryStore } from '../memoryStore.ts';
import { FakeDisk, FakeHttp, FakeTabs } from './fakes.ts';

const garden = sessionId('garden');

function room() {
  const http = new FakeHttp();
  const complaints: string[] = [];
  const nobody = {
    hold: () => ({ feed: { deliver: () => Promise.resolve({ kind: 'noLink' } as const) }, release: () => {} }),
  };
  const outboxes = new Outboxes(
    new MemoryStore(),
    (_, work) => work(),
    nobody,
    new FakeClock(),
    new FakeTabs().tab(),
    () => 'm1',
  );
  const gateway = new Gateway(http.ask, new SignIn(http.ask, new FakeDisk().tab()));
  return { http, complaints, commands: new Commands(gateway, outboxes, (why) => complaints.push(why.kind)) };
}

describe('what could not be done', () => {
  it('may have been done if only its answer did not come', async () => {
    const { http, complaints, commands } = room();
    expect(await commands.change(garden, { name: 'Roses' })).toBe(false);
    http.answer = () => ({ status: 504, text: '<html>' });
    expect(await commands.change(garden, { name: 'Roses' })).toBe(false);
    expect(complaints).toEqual(['unreachable', 'unreachable']);
  });

  it('was certainly not done if it could not be sent', async () => {
    const { complaints, commands } = room();
    await commands.chooseAgent({ session: garden, beginWith: () => false }, 'titan', false);
    expect(complaints).toEqual(['unsent']);
  });
});
