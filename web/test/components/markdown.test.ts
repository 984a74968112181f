// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import AgentMessage from '../../src/components/Markdown/AgentMessage.vue';
import { linesOf } from '../../src/components/Markdown/highlight.ts';
import { blockStarts, codeIn, markup } from '../../src/components/Markdown/markdown.ts';
import { given } from './given.ts';

const said = (text: string, more: Record<string, unknown> = {}) =>
  given(AgentMessage, { text, agent: 'titan', at: 0, ...more });

describe('a hostile answer', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<svg onload=alert(1)>',
    '<iframe src="//evil.example"></iframe>',
    '- <b onclick="x()">a</b>\n- b',
  ])('stays text: %s', (text) => {
    const { root } = said(text);
    expect(root.querySelector('script, img, a, style, svg[onload], iframe, [onclick], [onerror]')).toBeNull();
    expect(root.querySelector('.prose')?.textContent).toContain(text.replace(/^- /, '').split('\n')[0]);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '/api',
  ])('has no link to %s', (address) => {
    expect(markup(`[here](${address})`)).not.toContain('<a');
    expect(markup(`[here](<${address}>)`)).not.toContain('<a');
    expect(markup(`![pic](${address})`)).not.toContain('<a');
  });

  it('loads no image, and says where it is', () => {
    const html = markup('![a cat](https://evil.example/cat.png?me=1)');
    expect(html).not.toContain('<img');
    expect(html).toContain('href="https://evil.example/cat.png?me=1"');
    expect(html).toContain('evil.example</span>');
  });

  it('has links that tell nobody where they come from, and say where they go', () => {
    const html = markup('[my bank](https://evil.example/x)');
    expect(html).toContain('rel="noopener noreferrer"');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('title="https://evil.example/x"');
    expect(html).toContain('<span class="place">evil.example</span>');
    expect(markup('https://good.example/x')).not.toContain('place');
  });

  it.each([
    ['[https://bank.example/login?from=evil.example](https://evil.example/steal)', 'evil.example'],
    ['[evil.example.bank](https://evil.example)', 'evil.example'],
    ['[not-evil.example](https://evil.example)', 'evil.example'],
    ['[https://evil.example@bank.example](https://evil.example)', 'evil.example'],
    ['[https://bank.example@evil.example](https://bank.example@evil.example)', 'evil.example'],
    ['[bank.example, not evil.example](https://evil.example)', 'evil.example'],
    ['[evil.example bank](https://evil.example)', 'evil.example'],
    ['[bank.example](https://bank.example:8443/)', 'bank.example:8443'],
    ['https://\u0435vil.example/', 'xn--vil-qdd.example'],
    ['![https://bank.example/evil.example](https://evil.example/cat.png)', 'evil.example'],
    ['[me@bank.example, not me@evil.example](mailto:me@evil.example)', 'me@evil.example'],
  ])('cannot hide where a link goes: %s', (text, place) => {
    expect(markup(text)).toContain(`<span class="place">${place}</span>`);
  });

  it.each([
    'https://good.example/x?y#z',
    '[good.example](https://good.example/x)',
    '[Good.Example/x](https://good.example/y)',
    '[`good.example`](http://good.example)',
    '<me@good.example>',
  ])('does not say twice where a link goes: %s', (text) => {
    expect(markup(text)).toContain('<a ');
    expect(markup(text)).not.toContain('place');
  });

  it('has no style attribute, though tables are aligned', () => {
    const html = markup('| a | b |\n|--:|:-:|\n| 1 | 2 |');
    expect(html).not.toContain('style');
    expect(html).toContain('<td class="right">1</td>');
    expect(html).toContain('<td class="center">2</td>');
  });

  it('shows the first columns of a table that has hundreds, and says that there are more', () => {
    const row = (cell: string) => `|${` ${cell} |`.repeat(500)}\n`;
    const html = markup(row('head') + row('--') + row('cell') + row('cell'));
    expect(html.match(/<th>head</g)?.length).toBe(40);
    expect(html.match(/<td>cell</g)?.length).toBe(80);
    expect(html).toContain('<th>460 more columns</th>');
    expect(markup(`${'| a '.repeat(40)}|\n${'|--'.repeat(40)}|\n`)).not.toContain('more');
  });

  it('shows its control characters', () => {
    const { root } = said('a\u001b[2Kb \u202egnp.exe');
    expect(root.querySelector('.prose')?.textContent).toContain('a⟨ESC⟩[2Kb ⟨U+202E⟩gnp.exe');
  });

  it.each([
    ['without a break', () => 'x'.repeat(5_000_000)],
    ['of paragraphs', () => 'Some words and *more*.\n\n'.repeat(220_000)],
    ['in one fence', () => '```js\n' + 'let a = 1;\n'.repeat(450_000) + '```\n'],
    ['of one list', () => '- a <b>\n'.repeat(620_000)],
    ['of quotes in quotes', () => '>'.repeat(5_000_000)],
    ['of brackets', () => '[a]('.repeat(1_250_000)],
  ])('of 5 MB %s is shown piece by piece', (_, text) => {
    const { root } = said(text());
    expect(root.textContent).toContain('Show more');
    expect(root.querySelector('.prose')?.textContent?.length).toBeLessThan(100_000);
  });
});

