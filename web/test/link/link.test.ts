import { describe, expect, it } from 'vitest';
import { connection, idle, step, type Effect, type Link, type LinkEvent } from '../../src/protocol/link/link.ts';

/** Plays events one after the other; a number stands for the link's own socket. */
function played(...events: readonly LinkEvent[]): { link: Link; effects: readonly Effect[] } {
  let link = idle;
  let effects: readonly Effect[] = [];
  for (const event of events) {
    [link, effects] = step(link, event, () => 0.5);
  }
  return { link, effects };
}

const begin: LinkEvent = { kind: 'begin' };
const due: LinkEvent = { kind: 'due' };
const nudge: LinkEvent = { kind: 'nudge' };
const ready = (socket = 0): LinkEvent => ({ kind: 'ready', socket });
const heard = (socket = 0): LinkEvent => ({ kind: 'heard', socket });
const closed = (code: number, socket = 0): LinkEvent => ({ kind: 'closed', socket, code });

describe('the link', () => {
  it('opens when somebody begins to look, and is patient for 10 s', () => {
    expect(played(begin)).toEqual({
      link: expect.objectContaining({ at: 'opening' }),
      effects: [
        { kind: 'open', socket: 0 },
        { kind: 'alarm', ms: 10_000 },
      ],
    });
  });

  it('is connected by the frame connected, not by an open socket', () => {
    expect(connection(played(begin).link)).toBe('connecting');
    expect(connection(played(begin, ready()).link)).toBe('connected');
  });

  it.each([1000, 1001, 1006, 1011, 1013])('comes back at once after close code %d', (code) => {
    const { link, effects } = played(begin, ready(), closed(code));
    expect(link).toMatchObject({ at: 'waiting', tries: 1, waitMs: 0 });
    expect(effects).toEqual([
      { kind: 'drop', socket: 0 },
      { kind: 'alarm', ms: 0 },
    ]);
  });

  it('then waits 1 s, doubling to 30 s, each a fifth more or less', () => {
    const waits = (random: number) => {
      let link = step(idle, begin, () => random)[0];
      return Array.from({ length: 8 }, () => {
        link = step(link, closed(1006, link.socket), () => random)[0];
        const { waitMs } = link;
        link = step(link, due, () => random)[0];
        return waitMs;
      });
    };
    expect(waits(0.5)).toEqual([0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(waits(0)[1]).toBe(800);
    expect(waits(1)[1]).toBe(1200);
  });

  it('goes on waiting longer for a gateway that greets and drops', () => {
    const { link } = played(begin, ready(0), closed(1011, 0), due, ready(1), closed(1011, 1));
    expect(link).toMatchObject({ tries: 2, waitMs: 1000 });
  });

  it('forgets its tries when it has stood for a beat', () => {
    const { link } = played(begin, closed(1006, 0), due, ready(1), heard(1), due);
    expect(link).toMatchObject({ at: 'open', tries: 0 });
  });

  it('asks after a beat of silence, and gives up 5 s later', () => {
    const asked = played(begin, ready(), due);
    expect(asked.link.at).toBe('probing');
    expect(asked.effects).toEqual([
      { kind: 'ping', socket: 0 },
      { kind: 'alarm', ms: 5000 },
    ]);
    expect(played(begin, ready(), due, heard()).link.at).toBe('open');
    expect(played(begin, ready(), due, due).link.at).toBe('waiting');
  });

  it('asks at once when it is nudged, and tries at once when it waits', () => {
    expect(played(begin, ready(), nudge).effects).toContainEqual({ kind: 'ping', socket: 0 });
    const waiting = [begin, closed(1006, 0), due, closed(1006, 1)] as const;
    expect(played(...waiting, nudge).effects).toContainEqual({ kind: 'open', socket: 2 });
  });

  it('is not disturbed by a second nudge', () => {
    expect(played(begin, nudge).effects).toEqual([]);
    expect(played(begin, ready(), nudge, nudge).effects).toEqual([]);
  });

  it('does not listen to an old socket', () => {
    const { link } = played(begin, ready(0), closed(1006, 0), due);
    expect(step(link, closed(1006, 0), () => 0)).toEqual([link, []]);
    expect(step(link, ready(0), () => 0)).toEqual([link, []]);
  });

  it('stays signed out until somebody signs in', () => {
    const out = played(begin, ready(), closed(4401)).link;
    expect(connection(out)).toBe('signedOut');
    expect(step(out, nudge, () => 0)).toEqual([out, []]);
    expect(step(out, due, () => 0)).toEqual([out, []]);
    expect(step(out, begin, () => 0)[0].at).toBe('opening');
  });

  it('asks whether it is signed in when it was not let in', () => {
    const { link, effects } = played(begin, closed(1006));
    expect(effects).toContainEqual({ kind: 'ask', socket: 1 });
    expect(step(link, { kind: 'signedOut', socket: 1 }, () => 0)[0].at).toBe('signedOut');
  });

  it('does not believe an answer to that which is older than the socket', () => {
    const again = played(begin, closed(1006, 0), due, closed(1006, 1)).link;
    expect(step(again, { kind: 'signedOut', socket: 1 }, () => 0)).toEqual([again, []]);
  });

  it('does not come back to a session that was deleted', () => {
    expect(connection(played(begin, ready(), closed(4404)).link)).toBe('gone');
  });

  it('says offline only when the first new try has failed', () => {
    expect(connection(played(begin, ready(), closed(1006)).link)).toBe('connecting');
    expect(connection(played(begin, ready(), closed(1006), due, closed(1006, 1)).link)).toBe('offline');
  });

  it('drops its socket when nobody looks any more', () => {
    const { link, effects } = played(begin, ready(), { kind: 'leave' });
    expect(link.at).toBe('idle');
    expect(effects).toEqual([{ kind: 'drop', socket: 0 }]);
  });
});
