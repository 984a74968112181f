import { describe, expect, it } from 'vitest';
import { apply as applyToActivity, noActivity } from '../../src/protocol/model/activity.ts';
import { entriesOf, type Unsent } from '../../src/protocol/model/conversation.ts';
import { askBefore } from '../../src/protocol/model/earlier.ts';
import { sentStates } from '../../src/protocol/model/sent.ts';
import { apply, noTalk, resumeAfter, stateOf, type Talk } from '../../src/protocol/model/talk.ts';
import type { FromHud } from '../../src/protocol/wire/hud.ts';
import { messageId } from '../../src/protocol/wire/ids.ts';
import { connected, frame, happened, noHistory, received, said, toolStart, turnEnd, turnStart } from './events.ts';

function after(...frames: readonly FromHud[]): Talk {
  return [connected(0), noHistory, ...frames].reduce(apply, noTalk);
}

const delta = (text: string, offset: number, more: object = {}) =>
  frame({ type: 'delta', run_id: 'run-1', id: 'said-9', text, offset, ...more });

const approval = (id: string, ends = '2030-01-01T00:05:00Z') =>
  frame({
    type: 'approval',
    approval_id: id,
    tool_call: { id: 'call_1', name: 'exec', arguments: { command: 'npm test' } },
    reason: 'It runs something.',
    expires_at: ends,
  });

const texts = (talk: Talk) => talk.messages.map((message) => message.text);

describe('what is being written', () => {
  it('grows by its offsets', () => {
    expect(after(delta('Hel', 0), delta('lo', 3)).writing?.text).toBe('Hello');
  });

  it('is not doubled by the text so far, told again', () => {
    expect(after(delta('Hel', 0), delta('Hello', 0), delta('!', 5)).writing?.text).toBe('Hello!');
  });

  it('does not guess what is missing', () => {
    expect(after(delta('Hel', 0), delta('world', 6)).writing?.text).toBe('Hel');
  });

  it('is taken back, and begun again', () => {
    const talk = after(delta('Wrong', 0), delta('', 0, { discard: true }));
    expect(talk.writing).toBeUndefined();
    expect(apply(talk, delta('Right', 0)).writing?.text).toBe('Right');
  });

  it('is over when the message is there', () => {
    const talk = after(delta('Hello', 0), said(9, 'assistant', { text: 'Hello.', finish_reason: 'stop' }));
    expect(talk.writing).toBeUndefined();
    expect(texts(talk)).toEqual(['Hello.']);
    expect(apply(talk, delta('late', 0)).writing).toBeUndefined();
  });

  it('is told anew after a reconnect, and gone if it is over', () => {
    const back = [connected(0), noHistory].reduce(apply, after(delta('Hello', 0)));
    expect(back.writing).toBeUndefined();
    expect(apply(back, delta('Hello wor', 0)).writing?.text).toBe('Hello wor');
  });
});

describe('messages', () => {
  it('are in the order of their numbers, each once', () => {
    const talk = after(said(1, 'user'), said(3, 'assistant'), said(2, 'user'), said(3, 'assistant'));
    expect(talk.messages.map((message) => message.seq)).toEqual([1, 2, 3]);
  });

  it('two of one event are both there', () => {
    const talk = after(said(4, 'assistant', { id: 'partial' }), said(4, 'assistant', { id: 'error' }));
    expect(talk.messages.map((message) => message.id)).toEqual(['partial', 'error']);
  });

  it('that are known change nothing', () => {
    const talk = after(said(1, 'user'));
    expect(apply(talk, said(1, 'user'))).toBe(talk);
  });

  it('are replaced by a history with a gap, and joined by one without', () => {
    const { type: _, ...third } = said(3, 'user') as Extract<FromHud, { type: 'message' }>;
    const history = (gap: object) => frame({ type: 'history', messages: [third], ...gap });
    const before = after(said(1, 'user'));
    expect(texts([connected(3), history({})].reduce(apply, before))).toEqual(['text 1', 'text 3']);
    expect(texts([connected(3), history({ gap: true })].reduce(apply, before))).toEqual(['text 3']);
  });

  it('do not grow for ever', () => {
    const talk = after(...Array.from({ length: 2600 }, (_, i) => said(i + 1, 'assistant')));
    expect(talk.messages.length).toBeLessThanOrEqual(2500);
    expect(talk.messages.at(-1)?.seq).toBe(2600);
    expect(talk.more).toBe(true);
  });

  it('of a gateway that was set back are not ours', () => {
    const talk = [connected(3), noHistory].reduce(apply, after(said(9, 'user')));
    expect(talk.messages).toEqual([]);
  });
});