describe('an answer that is being written', () => {
  it('keeps its finished blocks', async () => {
    const { root, give } = said('First.\n\nSec', { writing: true });
    const first = root.querySelector('.markdown');
    await give({ text: 'First.\n\nSecond.\n\n- thi' });
    expect(root.querySelector('.markdown')).toBe(first);
    await give({ text: 'First.\n\nSecond.\n\n- third\n', writing: false });
    expect(root.querySelector('.markdown')).toBe(first);
    expect(root.querySelectorAll('.markdown').length).toBe(3);
  });

  it('shows an open fence as text, whatever is in it', () => {
    const { root } = said('```html\n<b>not bold</b>\n# no title', { writing: true });
    expect(root.querySelector('pre')?.textContent).toBe('<b>not bold</b>\n# no title');
    expect(root.querySelector('.prose b, .prose h1')).toBeNull();
  });

  it('shows the end of a very long one', () => {
    const { root } = said(`${'word '.repeat(100_000)}the end`, { writing: true });
    expect(root.textContent).toContain('the end');
    expect(root.textContent?.length).toBeLessThan(20_000);
  });
});

describe('blocks', () => {
  it.each(['# a\n\nb\n\n- c\n- d\n\n```\ne\n\nf\n```\n', '| a |\n|--|\n| b |\n\n> c\nd\n'])('are whole: %j', (text) => {
    const starts = blockStarts(text);
    const blocks = starts.map((start, i) => text.slice(start, starts[i + 1]));
    expect(blocks.join('')).toBe(text);
    expect(blocks.map((block) => markup(block)).join('')).toBe(markup(text));
  });

  it('of a long text are found in windows, and are the same', () => {
    const text = Array.from({ length: 9_000 }, (_, i) => `Paragraph ${i}\nof two lines\n\n`).join('');
    expect(blockStarts(text).length).toBe(9_000);
  });

  it('of code have a language and end with their fence', () => {
    expect(codeIn('```ts\nlet a;\n```\n')).toEqual({ language: 'ts', text: 'let a;', closed: true });
    expect(codeIn('```ts\nlet a;\n``')).toEqual({ language: 'ts', text: 'let a;\n``', closed: false });
    expect(codeIn('~~~\n```\n~~~')).toEqual({ language: '', text: '```', closed: true });
    expect(codeIn('```\n```')).toEqual({ language: '', text: '', closed: true });
    expect(codeIn('text')).toBeUndefined();
  });

  it('get their colours line by line', () => {
    expect(linesOf('<span class="hljs-comment">/* a\nb */</span> x &lt; <span class="hljs-number">1</span>')).toEqual([
      [{ text: '/* a', kind: 'com' }],
      [
        { text: 'b */', kind: 'com' },
        { text: ' x < ', kind: undefined },
        { text: '1', kind: 'num' },
      ],
    ]);
  });
});
