import { describe, expect, it } from 'vitest';
import { apply, fold, noActivity } from '../../src/protocol/model/activity.ts';
import type { FromHud } from '../../src/protocol/wire/hud.ts';
import { messageId } from '../../src/protocol/wire/ids.ts';
import { seeded } from '../fakes.ts';
import { FakeGateway } from '../gateway.ts';
import { Reader, seenBy } from '../snapshot.ts';

/** A session with several messages, one of them while another runs; stops in the middle of the last answer. */
function* recorded(gateway: FakeGateway): Generator<void, void> {
  const say = (id: string) =>
    gateway.hear({ type: 'message', message_id: messageId(id), text: `question ${id}` }, () => {});
  say('m1');
  for (let i = 0; i < 4; i++) {
    yield gateway.work();
  }
  say('m2');
  while (gateway.isBusy) {
    yield gateway.work();
  }
  say('m3');
  for (let i = 0; i < 9; i++) {
    yield gateway.work();
  }
}

/** All frames somebody sees who is there from the beginning. */
function framesOf(seed: number): readonly FromHud[] {
  const frames: FromHud[] = [];
  const gateway = new FakeGateway(seeded(seed));
  gateway.attach((frame) => frames.push(frame));
  [...recorded(gateway)];
  return frames;
}

function reader(frames: readonly FromHud[]): Reader {
  const one = new Reader();
  frames.forEach((frame) => one.take(frame));
  return one;
}

describe.each([1, 2, 3, 4, 5])('a recorded session (seed %d)', (seed) => {
  const live = framesOf(seed);
  const gateway = new FakeGateway(seeded(seed));
  [...recorded(gateway)];
  const whole = seenBy(reader(live));

  function comingBack(one: Reader): readonly FromHud[] {
    const frames: FromHud[] = [];
    const watcher = (frame: FromHud) => frames.push(frame);
    gateway.attach(watcher, one.after);
    gateway.detach(watcher);
    return frames;
  }

  it('is the same for who comes at its end', () => {
    const fresh = new Reader();
    comingBack(fresh).forEach((frame) => fresh.take(frame));
    expect(seenBy(fresh)).toEqual(whole);
  });

  it('is the same, cut after any frame and joined', () => {
    for (let cut = 0; cut <= live.length; cut++) {
      const one = reader(live.slice(0, cut));
      comingBack(one).forEach((frame) => one.take(frame));
      expect(seenBy(one), `cut after frame ${cut}`).toEqual(whole);
    }
  });

  it('is the same, taken in handfuls', () => {
    for (const size of [2, 5, 1000]) {
      const frames = [...live, ...comingBack(reader(live.slice(0, 20)))];
      let activity = noActivity;
      for (let at = 0; at < frames.length; at += size) {
        activity = fold(activity, frames.slice(at, at + size));
      }
      expect(activity).toEqual(frames.reduce(apply, noActivity));
    }
  });

  it('is the same, cut again in the middle of coming back', () => {
    for (let cut = 0; cut <= live.length; cut += 3) {
      const length = comingBack(reader(live.slice(0, cut))).length;
      for (let again = 0; again <= length; again += 2) {
        const one = reader(live.slice(0, cut));
        comingBack(one)
          .slice(0, again)
          .forEach((frame) => one.take(frame));
        comingBack(one).forEach((frame) => one.take(frame));
        expect(seenBy(one), `cut after frame ${cut} and ${again} more`).toEqual(whole);
      }
    }
  });

  it('is the same with older parts asked for afterwards', () => {
    const one = new Reader();
    gateway.attach((frame) => one.take(frame), gateway.last - 10);
    // As if the first ten were all that was sent: the rest is asked for, piece by piece.
    for (let before = gateway.last - 9; before > 1; ) {
      gateway.hear({ type: 'earlier', before, limit: 7 }, (frame) => {
        one.take(frame);
        if (frame.type === 'earlier') {
          before = frame.before;
        }
      });
    }
    expect(seenBy(one)).toEqual(whole);
    expect(one.talk.more).toBe(false);
  });
});

describe.each([1, 2, 3])('a session that was reset (seed %d)', (seed) => {
  it('is the same for who saw it and for who comes after', () => {
    const gateway = new FakeGateway(seeded(seed));
    const live = new Reader();
    const away = new Reader();
    const watcher = (frame: FromHud) => away.take(frame);
    gateway.attach((frame) => live.take(frame));
    gateway.attach(watcher);
    const steps = recorded(gateway);
    for (let i = 0; i < 12; i++) {
      steps.next();
    }
    gateway.detach(watcher);
    for (let i = 0; i < 4; i++) {
      steps.next();
    }
    gateway.hear({ type: 'new' }, () => {});

    const fresh = new Reader();
    gateway.attach((frame) => fresh.take(frame));
    gateway.attach((frame) => away.take(frame), away.after);
    expect(seenBy(live)).toEqual(seenBy(fresh));
    expect(seenBy(away)).toEqual(seenBy(fresh));
    expect(live.talk.more).toBe(false);
    expect(away.talk.more).toBe(false);
  });
});
