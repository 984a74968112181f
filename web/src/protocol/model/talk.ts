import { approvalOf, type ActivityEvent, type ApprovalEnd, type Received } from '../wire/activity.ts';
import { absurd, textOf } from '../wire/frame.ts';
import type { ChatMessage, Connected, Delta, FromHud, History, SessionState } from '../wire/hud.ts';
import type { CorrelationId, RunId, SaidId } from '../wire/ids.ts';
import { asked, noApprovals, resolved, type Approvals } from './approvals.ts';
import { sentStates, type Turn } from './sent.ts';

/** So many messages are kept, the newest, and a few more before it is cut; more, if somebody asked for them. */
const MOST = 2_000;
const SLACK = 500;

/** What is being written just now. */
export interface Writing {
  readonly id: SaidId;
  readonly runId: RunId;
  readonly text: string;
}

/** A conversation as the gateway told it, by cursor: what is shown is what we come back after. */
export interface Talk {
  /** What session it is; undefined until it was connected once. */
  readonly about: Connected | undefined;
  /** Everything up to here is in this snapshot. Undefined while nothing is. */
  readonly cursor: number | undefined;
  /** Where the replay that is not over leads. Until `history` its messages are missing, so the cursor stays. */
  readonly reaching: number | undefined;
  /** The highest number of activity there was: older ones that were asked for say nothing about now. */
  readonly heard: number;
  readonly messages: readonly ChatMessage[];
  readonly writing: Writing | undefined;
  readonly turn: Turn | undefined;
  /** The turn before: what is told of it late does not bring it back. */
  readonly lastTurn: CorrelationId | undefined;
  /** Whether a message has no end yet: it is under way, or will be. */
  readonly open: boolean;
  readonly approvals: Approvals;
  /** Whether there is more before what we have. */
  readonly more: boolean;
  /** It begins with a reset: there is nothing before. */
  readonly begins: boolean;
  readonly most: number;
}

export const noTalk: Talk = {
  about: undefined,
  cursor: undefined,
  reaching: undefined,
  heard: -1,
  messages: [],
  writing: undefined,
  turn: undefined,
  lastTurn: undefined,
  open: false,
  approvals: noApprovals,
  more: false,
  begins: false,
  most: MOST,
};

/** The same object back: nothing changed. */
export function apply(talk: Talk, frame: FromHud): Talk {
  switch (frame.type) {
    case 'connected':
      return connected(talk, frame);
    case 'hud':
      return withActivity(talk, frame);
    case 'history':
      return withHistory(talk, frame);
    case 'earlier':
      return {
        ...withMessages(talk, joined(talk.messages, frame.messages)),
        more: frame.more,
        most: talk.most + frame.messages.length,
      };
    case 'delta':
      return withDelta(talk, frame);
    case 'message': {
      const { type: _, ...message } = frame;
      return withMessage(talk, message);
    }
    case 'approval': {
      const { type: _, ...question } = frame;
      return talk.about === undefined
        ? talk
        : { ...talk, approvals: asked(talk.approvals, { ...question, session_id: talk.about.session_id }) };
    }
    case 'approval_resolved':
      return { ...talk, approvals: resolved(talk.approvals, frame) };
    case 'ack': // the outbox's business
    case 'error': // whoever asked for it
    case 'pong':
      return talk;
    default:
      return absurd(frame);
  }
}

/** One event may be several frames, so we ask from one before the last; what we have we know by its id. */
export function resumeAfter(talk: Talk): number | undefined {
  return talk.cursor === undefined ? undefined : Math.max(0, talk.cursor - 1);
}

/** What is under way, as far as it was told. */
export function stateOf(talk: Talk): SessionState {
  if (talk.approvals.waiting.length > 0) {
    return 'WAITING_APPROVAL';
  }
  if (talk.turn !== undefined || talk.open) {
    return 'AGENT_RUNNING';
  }
  return talk.about?.state === 'ENDED' ? 'ENDED' : 'IDLE';
}

/** A gateway that knows less than we do is another one, or was set back: what we have is not its. */
function connected(talk: Talk, frame: Connected): Talk {
  const base = frame.seq < (talk.cursor ?? 0) ? noTalk : talk;
  return { ...base, about: frame, reaching: frame.seq };
}

function withMessages(talk: Talk, messages: readonly ChatMessage[]): Talk {
  const open = [...sentStates(messages, undefined).values()].includes('accepted');
  return { ...talk, messages, open };
}

