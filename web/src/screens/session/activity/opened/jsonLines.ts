export interface JsonLine {
  /** Where it is in the value: what is folded is known by it. */
  readonly path: string;
  readonly depth: number;
  readonly field: string | undefined;
  /** Undefined: this line only closes. */
  readonly text: string;
  readonly kind: 'str' | 'num' | 'kw' | 'plain';
  /** Undefined if it cannot be folded. */
  readonly open: boolean | undefined;
  /** Of what is folded. */
  readonly holds: number;
  readonly isList: boolean;
  readonly comma: boolean;
}

/** Deeper than this nobody reads; it stays one line. */
const DEEPEST = 40;
/** Small ones stand on one line. */
const SMALL = 60;
export const MOST_LINES = 1_500;

/** Opened two levels deep, unless folded or opened by hand. */
export function jsonLines(
  value: unknown,
  byHand: ReadonlyMap<string, boolean>,
  all: boolean | undefined,
): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  add(lines, value, { path: '$', depth: 0, field: undefined, comma: false }, byHand, all);
  return lines;
}

type Place = Pick<JsonLine, 'path' | 'depth' | 'field' | 'comma'>;

function add(
  lines: JsonLine[],
  value: unknown,
  place: Place,
  byHand: ReadonlyMap<string, boolean>,
  all: boolean | undefined,
): void {
  if (lines.length > MOST_LINES) {
    return;
  }
  const plain = { ...place, open: undefined, holds: 0, isList: false };
  if (typeof value !== 'object' || value === null) {
    lines.push({ ...plain, text: JSON.stringify(value) ?? 'null', kind: kindOf(value) });
    return;
  }
  const isList = Array.isArray(value);
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value);
  const short = isFlat(fields) ? oneLine(value) : undefined;
  if (
    fields.length === 0 ||
    (place.depth > 0 && short !== undefined && short.length <= SMALL) ||
    place.depth >= DEEPEST
  ) {
    lines.push({ ...plain, text: short ?? (isList ? '[…]' : '{…}'), kind: 'plain' });
    return;
  }
  const open = byHand.get(place.path) ?? all ?? (place.depth < 2 && (!isList || fields.length <= 12));
  const [start, end] = isList ? ['[', ']'] : ['{', '}'];
  lines.push({ ...place, text: start, kind: 'plain', open, holds: fields.length, isList });
  if (open) {
    fields.forEach(([field, one], at) =>
      add(
        lines,
        one,
        {
          path: `${place.path}/${field}`,
          depth: place.depth + 1,
          field: isList ? undefined : field,
          comma: at < fields.length - 1,
        },
        byHand,
        all,
      ),
    );
    lines.push({ ...plain, path: `${place.path}/`, field: undefined, text: end, kind: 'plain' });
  }
}

function isFlat(fields: readonly (readonly [string, unknown])[]): boolean {
  return fields.length <= 6 && fields.every(([, value]) => typeof value !== 'object' || value === null);
}

function oneLine(value: object): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
}

function kindOf(value: unknown): JsonLine['kind'] {
  return typeof value === 'string' ? 'str' : typeof value === 'number' ? 'num' : 'kw';
}
