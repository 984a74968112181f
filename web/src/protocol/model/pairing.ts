import type { ActivityEvent } from '../wire/activity.ts';
import { absurd } from '../wire/frame.ts';
import type { CorrelationId } from '../wire/ids.ts';
import {
  beginningOf,
  begun,
  call,
  cutOff,
  finished,
  typeOfEnd,
  unseenTurn,
  type End,
  type HudNode,
  type Nodes,
  type Of,
} from './node.ts';

/**
 * Puts one event into the tree. What begins and what ends become one node by their `correlationId`; an end without one, or
 * whose beginning was not seen, ends the oldest of its type and tool that runs, as the seed says; if none does, it is a
 * node of its own. Events come in the order of their numbers; the same order gives the same tree.
 */
export function withEvent(roots: Nodes, event: ActivityEvent): Nodes {
  switch (event.event) {
    case 'turn_start':
      return [...roots, { ...begun('turn', 'turn', event), runId: event.runId, messageId: event.messageId }];
    case 'think_start':
      return added(roots, event.parentId, begun('think', 'thinking', event));
    case 'tool_start':
    case 'approval_start':
      return added(roots, event.parentId, call(event));
    case 'turn_end':
      return turnEnded(roots, event);
    case 'think_end':
    case 'tool_end':
    case 'approval_end':
      return ended(roots, event);
    case 'model_end':
    case 'stage_end':
      return added(roots, event.parentId, finished(beginningOf(event), event));
    case 'received':
      return received(roots, event);
    default:
      return absurd(event);
  }
}

/** Into its turn. One whose turn began before what we were shown gets a turn of which only the id is known. */
function added(roots: Nodes, parentId: CorrelationId | undefined, node: HudNode): Nodes {
  const at = parentId === undefined ? runningTurn(roots) : roots.findLastIndex((root) => isTurn(root, parentId));
  const turn = roots[at];
  if (turn !== undefined) {
    return roots.with(at, { ...turn, children: byStart(turn.children, node) });
  }
  if (parentId === undefined) {
    return [...roots, node];
  }
  return [...roots, unseenTurn(parentId, node)];
}

/** What was seen only to end stands where it began. */
function byStart(children: Nodes, node: HudNode): Nodes {
  const after = children.findLastIndex((child) => child.startedAt <= node.startedAt);
  return children.toSpliced(after + 1, 0, node);
}

function ended(roots: Nodes, end: End): Nodes {
  const place = openedBy(roots, end) ?? oldestLike(roots, end);
  if (place === undefined) {
    return added(roots, end.parentId, finished(beginningOf(end), end));
  }
  const [at, child] = place;
  const root = roots[at];
  if (root === undefined) {
    return roots;
  }
  const node = child === undefined ? root : root.children[child];
  if (node === undefined) {
    return roots;
  }
  const over = finished(node, end);
  return roots.with(at, child === undefined ? over : { ...root, children: root.children.with(child, over) });
}

/** Where a node is: which root, and which of its children if it is not the root itself. */
type Place = readonly [root: number, child?: number];

/** From the newest on: what ends has mostly just begun. */
function openedBy(roots: Nodes, end: End): Place | undefined {
  if (end.correlationId === undefined) {
    return undefined;
  }
  const isIt = (node: HudNode) =>
    node.correlationId === end.correlationId && node.type === typeOfEnd[end.event] && node.state === 'running';
  for (let at = roots.length - 1; at >= 0; at--) {
    const root = roots[at];
    if (root !== undefined) {
      const child = root.children.findLastIndex(isIt);
      if (child >= 0) {
        return [at, child];
      }
      if (isIt(root)) {
        return [at];
      }
    }
  }
  return undefined;
}

/** The seed's fallback: first in, first out. */
function oldestLike(roots: Nodes, end: End): Place | undefined {
  const tool = 'tool' in end ? end.tool : undefined;
  const isLike = (node: HudNode) =>
    node.state === 'running' && node.type === typeOfEnd[end.event] && (tool === undefined || node.tool === tool);
  for (const [at, root] of roots.entries()) {
    if (isLike(root)) {
      return [at];
    }
    const child = root.children.findIndex(isLike);
    if (child >= 0) {
      return [at, child];
    }
  }
  return undefined;
}

/** What is still open in it was cut off, without a word about it. */
function turnEnded(roots: Nodes, end: Of<'turn_end'>): Nodes {
  const { correlationId } = end;
  const own = correlationId === undefined ? -1 : roots.findLastIndex((root) => isTurn(root, correlationId));
  const at = own >= 0 ? own : roots.findIndex((root) => root.type === 'turn' && root.state === 'running');
  const turn = roots[at];
  if (turn === undefined) {
    return [...roots, finished(beginningOf(end), end)];
  }
  const children = turn.children.map((child) => (child.state === 'running' ? cutOff(child, end.ts) : child));
  return roots.with(at, { ...finished(turn, end), children });
}

/** In the turn that is under way, if one is: there it is seen when it came. A reset takes everything before it away. */
function received(roots: Nodes, event: Of<'received'>): Nodes {
  const { subtype, label, payload } = event;
  const node: HudNode = {
    ...begun('received', label, event),
    subtype,
    state: 'done',
    endedAt: event.ts,
    args: payload,
  };
  if (subtype === 'new_session') {
    return [node];
  }
  const at = runningTurn(roots);
  const turn = roots[at];
  return turn === undefined ? [...roots, node] : roots.with(at, { ...turn, children: byStart(turn.children, node) });
}

/** -1 if none is. */
function runningTurn(roots: Nodes): number {
  return roots.findLastIndex((root) => root.type === 'turn' && root.state === 'running');
}

function isTurn(node: HudNode, correlationId: CorrelationId): boolean {
  return node.type === 'turn' && node.correlationId === correlationId;
}
