import { describe, expect, it } from 'vitest';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import { Directory } from '../../src/state/Directory.ts';
import { Gateway } from '../../src/state/Gateway.ts';
import { SignIn } from '../../src/state/SignIn.ts';
import { FakeDisk, FakeHttp } from './fakes.ts';

const page = (names: readonly string[], next?: string) => ({
  status: 200,
  text: JSON.stringify({ sessions: names.map((name) => ({ session_id: name, name })), next }),
});

function room() {
  const http = new FakeHttp();
  const gateway = new Gateway(http.ask, new SignIn(http.ask, new FakeDisk().tab()));
  return { http, directory: new Directory(gateway), asked: () => http.asked.map((request) => request.path) };
}

describe('a session the list does not show', () => {
  it('is found by its name, page by page', async () => {
    const { http, directory, asked } = room();
    http.answer = ({ path }) => (path.includes('before') ? page(['Old roses', 'More roses']) : page([], 'c 1'));
    const found = await directory.named('roses');
    expect([found.asked, found.sessions.map((one) => one.name)]).toEqual([true, ['Old roses', 'More roses']]);
    expect(asked()).toEqual(['/api/sessions?q=roses&limit=100', '/api/sessions?q=roses&limit=100&before=c%201']);
  });

  it('is found by its name, not by what was said in it', async () => {
    const { http, directory } = room();
    http.answer = () => page(['Tulips', 'Roses']);
    expect((await directory.named('roses')).sessions.map((one) => one.name)).toEqual(['Roses']);
  });

  it('is not looked for without an end', async () => {
    const { http, directory, asked } = room();
    http.answer = () => page(['Tulips'], 'more');
    await directory.named('roses');
    expect(asked().length).toBe(20);
  });

  it('may be there if the gateway could not be asked', async () => {
    const { directory } = room();
    expect(await directory.named('roses')).toEqual({ sessions: [], asked: false });
    expect(await directory.isAbsent(sessionId('old'))).toBe(false);
  });

  it('is missing only if the gateway says so', async () => {
    const { http, directory, asked } = room();
    http.answer = () => ({ status: 200, text: '{"events":[]}' });
    expect(await directory.isAbsent(sessionId('a/b'))).toBe(false);
    http.answer = () => ({ status: 404, text: '{"error":{"code":"not_found","message":"There is no such session."}}' });
    expect(await directory.isAbsent(sessionId('a/b'))).toBe(true);
    expect(asked()[0]).toBe('/api/sessions/a%2Fb/events?limit=1');
  });
});
