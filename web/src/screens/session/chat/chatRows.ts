import type { Entry } from '../../../protocol/model/conversation.ts';
import { kept } from '../../../protocol/model/kept.ts';
import type { HudNode, Nodes } from '../../../protocol/model/node.ts';

/** One line of the conversation: something that was said, or that was done in between. */
export interface ChatRow {
  readonly key: string;
  readonly kind: 'entry' | 'tool' | 'steps' | 'answered' | 'event' | 'end';
  readonly entry: Entry | undefined;
  /** Who answered in the session then. */
  readonly agent: string;
  readonly node: HudNode | undefined;
  /** Of folded steps. */
  readonly steps: Nodes | undefined;
}

/** What is to be said of an entry beyond its own facts. */
export type Fate = 'steering' | 'stopped' | 'retriable';

/** By the keys of the entries. */
export type Fates = ReadonlyMap<string, Fate>;

/**
 * Of the messages that run, all but the first were put into its turn. A turn that was stopped has not answered. What
 * failed can be tried again until more is said: later that would do it twice.
 */
export function fatesOf(entries: readonly Entry[], roots: Nodes): Fates {
  const turns = roots.filter((root) => root.type === 'turn');
  // The last one counts: a turn that a restart cut off is followed by one for the same message.
  const isStopped = new Map<string | undefined, boolean>(
    turns.flatMap((turn) => [turn.runId, turn.messageId].map((id) => [id, wasStopped(turn)] as const)),
  );
  const last = entries.findLast(({ author }) => author === 'you' || author === 'error');
  const running = entries.filter(({ state }) => state === 'running');
  return new Map<string, Fate>([
    ...entries
      .filter(({ state }) => state === 'answered')
      .filter(({ messageId, runId }) => isStopped.get(messageId) ?? (runId !== undefined && isStopped.get(runId)))
      .map(({ key }): [string, Fate] => [key, 'stopped']),
    ...running.slice(1).map(({ key }): [string, Fate] => [key, 'steering']),
    ...(last?.author === 'error' ? [[last.key, 'retriable'] as const] : []),
  ]);
}

/** By somebody; what ended with its gateway goes on when that is back. */
function wasStopped(turn: HudNode): boolean {
  return (
    turn.state === 'aborted' && turn.children.some(({ type, subtype }) => type === 'received' && stops.has(subtype))
  );
}

/** A turn that took longer says so at its end; one that was stopped always does. */
const WORTH_SAYING = 10_000;
/** So many calls without text between them are one line, where there is little room. */
const FOLDS = 4;

const switches = new Set(['agent_switch', 'handover']);
const stops = new Set<string | undefined>(['stop', 'kill']);

/**
 * What was said and what was done, by their times; what waits here to be said is last. O(n).
 *
 * @param agent who answers now
 */
export function chatRows(
  before: readonly ChatRow[],
  entries: readonly Entry[],
  roots: Nodes,
  agent: string,
): readonly ChatRow[] {
  const done = roots.flatMap(rowsOfRoot).sort((a, b) => a.at - b.at);
  const rows: ChatRow[] = [];
  let next = 0;
  for (const entry of entries) {
    const isUnsent = entry.state === 'sending' || entry.state === 'refused';
    for (let row = done[next]; row !== undefined && (isUnsent || row.at < entry.at); row = done[++next]) {
      rows.push(row.row);
    }
    rows.push({ key: entry.key, kind: 'entry', entry, agent, node: undefined, steps: undefined });
  }
  rows.push(...done.slice(next).map(({ row }) => row));
  return kept(before, withAgents(rows, agent));
}

/** A switch tells who answered before it. */
function withAgents(rows: readonly ChatRow[], now: string): readonly ChatRow[] {
  let agent = now;
  return rows
    .toReversed()
    .map((row) => {
      const told = { ...row, agent };
      agent = formerAgent(row.node) ?? agent;
      return told;
    })
    .toReversed();
}

function formerAgent(node: HudNode | undefined): string | undefined {
  const from = node?.type === 'received' && switches.has(node.subtype ?? '') ? node.args?.['from'] : undefined;
  return typeof from === 'string' && from !== '' ? from : undefined;
}

interface Timed {
  readonly at: number;
  readonly row: ChatRow;
}

function rowsOfRoot(root: HudNode): readonly Timed[] {
  const nodes = root.type === 'turn' ? root.children : [root];
  const rows = nodes.flatMap((node): Timed[] => {
    const kind = kindOf(node);
    const at = kind === 'answered' ? (node.endedAt ?? node.startedAt) : node.startedAt;
    return kind === undefined ? [] : [{ at, row: rowOf(kind, node) }];
  });
  const isLong = root.state === 'done' && (root.durationMs ?? 0) >= WORTH_SAYING;
  if (root.type === 'turn' && (isLong || wasStopped(root))) {
    rows.push({ at: (root.endedAt ?? root.startedAt) + 1, row: { ...rowOf('end', root), key: `end ${root.id}` } });
  }
  return rows;
}

function kindOf(node: HudNode): 'tool' | 'answered' | 'event' | undefined {
  switch (node.type) {
    case 'tool':
      return 'tool';
    case 'approval':
      return node.state === 'running' || node.state === 'aborted' ? undefined : 'answered';
    case 'received':
      return switches.has(node.subtype ?? '') ? 'event' : undefined;
    default:
      return undefined;
  }
}

function rowOf(kind: ChatRow['kind'], node: HudNode): ChatRow {
  return { key: node.id, kind, entry: undefined, agent: '', node, steps: undefined };
}

/**
 * Calls that follow each other without text between are one row, from four on, once text follows them or their turn has
 * ended: nothing folds under the reader. What runs stands below as its own line.
 */
export function folded(before: readonly ChatRow[], rows: readonly ChatRow[], busy: boolean): readonly ChatRow[] {
  const result: ChatRow[] = [];
  let calls: ChatRow[] = [];
  const flush = (over: boolean) => {
    const nodes = calls.flatMap(({ node }) => (node === undefined ? [] : [node]));
    const first = calls[0];
    if (over && nodes.length >= FOLDS && first !== undefined) {
      result.push({
        key: `steps ${first.key}`,
        kind: 'steps',
        entry: undefined,
        agent: first.agent,
        node: undefined,
        steps: nodes,
      });
    } else {
      result.push(...calls);
    }
    calls = [];
  };
  for (const row of rows) {
    if (row.kind === 'tool' && row.node?.state !== 'running') {
      calls.push(row);
    } else {
      flush(true);
      result.push(row);
    }
  }
  flush(!busy);
  return kept(before, withSameSteps(before, result));
}

/** An equal list of steps is the same list, so that its row is the same. */
function withSameSteps(before: readonly ChatRow[], rows: readonly ChatRow[]): readonly ChatRow[] {
  const old = new Map(before.map((row) => [row.key, row.steps]));
  return rows.map((row) => {
    const was = old.get(row.key);
    const isSame =
      was !== undefined && was.length === row.steps?.length && was.every((node, i) => node === row.steps?.[i]);
    return isSame ? { ...row, steps: was } : row;
  });
}
