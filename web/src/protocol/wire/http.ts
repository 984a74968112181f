import { parsed, textOf } from './frame.ts';
import type { ToolCall } from './hud.ts';
import type { ApprovalId, RunId, SessionId } from './ids.ts';
import type { SessionLine } from './lobby.ts';

/** What comes and goes over HTTP. Names and shapes are those of docs/protocols/http.md; times are ISO. */

/** `next` is opaque, to be given as `before`; a page may be empty and have a next one. */
export interface SessionPage {
  readonly sessions: readonly SessionLine[];
  readonly next?: string;
}

/** The same `request_id` gives the same session, however often it is sent. */
export interface NewSession {
  readonly name?: string;
  readonly agent?: string;
  readonly working_dir?: string;
  readonly request_id?: string;
}

export interface SessionChanges {
  readonly name?: string;
  readonly pinned?: boolean;
  readonly archived?: boolean;
}

export interface AgentChoice {
  readonly agent: string;
  readonly handover?: boolean;
}

export interface ApprovalLine {
  readonly approval_id: ApprovalId;
  readonly session_id: SessionId;
  readonly run_id: RunId;
  readonly tool_call: ToolCall;
  readonly effect: string;
  readonly reason: string;
  readonly expires_at: string;
}

export interface ApprovalPage {
  readonly approvals: readonly ApprovalLine[];
  readonly next?: string;
}

export interface Answer {
  readonly approved: boolean;
  readonly reason?: string;
}

export interface Answered extends Answer {
  readonly approval_id: ApprovalId;
}

/** The lines asked for, as the file is now. No lines have no `area`. */
export interface FileShown {
  readonly path: string;
  readonly viewer_path: string;
  readonly area?: { readonly start_line: number; readonly end_line: number };
  readonly text: string;
  /** Of the whole file. */
  readonly bytes: number;
  /** The file goes on after these lines. */
  readonly truncated: boolean;
}

/** One of the two: the code of a printed link, or a token. */
export type SignIn = { readonly code: string } | { readonly token: string };

/** `csrf` goes with everything that changes something, and into each socket's subprotocols. */
export interface SignedIn {
  readonly csrf: string;
  readonly scopes: readonly string[];
  readonly expires_at: string;
}

/** Who we are. */
export interface Self {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at?: string;
  readonly version: string;
}

export interface BrowserLine {
  readonly browser_id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly address: string;
  readonly own: boolean;
}

export interface BrowserList {
  readonly browsers: readonly BrowserLine[];
}

/** Why something was not done, in words for a person. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Undefined if it is no problem of ours: then a proxy in between has spoken. */
export function problemIn(body: string): Problem | undefined {
  const value = parsed(body);
  const error: unknown = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  const code = textOf(error, 'code');
  return code === '' ? undefined : { code, message: textOf(error, 'message') };
}
