/** A text that is being written, cut into blocks of markdown. Finished blocks are the same objects as before. */
export interface Prose {
  readonly text: string;
  readonly blocks: readonly Block[];
}

export interface Block {
  /** Its place in the text, which is its key: finishing a block remounts nothing. */
  readonly from: number;
  readonly source: string;
}

/** Where the blocks of some whole lines begin, the first at 0. A markdown parser knows. */
export type BlockStarts = (lines: string) => readonly number[];

export const noProse: Prose = { text: '', blocks: [] };

/** Only the last block is looked at again: what stands before it cannot change any more. */
export function grow(prose: Prose, text: string, startsOf: BlockStarts): Prose {
  if (text === prose.text) {
    return prose;
  }
  // A text that does not go on from what was there was taken back: cut anew.
  const last = text.startsWith(prose.text) ? prose.blocks.at(-1) : undefined;
  const blocks =
    last === undefined ? cut(text, 0, startsOf) : [...prose.blocks.slice(0, -1), ...cut(text, last.from, startsOf)];
  return { text, blocks };
}

function cut(text: string, from: number, startsOf: BlockStarts): readonly Block[] {
  // Whole lines only: half a line, such as "-", may become a list, a rule or a table.
  const lines = text.slice(from, text.lastIndexOf('\n') + 1);
  const starts = [0, ...startsOf(lines).slice(1)].map((start) => from + start);
  return starts.map((start, i) => ({ from: start, source: text.slice(start, starts[i + 1]) }));
}
