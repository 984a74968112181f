// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import ApprovalCard from '../../src/components/approval/ApprovalCard.vue';
import { callOf, marks, oneLine, spelledWords } from '../../src/components/approval/call.ts';
import { decode } from '../../src/protocol/wire/lobby.ts';
import type { Question } from '../../src/protocol/wire/lobby.ts';
import { given } from '../components/given.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function question(id: string, args: Record<string, unknown>, name = 'exec'): Question {
  const frame = decode(
    JSON.stringify({
      type: 'approval',
      approval_id: id,
      session_id: 's',
      tool_call: { id, name, arguments: args },
      reason: 'why',
      expires_at: '2026-11-18T14:00:00Z',
    }),
  );
  if (frame.type !== 'approval') {
    throw new Error('no question');
  }
  return frame;
}

function card(...questions: readonly Question[]) {
  const answered = vi.fn<(...answer: unknown[]) => void>();
  const page = given(ApprovalCard, { questions, agent: 'titan', onAnswered: answered });
  const press = async (name: string) => {
    const button = [...page.root.querySelectorAll('button')].find(
      (one) => one.getAttribute('aria-label') === name || one.textContent?.trim() === name,
    );
    button?.click();
    await nextTick();
  };
  return { ...page, answered, press };
}

describe('the card', () => {
  it('is dead for 600 ms after a question comes in, and again after the next', async () => {
    const first = question('a', { command: 'one' });
    const second = question('b', { command: 'two' });
    const { answered, press, give } = card(first, second);
    await press('Allow');
    expect(answered).not.toHaveBeenCalled();
    vi.advanceTimersByTime(601);
    await nextTick();
    await press('Allow');
    expect(answered.mock.calls).toEqual([['a', true]]);
    await give({ questions: [second] });
    await press('Allow');
    vi.advanceTimersByTime(601);
    await nextTick();
    await press('Deny');
    expect(answered.mock.calls).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  it('answers a question once', async () => {
    const { answered, press } = card(question('a', { command: 'one' }));
    vi.advanceTimersByTime(601);
    await nextTick();
    await press('Deny');
    await press('Deny');
    await press('Allow');
    expect(answered.mock.calls).toEqual([['a', false]]);
  });

  it('denies with a reason, which Enter does not send', async () => {
    const { answered, press, find } = card(question('a', { command: 'one' }));
    vi.advanceTimersByTime(601);
    await nextTick();
    await press('Deny with a reason');
    const field = find<HTMLTextAreaElement>('textarea');
    field.value = 'not now';
    field.dispatchEvent(new Event('input'));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(answered).not.toHaveBeenCalled();
    await press('Deny');
    expect(answered.mock.calls).toEqual([['a', false, 'not now']]);
  });

  it('offers no answer while we are offline', async () => {
    const { root, give } = card(question('a', { command: 'one' }));
    await give({ connected: false });
    expect(root.querySelectorAll('button').length).toBe(0);
    expect(root.textContent).toContain('can be answered when connected');
  });
});

describe('a call', () => {
  it('is a command as it is, with its control characters marked', () => {
    const call = callOf(question('a', { command: 'echo a\u001b[2K\rb\nls' }));
    expect(call).toEqual({ isCommand: true, lines: ['echo a\u001b[2K\rb', 'ls'] });
    expect(marks(call)).toEqual(['Line 1 has 2 control characters, ESC and CR.']);
    expect(oneLine(call)).toBeUndefined();
  });

  it('is a tool with all its arguments', () => {
    expect(callOf(question('a', { path: 'a.txt', content: 'one\ntwo', deep: { x: 1 } }, 'write')).lines).toEqual([
      'write',
      '  path: a.txt',
      '  content:',
      '    one',
      '    two',
      '  "deep": {',
      '    "x": 1',
      '  }',
    ]);
  });

  it('of a command with more than a command shows the more', () => {
    expect(callOf(question('a', { command: 'ls', env: { A: '1' } })).isCommand).toBe(false);
  });
});

describe('a call in a list, a palette or a notification', () => {
  it('cannot be turned around', () => {
    expect(spelledWords(callOf(question('1', { command: 'rm \u202egnp.exe' })))).toBe('rm [U+202E]gnp.exe');
    expect(spelledWords(callOf(question('1', { path: 'a\u001b[2K' }, 'read')))).toBe('read path: a[ESC][2K');
  });
});
