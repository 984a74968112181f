import type { By } from './activity.ts';
import { parsed, stranger, textOf, type Stranger } from './frame.ts';
import type { Approve, SessionKind, SessionState, ToolCall } from './hud.ts';
import type { ApprovalId, SessionId } from './ids.ts';

/** The lobby's socket, `/ws`: what there is, then one frame a change. */

/** A session, wherever one is shown. Times are ISO. */
export interface SessionLine {
  readonly session_id: SessionId;
  readonly kind: SessionKind;
  readonly name: string;
  readonly agent: string;
  readonly channel?: string;
  readonly working_dir?: string;
  readonly state: SessionState;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly created_at: string;
  readonly last_event_at: string;
  readonly last_seq: number;
  /** Absent while something is under way in it. */
  readonly last_text?: string;
}

/** What waits for an answer. */
export interface Question {
  readonly approval_id: ApprovalId;
  readonly session_id: SessionId;
  readonly tool_call: ToolCall;
  readonly reason: string;
  readonly expires_at: string;
}

export interface Agent {
  readonly agent_id: string;
  readonly status: 'idle' | 'running' | 'paused' | 'error';
  readonly current_task_id?: string;
  readonly budget_used_usd?: number;
  readonly budget_limit_usd?: number;
}

export interface Device {
  readonly channel_id: string;
  readonly peer_id: string;
  readonly device_name?: string;
  readonly connected_at: string;
}

export interface LobbyConnected {
  readonly type: 'connected';
  readonly version: string;
}

/** All there is to show, as far as we may see it. */
export interface Sessions {
  readonly type: 'sessions';
  readonly sessions: readonly SessionLine[];
  readonly approvals: readonly Question[];
  readonly agents: readonly Agent[];
  readonly devices: readonly Device[];
}

export interface SessionChanged extends SessionLine {
  readonly type: 'session';
  readonly removed?: false;
}

export interface SessionRemoved {
  readonly type: 'session';
  readonly session_id: SessionId;
  readonly removed: true;
}

export interface Asked extends Question {
  readonly type: 'approval';
}

export interface Resolved {
  readonly type: 'approval_resolved';
  readonly approval_id: ApprovalId;
  readonly session_id: SessionId;
  readonly approved: boolean;
  readonly reason?: string;
  readonly by?: By;
}

export interface AgentChanged extends Agent {
  readonly type: 'agent';
}

export interface DeviceChanged extends Device {
  readonly type: 'device';
  readonly removed?: boolean;
}

export interface LobbyFailure {
  readonly type: 'error';
  readonly code: string;
  readonly error: string;
}

export interface LobbyPong {
  readonly type: 'pong';
}

export type FromLobby =
  | LobbyConnected
  | Sessions
  | SessionChanged
  | SessionRemoved
  | Asked
  | Resolved
  | AgentChanged
  | DeviceChanged
  | LobbyFailure
  | LobbyPong;

export type ToLobby = Approve | { readonly type: 'ping' };

const known = {
  connected: true,
  sessions: true,
  session: true,
  approval: true,
  approval_resolved: true,
  agent: true,
  device: true,
  error: true,
  pong: true,
} satisfies Record<FromLobby['type'], true>;

export const lobbyTypes: readonly string[] = Object.keys(known);

const isKnown = (value: unknown): value is FromLobby => Object.hasOwn(known, textOf(value, 'type'));

export function decode(text: string): FromLobby | Stranger {
  const value = parsed(text);
  return isKnown(value) ? value : stranger(textOf(value, 'type'));
}