function withHistory(talk: Talk, history: History): Talk {
  const gap = history.gap === true;
  const more = talk.cursor === undefined || gap ? gap && !talk.begins : talk.more;
  return {
    ...withMessages(talk, gap ? history.messages : joined(talk.messages, history.messages)),
    cursor: Math.max(talk.cursor ?? 0, talk.reaching ?? 0),
    reaching: undefined,
    // What is being written comes next, as one piece; what was is over, or was begun anew.
    writing: undefined,
    more,
  };
}

function withMessage(talk: Talk, message: ChatMessage): Talk {
  const messages = joined(talk.messages, [message]);
  if (messages === talk.messages) {
    return talk;
  }
  const cut = messages.length > talk.most + SLACK;
  return {
    ...withMessages(talk, cut ? messages.slice(-talk.most) : messages),
    cursor: Math.max(talk.cursor ?? 0, message.seq),
    more: talk.more || cut,
    begins: talk.begins && !cut,
    writing: talk.writing?.id === message.id ? undefined : talk.writing,
  };
}

/** By their numbers, each id once. Two of one event stay in the order they came in. */
function joined(messages: readonly ChatMessage[], more: readonly ChatMessage[]): readonly ChatMessage[] {
  const last = messages.at(-1)?.seq ?? -1;
  if (more.every((message) => message.seq > last)) {
    return more.length === 0 ? messages : [...messages, ...more];
  }
  const ids = new Set(messages.map((message) => message.id));
  const fresh = more.filter((message) => !ids.has(message.id));
  return fresh.length === 0 ? messages : [...messages, ...fresh].sort((a, b) => a.seq - b.seq);
}

/** Laid over by its offset: the text so far, told again, is not appended twice. */
function withDelta(talk: Talk, delta: Delta): Talk {
  if (delta.discard === true) {
    return talk.writing?.id === delta.id ? { ...talk, writing: undefined } : talk;
  }
  const before = talk.writing?.id === delta.id ? talk.writing.text : '';
  if (delta.offset > before.length || talk.messages.at(-1)?.id === delta.id) {
    return talk; // a piece is missing, or it is over: the whole message says it all
  }
  const text = before.slice(0, delta.offset) + delta.text;
  return { ...talk, writing: { id: delta.id, runId: delta.run_id, text } };
}

function withActivity(talk: Talk, event: ActivityEvent): Talk {
  if (event.seq === undefined || event.seq <= talk.heard) {
    return talk;
  }
  const heard = event.seq;
  const cursor = talk.reaching === undefined ? Math.max(talk.cursor ?? 0, heard) : talk.cursor;
  const next = { ...talk, heard, cursor };
  switch (event.event) {
    case 'turn_start':
      return {
        ...next,
        turn: { id: event.correlationId, runId: event.runId, messageId: event.messageId, startedAt: event.ts },
      };
    case 'turn_end':
      return { ...next, turn: undefined, lastTurn: event.correlationId };
    case 'approval_end':
      return { ...next, approvals: withAnswer(talk.approvals, event) };
    case 'received':
      return withReceived(next, event);
    default:
      return talk.turn === undefined && event.parentId !== undefined && event.parentId !== talk.lastTurn
        ? { ...next, turn: { id: event.parentId } }
        : next;
  }
}

/** So an answer that was given while we were away is known, too. */
function withAnswer(approvals: Approvals, end: ApprovalEnd): Approvals {
  const approval_id = approvalOf(end);
  const { approved, reason, by } = end;
  return approval_id === undefined
    ? approvals
    : resolved(approvals, { approval_id, approved, ...(reason && { reason }), ...(by && { by }) });
}

function withReceived(talk: Talk, event: Received): Talk {
  switch (event.subtype) {
    case 'new_session':
      return begunAnew(talk);
    case 'agent_switch':
    case 'handover':
      return withAgent(talk, textOf(event.payload, 'to'));
    default:
      return talk;
  }
}

/** Of a replay `connected` knew already. */
function withAgent(talk: Talk, agent: string): Talk {
  return talk.about === undefined || talk.reaching !== undefined || agent === ''
    ? talk
    : { ...talk, about: { ...talk.about, agent } };
}

/** Everything before is gone; the ends of what ran then follow. */
function begunAnew(talk: Talk): Talk {
  return {
    ...talk,
    messages: [],
    open: false,
    writing: undefined,
    turn: undefined,
    approvals: noApprovals,
    more: false,
    begins: true,
  };
}
