import type { ActivityEvent } from '../wire/activity.ts';
import type { FromHud } from '../wire/hud.ts';
import type { HudNode, Nodes } from './node.ts';
import { withEvent } from './pairing.ts';

/** So many events are kept, the newest, and a few more before it is cut: one can look for days. */
const MOST = 3_000;
const SLACK = 500;

/** An event with its number: what is of the connection alone has none, and is not kept. */
export type Stored = ActivityEvent & { readonly seq: number };

export interface Activity {
  /** Each once, by their numbers. Kept, because what is asked for later comes before them. */
  readonly events: readonly Stored[];
  /** Turns, and what was received between them, oldest first. */
  readonly roots: Nodes;
  /** What came of a replay that is not over. Until then it is no snapshot. */
  readonly arriving: readonly Stored[] | undefined;
  /** What came of the older ones that were asked for. */
  readonly older: readonly Stored[];
  /** How many events are kept: more, if somebody asked for them. */
  readonly most: number;
}

export const noActivity: Activity = { events: [], roots: [], arriving: undefined, older: [], most: MOST };

export function apply(activity: Activity, frame: FromHud): Activity {
  return fold(activity, [frame]);
}

/** What came since the last look, at once: events that follow each other are put into one new list, not into one each. */
export function fold(activity: Activity, frames: readonly FromHud[]): Activity {
  let next = activity;
  let events: Stored[] = [];
  for (const frame of frames) {
    if (frame.type !== 'hud') {
      next = marked(taken(next, events), frame);
      events = [];
    } else if (hasNumber(frame)) {
      events.push(frame);
    }
  }
  return taken(next, events);
}

/** What the other frames say about the events around them. */
function marked(activity: Activity, frame: Exclude<FromHud, ActivityEvent>): Activity {
  switch (frame.type) {
    case 'connected':
      // A gateway that knows less than we do is another one, or was set back.
      return { ...(frame.seq < lastOf(activity.events) ? noActivity : activity), arriving: [], older: [] };
    case 'history':
      return arrived(activity, frame.gap === true);
    case 'earlier':
      return olderArrived(activity);
    default:
      return activity;
  }
}

function hasNumber(event: ActivityEvent): event is Stored {
  return event.seq !== undefined;
}

function taken(activity: Activity, events: readonly Stored[]): Activity {
  if (events.length === 0) {
    return activity;
  }
  if (activity.arriving !== undefined) {
    return { ...activity, arriving: [...activity.arriving, ...events] };
  }
  const last = lastOf(activity.events);
  const first = activity.events[0]?.seq ?? -1;
  // Between the two it is one we have: each number is one event.
  const fresh = events.filter((event) => event.seq > last);
  const older = events.filter((event) => event.seq < first);
  const next = older.length === 0 ? activity : { ...activity, older: [...activity.older, ...older] };
  return fresh.length === 0 ? next : trimmed(appended(next, fresh));
}

/** A gap says that what we have does not join what came. */
function arrived(activity: Activity, gap: boolean): Activity {
  const { arriving } = activity;
  if (arriving === undefined) {
    return activity; // a reset, seen live: the event before this frame has taken everything away
  }
  const base = gap ? { ...noActivity, most: activity.most } : activity;
  const last = lastOf(base.events);
  return {
    ...appended(
      base,
      arriving.filter((event) => event.seq > last),
    ),
    arriving: undefined,
  };
}

function olderArrived(activity: Activity): Activity {
  const { older, events, most } = activity;
  if (older.length === 0) {
    return activity;
  }
  const all = { ...noActivity, most: most + older.length };
  return appended(all, [...older, ...events]);
}

function appended(activity: Activity, events: readonly Stored[]): Activity {
  const reset = events.findLastIndex((event) => event.event === 'received' && event.subtype === 'new_session');
  const kept = reset < 0 ? [...activity.events, ...events] : events.slice(reset);
  return { ...activity, events: kept, roots: events.reduce(withEvent, activity.roots) };
}

/** Whole turns go, the oldest first. */
function trimmed(activity: Activity): Activity {
  const { events, roots, most } = activity;
  if (events.length <= most + SLACK) {
    return activity;
  }
  const oldest = events[events.length - most]?.seq ?? 0;
  const cut = roots.findIndex((root) => root.seq >= oldest);
  const from = roots[cut]?.seq;
  return from === undefined
    ? activity
    : { ...activity, roots: roots.slice(cut), events: events.filter((event) => event.seq >= from) };
}

function lastOf(events: readonly Stored[]): number {
  return events.at(-1)?.seq ?? -1;
}

/**
 * Since when the turn under way has shown nothing: no call, no thought and no wait goes on in it. Undefined if something
 * does, or nothing is under way. Who shows it adds what is being written, and the passing of time.
 */
export function quietSince(activity: Activity): number | undefined {
  const turn = activity.roots.findLast(isRunning);
  if (turn === undefined || turn.children.some(isRunning)) {
    return undefined;
  }
  return turn.children.reduce((latest, child) => Math.max(latest, child.endedAt ?? child.startedAt), turn.startedAt);
}

function isRunning(node: HudNode): boolean {
  return node.state === 'running';
}