describe('where we come back', () => {
  it('is nowhere while nothing is whole', () => {
    expect(resumeAfter(noTalk)).toBeUndefined();
    expect(resumeAfter([connected(7), turnStart(7)].reduce(apply, noTalk))).toBeUndefined();
  });

  it('is where the replay led, when it is over, less one', () => {
    expect(resumeAfter([connected(7), turnStart(5), noHistory].reduce(apply, noTalk))).toBe(6);
  });

  it('goes on with everything that is live', () => {
    expect(resumeAfter(after(turnStart(5)))).toBe(4);
    expect(resumeAfter(after(said(8, 'user')))).toBe(7);
  });

  it('is not moved by older parts that were asked for', () => {
    const talk = after(turnEnd(9), turnStart(2));
    expect(resumeAfter(talk)).toBe(8);
    expect(talk.turn).toBeUndefined();
  });
});

describe('what is before', () => {
  it('is asked for from where both messages and activity begin', () => {
    const { type: _, ...message } = said(300, 'user') as Extract<FromHud, { type: 'message' }>;
    const frames = [
      connected(301),
      turnStart(100),
      turnEnd(301),
      frame({ type: 'history', messages: [message], gap: true }),
    ];
    const talk = frames.reduce(apply, noTalk);
    const activity = frames.reduce(applyToActivity, noActivity);
    expect(askBefore(talk, activity)).toBe(300);
    const all = apply(talk, frame({ type: 'earlier', messages: [], before: 1, more: false }));
    expect(askBefore(all, activity)).toBeUndefined();
  });
});

describe('the state of a session', () => {
  it('follows from what was told', () => {
    const talk = after();
    expect(stateOf(talk)).toBe('IDLE');
    const accepted = apply(talk, said(1, 'user', { message_id: 'm1' }));
    expect(stateOf(accepted)).toBe('AGENT_RUNNING');
    const asked = [turnStart(2), approval('appr-1')].reduce(apply, accepted);
    expect(stateOf(asked)).toBe('WAITING_APPROVAL');
    const over = [
      frame({ type: 'approval_resolved', approval_id: 'appr-1', approved: true }),
      said(5, 'assistant', { message_id: 'm1', finish_reason: 'stop' }),
      turnEnd(6),
    ].reduce(apply, asked);
    expect(stateOf(over)).toBe('IDLE');
  });

  it('is running in the middle of a turn whose start was not shown', () => {
    expect(stateOf([connected(900), toolStart(900, 'a'), noHistory].reduce(apply, noTalk))).toBe('AGENT_RUNNING');
  });

  it('is not brought back by a late word about a turn that is over', () => {
    const talk = after(turnStart(1), turnEnd(2), happened(3, 'model_end', { durationMs: 1 }));
    expect(stateOf(talk)).toBe('IDLE');
  });

  it('is that of nothing after a reset', () => {
    const talk = after(
      said(1, 'user', { message_id: 'm1' }),
      turnStart(2),
      approval('appr-1'),
      received(3, 'new_session'),
    );
    expect(stateOf(talk)).toBe('IDLE');
    expect(talk.messages).toEqual([]);
  });
});

describe('who answers', () => {
  const switched = received(4, 'agent_switch', { from: 'default', to: 'titan' });

  it('changes when another agent is chosen', () => {
    expect(after(switched).about?.agent).toBe('titan');
  });

  it('is not changed by what is replayed: the greeting is newer', () => {
    const talk = [connected(9, { agent: 'coder' }), switched, noHistory].reduce(apply, noTalk);
    expect(talk.about?.agent).toBe('coder');
  });
});

