import { describe, expect, it } from 'vitest';
import { apply, groupsOf, named, noLobby, type Lobby } from '../../src/protocol/model/lobby.ts';
import { decode, type FromLobby } from '../../src/protocol/wire/lobby.ts';

function frame(value: object): FromLobby {
  const decoded = decode(JSON.stringify(value));
  if (decoded.type === '?') {
    throw new Error(`there is no frame ${decoded.name}`);
  }
  return decoded;
}

const line = (id: string, fields: object = {}) => ({
  session_id: id,
  kind: 'chat',
  name: id,
  agent: 'default',
  state: 'IDLE',
  pinned: false,
  archived: false,
  created_at: new Date(2026, 10, 1).toISOString(),
  last_event_at: new Date(2026, 10, 18, 9).toISOString(),
  last_seq: 1,
  ...fields,
});

const question = (id: string, session: string, minute = 5) => ({
  approval_id: id,
  session_id: session,
  tool_call: { id: 'call_1', name: 'exec', arguments: {} },
  reason: 'why',
  expires_at: new Date(2026, 10, 18, 9, minute).toISOString(),
});

const all = (sessions: readonly object[], approvals: readonly object[] = []) =>
  frame({ type: 'sessions', sessions, approvals, agents: [], devices: [] });

const after = (...frames: readonly FromLobby[]): Lobby => frames.reduce(apply, noLobby);
const ids = (sessions: Lobby['sessions']) => sessions.map((session) => session.session_id);

describe('the lobby', () => {
  it('is not told before the gateway has said what there is', () => {
    expect(after(frame({ type: 'connected', version: '1' })).told).toBe(false);
    expect(after(all([])).told).toBe(true);
  });

  it('is replaced by a snapshot, never merged', () => {
    const lobby = after(all([line('a'), line('b')], [question('q', 'a')]), all([line('b')]));
    expect(ids(lobby.sessions)).toEqual(['b']);
    expect(lobby.approvals.waiting).toEqual([]);
  });

  it('takes one change after the other', () => {
    const lobby = after(
      all([line('a'), line('b')]),
      frame({ type: 'session', ...line('b', { name: 'renamed' }) }),
      frame({ type: 'session', ...line('c') }),
      frame({ type: 'session', session_id: 'a', removed: true }),
    );
    expect(lobby.sessions.map((session) => session.name)).toEqual(['c', 'renamed']);
    expect(lobby.sessions[0]).not.toHaveProperty('type');
  });

  it('replaces a session as a whole: what is no longer told is gone', () => {
    const lobby = after(all([line('a', { last_text: 'Hello.' })]), frame({ type: 'session', ...line('a') }));
    expect(lobby.sessions[0]?.last_text).toBeUndefined();
  });

  it('knows agents and devices', () => {
    const device = { type: 'device', channel_id: 'c', peer_id: 'p', connected_at: '2026-11-18T09:00:00Z' };
    const lobby = after(
      all([]),
      frame({ type: 'agent', agent_id: 'default', status: 'running' }),
      frame({ type: 'agent', agent_id: 'default', status: 'idle' }),
      frame(device),
    );
    expect(lobby.agents).toEqual([{ agent_id: 'default', status: 'idle' }]);
    expect(lobby.devices).toHaveLength(1);
    expect(after(all([]), frame(device), frame({ ...device, removed: true })).devices).toEqual([]);
  });

  it('says who answered, wherever it was', () => {
    const lobby = after(
      all([line('a')], [question('late', 'a', 9), question('soon', 'a', 3)]),
      frame({
        type: 'approval_resolved',
        approval_id: 'soon',
        session_id: 'a',
        approved: true,
        by: { name: 'operator' },
      }),
    );
    expect(lobby.approvals.waiting.map((one) => one.approval_id)).toEqual(['late']);
    expect(lobby.approvals.answered[0]?.answer.by?.name).toBe('operator');
  });
});

describe('the list of sessions', () => {
  it('has what needs you, what runs, what is pinned, then the days', () => {
    const groups = groupsOf(
      after(
        all(
          [
            line('old', { last_event_at: new Date(2026, 10, 12, 23, 59).toISOString() }),
            line('today'),
            line('later today', { last_event_at: new Date(2026, 10, 18, 10).toISOString() }),
            line('run', { state: 'AGENT_RUNNING' }),
            line('held', { state: 'WAITING_APPROVAL' }),
            line('asks'),
            line('pin', { pinned: true }),
            line('away', { archived: true }),
            line('shell', { kind: 'terminal' }),
          ],
          [question('q', 'asks')],
        ),
      ),
    );
    expect(ids(groups.needsYou)).toEqual(['held', 'asks']);
    expect(ids(groups.running)).toEqual(['run']);
    expect(ids(groups.pinned)).toEqual(['pin']);
    expect(ids(groups.terminals)).toEqual(['shell']);
    expect(groups.days.map((day) => [day.start, ids(day.sessions)])).toEqual([
      [new Date(2026, 10, 18).getTime(), ['later today', 'today']],
      [new Date(2026, 10, 12).getTime(), ['old']],
    ]);
  });

  it('is searched by name, all words in any order', () => {
    const { sessions } = after(all([line('The garden'), line('build the site'), line('garden site')]));
    expect(ids(named(sessions, ' SITE  gard'))).toEqual(['garden site']);
    expect(ids(named(sessions, ''))).toHaveLength(3);
  });
});
