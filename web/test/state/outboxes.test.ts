import { describe, expect, it } from 'vitest';
import type { Delivered } from '../../src/protocol/link/delivery.ts';
import type { Waiting } from '../../src/protocol/link/outbox.ts';
import { sessionId, type SessionId } from '../../src/protocol/wire/ids.ts';
import { Outboxes } from '../../src/state/Outboxes.ts';
import { FakeClock, settled } from '../fakes.ts';
import { MemoryStore } from '../memoryStore.ts';
import { FakeTabs } from './fakes.ts';

const garden = sessionId('garden');
const shop = sessionId('shop');

/** A browser with tabs, and a gateway that takes everything while it is there. */
function browser() {
  const clock = new FakeClock();
  const store = new MemoryStore();
  const tabs = new FakeTabs();
  const taken: string[] = [];
  const world = { delivered: { kind: 'noLink' } as Delivered };
  let ids = 0;

  function tab() {
    const held = new Set<SessionId>();
    const deliver = (row: Waiting): Promise<Delivered> => {
      if (world.delivered.kind === 'onDisk') {
        taken.push(row.text);
      }
      return Promise.resolve(world.delivered);
    };
    const feeds = {
      hold: (session: SessionId) => {
        held.add(session);
        return { feed: { deliver }, release: () => held.delete(session) };
      },
    };
    const outboxes = new Outboxes(
      store,
      (_, work) => work(),
      feeds,
      clock,
      tabs.tab(),
      () => `m${ids++}`,
    );
    return { outboxes, held, texts: () => outboxes.rows.value.map((row) => row.text) };
  }

  return { clock, store, taken, world, tab };
}

describe('outboxes', () => {
  it('hold a link for each session in which something waits, shown or not', async () => {
    const { tab, world, taken } = browser();
    const { outboxes, held, texts } = tab();
    await outboxes.begin();
    await outboxes.say(garden, 'water');
    await outboxes.say(shop, 'sell');
    await settled();
    expect([...held]).toEqual([garden, shop]);
    expect(texts()).toEqual(['water', 'sell']);

    world.delivered = { kind: 'onDisk' };
    outboxes.connected(garden);
    await settled();
    expect(taken).toEqual(['water']);
    expect([...held]).toEqual([shop]);
  });

  it('send what an earlier page left behind', async () => {
    const { tab, world, taken } = browser();
    await tab().outboxes.say(garden, 'water');
    await settled();
    world.delivered = { kind: 'onDisk' };
    const { outboxes } = tab();
    await outboxes.begin();
    await settled();
    expect(taken).toEqual(['water']);
  });

  it('tell the other tabs, which show it and send it if this one sleeps', async () => {
    const { tab, world, taken } = browser();
    const one = tab();
    const other = tab();
    await one.outboxes.begin();
    await other.outboxes.begin();
    await one.outboxes.say(garden, 'water');
    await settled();
    expect(other.texts()).toEqual(['water']);
    world.delivered = { kind: 'onDisk' };
    other.outboxes.connected(garden);
    await settled();
    expect(taken).toEqual(['water']);
  });

  it('keep the order of what was said in one millisecond', async () => {
    const { tab, store } = browser();
    const { outboxes } = tab();
    await Promise.all([outboxes.say(garden, 'one'), outboxes.say(garden, 'two'), outboxes.say(garden, 'three')]);
    expect((await store.all()).map((row) => row.text)).toEqual(['one', 'two', 'three']);
  });

  it('show a message on until the gateway has told it back, and no longer', async () => {
    const { tab, world, clock, store } = browser();
    const { outboxes, texts } = tab();
    await outboxes.begin();
    await outboxes.say(garden, 'water');
    await settled();
    world.delivered = { kind: 'onDisk' };
    outboxes.connected(garden);
    await settled();
    expect(await store.all()).toEqual([]);
    expect(texts()).toEqual(['water']);
    await clock.pass(5_000);
    expect(texts()).toEqual([]);
  });

  it('take a message back at once', async () => {
    const { tab } = browser();
    const { outboxes, texts, held } = tab();
    await outboxes.begin();
    const id = await outboxes.say(garden, 'water');
    await settled();
    expect(await outboxes.takeBack(id)).toBe(true);
    await settled();
    expect([texts(), [...held]]).toEqual([[], []]);
    expect(await outboxes.takeBack(id)).toBe(false);
  });

  it('send a refused message again under a new id only', async () => {
    const { tab, world, store } = browser();
    const { outboxes, held } = tab();
    await outboxes.begin();
    world.delivered = { kind: 'refused', why: 'forgotten' };
    const id = await outboxes.say(garden, 'water');
    await settled();
    expect((await store.all()).map((row) => row.refused)).toEqual(['forgotten']);
    expect([...held]).toEqual([]);
    world.delivered = { kind: 'noLink' };
    await outboxes.retry(id);
    await settled();
    const [row] = await store.all();
    expect([row?.text, row?.refused, row?.id === id]).toEqual(['water', undefined, false]);
  });

  it('do not count as unsent what the gateway had when the session was deleted', async () => {
    const { tab, world } = browser();
    const { outboxes, texts } = tab();
    await outboxes.begin();
    world.delivered = { kind: 'onDisk' };
    await outboxes.say(garden, 'water');
    await settled();
    expect(texts()).toEqual(['water']);
    expect(await outboxes.forget(garden)).toBe(0);
  });

  it('leave nothing for whoever signs in next', async () => {
    const { tab, world, taken } = browser();
    const { outboxes, texts } = tab();
    await outboxes.begin();
    await outboxes.say(garden, 'water');
    await settled();
    expect(outboxes.unsent).toBe(1);
    await outboxes.discardAll();
    expect([outboxes.unsent, texts()]).toEqual([0, []]);
    world.delivered = { kind: 'onDisk' };
    outboxes.connected(garden);
    await tab().outboxes.begin();
    await settled();
    expect(taken).toEqual([]);
  });

  it('forget what waits for a session that was deleted: it would bring it back', async () => {
    const { tab, store } = browser();
    const { outboxes } = tab();
    await outboxes.begin();
    await outboxes.say(garden, 'water');
    await outboxes.say(shop, 'sell');
    await settled();
    expect(await outboxes.forget(garden)).toBe(1);
    expect((await store.all()).map((row) => row.text)).toEqual(['sell']);
  });
});
