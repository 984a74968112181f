import { activityEvents, type ActivityEvent, type Args, type By } from './activity.ts';
import { parsed, stranger, textOf, type Stranger } from './frame.ts';
import type { ApprovalId, MessageId, RunId, SaidId, SessionId } from './ids.ts';

/** A session's socket, `/ws/{session_id}`. Names and shapes are those of docs/protocols/hud.md. */

export type SessionKind = 'agent' | 'chat' | 'task' | 'headless' | 'terminal';
export type SessionState = 'IDLE' | 'AGENT_RUNNING' | 'WAITING_APPROVAL' | 'ENDED';
export type Mode = 'steer' | 'followup' | 'collect';

/** Something that was said. */
export interface ChatMessage {
  readonly id: SaidId;
  readonly seq: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  readonly ts: number;
  /** Of the person's message it is, or answers. */
  readonly message_id?: MessageId;
  readonly run_id?: RunId;
  /** On what ends the answer to a message. */
  readonly finish_reason?: 'stop' | 'error';
}

/** `seq` is the number of the newest event; what comes up to `history` brings us there. */
export interface Connected {
  readonly type: 'connected';
  readonly session_id: SessionId;
  readonly kind: SessionKind;
  readonly name: string;
  readonly agent: string;
  readonly working_dir?: string;
  readonly state: SessionState;
  readonly seq: number;
  readonly version: string;
}

/** What was said, oldest first; ends the replay. With `gap` there is more before it, or what was before is gone. */
export interface History {
  readonly type: 'history';
  readonly messages: readonly ChatMessage[];
  readonly gap?: boolean;
}

/** Ends the older events that were asked for; `before` is what to ask with next. */
export interface Earlier {
  readonly type: 'earlier';
  readonly messages: readonly ChatMessage[];
  readonly before: number;
  readonly more: boolean;
}

/** A message is on disk, or was before (`duplicate`), or was not taken (`error`): then the same id may come again. */
export interface Ack {
  readonly type: 'ack';
  readonly message_id: MessageId;
  readonly session_id: SessionId;
  readonly accepted: boolean;
  readonly duplicate?: boolean;
  readonly pending?: boolean;
  readonly reply?: string;
  readonly run_id?: RunId;
  readonly finish_reason?: 'stop' | 'error';
  readonly code?: string;
  readonly error?: string;
}

/** A piece of a message that is being written; with `discard` what was shown of it no longer counts. */
export interface Delta {
  readonly type: 'delta';
  readonly run_id: RunId;
  readonly text: string;
  /** Where the piece belongs, in UTF-16 units. */
  readonly offset: number;
  readonly id: SaidId;
  readonly discard?: boolean;
}

export interface Message extends ChatMessage {
  readonly type: 'message';
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Args;
}

export interface Approval {
  readonly type: 'approval';
  readonly approval_id: ApprovalId;
  readonly tool_call: ToolCall;
  readonly reason: string;
  readonly expires_at: string;
}

export interface ApprovalResolved {
  readonly type: 'approval_resolved';
  readonly approval_id: ApprovalId;
  readonly approved: boolean;
  readonly reason?: string;
  readonly by?: By;
}

/** Something we asked for cannot be done; the socket stays. */
export interface Failure {
  readonly type: 'error';
  readonly code: string;
  readonly error: string;
  readonly message_id?: MessageId;
}

export interface Pong {
  readonly type: 'pong';
}

export type FromHud =
  | ActivityEvent
  | Connected
  | History
  | Earlier
  | Ack
  | Delta
  | Message
  | Approval
  | ApprovalResolved
  | Failure
  | Pong;

export interface Say {
  readonly type: 'message';
  readonly message_id: MessageId;
  readonly text: string;
  readonly mode?: Mode;
}

export interface AskEarlier {
  readonly type: 'earlier';
  readonly before: number;
  readonly limit?: number;
}

export interface Approve {
  readonly type: 'approve';
  readonly approval_id: ApprovalId;
  readonly approved: boolean;
  readonly reason?: string;
}

export interface ChooseAgent {
  readonly type: 'switch_agent' | 'handover';
  readonly agent: string;
}

export interface Plain {
  readonly type: 'stop' | 'kill' | 'new' | 'ping';
}

export type ToHud = Say | AskEarlier | Approve | ChooseAgent | Plain;

const known = {
  hud: true,
  connected: true,
  history: true,
  earlier: true,
  ack: true,
  delta: true,
  message: true,
  approval: true,
  approval_resolved: true,
  error: true,
  pong: true,
} satisfies Record<FromHud['type'], true>;

export const hudTypes: readonly string[] = Object.keys(known);

// The fields are the gateway's promise, kept by the golden files.
const isKnown = (value: unknown): value is FromHud =>
  Object.hasOwn(known, textOf(value, 'type')) &&
  (textOf(value, 'type') !== 'hud' || Object.hasOwn(activityEvents, textOf(value, 'event')));

export function decode(text: string): FromHud | Stranger {
  const value = parsed(text);
  return isKnown(value) ? value : stranger(`${textOf(value, 'type')} ${textOf(value, 'event')}`.trim());
}
