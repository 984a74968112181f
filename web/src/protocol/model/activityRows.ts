import type { Activity } from './activity.ts';
import { kept } from './kept.ts';
import { isSilence, type HudNode, type NodeState, type Nodes, type NodeType } from './node.ts';

/** One line of the tree. Times are facts in milliseconds; that time passes is the tree's business. */
export interface ActivityRow {
  readonly key: string;
  /** `silent`: a question to a model of whose time nothing came for long. `replayed`: what had happened, folded. */
  readonly kind: NodeType | 'silent' | 'replayed' | 'earlier';
  readonly label: string;
  readonly state: NodeState;
  readonly replay: boolean;
  readonly level: number;
  /** Which of how many at its level: for screen readers. */
  readonly nth: number;
  readonly of: number;
  /** Undefined if it cannot be opened. */
  readonly open: boolean | undefined;
  /** From the start of its turn. */
  readonly startMs: number;
  /** Undefined while it goes on. */
  readonly tookMs: number | undefined;
  /** How many rows are folded in it. */
  readonly holds: number;
  /** What it is about; a group is about none. */
  readonly node: HudNode | undefined;
}

export interface RowsView {
  /** Rows opened and closed by hand, by their keys. The newest turn is open by itself. */
  readonly opened: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  /** How many nodes are shown at most. */
  readonly most: number;
  /** Whether the gateway has more than we were sent. */
  readonly more: boolean;
}

export const replayedKey = 'replayed';
export const earlierKey = 'earlier';

/**
 * The tree as flat rows: the newest turn first, what happened in a turn in its order, then one row for what was replayed
 * and one for what is not shown. O(n), without recursion; a row that says the same as before is the same object.
 */
export function rowsOf(before: readonly ActivityRow[], activity: Activity, view: RowsView): readonly ActivityRow[] {
  const { shown, hidden } = newest(activity.roots, view.most);
  const folded = foldedIn(shown);
  const unfolded = shown.slice(folded.length).reverse();
  const newestTurn = unfolded.find(({ root }) => root.type === 'turn')?.root;
  const hasEarlier = hidden > 0 || view.more;
  const of = unfolded.length + (folded.length > 0 ? 1 : 0) + (hasEarlier ? 1 : 0);

  const rows: ActivityRow[] = [];
  unfolded.forEach((one, i) =>
    addRoot(rows, one, { level: 1, nth: i + 1, of }, isOpen(view, one.root, one.root === newestTurn)),
  );
  if (folded.length > 0) {
    const open = view.opened.has(replayedKey);
    rows.push(groupRow('replayed', replayedKey, sizeOf(folded), unfolded.length + 1, of, open));
    if (open) {
      folded.toReversed().forEach((one, i) => {
        addRoot(rows, one, { level: 2, nth: i + 1, of: folded.length }, isOpen(view, one.root, false));
      });
    }
  }
  if (hasEarlier) {
    rows.push(groupRow('earlier', earlierKey, hidden, of, of, undefined));
  }
  return kept(before, rows);
}

/** A root and those of its children that are shown. */
interface Shown {
  readonly root: HudNode;
  readonly children: Nodes;
}

/** From the newest root on until there are so many nodes, oldest first; of the last one the newest children. */
function newest(roots: Nodes, most: number): { shown: readonly Shown[]; hidden: number } {
  const shown: Shown[] = [];
  let left = most;
  for (let at = roots.length - 1; at >= 0 && left > 0; at--) {
    const root = roots[at];
    if (root !== undefined) {
      const children = root.children.slice(Math.max(0, root.children.length - (left - 1)));
      shown.push({ root, children });
      left -= 1 + children.length;
    }
  }
  const all = roots.reduce((sum, root) => sum + 1 + root.children.length, 0);
  return { shown: shown.reverse(), hidden: all - sizeOf(shown) };
}

/** What was over when we came folds into one, but for the newest turn: one wants to see how it went. */
function foldedIn(shown: readonly Shown[]): readonly Shown[] {
  const first = shown.findIndex(({ root }) => !root.replay || root.state === 'running');
  const lastTurn = shown.findLastIndex(({ root }) => root.type === 'turn');
  const end = Math.min(first < 0 ? shown.length : first, lastTurn < 0 ? shown.length : lastTurn);
  return shown.slice(0, end);
}

function sizeOf(shown: readonly Shown[]): number {
  return shown.reduce((sum, { children }) => sum + 1 + children.length, 0);
}

function isOpen(view: RowsView, root: HudNode, byItself: boolean): boolean {
  return view.opened.has(root.id) || ((byItself || root.state === 'running') && !view.closed.has(root.id));
}

interface Position {
  readonly level: number;
  readonly nth: number;
  readonly of: number;
}

function addRoot(rows: ActivityRow[], { root, children: all }: Shown, position: Position, open: boolean): void {
  const children = all.filter(isShown);
  rows.push({
    ...nodeRow(root, root, position),
    open: children.length === 0 ? undefined : open,
    holds: children.length,
  });
  if (open) {
    const level = position.level + 1;
    children.forEach((child, i) => rows.push(nodeRow(child, root, { level, nth: i + 1, of: children.length })));
  }
}

/** Questions to a model are no rows of their own, unless they were met with silence. */
export function isShown(node: HudNode): boolean {
  return node.type !== 'model' || isSilence(node);
}

function nodeRow(node: HudNode, turn: HudNode, position: Position): ActivityRow {
  const isSilent = isSilence(node);
  return {
    key: node.id,
    kind: isSilent ? 'silent' : node.type,
    label: isSilent ? 'model silent' : node.label,
    state: node.state,
    replay: node.replay,
    ...position,
    open: undefined,
    startMs: Math.max(0, node.startedAt - turn.startedAt),
    tookMs: isSilent ? node.silentMs : node.durationMs,
    holds: 0,
    node,
  };
}

function groupRow(
  kind: 'replayed' | 'earlier',
  key: string,
  holds: number,
  nth: number,
  of: number,
  open: boolean | undefined,
): ActivityRow {
  return {
    key,
    kind,
    label: kind,
    state: 'done',
    replay: kind === 'replayed',
    level: 1,
    nth,
    of,
    open,
    startMs: 0,
    tookMs: undefined,
    holds,
    node: undefined,
  };
}
