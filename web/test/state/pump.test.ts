import { describe, expect, it } from 'vitest';
import { Pump } from '../../src/state/Pump.ts';

function pump() {
  const frames: (() => void)[] = [];
  const made = new Pump((work) => frames.push(work));
  return { pump: made, frames, draw: () => frames.shift()?.() };
}

describe('the pump', () => {
  it('asks for one picture, however much arrives', () => {
    const { pump: one, frames, draw } = pump();
    const done: string[] = [];
    const lobby = () => done.push('lobby');
    const session = () => done.push('session');
    one.ask(lobby);
    one.ask(session);
    one.ask(lobby);
    expect(frames).toHaveLength(1);
    expect(done).toEqual([]);
    draw();
    expect(done).toEqual(['lobby', 'session']);
  });

  it('is emptied before a reconnect, and does nothing twice', () => {
    const { pump: one, draw } = pump();
    let times = 0;
    one.ask(() => times++);
    one.empty();
    draw();
    expect(times).toBe(1);
  });

  it('asks again for what comes after', () => {
    const { pump: one, frames, draw } = pump();
    let times = 0;
    const work = () => times++;
    one.ask(work);
    draw();
    one.ask(work);
    expect(frames).toHaveLength(1);
    draw();
    expect(times).toBe(2);
  });

  it('works where a picture comes at once, as on a hidden page', () => {
    const one = new Pump((work) => work());
    let times = 0;
    const work = () => times++;
    one.ask(work);
    one.ask(work);
    expect(times).toBe(2);
  });
});
