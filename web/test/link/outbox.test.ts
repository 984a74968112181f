import { describe, expect, it } from 'vitest';
import { Delivery, TOO_LONG } from '../../src/protocol/link/delivery.ts';
import { Outbox, type Alone, type Waiting } from '../../src/protocol/link/outbox.ts';
import type { Ack, FromHud, Say } from '../../src/protocol/wire/hud.ts';
import { messageId, sessionId } from '../../src/protocol/wire/ids.ts';
import { FakeClock, settled } from '../fakes.ts';
import { MemoryStore } from '../memoryStore.ts';

const session = sessionId('web-1');
const row = (id: string, at = 0): Waiting => ({ id: messageId(id), session, text: `text of ${id}`, at });
const ack = (id: string, more: Partial<Ack> = {}): Ack => ({
  type: 'ack',
  message_id: messageId(id),
  session_id: session,
  accepted: true,
  ...more,
});

/** One tab: its link is up or not, and what it sent is listed. */
function tab(store = new MemoryStore(), alone: Alone = (_, work) => work()) {
  const clock = new FakeClock();
  const sent: Say[] = [];
  const world = { linked: true, unanswered: 0, changes: 0 };
  const delivery = new Delivery(
    (frame) => world.linked && sent.push(frame) > 0,
    clock,
    () => world.unanswered++,
  );
  const outbox = new Outbox(
    store,
    alone,
    (waiting) => delivery.deliver(waiting),
    clock,
    () => world.changes++,
  );
  const hear = async (frame: FromHud) => {
    delivery.heard(frame);
    await settled();
  };
  const ids = () => sent.map((frame) => frame.message_id);
  return { store, clock, sent, ids, world, delivery, outbox, hear };
}

