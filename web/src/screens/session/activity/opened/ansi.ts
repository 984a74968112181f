/** A piece of a terminal's output with one look. */
export interface Styled {
  readonly text: string;
  /** 0–15, as terminals number them. */
  readonly fg: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
}

type Look = Omit<Styled, 'text'>;
const plain: Look = { fg: undefined, bold: false, dim: false, underline: false };

/**
 * Colours and weights of a terminal's output, line by line. Everything else a terminal would obey is left out, but for what
 * rewrites a line: after a carriage return the line is what came last.
 */
export function linesOfOutput(output: string): readonly (readonly Styled[])[] {
  const lines: Styled[][] = [];
  let look = plain;
  for (const line of output.split('\n')) {
    const last = line.replace(/\r+$/, '').split('\r').at(-1) ?? '';
    const runs: Styled[] = [];
    let from = 0;
    for (const found of last.matchAll(sequence)) {
      add(runs, last.slice(from, found.index), look);
      from = found.index + found[0].length;
      if (found[1] !== undefined) {
        look = withCodes(look, found[1]);
      }
    }
    add(runs, last.slice(from), look);
    lines.push(runs);
  }
  return lines;
}

const sequence =
  /\u001b\[([\d;]*)m|\u001b\[[\d;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_]|\u001b[()][A-Z0-9]/g;

function add(runs: Styled[], text: string, look: Look): void {
  if (text !== '') {
    runs.push({ text, ...look });
  }
}

function withCodes(look: Look, codes: string): Look {
  let next = look;
  const numbers = codes.split(';').map(Number);
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0;
    if (code === 38 || code === 48) {
      const isIndexed = numbers[at + 1] === 5;
      const colour = numbers[at + 2] ?? 0;
      if (code === 38 && isIndexed && colour < 16) {
        next = { ...next, fg: colour };
      }
      at += isIndexed ? 2 : 4;
    } else {
      next = withCode(next, code);
    }
  }
  return next;
}

function withCode(look: Look, code: number): Look {
  switch (code) {
    case 0:
      return plain;
    case 1:
      return { ...look, bold: true };
    case 2:
      return { ...look, dim: true };
    case 4:
      return { ...look, underline: true };
    case 22:
      return { ...look, bold: false, dim: false };
    case 24:
      return { ...look, underline: false };
    case 39:
      return { ...look, fg: undefined };
    default:
      if (code >= 30 && code <= 37) {
        return { ...look, fg: code - 30 };
      }
      return code >= 90 && code <= 97 ? { ...look, fg: code - 82 } : look;
  }
}
