export interface DiffLine {
  readonly sign: '+' | '−' | ' ';
  readonly nr: number;
  readonly text: string;
}

/** What stayed at both ends stands once, the rest as it was and as it is. */
export function diffLines(old: string, now: string, from: number): readonly DiffLine[] {
  const before = old.split('\n');
  const after = now.split('\n');
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) {
    head++;
  }
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) {
    tail++;
  }
  const numbered = (sign: DiffLine['sign'], lines: readonly string[], first: number): readonly DiffLine[] =>
    lines.map((text, at) => ({ sign, nr: first + at, text }));
  return [
    ...numbered(' ', after.slice(0, head), from),
    ...numbered('−', before.slice(head, before.length - tail), from + head),
    ...numbered('+', after.slice(head, after.length - tail), from + head),
    ...numbered(' ', after.slice(after.length - tail), from + after.length - tail),
  ];
}
