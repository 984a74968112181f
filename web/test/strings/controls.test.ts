import { describe, expect, it } from 'vitest';
import { controlsIn, pieces, spelled, withVisibleControls } from '../../src/strings/controls.ts';

describe('what cannot be seen', () => {
  it('is cut out of its text and named', () => {
    expect(pieces('rm \u001b[2K\ra')).toEqual([
      { kind: 'text', text: 'rm ' },
      { kind: 'control', name: 'ESC' },
      { kind: 'text', text: '[2K' },
      { kind: 'control', name: 'CR' },
      { kind: 'text', text: 'a' },
    ]);
    expect(pieces('')).toEqual([]);
  });

  it.each([
    ['a turn of direction', 'a\u202eb', 'U+202E'],
    ['a zero width', 'a\u200bb', 'U+200B'],
    ['a space that is none', 'a\u00a0b', 'NBSP'],
    ['a tag', 'a\u{e0041}b', 'U+E0041'],
    ['a line end of its own', 'a\u2028b', 'U+2028'],
    ['half a character', 'a\ud800b', 'U+D800'],
    ['a joiner between letters', 'a\u200db', 'U+200D'],
    ['the end of C1', 'a\u009bb', 'U+009B'],
  ])('%s is one', (_, text, name) => {
    expect(controlsIn(text)).toEqual([name]);
  });

  it('leaves lines, tabs and what people write alone', () => {
    for (const text of ['a\n\tb', 'né 漢字 עברית', '👩‍💻 ❤️ 1️⃣']) {
      expect(pieces(text)).toEqual([{ kind: 'text', text }]);
    }
  });

  it('is spelled out where no box can be drawn', () => {
    expect(spelled('a\u0007b')).toBe('a[BEL]b');
  });

  it('is shown in what people say where it acts, and left alone where it is a matter of writing', () => {
    expect(withVisibleControls('a\u202eb\u0007')).toBe('a⟨U+202E⟩b⟨BEL⟩');
    for (const text of ['oui\u00a0!', 'می\u200cخواهم', 'a\n\tb', '👩‍💻']) {
      expect(withVisibleControls(text)).toBe(text);
    }
  });
});
