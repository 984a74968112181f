import type { TreeRow } from './treeRows.ts';

export type Step = { readonly kind: 'focus' | 'toggle'; readonly tree: TreeRow };

/** Where a key leads in a tree of flat rows, by the habits of trees; undefined if it is not one of its keys. */
export function target(rows: readonly TreeRow[], active: string | undefined, key: string): Step | undefined {
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === active),
  );
  const here = rows[at];
  if (here === undefined) {
    return undefined;
  }
  const focus = (tree: TreeRow | undefined): Step | undefined =>
    tree === undefined ? undefined : { kind: 'focus', tree };
  const next = rows[at + 1];
  switch (key) {
    case 'ArrowDown':
      return focus(next);
    case 'ArrowUp':
      return focus(rows[at - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight':
      if (here.row.open === false) {
        return { kind: 'toggle', tree: here };
      }
      return next !== undefined && next.row.level > here.row.level ? focus(next) : undefined;
    case 'ArrowLeft':
      if (here.row.open === true) {
        return { kind: 'toggle', tree: here };
      }
      return focus(rows.slice(0, at).findLast((row) => row.row.level < here.row.level));
    case 'Enter':
    case ' ':
      return { kind: 'toggle', tree: here };
    default:
      return undefined;
  }
}
