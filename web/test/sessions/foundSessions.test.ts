import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, nextTick, ref } from 'vue';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import { useFoundSessions } from '../../src/screens/shell/useFoundSessions.ts';
import { Deletions } from '../../src/state/Deletions.ts';
import { Directory } from '../../src/state/Directory.ts';
import { Gateway } from '../../src/state/Gateway.ts';
import { SignIn } from '../../src/state/SignIn.ts';
import { FakeDisk, FakeHttp } from '../state/fakes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function room() {
  const http = new FakeHttp();
  http.answer = () => ({ status: 200, text: '{"sessions":[{"session_id":"old","name":"Old roses"}]}' });
  const directory = new Directory(new Gateway(http.ask, new SignIn(http.ask, new FakeDisk().tab())));
  const deletions = new Deletions(() => {});
  const words = ref('');
  const scope = effectScope();
  const found = scope.run(() => useFoundSessions({ directory, deletions }, () => words.value));
  const type = async (text: string) => {
    words.value = text;
    await nextTick();
  };
  const names = () => found?.withFound([]).map((one) => one.name);
  return { http, deletions, type, names, search: () => found?.search.value };
}

describe('looking for a session', () => {
  it('asks the gateway once one stops typing', async () => {
    const { http, type, names, search } = room();
    await type('ro');
    await type('roses');
    expect(search()).toBe('looking');
    await vi.advanceTimersByTimeAsync(300);
    expect(http.asked.map((request) => request.path)).toEqual(['/api/sessions?q=roses&limit=100']);
    expect([names(), search()]).toEqual([['Old roses'], 'over']);
    await type('');
    expect([names(), search()]).toEqual([[], 'over']);
  });

  it('says so if the gateway could not be asked', async () => {
    const { http, type, search } = room();
    http.answer = () => undefined;
    await type('roses');
    await vi.advanceTimersByTimeAsync(300);
    expect(search()).toBe('failed');
  });

  it('does not find what was deleted since', async () => {
    const { deletions, type, names } = room();
    await type('roses');
    await vi.advanceTimersByTimeAsync(300);
    deletions.begin(sessionId('old'));
    await nextTick();
    deletions.over(sessionId('old'));
    await nextTick();
    expect(names()).toEqual([]);
  });
});
