import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { blockStarts } from '../../src/components/blockStarts.ts';
import { grow, noProse, type Prose } from '../../src/protocol/model/blocks.ts';
import { seeded } from '../fakes.ts';

const markdown = new MarkdownIt({ html: false });

function grown(text: string, before: Prose = noProse): Prose {
  return grow(before, text, blockStarts);
}

const sources = (prose: Prose) => prose.blocks.map((block) => block.source);

describe('a text that is being written', () => {
  it('is cut where markdown sees blocks', () => {
    expect(sources(grown('# Title\n\nWords.\n\n- a\n- b\n'))).toEqual(['# Title\n\n', 'Words.\n\n', '- a\n- b\n']);
  });

  it('keeps its finished blocks as they are', () => {
    const first = grown('One.\n\nTwo.\n\nThr');
    const second = grown('One.\n\nTwo.\n\nThree.\n\nFo', first);
    expect(second.blocks[0]).toBe(first.blocks[0]);
    expect(second.blocks.map((block) => block.from)).toEqual([0, 6, 12]);
  });

  it('waits for the end of a line before it believes what it is', () => {
    expect(sources(grown('Words.\n-'))).toEqual(['Words.\n-']);
    expect(sources(grown('Words.\n- item\n'))).toEqual(['Words.\n', '- item\n']);
  });

  it('keeps an open fence as one block, whatever is in it', () => {
    expect(sources(grown('```\n# no title\n\n- no list\n'))).toEqual(['```\n# no title\n\n- no list\n']);
  });

  it('is cut anew when it was taken back', () => {
    expect(sources(grown('Other.\n\nWords.', grown('One.\n\nTwo.')))).toEqual(['Other.\n\nWords.']);
  });

  it('is the same object when nothing came', () => {
    const prose = grown('One.');
    expect(grown('One.', prose)).toBe(prose);
  });

  it('has no block when it is empty', () => {
    expect(noProse.blocks).toEqual([]);
  });
});

const pieces = [
  '# Title\n',
  'Some words, *emphasised* and `code`.\n',
  'Setext\n',
  '===\n',
  '---\n',
  '\n',
  '\n',
  '- item\n',
  '  - nested\n',
  '\n  still the item\n',
  '1. first\n',
  '> quoted\n',
  'lazy\n',
  '```js\n',
  'const a = 1;\n',
  '```\n',
  '    indented\n',
  '| a | b |\n',
  '|---|:-:|\n',
  '| 1 | 2 |\n',
  '<b>html</b>\n',
  '***\n',
  'x',
];

describe('grown in random pieces', () => {
  it('is cut like the whole, and reads like the whole', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const random = seeded(seed);
      const text = Array.from({ length: 1 + Math.floor(random() * 14) }, () => {
        return pieces[Math.floor(random() * pieces.length)] ?? '';
      }).join('');
      let prose = noProse;
      for (let end = 0; end < text.length; ) {
        end = Math.min(text.length, end + 1 + Math.floor(random() * 9));
        prose = grown(text.slice(0, end), prose);
      }
      expect(prose.blocks, `seed ${seed}`).toEqual(grown(text).blocks);
      expect(sources(prose).join(''), `seed ${seed}`).toBe(text);
      const rendered = sources(prose).map((source) => markdown.render(source));
      expect(rendered.join(''), `seed ${seed}: ${JSON.stringify(text)}`).toBe(markdown.render(text));
    }
  }, 60_000);
});
