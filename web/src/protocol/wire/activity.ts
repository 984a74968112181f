import type { ApprovalId, CorrelationId, EventId, MessageId, RunId } from './ids.ts';

/** How something ended: `aborted` if it was stopped, or the gateway went down. */
export type Status = 'ok' | 'error' | 'aborted';

/** Arguments are whatever a model made up; who shows one looks at it first. */
export type Args = Readonly<Record<string, unknown>>;

/** Who did it: a token's or a browser's name, and the device where it has one. */
export interface By {
  readonly name: string;
  readonly device_id?: string;
}

/** Lines from 1, both ends included. */
export interface FileArea {
  readonly startLine: number;
  readonly endLine: number;
}

export interface FileMeta {
  readonly path: string;
  readonly viewerPath: string;
  readonly area?: FileArea;
}

/** Which fields there are depends on the tool; `ok` always is. */
export interface ToolResult {
  readonly ok: boolean;
  readonly error?: string;
  readonly file?: FileMeta;
  readonly area?: FileArea;
  readonly text?: string;
  readonly bytes?: number;
  readonly truncated?: boolean;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly mentionedPaths?: readonly FileMeta[];
  readonly url?: string;
  readonly summary?: string;
  readonly raw?: unknown;
}

interface Happened {
  readonly type: 'hud';
  /** The same whenever the event is shown. */
  readonly id: EventId;
  /** Milliseconds since 1970, by the gateway's clock. */
  readonly ts: number;
  /** Its number in the session; absent in `reconnect`, which is of the connection. */
  readonly seq?: number;
  /** True if it had happened when we came. */
  readonly replay?: boolean;
}

/** The fields are optional where the seed lets an older gateway leave them out. */
interface Paired extends Happened {
  readonly correlationId?: CorrelationId;
}

interface InTurn extends Paired {
  readonly parentId?: CorrelationId;
}

interface Ended {
  readonly status?: Status;
  readonly durationMs?: number;
}

export interface TurnStart extends Paired {
  readonly event: 'turn_start';
  readonly runId?: RunId;
  readonly messageId?: MessageId;
}

export interface TurnEnd extends Paired, Ended {
  readonly event: 'turn_end';
}

export interface ThinkStart extends InTurn {
  readonly event: 'think_start';
}

export interface ThinkEnd extends InTurn, Ended {
  readonly event: 'think_end';
  readonly text?: string;
  readonly truncated?: boolean;
}

export interface ToolStart extends InTurn {
  readonly event: 'tool_start';
  readonly tool: string;
  readonly args: Args;
}

export interface ToolEnd extends InTurn, Ended {
  readonly event: 'tool_end';
  readonly tool: string;
  readonly result: ToolResult;
}

/** Somebody has to allow a call; `correlationId` is the approval's id. */
export interface ApprovalStart extends InTurn {
  readonly event: 'approval_start';
  readonly tool: string;
  readonly args: Args;
  readonly reason: string;
  readonly expiresAt: string;
}

export interface ApprovalEnd extends InTurn, Ended {
  readonly event: 'approval_end';
  readonly tool: string;
  readonly args?: Args;
  readonly approved: boolean;
  readonly reason?: string;
  readonly by?: By;
}

/** A question to a model is over; for `silentMs` of its time nothing came. */
export interface ModelEnd extends InTurn, Ended {
  readonly event: 'model_end';
  readonly silentMs?: number;
}

/** A stage of a spoken turn is over. */
export interface StageEnd extends InTurn, Ended {
  readonly event: 'stage_end';
  readonly stage: string;
}

/** A control action or a message was taken in. */
export interface Received extends Happened {
  readonly event: 'received';
  readonly subtype: string;
  readonly label: string;
  readonly payload?: Args;
}

export type ActivityEvent =
  | TurnStart
  | TurnEnd
  | ThinkStart
  | ThinkEnd
  | ToolStart
  | ToolEnd
  | ApprovalStart
  | ApprovalEnd
  | ModelEnd
  | StageEnd
  | Received;

/** Forget one and this does not compile. */
export const activityEvents = {
  turn_start: true,
  turn_end: true,
  think_start: true,
  think_end: true,
  tool_start: true,
  tool_end: true,
  approval_start: true,
  approval_end: true,
  model_end: true,
  stage_end: true,
  received: true,
} satisfies Record<ActivityEvent['event'], true>;

/** The id under which the wait of an approval is paired is the approval's own. */
export function approvalOf(event: ApprovalStart | ApprovalEnd): ApprovalId | undefined {
  return event.correlationId as ApprovalId | undefined;
}
