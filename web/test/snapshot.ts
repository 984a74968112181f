import { apply as applyToActivity, noActivity, type Activity } from '../src/protocol/model/activity.ts';
import type { HudNode } from '../src/protocol/model/node.ts';
import { apply as applyToTalk, noTalk, resumeAfter, type Talk } from '../src/protocol/model/talk.ts';
import type { FromHud } from '../src/protocol/wire/hud.ts';

/** Somebody who looks: both reducers, fed with the same frames. */
export class Reader {
  talk: Talk = noTalk;
  activity: Activity = noActivity;

  take(frame: FromHud): void {
    this.talk = applyToTalk(this.talk, frame);
    this.activity = applyToActivity(this.activity, frame);
  }

  get after(): number | undefined {
    return resumeAfter(this.talk);
  }
}

/** What a reader sees, but for what tells only how it came to see it. */
export function seenBy({ talk, activity }: Reader) {
  return {
    cursor: talk.cursor,
    messages: talk.messages,
    writing: talk.writing,
    turn: talk.turn,
    open: talk.open,
    waiting: talk.approvals.waiting,
    activity: activity.roots.map(withoutReplay),
    numbers: activity.events.map((event) => event.seq),
  };
}

function withoutReplay(node: HudNode): unknown {
  const { replay: _, ...rest } = node;
  return { ...rest, children: node.children.map(withoutReplay) };
}
