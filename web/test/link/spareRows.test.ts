import { describe, expect, it } from 'vitest';
import { Outbox, type Waiting } from '../../src/protocol/link/outbox.ts';
import { SpareRows } from '../../src/protocol/link/spareRows.ts';
import { messageId, sessionId } from '../../src/protocol/wire/ids.ts';
import { FakeClock, settled } from '../fakes.ts';
import { MemoryStore } from '../memoryStore.ts';

const session = sessionId('web-1');
const row = (id: string, at: number): Waiting => ({ id: messageId(id), session, text: id, at });

/** A disk that fails, as where the browser keeps nothing for this address. */
class NoDisk extends MemoryStore {
  isFull = false;

  override put(one: Waiting): Promise<void> {
    return this.isFull ? Promise.reject(new Error('full')) : super.put(one);
  }
}

const noDisk = {
  put: () => Promise.reject(new Error('no')),
  remove: () => Promise.reject(new Error('no')),
  refuse: () => Promise.reject(new Error('no')),
  oldest: () => Promise.reject(new Error('no')),
  all: () => Promise.reject(new Error('no')),
};

describe('without a disk', () => {
  it('a message is sent all the same, and it is said that it is not kept', async () => {
    let warned = 0;
    const sent: string[] = [];
    const store = new SpareRows(noDisk, () => warned++);
    const outbox = new Outbox(
      store,
      (_, work) => work(),
      (one) => {
        sent.push(one.id);
        return Promise.resolve({ kind: 'onDisk' });
      },
      new FakeClock(),
      () => {},
    );
    await outbox.add(row('m1', 1));
    await settled();
    expect([sent, warned, await store.all()]).toEqual([['m1'], 1, []]);
  });

  it('what waits, and what was refused, is there as long as the page', async () => {
    const store = new SpareRows(noDisk, () => {});
    await store.put(row('m2', 2));
    await store.put(row('m1', 1));
    await store.refuse(messageId('m1'), 'no');
    expect((await store.all()).map((one) => one.id)).toEqual(['m1', 'm2']);
    expect((await store.oldest(session))?.id).toBe('m2');
    expect(await store.remove(messageId('m2'))).toBe(true);
    expect((await store.all()).map((one) => one.refused)).toEqual(['no']);
  });

  it('or with a full one, the order stays', async () => {
    const disk = new NoDisk();
    const store = new SpareRows(disk, () => {});
    await store.put(row('m1', 1));
    disk.isFull = true;
    await store.put(row('m2', 2));
    disk.isFull = false;
    await store.put(row('m3', 3));
    expect((await store.all()).map((one) => one.id)).toEqual(['m1', 'm2', 'm3']);
  });
});
