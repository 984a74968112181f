import { describe, expect, it } from 'vitest';
import { problemIn } from '../src/protocol/wire/http.ts';
import { sessionId } from '../src/protocol/wire/ids.ts';
import { paths, subprotocols } from '../src/protocol/wire/paths.ts';

describe('where things are', () => {
  it('passes ids on as they are, percent-encoded', () => {
    expect(paths.session(sessionId('terminal-dev:local:a/b c'))).toBe('/api/sessions/terminal-dev%3Alocal%3Aa%2Fb%20c');
  });

  it('leaves out what is not asked for', () => {
    expect(paths.hud(sessionId('web-1'))).toBe('/ws/web-1');
    expect(paths.hud(sessionId('web-1'), 0)).toBe('/ws/web-1?after=0');
    expect(paths.sessions()).toBe('/api/sessions');
    expect(paths.sessions({ q: 'a & b', limit: 20 })).toBe('/api/sessions?q=a%20%26%20b&limit=20');
    expect(paths.file(sessionId('s'), './a.md', { start: 10, end: 12 })).toBe(
      '/api/sessions/s/file?path=.%2Fa.md&start=10&end=12',
    );
  });

  it('offers a socket what is no secret first', () => {
    expect(subprotocols('hud', 'abc')).toEqual(['switchboard.hud.v1', 'switchboard.session.abc']);
  });
});

describe('why something was not done', () => {
  it('is said in words', () => {
    expect(problemIn('{"error":{"code":"not_found","message":"There is no such file."}}')).toEqual({
      code: 'not_found',
      message: 'There is no such file.',
    });
  });

  it.each(['', '<html>', '{}', '{"error":"no"}', 'null'])('is not ours to say in %j', (body) => {
    expect(problemIn(body)).toBeUndefined();
  });
});
