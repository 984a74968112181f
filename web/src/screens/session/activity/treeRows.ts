import type { Activity } from '../../../protocol/model/activity.ts';
import { rowsOf, type ActivityRow, type RowsView } from '../../../protocol/model/activityRows.ts';
import type { Entry } from '../../../protocol/model/conversation.ts';
import { kept } from '../../../protocol/model/kept.ts';
import type { HudNode, Nodes } from '../../../protocol/model/node.ts';
import type { MessageId } from '../../../protocol/wire/ids.ts';
import { withVisibleControls } from '../../../strings/controls.ts';

/** A row of the tree, and what its turn says about it. */
export interface TreeRow {
  readonly key: string;
  readonly row: ActivityRow;
  /** The turn it is, or is in; on its time the bars are drawn. */
  readonly turn: HudNode | undefined;
  /** Of a turn: which one, as far as all of them are known. */
  readonly nth: number | undefined;
  /** Of a turn: the first words of what it answers. */
  readonly words: string;
  /** A turn that follows the rows of another. */
  readonly divides: boolean;
  /** A call that was asked about and has no answer. */
  readonly held: boolean;
  /** Of what was replayed: how many turns. */
  readonly turns: number;
}

/** A message is received before its turn begins: it is shown in the turn it began. */
export function adopted(roots: Nodes): Nodes {
  const result: HudNode[] = [];
  for (const root of roots) {
    const before = result.at(-1);
    if (root.type === 'turn' && before?.type === 'received' && before.subtype === 'message') {
      result[result.length - 1] = { ...root, children: [before, ...root.children] };
    } else {
      result.push(root);
    }
  }
  return result;
}

/** Those that have the words in their label, arguments or result, with their turns. */
export function matching(roots: Nodes, words: string): Nodes {
  const wanted = words.toLowerCase();
  const has = (node: HudNode) =>
    [node.label, node.text, JSON.stringify(node.args), JSON.stringify(node.result)].some(
      (text) => text?.toLowerCase().includes(wanted) === true,
    );
  return roots.flatMap((root) => {
    const children = root.children.filter(has);
    return children.length > 0 || has(root) ? [{ ...root, children }] : [];
  });
}

export function treeRows(
  before: readonly TreeRow[],
  activity: Activity,
  entries: readonly Entry[],
  view: RowsView,
): readonly TreeRow[] {
  const rows = rowsOf(
    before.map(({ row }) => row),
    activity,
    view,
  );
  const words = wordsOf(entries);
  const turns = activity.roots.filter((root) => root.type === 'turn');
  const nths = view.more ? undefined : new Map(turns.map((turn, at) => [turn.id, at + 1]));
  const held = heldCalls(activity.roots);
  let turn: HudNode | undefined;
  let turnLevel = 0;
  const made = rows.map((row, at): TreeRow => {
    const { node } = row;
    if (row.kind === 'turn') {
      turn = node;
      turnLevel = row.level;
    } else if (row.level <= turnLevel || row.kind === 'earlier') {
      turn = undefined;
    }
    return {
      key: row.key,
      row,
      turn,
      nth: row.kind === 'turn' && node !== undefined ? nths?.get(node.id) : undefined,
      words:
        row.kind === 'turn' && node?.messageId !== undefined
          ? withVisibleControls(words.get(node.messageId) ?? previewIn(node))
          : '',
      divides: row.level === 1 && (rows[at - 1]?.level ?? 1) > 1,
      held: node !== undefined && held.has(node.id),
      turns: row.kind === 'replayed' ? foldedTurns(turns, rows) : 0,
    };
  });
  return kept(before, made);
}

function foldedTurns(turns: Nodes, rows: readonly ActivityRow[]): number {
  const shown = new Set(rows.filter((row) => row.level === 1).map((row) => row.key));
  return turns.filter((turn) => !shown.has(turn.id)).length;
}

function wordsOf(entries: readonly Entry[]): ReadonlyMap<MessageId, string> {
  return new Map(
    entries.flatMap((entry) =>
      entry.author === 'you' && entry.messageId !== undefined ? [[entry.messageId, firstLine(entry.text)]] : [],
    ),
  );
}

function previewIn(turn: HudNode): string {
  const preview = turn.children.find((child) => child.type === 'received')?.args?.['preview'];
  return typeof preview === 'string' ? firstLine(preview) : '';
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0]?.slice(0, 80) ?? '';
}

/** Calls that run as far as their turn knows, but wait for a person. */
function heldCalls(roots: Nodes): ReadonlySet<string> {
  const last = roots.at(-1);
  const asked = new Set(
    last?.children.flatMap((one) => (one.type === 'approval' && one.state === 'running' ? [one.label] : [])),
  );
  return new Set(
    last?.children.flatMap((one) =>
      one.type === 'tool' && one.state === 'running' && asked.has(one.label) ? [one.id] : [],
    ),
  );
}

/** At the end of the turn under way: for how long nothing has come. */
export function withQuiet(rows: readonly TreeRow[], since: number): readonly TreeRow[] {
  const at = rows.findIndex(({ row }) => row.kind === 'turn' && row.state === 'running' && row.open !== false);
  const head = rows[at];
  const turn = head?.turn;
  if (head === undefined || turn === undefined) {
    return rows;
  }
  const after = rows.findIndex((row, i) => i > at && row.turn !== turn);
  const end = after < 0 ? rows.length : after;
  const row: ActivityRow = {
    ...head.row,
    key: `quiet ${turn.id}`,
    kind: 'silent',
    label: 'model silent',
    level: head.row.level + 1,
    nth: end - at,
    of: end - at,
    open: undefined,
    startMs: since - turn.startedAt,
    tookMs: undefined,
    holds: 0,
    node: { ...turn, type: 'model', startedAt: since, children: [] },
  };
  return rows.toSpliced(end, 0, { ...head, key: row.key, row, nth: undefined, words: '' });
}
