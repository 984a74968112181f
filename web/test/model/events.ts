import type { ActivityEvent } from '../../src/protocol/wire/activity.ts';
import type { ChatMessage, Connected, FromHud } from '../../src/protocol/wire/hud.ts';
import { decode } from '../../src/protocol/wire/hud.ts';
import { sessionId } from '../../src/protocol/wire/ids.ts';

/** Frames as the gateway would send them, with what a story does not care about filled in. */

/** An event of a turn `t`; its time in milliseconds is ten times its number, unless it is given. */
export function happened(seq: number, event: ActivityEvent['event'], fields: Readonly<Record<string, unknown>> = {}) {
  const parentId = event.startsWith('turn') || event === 'received' ? {} : { parentId: 't' };
  return frame({ type: 'hud', event, id: `e${seq}`, ts: seq * 10, seq, ...parentId, ...fields });
}

export const turnStart = (seq: number, fields: Readonly<Record<string, unknown>> = {}) =>
  happened(seq, 'turn_start', { correlationId: 't', ...fields });

export const turnEnd = (seq: number, fields: Readonly<Record<string, unknown>> = {}) =>
  happened(seq, 'turn_end', { correlationId: 't', status: 'ok', durationMs: 100, ...fields });

export const toolStart = (seq: number, correlationId: string | undefined, tool = 'exec', args: object = {}) =>
  happened(seq, 'tool_start', { correlationId, tool, args });

export const toolEnd = (seq: number, correlationId: string | undefined, tool = 'exec', result: object = { ok: true }) =>
  happened(seq, 'tool_end', { correlationId, tool, result, status: 'ok', durationMs: 10 });

export const received = (seq: number, subtype: string, payload: object = {}) =>
  happened(seq, 'received', { subtype, label: `${subtype} received`, payload });

export function said(seq: number, role: ChatMessage['role'], fields: Readonly<Record<string, unknown>> = {}): FromHud {
  return frame({ type: 'message', id: `said-${seq}`, seq, role, text: `text ${seq}`, ts: seq * 10, ...fields });
}

export function connected(seq: number, fields: Partial<Connected> = {}): FromHud {
  return {
    type: 'connected',
    session_id: sessionId('web-1'),
    kind: 'chat',
    name: 'a chat',
    agent: 'default',
    state: 'IDLE',
    seq,
    version: '1',
    ...fields,
  };
}

export const noHistory: FromHud = { type: 'history', messages: [] };

/** Through the wire, so that what does not exist cannot be used in a story. */
export function frame(value: object): FromHud {
  const decoded = decode(JSON.stringify(value));
  if (decoded.type === '?') {
    throw new Error(`there is no frame ${decoded.name}`);
  }
  return decoded;
}
