import { Story } from './story.ts';

export const now = new Date(2026, 10, 18, 14, 4, 53).getTime();
const MINUTE = 60_000;

const edit = {
  path: 'src/cart/totals.ts',
  old: 'export function orderTotal(lines: Line[]) {\n  let net = 0, vat = 0;\n  for (const l of lines) {\n    net += l.net;\n    vat += roundCents(l.net * l.rate);\n  }\n  return { net, vat, gross: net + vat };',
  new: 'export function orderTotal(lines: Line[]) {\n  let net = 0, vat = 0;\n  for (const l of lines) {\n    net += l.net;\n    vat += l.net * l.rate;\n  }\n  // Round once per order, not per line.\n  vat = roundCents(vat);\n  return { net, vat, gross: net + vat };',
};
const file = (path: string, startLine: number, endLine: number) => ({
  file: { path, viewerPath: path, area: { startLine, endLine } },
  area: { startLine, endLine },
});
const testText =
  "describe('orderTotal', () => {\n  test('one line', () => {\n    const t = orderTotal([{ net: 1000, rate: 0.19 }]);\n    expect(t.vat).toBe(190);\n  });\n\n  // Fails since the merge: 269 expected, 270 received.\n  test('two lines, mixed VAT', () => {\n    const t = orderTotal([\n      { net: 1033, rate: 0.19 },\n      { net: 1033, rate: 0.07 },\n    ]);\n    expect(t.vat).toBe(269);\n";
const failedOutput =
  '\u001b[32m ✓\u001b[39m src/money.test.ts \u001b[2m(12 tests) 84 ms\u001b[22m\n\u001b[31m ✗\u001b[39m test/cart.test.ts \u001b[2m(9 tests)\u001b[22m \u001b[31m3 failed\u001b[39m\n\u001b[31m   → two lines, mixed VAT\u001b[39m\n     expected \u001b[32m269\u001b[39m, received \u001b[31m270\u001b[39m\n     test/cart.test.ts:52:19\n\n\u001b[1m Tests\u001b[22m  \u001b[31m3 failed\u001b[39m, \u001b[32m45 passed\u001b[39m \u001b[2m(48)\u001b[22m\n';

function before(story: Story): Story {
  return story
    .turn(now - 40 * MINUTE, 'what does this repository do?')
    .thought(0.1, 2)
    .call(2.2, 0.4, 'read', { path: 'README.md' }, { ...file('README.md', 1, 40), text: '# shop\n' })
    .call(2.8, 0.3, 'exec', { command: 'ls' }, { exitCode: 0, stdout: 'src\ntest\n' })
    .thought(3.3, 6)
    .said('assistant', 9.3, 'It is a small web shop: cart, checkout, invoices.', {
      message_id: 'm1',
      finish_reason: 'stop',
    })
    .ended(9.4)
    .turn(now - 20 * MINUTE, 'add the VAT line to the receipt')
    .thought(0.1, 6)
    .thought(6.4, 12)
    .call(19, 14, 'exec', { command: 'npm test' }, { exitCode: 0, stdout: '48 passed' })
    .thought(33.2, 2)
    .call(36, 12, 'exec', { command: 'npm run lint' }, { exitCode: 0, stdout: '' })
    .said('assistant', 48, 'The receipt shows VAT now.', { message_id: 'm18', finish_reason: 'stop' })
    .ended(48.2);
}

function work(story: Story): Story {
  return story
    .turn(now - 134_000, 'The cart tests fail since yesterday’s merge. Find out why, fix it, push a branch.')
    .thought(0.1, 4.2)
    .call(
      4,
      12.4,
      'exec',
      { command: 'npm test' },
      {
        ok: false,
        exitCode: 1,
        stdout: failedOutput,
        truncated: true,
        bytes: 217_088,
        mentionedPaths: [{ path: 'test/cart.test.ts', viewerPath: 'test/cart.test.ts' }],
        error: 'the command ended with 1',
      },
    )
    .call(17, 0.21, 'read', { path: 'src/cart/totals.ts' }, { ...file('src/cart/totals.ts', 1, 84), text: testText })
    .call(
      17.5,
      0.18,
      'read',
      { path: 'test/cart.test.ts', offset: 40 },
      { ...file('test/cart.test.ts', 40, 96), text: testText, truncated: true, bytes: 24_000 },
    )
    .said(
      'assistant',
      17.9,
      '3 of 48 fail, all in `test/cart.test.ts`: totals are one cent off when an order has more than one line.',
    )
    .silent(18, 21)
    .thought(39, 9.8)
    .call(49, 0.09, 'edit', edit, file('src/cart/totals.ts', 20, 28))
    .call(49.2, 0.07, 'edit', { path: 'test/cart.test.ts', old: 'a', new: 'b' }, file('test/cart.test.ts', 180, 195))
    .call(50, 11.8, 'exec', { command: 'npm test' }, { exitCode: 0, stdout: '49 passed' })
    .call(62, 2.1, 'web_search', { query: 'vat rounding per line or per order germany' }, { text: '1. …' })
    .call(
      64.4,
      3.4,
      'web_fetch',
      { url: 'https://docs.shop.example/vat#rounding-of-orders' },
      { text: 'Round once.', url: 'https://docs.shop.example/vat' },
    )
    .thought(68, 18)
    .call(
      86,
      0.32,
      'exec',
      { command: 'git commit -am "Round VAT once per order, not per line"' },
      { exitCode: 0, stdout: '' },
    );
}

export const running = () =>
  work(before(new Story('~/work/shop')))
    .said(
      'assistant',
      86.5,
      'The merge rounded VAT on each line. I round once per order again and added a test. Unit tests pass, e2e runs. I would push now so that CI can start.',
    )
    .call(87, undefined, 'exec', { command: 'npm run test:e2e' });

