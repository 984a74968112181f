import { isSilence, type HudNode } from './node.ts';

/** Where the time of a turn went. A wait wins over a tool, a tool over the model, so that the parts add up to the turn. */
export interface TurnSplit {
  readonly modelMs: number;
  readonly silentMs: number;
  readonly toolsMs: number;
  readonly waitingMs: number;
}

type Part = keyof TurnSplit;
const order: readonly Part[] = ['waitingMs', 'toolsMs', 'silentMs', 'modelMs'];

/** @param now by the gateway's clock: what goes on lasts until then */
export function splitOf(turn: HudNode, now: number): TurnSplit {
  const end = turn.endedAt ?? now;
  const within = (ms: number) => Math.min(Math.max(ms, turn.startedAt), end);
  const edges: { at: number; part: Part; change: 1 | -1 }[] = [];
  for (const child of turn.children) {
    const part = partOf(child);
    if (part !== undefined) {
      const [from, to] = stretchOf(child, now);
      edges.push({ at: within(from), part, change: 1 }, { at: within(to), part, change: -1 });
    }
  }
  edges.sort((a, b) => a.at - b.at);

  const sums = { modelMs: 0, silentMs: 0, toolsMs: 0, waitingMs: 0 };
  const open = { modelMs: 0, silentMs: 0, toolsMs: 0, waitingMs: 0 };
  let at = turn.startedAt;
  for (const edge of edges) {
    sums[winner(open)] += edge.at - at;
    at = edge.at;
    open[edge.part] += edge.change;
  }
  sums[winner(open)] += end - at;
  return sums;
}

/** What nothing else accounts for is the model's. */
function winner(open: Readonly<Record<Part, number>>): Part {
  return order.find((part) => open[part] > 0) ?? 'modelMs';
}

function partOf(node: HudNode): Part | undefined {
  switch (node.type) {
    case 'approval':
      return 'waitingMs';
    case 'tool':
    case 'stage':
      return 'toolsMs';
    case 'model':
      return isSilence(node) ? 'silentMs' : undefined;
    default:
      return undefined;
  }
}

/** When it was silent is not told; most often it is before the first word. */
function stretchOf(node: HudNode, now: number): readonly [number, number] {
  return [node.startedAt, node.type === 'model' ? node.startedAt + (node.silentMs ?? 0) : (node.endedAt ?? now)];
}
