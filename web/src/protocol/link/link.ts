import { absurd } from '../wire/frame.ts';
import type { Random } from './ports.ts';

/** Something is heard in every beat, or asked for. */
const BEAT = 15_000;
/** How long an answer to a ping may take. */
const PATIENCE = 5_000;
/** How long it may take from opening to the frame `connected`. */
const OPENING = 10_000;
const LONGEST_PAUSE = 30_000;

const SIGN_IN_ENDED = 4401;
const SESSION_DELETED = 4404;

/**
 * The connection as a value: what happens goes in, what is to be done comes out. `socket` numbers the sockets, the one
 * there is or the next one, so that the last words of an old one are not taken for the new one's.
 */
export interface Link {
  readonly at: 'idle' | 'opening' | 'open' | 'probing' | 'waiting' | 'signedOut' | 'gone';
  readonly socket: number;
  /** How often it was tried since a link last stood for a while. */
  readonly tries: number;
  /** Whether something was heard in this beat. */
  readonly heard: boolean;
  /** While waiting: how long in all. */
  readonly waitMs: number;
}

export type LinkEvent =
  /** `begin`: a page looks, or somebody signed in. `leave`: nobody looks any more. */
  | { readonly kind: 'begin' | 'leave' }
  /** `ready`: the frame `connected` came. `signedOut`: so it was found out when this socket's predecessor was refused. */
  | { readonly kind: 'ready' | 'heard' | 'signedOut'; readonly socket: number }
  | { readonly kind: 'closed'; readonly socket: number; readonly code: number }
  /** `due`: the alarm. `nudge`: the network is back, the page is looked at again, somebody pressed "Try now". */
  | { readonly kind: 'due' | 'nudge' };

export type Effect =
  /** `ask`: find out whether we are still signed in. */
  | { readonly kind: 'open' | 'drop' | 'ping' | 'ask'; readonly socket: number }
  /** There is one alarm: a new one replaces the last. */
  | { readonly kind: 'alarm'; readonly ms: number };

export type Step = readonly [Link, readonly Effect[]];

export const idle: Link = { at: 'idle', socket: 0, tries: 0, heard: false, waitMs: 0 };

export function step(link: Link, event: LinkEvent, random: Random): Step {
  if ('socket' in event && event.socket !== link.socket) {
    return [link, []];
  }
  switch (event.kind) {
    case 'begin':
      return isResting(link) ? open({ ...link, tries: 0 }) : [link, []];
    case 'leave':
      return rest(link, 'idle');
    case 'signedOut':
      return isResting(link) ? [link, []] : rest(link, 'signedOut');
    case 'ready':
      // Tries are forgotten only when it has stood for a beat: who lets us in and drops us is not asked ten times a second.
      return [{ ...link, at: 'open', heard: false }, [alarm(BEAT)]];
    case 'heard':
      return heard(link);
    case 'closed':
      return closed(link, event.code, random);
    case 'due':
      return due(link, random);
    case 'nudge':
      return nudged(link);
    default:
      return absurd(event);
  }
}

/** Nothing goes on by itself. */
function isResting(link: Link): boolean {
  return link.at === 'idle' || link.at === 'signedOut' || link.at === 'gone';
}

function heard(link: Link): Step {
  if (link.at === 'probing') {
    return [{ ...link, at: 'open', heard: true }, [alarm(BEAT)]];
  }
  return link.at === 'open' && !link.heard ? [{ ...link, heard: true }, []] : [link, []];
}

function closed(link: Link, code: number, random: Random): Step {
  if (code === SIGN_IN_ENDED) {
    return rest(link, 'signedOut');
  }
  if (code === SESSION_DELETED) {
    return rest(link, 'gone');
  }
  // Every other code, 1000 too, means come back: phones close cleanly when they sleep. A refused upgrade shows as 1006.
  const [next, effects] = retry(link, random);
  return [next, link.at === 'opening' ? [...effects, { kind: 'ask', socket: next.socket }] : effects];
}

function due(link: Link, random: Random): Step {
  switch (link.at) {
    case 'opening':
    case 'probing':
      return retry(link, random);
    case 'open':
      return link.heard ? [{ ...link, heard: false, tries: 0 }, [alarm(BEAT)]] : probe(link);
    case 'waiting':
      return open(link);
    case 'idle':
    case 'signedOut':
    case 'gone':
      return [link, []];
  }
}

/** After a lid was opened: ask now, not at the end of the beat. */
function nudged(link: Link): Step {
  switch (link.at) {
    case 'open':
      return probe(link);
    case 'waiting':
      return open(link);
    default:
      return [link, []];
  }
}

function open(link: Link): Step {
  return [{ ...link, at: 'opening', heard: false, waitMs: 0 }, [{ kind: 'open', socket: link.socket }, alarm(OPENING)]];
}

function probe(link: Link): Step {
  return [{ ...link, at: 'probing' }, [{ kind: 'ping', socket: link.socket }, alarm(PATIENCE)]];
}

/** At once, then after 1 s, doubling to 30 s, each ± 20 %. */
function retry(link: Link, random: Random): Step {
  const pause = link.tries === 0 ? 0 : Math.min(LONGEST_PAUSE, 500 * 2 ** link.tries);
  const waitMs = Math.round(pause * (0.8 + 0.4 * random()));
  return [
    { at: 'waiting', socket: link.socket + 1, tries: link.tries + 1, heard: false, waitMs },
    [{ kind: 'drop', socket: link.socket }, alarm(waitMs)],
  ];
}

function rest(link: Link, at: 'idle' | 'signedOut' | 'gone'): Step {
  return [{ ...idle, at, socket: link.socket + 1 }, [{ kind: 'drop', socket: link.socket }]];
}

function alarm(ms: number): Effect {
  return { kind: 'alarm', ms };
}

/** What a person is told. The first try after a cut is not worth the word offline. */
export function connection(link: Link): 'connected' | 'connecting' | 'offline' | 'signedOut' | 'gone' {
  switch (link.at) {
    case 'open':
    case 'probing':
      return 'connected';
    case 'opening':
    case 'waiting':
      return link.tries > 1 ? 'offline' : 'connecting';
    case 'idle':
      return 'offline';
    case 'signedOut':
    case 'gone':
      return link.at;
  }
}
