import type { ActivityEvent, Args, By, Status, ToolResult } from '../wire/activity.ts';
import type { CorrelationId, EventId, Id, MessageId, RunId } from '../wire/ids.ts';
import { callLabel } from './labels.ts';

/** The same whether it was seen to begin or only to end, live or replayed. */
export type NodeId = Id<'Node'>;

export type NodeType = 'turn' | 'tool' | 'think' | 'received' | 'approval' | 'model' | 'stage';
export type NodeState = 'running' | 'done' | 'error' | 'aborted';

/** One thing that goes on or went on: the seed's node, and what we know beyond it. Times are the gateway's, in ms. */
export interface HudNode {
  readonly id: NodeId;
  readonly type: NodeType;
  /** Of what was received, and the stage of a spoken turn. */
  readonly subtype?: string | undefined;
  readonly correlationId?: CorrelationId | undefined;
  readonly state: NodeState;
  readonly label: string;
  readonly tool?: string | undefined;
  readonly args?: Args | undefined;
  readonly result?: ToolResult | undefined;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly children: readonly HudNode[];
  /** It was over when we came. */
  readonly replay: boolean;

  /** The number of its first event. */
  readonly seq: number;
  /** Of a turn: it began before what we were shown. */
  readonly unseen?: boolean | undefined;
  /** Of a turn: whose message it answers. */
  readonly runId?: RunId | undefined;
  readonly messageId?: MessageId | undefined;
  /** Of a call that is over: by this its whole result is found. */
  readonly endId?: EventId | undefined;
  /** What was thought. */
  readonly text?: string | undefined;
  readonly truncated?: boolean | undefined;
  /** Of a question to a model: for how long nothing came. */
  readonly silentMs?: number | undefined;
  /** Of a wait for a person. */
  readonly reason?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly approved?: boolean | undefined;
  readonly by?: By | undefined;
}

export type Nodes = readonly HudNode[];

/** A silence of a model that is worth showing. */
const SILENCE = 5_000;

export function isSilence(node: HudNode): boolean {
  return node.type === 'model' && (node.silentMs ?? 0) >= SILENCE;
}

export type Of<Kind extends ActivityEvent['event']> = Extract<ActivityEvent, { event: Kind }>;
export type End = Of<'think_end' | 'tool_end' | 'approval_end'>;
export type AnyEnd = End | Of<'turn_end' | 'model_end' | 'stage_end'>;

export const typeOfEnd = {
  turn_end: 'turn',
  think_end: 'think',
  tool_end: 'tool',
  approval_end: 'approval',
  model_end: 'model',
  stage_end: 'stage',
} satisfies Record<AnyEnd['event'], NodeType>;

export function begun(type: NodeType, label: string, event: ActivityEvent, startedAt = event.ts): HudNode {
  const correlationId = 'correlationId' in event ? event.correlationId : undefined;
  return {
    id: nodeId(type, correlationId ?? event.id),
    type,
    correlationId,
    state: 'running',
    label,
    startedAt,
    children: [],
    replay: event.replay === true,
    seq: event.seq ?? 0,
  };
}

export function call(event: Of<'tool_start' | 'approval_start'>): HudNode {
  const { tool, args } = event;
  const node = {
    ...begun(event.event === 'tool_start' ? 'tool' : 'approval', callLabel(tool, args), event),
    tool,
    args,
  };
  return event.event === 'tool_start' ? node : { ...node, reason: event.reason, expiresAt: event.expiresAt };
}

/** What is known of the beginning of something that was only seen to end. */
export function beginningOf(end: AnyEnd): HudNode {
  const type = typeOfEnd[end.event];
  const node = begun(type, labelOf(end), end, end.ts - (end.durationMs ?? 0));
  switch (end.event) {
    case 'tool_end':
      return { ...node, tool: end.tool };
    case 'approval_end':
      return { ...node, tool: end.tool, args: end.args };
    case 'stage_end':
      return { ...node, subtype: end.stage };
    default:
      return node;
  }
}

function labelOf(end: AnyEnd): string {
  switch (end.event) {
    case 'turn_end':
      return 'turn';
    case 'think_end':
      return 'thinking';
    case 'tool_end':
      return callLabel(end.tool, undefined, end.result);
    case 'approval_end':
      return callLabel(end.tool, end.args);
    case 'model_end':
      return 'model';
    case 'stage_end':
      return end.stage;
  }
}

export function finished(node: HudNode, end: AnyEnd): HudNode {
  const over: HudNode = {
    ...node,
    state: stateOf(end.status, end.event === 'tool_end' && !end.result.ok),
    endedAt: end.ts,
    startedAt: node.unseen ? end.ts - (end.durationMs ?? 0) : node.startedAt,
    durationMs: end.durationMs ?? end.ts - node.startedAt,
    replay: node.replay && end.replay === true,
  };
  switch (end.event) {
    case 'tool_end':
      return { ...over, label: callLabel(end.tool, node.args, end.result), result: end.result, endId: end.id };
    case 'think_end':
      return { ...over, text: end.text, truncated: end.truncated };
    case 'approval_end':
      return { ...over, approved: end.approved, reason: end.reason ?? node.reason, by: end.by };
    case 'model_end':
      return { ...over, silentMs: end.silentMs };
    default:
      return over;
  }
}

/** A gateway of the first version says no status. */
function stateOf(status: Status | undefined, failed: boolean): NodeState {
  return status === 'aborted' ? 'aborted' : status === 'error' || (status === undefined && failed) ? 'error' : 'done';
}

export function cutOff(node: HudNode, at: number): HudNode {
  return { ...node, state: 'aborted', endedAt: at, durationMs: at - node.startedAt };
}

/** A turn of which only the id is known, because something happened in it. */
export function unseenTurn(correlationId: CorrelationId, first: HudNode): HudNode {
  return {
    id: nodeId('turn', correlationId),
    type: 'turn',
    correlationId,
    state: 'running',
    label: 'turn',
    startedAt: first.startedAt,
    children: [first],
    replay: first.replay,
    seq: first.seq,
    unseen: true,
  };
}

function nodeId(type: NodeType, id: CorrelationId | EventId): NodeId {
  return `${type} ${id}` as NodeId;
}