export const waiting = () =>
  running().asked(93, 'git push origin fix/vat-rounding', 300, 'Writes to a remote. Not on the allow list.');

const script =
  'ssh deploy@shop.example <<\'END\'\nset -e\ncd /srv/shop && git fetch --tags\ngit checkout v2.4.1\nnpm ci --omit=dev\nnpm run db:migrate -- --env production --allow-destructive-changes --lock-timeout 30s\necho "migrated"\u001b[2K\recho "nothing to do"\npg_dump shop > /var/backups/shop-$(date +%F).sql\nsystemctl restart shop-web shop-worker\ncurl -fsS https://shop.example/health | jq .\nEND';

export const several = () =>
  running()
    .said('assistant', 90, 'All tests pass. Three steps need your yes; they do not depend on each other.')
    .asked(93, script, 202, 'Opens a connection. Not on the allow list.')
    .asked(93.2, 'git push origin fix/vat-rounding', 273, 'Writes to a remote. Not on the allow list.')
    .asked(93.4, 'rm -r build/ && npm run build', 586, 'Deletes files.');

export const long = () =>
  running().asked(
    93,
    Array.from({ length: 40 }, (_, at) => `echo "step ${at + 1}" && ./run --step ${at + 1}`).join('\n'),
    202,
    'Not on the allow list.',
  );

const answer = `Pushed \`fix/vat-rounding\`. CI is green: 49 unit tests and 12 e2e tests pass. The change:

\`\`\`ts
// Round once per order, not per line.
vat = roundCents(vat);
\`\`\`

| suite | tests | took |
|---|--:|--:|
| unit | 49 | 11.8 s |
| e2e | 12 | 1 min 29 s |

- See [the rule](https://docs.shop.example/vat) and https://ci.shop.example/412
- ![a picture](https://elsewhere.example/x.png)

Next: open the pull request, or look at the diff first?`;

export const ended = () =>
  work(before(new Story('~/work/shop').replayed()).replayed(false))
    .said(
      'assistant',
      86.5,
      'The merge rounded VAT on each line. I round once per order again and added a test with two lines.',
    )
    .call(87, 89, 'exec', { command: 'npm run test:e2e' }, { exitCode: 0, stdout: '12 passed' })
    .asked(93, 'git push origin fix/vat-rounding', 300, 'Writes to a remote.', {
      seconds: 46.5,
      approved: true,
      by: { name: 'you on Pixel 8' },
    })
    .call(140, 3.1, 'exec', { command: 'git push origin fix/vat-rounding' }, { exitCode: 0, stdout: '' })
    .call(
      144,
      2.1,
      'tracker__search_issues',
      { query: 'VAT' },
      {
        raw: {
          content: [
            { type: 'text', text: '2 issues match. SHOP-412 is open and is the one you describe.' },
            { type: 'resource_link', uri: 'https://tracker.shop.example/issue/SHOP-412' },
            {
              type: 'image',
              mimeType: 'image/png',
              data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
            },
          ],
        },
      },
    )
    .thought(190, 4.7)
    .said('assistant', 197, answer, { message_id: 'm24', finish_reason: 'stop' })
    .ended(198);

export const failed = () =>
  work(before(new Story('~/work/shop')))
    .said('assistant', 87, 'The merge rounded VAT on each line. It is SHOP-412.', {
      message_id: 'm24',
      finish_reason: 'stop',
    })
    .ended(88)
    .turn(now - 48_000, 'Now the same for the invoice page.')
    .thought(0.1, 8, '', 'error')
    .silent(8.2, 9)
    .thought(17.5, 8.4, '', 'error')
    .thought(36, 11.4, '', 'error')
    .said(
      'system',
      47.9,
      'The model did not answer. The provider was overloaded (529) three times in 48 s. Nothing of this turn was lost; its files are as they were.',
      { finish_reason: 'error' },
    )
    .ended(48, 'error');

export const empty = () => new Story('~/work/shop', 'New chat');

export function many(): Story {
  const story = new Story('~/work/shop', '10,000 events');
  for (let turn = 0; turn < 100; turn++) {
    story.turn(now - (101 - turn) * MINUTE, `Task ${turn + 1}: do something about it.`);
    for (let step = 0; step < 48; step++) {
      story.call(step, 0.8, 'exec', { command: `make part-${step}` }, { exitCode: 0, stdout: 'ok' });
    }
    story
      .said('assistant', 49, `Part ${turn + 1} is done. **All 48 steps** passed.\n\n- one\n- two`, {
        finish_reason: 'stop',
      })
      .ended(50);
  }
  return story;
}

/** What a model may write to do harm; it stays text. */
export const hostile = () =>
  new Story('~/work/shop', 'hostile')
    .turn(now - MINUTE, '<b>not bold</b> <img src=x onerror=alert(1)>')
    .call(
      1,
      1,
      'exec',
      { command: 'echo \u001b[2K\rrm -rf /' },
      { exitCode: 0, stdout: '<script>alert(1)</script>\n\u001b]0;x\u0007' },
    )
    .said(
      'assistant',
      3,
      '<script>document.title = "owned"</script>\n\n<img src="https://evil.example/x.png" onerror="alert(1)">\n\n[click](javascript:alert(1)) [data](data:text/html,x) ![i](https://evil.example/i.png)\n\n<style>*{display:none}</style>\n\na\u001b[2K\u202egnp\n\n| a |\n|--:|\n| <b style="color:red">1</b> |',
    )
    .said('assistant', 4, `# Long\n\n${'Some *words* and `code`.\n\n'.repeat(200_000)}`, { finish_reason: 'stop' })
    .ended(5);
