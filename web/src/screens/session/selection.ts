import type { Entry } from '../../protocol/model/conversation.ts';
import type { HudNode, Nodes } from '../../protocol/model/node.ts';

/** What was chosen: something said, or something done. */
export type Chosen =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'node'; readonly node: HudNode };

/**
 * What is marked then, in both panes, by keys. A message marks what was done for it; something done marks itself, and what
 * is neither in the chat nor a call marks the message it was done for.
 */
export function selectionOf(chosen: Chosen | undefined, entries: readonly Entry[], roots: Nodes): ReadonlySet<string> {
  if (chosen === undefined) {
    return new Set();
  }
  if (chosen.kind === 'entry') {
    const { entry } = chosen;
    const turn = roots.find((root) => root.type === 'turn' && isFor(root, entry));
    return new Set([...(turn?.children.map((child) => child.id) ?? []), entry.key]);
  }
  const { node } = chosen;
  const turn = roots.find((root) => root.id === node.id || root.children.some((child) => child.id === node.id));
  const said = node.type === 'tool' ? undefined : entries.find((entry) => turn !== undefined && isFor(turn, entry));
  return new Set([node.id, ...(said === undefined ? [] : [said.key])]);
}

function isFor(turn: HudNode, entry: Entry): boolean {
  return (
    entry.author === 'you' &&
    ((turn.messageId !== undefined && turn.messageId === entry.messageId) ||
      (turn.runId !== undefined && turn.runId === entry.runId))
  );
}
