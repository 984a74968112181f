import { describe, expect, it } from 'vitest';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import { pathOf, routeOf } from '../../src/state/Router.ts';

describe('an address', () => {
  it('of a session holds its id, whatever is in it', () => {
    const session = sessionId('terminal-dev:local:desk/1 ä');
    expect(routeOf(pathOf({ at: 'session', session }))).toEqual({ at: 'session', session });
  });

  it.each(['/', '/session/', '/session/a/b', '/session/%E4', '/elsewhere'])('that is none leads home: %s', (path) => {
    expect(routeOf(path)).toEqual({ at: 'home' });
  });
});
