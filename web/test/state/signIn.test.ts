import { describe, expect, it } from 'vitest';
import { SignIn } from '../../src/state/SignIn.ts';
import { FakeClock, settled } from '../fakes.ts';
import { FakeDisk, FakeHttp } from './fakes.ts';

const signedIn = (csrf: string) => ({ status: 200, text: JSON.stringify({ csrf, scopes: [], expires_at: '' }) });
const self = { status: 200, text: '{"name":"Chrome","scopes":[],"version":"1"}' };
const refused = { status: 401, text: '{"error":{"code":"unauthorized","message":"This token is not valid."}}' };

function browser() {
  const disk = new FakeDisk();
  const http = new FakeHttp();
  const clock = new FakeClock();
  const tab = () => new SignIn(http.ask, disk.tab(), clock);
  return { http, tab, disk, clock };
}

describe('signing in', () => {
  it('is not signed in at first', async () => {
    const { tab, http } = browser();
    const one = tab();
    await one.begin();
    expect(one.state.value).toBe('out');
    expect(http.asked).toEqual([]);
  });

  it('by the code of a printed link', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    const one = tab();
    await one.begin('a-code');
    expect(http.asked[0]).toEqual({ method: 'POST', path: '/api/session', body: { code: 'a-code' } });
    expect([one.state.value, one.csrf]).toEqual(['in', 'v1']);
  });

  it('by a token, after a wrong one, in the words of the gateway', async () => {
    const { tab, http } = browser();
    const one = tab();
    http.answer = () => refused;
    await one.withToken('wrong');
    expect(one.state.value).toBe('out');
    expect(one.problem.value).toEqual({ kind: 'refused', message: 'This token is not valid.' });
    http.answer = () => signedIn('v1');
    await one.withToken('right');
    expect([one.state.value, one.problem.value]).toEqual(['in', undefined]);
  });

  it('says so if the browser keeps no cookies, whoever is in stays', async () => {
    const { tab, http } = browser();
    http.answer = ({ method }) => (method === 'POST' ? signedIn('v1') : refused);
    const one = tab();
    await one.withToken('right');
    expect([one.state.value, one.csrf, one.problem.value]).toEqual(['out', undefined, { kind: 'noCookies' }]);
    http.answer = ({ method }) => (method === 'POST' ? signedIn('v2') : undefined);
    await one.withToken('right');
    expect([one.state.value, one.csrf]).toEqual(['in', 'v2']);
  });

  it('stays signed in over a reload, also while the gateway is away', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    await tab().withToken('right');
    http.answer = () => undefined;
    const reloaded = tab();
    await reloaded.begin();
    expect(reloaded.state.value).toBe('in');
  });

  it('finds out after a reload that it has ended', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    await tab().withToken('right');
    http.answer = () => refused;
    const reloaded = tab();
    await reloaded.begin();
    expect([reloaded.state.value, reloaded.problem.value?.kind]).toEqual(['out', 'ended']);
  });

  it('does not sign out whoever is in because of a used-up code', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    await tab().withToken('right');
    http.answer = () => refused;
    const byLink = tab();
    await byLink.begin('used');
    expect(byLink.state.value).toBe('in');
  });

  it('in one tab is signing in in all', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    const one = tab();
    const other = tab();
    let begun = 0;
    other.onBegun(() => begun++);
    await one.withToken('right');
    expect([other.state.value, begun]).toEqual(['in', 1]);
    await one.signOut();
    expect(other.state.value).toBe('out');
  });

  it('is not ended by the last words of what another tab has replaced', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    const one = tab();
    await one.withToken('right');
    http.answer = () => signedIn('v2');
    await tab().withToken('right');
    let begun = 0;
    one.onBegun(() => begun++);
    one.ended('v1');
    expect([one.state.value, one.csrf, begun]).toEqual(['in', 'v2', 1]);
    one.ended('v2');
    expect(one.state.value).toBe('out');
  });

  it('is over here even if the gateway cannot be told', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    const one = tab();
    await one.withToken('right');
    http.answer = () => undefined;
    await one.signOut();
    await settled();
    expect([one.state.value, one.csrf]).toEqual(['out', undefined]);
    expect(http.asked.at(-1)).toEqual({ method: 'DELETE', path: '/api/session', csrf: 'v1' });
  });

  it('tells the gateway when it is back that one has signed out, and says so until then', async () => {
    const { tab, http, clock } = browser();
    http.answer = () => signedIn('v1');
    const one = tab();
    await one.withToken('right');
    http.answer = () => undefined;
    await one.signOut();
    expect([one.state.value, one.problem.value?.kind]).toEqual(['out', 'untold']);
    http.answer = () => ({ status: 204, text: '' });
    await clock.pass(10_000);
    expect(http.asked.filter(({ method }) => method === 'DELETE').map(({ csrf }) => csrf)).toEqual(['v1', 'v1']);
    expect(one.problem.value).toBeUndefined();
    await clock.pass(60_000);
    expect(http.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });

  it('tells it after a reload, and before somebody else signs in', async () => {
    const { tab, http } = browser();
    http.answer = () => signedIn('v1');
    const one = tab();
    await one.withToken('right');
    http.answer = () => undefined;
    await one.signOut();
    const reloaded = tab();
    await reloaded.begin();
    expect(reloaded.problem.value?.kind).toBe('untold');
    http.answer = ({ method }) => (method === 'DELETE' ? { status: 204, text: '' } : signedIn('v2'));
    await reloaded.withToken('right');
    expect(http.asked.slice(-3).map(({ method, csrf }) => [method, csrf])).toEqual([
      ['DELETE', 'v1'],
      ['POST', undefined],
      ['GET', undefined],
    ]);
    expect([reloaded.state.value, reloaded.csrf]).toEqual(['in', 'v2']);
  });

  it('does not believe what somebody else has written into the storage', async () => {
    const { tab, disk } = browser();
    disk.tab().set('switchboard.session', '{"no": "value of ours"}');
    const one = tab();
    await one.begin();
    expect([one.state.value, one.csrf]).toEqual(['out', undefined]);
  });

  it('tells a refused socket from a gateway that is away', async () => {
    const { tab, http } = browser();
    const one = tab();
    expect(await one.ask()).toBe('unknown');
    http.answer = () => self;
    expect(await one.ask()).toBe('in');
    http.answer = () => refused;
    expect(await one.ask()).toBe('out');
    http.answer = () => ({ status: 502, text: '<html>' });
    expect(await one.ask()).toBe('unknown');
  });
});