describe('the outbox', () => {
  it('writes the row before it sends', async () => {
    const { store, outbox, sent } = tab();
    let written = false;
    store.onPut = () => {
      written = true;
      expect(sent).toEqual([]);
    };
    await outbox.add(row('m1'));
    await settled();
    expect(written).toBe(true);
    expect(sent).toEqual([{ type: 'message', message_id: 'm1', text: 'text of m1' }]);
  });

  it('lets a row go when the gateway has it on disk', async () => {
    const { store, outbox, hear } = tab();
    await outbox.add(row('m1'));
    await settled();
    expect(await store.all()).toHaveLength(1);
    await hear(ack('m1'));
    expect(await store.all()).toEqual([]);
  });

  it('lets it go when the gateway has had it before', async () => {
    const { store, outbox, hear } = tab();
    await outbox.add(row('m1'));
    await settled();
    await hear(ack('m1', { accepted: false, duplicate: true, pending: true }));
    expect(await store.all()).toEqual([]);
  });

  it('sends the next one when the one before is on disk', async () => {
    const { outbox, ids, hear } = tab();
    await outbox.add(row('m1', 1));
    await outbox.add(row('m2', 2));
    await settled();
    expect(ids().filter((id) => id === 'm2')).toEqual([]);
    await hear(ack('m1'));
    expect(ids().at(-1)).toBe('m2');
  });

  it('keeps what it cannot send, and sends it under the same id when there is a link', async () => {
    const { store, outbox, world, ids, hear } = tab();
    world.linked = false;
    await outbox.add(row('m1'));
    await settled();
    expect(ids()).toEqual([]);
    world.linked = true;
    void outbox.drain(session);
    await settled();
    await hear(ack('m1'));
    expect(ids()).toEqual(['m1']);
    expect(await store.all()).toEqual([]);
  });

  it('asks again with the same id when the link was cut before an answer', async () => {
    const { store, outbox, delivery, ids } = tab();
    await outbox.add(row('m1'));
    await settled();
    delivery.cut();
    await settled();
    expect(await store.all()).toHaveLength(1);
    void outbox.drain(session);
    await settled();
    expect(ids()).toEqual(['m1', 'm1']);
  });

  it('has a deadline, looks after the link then, and tries again', async () => {
    const { outbox, world, clock, ids } = tab();
    await outbox.add(row('m1'));
    await clock.pass(10_000);
    expect(world.unanswered).toBe(1);
    await clock.pass(5000);
    expect(ids()).toEqual(['m1', 'm1']);
  });

  it('tries again later when too many wait', async () => {
    const { store, outbox, clock, ids, hear } = tab();
    await outbox.add(row('m1'));
    await settled();
    await hear(ack('m1', { accepted: false, code: 'session_full', error: 'Too many messages wait.' }));
    expect(await store.all()).toEqual([row('m1')]);
    await clock.pass(5000);
    expect(ids()).toEqual(['m1', 'm1']);
  });

  it('keeps a refused message for its person and goes on with the next', async () => {
    const { store, outbox, ids, hear } = tab();
    await outbox.add(row('m1', 1));
    await outbox.add(row('m2', 2));
    await settled();
    await hear({ type: 'error', code: 'invalid', error: 'text is required', message_id: messageId('m1') });
    expect(await store.all()).toContainEqual({ ...row('m1', 1), refused: 'text is required' });
    expect(ids().at(-1)).toBe('m2');
  });

  it('refuses what no frame can carry, and sends the rest', async () => {
    const { store, outbox, ids } = tab();
    await store.put({ ...row('m1', 1), text: 'x'.repeat(1_100_000) }); // an earlier page took it
    await outbox.add(row('m2', 2));
    await settled();
    expect(ids()).toEqual(['m2']);
    expect((await store.all()).map((one) => one.refused)).toEqual([TOO_LONG, undefined]);
  });

  it('refuses what has ended the link by its size, and sends the rest', async () => {
    const { store, outbox, delivery, ids } = tab();
    await outbox.add(row('m1', 1));
    await settled();
    delivery.tooLong();
    delivery.cut();
    await settled();
    await outbox.add(row('m2', 2));
    await settled();
    expect(ids()).toEqual(['m1', 'm2']);
    expect((await store.all()).map((one) => one.refused)).toEqual([TOO_LONG, undefined]);
  });

  it('says it of a message from before a reset, too', async () => {
    const { store, outbox, hear } = tab();
    await outbox.add(row('m1'));
    await settled();
    const reply = 'This conversation was reset; the answer is no longer kept.';
    await hear(ack('m1', { accepted: false, duplicate: true, pending: false, code: 'forgotten', reply }));
    expect(await store.all()).toEqual([{ ...row('m1'), refused: reply }]);
  });

  it('retries a refused message under a new id', async () => {
    const { store, outbox, ids } = tab();
    await store.put({ ...row('m1'), refused: 'no' });
    await outbox.retry({ ...row('m1'), refused: 'no' }, messageId('m2'));
    await settled();
    expect(ids()).toEqual(['m2']);
    expect(await store.all()).toEqual([{ ...row('m1'), id: 'm2' }]);
  });

  it('takes back what waits', async () => {
    const { store, outbox, world, ids } = tab();
    world.linked = false;
    await outbox.add(row('m1'));
    expect(await outbox.takeBack(row('m1'))).toBe(true);
    world.linked = true;
    await outbox.drain(session);
    expect(ids()).toEqual([]);
    expect(await store.all()).toEqual([]);
    expect(await outbox.takeBack(row('m1'))).toBe(false);
  });

  it('does not bring back what another tab took back while it was refused', async () => {
    const { store, outbox, hear } = tab();
    await outbox.add(row('m1'));
    await settled();
    await store.remove(messageId('m1'));
    await hear({ type: 'error', code: 'invalid', error: 'no', message_id: messageId('m1') });
    expect(await store.all()).toEqual([]);
  });

  it('is one sender over two tabs where there are locks', async () => {
    const store = new MemoryStore();
    const alone = oneAtATime();
    const [left, right] = [tab(store, alone), tab(store, alone)];
    await left.outbox.add(row('m1'));
    void right.outbox.drain(session);
    await settled();
    await left.hear(ack('m1'));
    expect([...left.ids(), ...right.ids()]).toEqual(['m1']);
  });

  it('sends the same id from both where there are none', async () => {
    const store = new MemoryStore();
    const [left, right] = [tab(store), tab(store)];
    await left.outbox.add(row('m1'));
    void right.outbox.drain(session);
    await settled();
    await left.hear(ack('m1'));
    await right.hear(ack('m1', { accepted: false, duplicate: true }));
    expect([...left.ids(), ...right.ids()]).toEqual(['m1', 'm1']);
    expect(await store.all()).toEqual([]);
  });
});

function oneAtATime(): Alone {
  let last: Promise<unknown> = Promise.resolve();
  return (_, work) => {
    const mine = last.then(work);
    last = mine;
    return mine;
  };
}
