import type { Nodes } from './node.ts';

/** Of a session that was deleted its last note may be left, that it was begun anew: nothing was done in it since. */
export function isNothingDone(roots: Nodes): boolean {
  return roots.every((root) => root.type === 'received');
}
