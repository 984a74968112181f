/**
 * Rows made anew, with those that say the same as before being the same objects: a component whose row stayed is not
 * rendered. If all stayed, so does the list.
 */
export function kept<Row extends { readonly key: string }>(
  before: readonly Row[],
  now: readonly Row[],
): readonly Row[] {
  const old = new Map(before.map((row) => [row.key, row]));
  const rows = now.map((row) => {
    const was = old.get(row.key);
    return was !== undefined && isSame(was, row) ? was : row;
  });
  return rows.length === before.length && rows.every((row, i) => row === before[i]) ? before : rows;
}

/** Fields one by one, as they are. */
function isSame(a: object, b: object): boolean {
  const fields = Object.entries(a);
  return (
    fields.length === Object.keys(b).length && fields.every(([name, value]) => Object.is(value, Reflect.get(b, name)))
  );
}
