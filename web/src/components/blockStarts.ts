import MarkdownIt from 'markdown-it';
import type { BlockStarts } from '../protocol/model/blocks.ts';

const markdown = new MarkdownIt({ html: false });

/** Where the outermost blocks of some lines begin, as markdown-it sees them. */
export const blockStarts: BlockStarts = (lines) => {
  const offsets = lineOffsets(lines);
  return markdown
    .parse(lines, {})
    .filter((token) => token.level === 0 && token.nesting >= 0 && token.map !== null)
    .map((token) => offsets[token.map?.[0] ?? 0] ?? 0);
};

function lineOffsets(lines: string): readonly number[] {
  const offsets = [0];
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) {
    offsets.push(at + 1);
  }
  return offsets;
}
