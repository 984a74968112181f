import { describe, expect, it } from 'vitest';
import { plain } from '../../src/screens/sessions/sessionRows.ts';

describe('the last line of a session', () => {
  it.each([
    ['It is **done**:\n\n```js\nrun()\n```', 'It is done: run()'],
    ['## Result\n\n`two` of three', 'Result two of three'],
    ['See [the notes](https://example.org/notes).', 'See the notes.'],
    ['2 * 3 is 6, __init__ and a-b stay, list[0] (too)', '2 * 3 is 6, __init__ and a-b stay, list[0] (too)'],
  ])('has no marks: %j', (markdown, words) => {
    expect(plain(markdown)).toBe(words);
  });
});