describe('approvals in a session', () => {
  it('have the one that ends first first, each once', () => {
    const talk = after(approval('late', '2030-01-01T00:09:00Z'), approval('soon'), approval('soon'));
    expect(talk.approvals.waiting.map((one) => one.approval_id)).toEqual(['soon', 'late']);
    expect(talk.approvals.waiting[0]).toMatchObject({ session_id: 'web-1', reason: 'It runs something.' });
  });

  it('go when they are answered, and say by whom', () => {
    const by = { name: 'phone' };
    const talk = after(approval('a'), frame({ type: 'approval_resolved', approval_id: 'a', approved: false, by }));
    expect(talk.approvals.waiting).toEqual([]);
    expect(talk.approvals.answered).toMatchObject([{ answer: { approved: false, by } }]);
  });

  it('go when they were answered while we were away', () => {
    const end = happened(5, 'approval_end', { correlationId: 'a', tool: 'exec', approved: true, replay: true });
    const talk = [connected(5), end, noHistory].reduce(apply, after(approval('a')));
    expect(talk.approvals.waiting).toEqual([]);
  });

  it('are open again when a gateway that was killed asks again', () => {
    const resolved = frame({ type: 'approval_resolved', approval_id: 'a', approved: false });
    const { waiting, answered } = after(approval('a'), resolved, approval('a')).approvals;
    expect(waiting).toHaveLength(1);
    expect(answered).toEqual([]);
  });
});

describe('what became of a message', () => {
  const user = (seq: number, id: string, more: object = {}) => said(seq, 'user', { message_id: id, ...more });
  const final = (seq: number, more: object) => said(seq, 'assistant', { finish_reason: 'stop', ...more });
  const state = (talk: Talk, id: string) => sentStates(talk.messages, talk.turn).get(messageId(id));

  it('goes from accepted to running to answered', () => {
    const accepted = after(user(1, 'm1'));
    expect(state(accepted, 'm1')).toBe('accepted');
    const running = apply(accepted, turnStart(2, { runId: 'run-1', messageId: 'm1' }));
    expect(state(running, 'm1')).toBe('running');
    expect(state(apply(running, said(3, 'assistant', { run_id: 'run-1' })), 'm1')).toBe('running');
    expect(state(apply(running, final(3, { message_id: 'm1' })), 'm1')).toBe('answered');
  });

  it('is failed when its answer is an error', () => {
    expect(state(after(user(1, 'm1'), final(2, { message_id: 'm1', finish_reason: 'error' })), 'm1')).toBe('failed');
  });

  it('is the run’s, if it was put into one', () => {
    const turn = turnStart(2, { runId: 'run-1', messageId: 'm1' });
    const steered = after(user(1, 'm1'), turn, user(3, 'm2', { run_id: 'run-1' }));
    expect(state(steered, 'm2')).toBe('running');
    expect(state(apply(steered, final(4, { message_id: 'm1', run_id: 'run-1' })), 'm2')).toBe('answered');
  });

  it('is accepted while another one runs', () => {
    const talk = after(user(1, 'm1'), user(2, 'm2'), turnStart(3, { runId: 'run-1', messageId: 'm1' }));
    expect(state(talk, 'm2')).toBe('accepted');
  });
});

describe('the conversation', () => {
  const unsent = (id: string, more: Partial<Unsent> = {}): Unsent => ({
    id: messageId(id),
    text: 'mine',
    at: 1,
    ...more,
  });
  const entries = (talk: Talk, ...rows: readonly Unsent[]) => entriesOf([], talk.messages, talk.turn, rows);

  it('has what waits after what was said', () => {
    expect(entries(after(said(1, 'assistant')), unsent('m1')).map(({ key, state }) => [key, state])).toEqual([
      ['said-1', undefined],
      ['m1', 'sending'],
    ]);
  });

  it('keeps a message’s key when it is there', () => {
    const talk = after(said(1, 'user', { message_id: 'm1' }));
    expect(entries(talk, unsent('m1')).map(({ key, state }) => [key, state])).toEqual([['m1', 'accepted']]);
  });

  it('says why one was refused', () => {
    expect(entries(after(), unsent('m1', { refused: 'too long' }))).toMatchObject([
      { state: 'refused', why: 'too long' },
    ]);
  });

  it('names the authors', () => {
    const talk = after(
      said(1, 'user'),
      said(2, 'assistant'),
      said(3, 'system'),
      said(4, 'assistant', { finish_reason: 'error' }),
    );
    expect(entries(talk).map((entry) => entry.author)).toEqual(['you', 'agent', 'system', 'error']);
  });

  it('keeps entries that say the same as the same objects', () => {
    const talk = after(said(1, 'user', { message_id: 'm1' }), said(2, 'user', { message_id: 'm2' }));
    const before = entries(talk);
    expect(entriesOf(before, talk.messages, talk.turn, [])).toBe(before);
    const now = apply(talk, said(3, 'assistant', { message_id: 'm2', finish_reason: 'stop' }));
    const later = entriesOf(before, now.messages, now.turn, []);
    expect(later[0]).toBe(before[0]);
    expect(later[1]).not.toBe(before[1]);
  });
});
