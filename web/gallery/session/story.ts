import { fold, noActivity, type Activity } from '../../src/protocol/model/activity.ts';
import { apply, noTalk, type Talk } from '../../src/protocol/model/talk.ts';
import { decode, type FromHud } from '../../src/protocol/wire/hud.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A made-up session, told as the gateway would tell it: times in seconds of the turn that is told. */
export class Story {
  readonly #frames: FromHud[] = [];
  #seq = 0;
  #count = 0;
  #turn = '';
  #start = 0;
  #replay = false;

  constructor(folder: string | undefined, name = 'fix checkout tests') {
    this.#add({
      type: 'connected',
      session_id: 'shop',
      kind: 'chat',
      name,
      agent: 'titan',
      ...(folder !== undefined && { working_dir: folder }),
      state: 'IDLE',
      seq: 0,
      version: '0.1.0',
    });
    this.#add({ type: 'history', messages: [] });
  }

  /** What follows had happened when we came. */
  replayed(replay = true): this {
    this.#replay = replay;
    return this;
  }

  turn(start: number, text: string, isFirst = true): this {
    this.#start = start;
    const id = `m${++this.#count}`;
    this.#turn = `turn-${this.#count}`;
    this.said('user', 0, text, { message_id: id });
    this.#hud(0.02, 'received', {
      subtype: 'message',
      label: 'message received',
      payload: { preview: text.slice(0, 40) },
    });
    if (isFirst) {
      this.#hud(0.05, 'turn_start', { correlationId: this.#turn, runId: `run-${this.#turn}`, messageId: id });
    }
    return this;
  }

  said(role: string, at: number, text: string, more: Fields = {}): this {
    this.#add({
      type: 'message',
      id: `said-${++this.#count}`,
      seq: ++this.#seq,
      role,
      text,
      ts: this.#start + at * 1_000,
      run_id: `run-${this.#turn}`,
      ...more,
    });
    return this;
  }

  thought(from: number, seconds: number, text = 'First I look at what the tests say.', status = 'ok'): this {
    const id = { correlationId: `think-${++this.#count}`, parentId: this.#turn };
    this.#hud(from, 'think_start', id);
    this.#hud(from + seconds, 'think_end', { ...id, text, truncated: false, status, durationMs: seconds * 1_000 });
    return this;
  }

  silent(from: number, seconds: number): this {
    const fields = { parentId: this.#turn, status: 'ok', durationMs: seconds * 1_000, silentMs: seconds * 1_000 };
    this.#hud(from + seconds, 'model_end', fields);
    return this;
  }

  call(from: number, seconds: number | undefined, tool: string, args: Fields, result: Fields = {}): this {
    const id = { correlationId: `call-${++this.#count}`, parentId: this.#turn, tool };
    this.#hud(from, 'tool_start', { ...id, args });
    if (seconds !== undefined) {
      const ok = result['ok'] !== false;
      this.#hud(from + seconds, 'tool_end', {
        ...id,
        result: { ok: true, ...result },
        status: ok ? 'ok' : 'error',
        durationMs: seconds * 1_000,
      });
    }
    return this;
  }

  asked(from: number, command: string, left: number, reason: string, answer?: Fields & { seconds: number }): this {
    const id = `appr-${++this.#count}`;
    const args = { command };
    const expires = new Date(this.#start + (from + left) * 1_000).toISOString();
    const fields = { correlationId: id, parentId: this.#turn, tool: 'exec', args };
    this.#hud(from, 'approval_start', { ...fields, reason, expiresAt: expires });
    if (answer === undefined) {
      const tool_call = { id, name: 'exec', arguments: args };
      this.#add({ type: 'approval', approval_id: id, tool_call, reason, expires_at: expires });
    } else {
      const { seconds, ...more } = answer;
      this.#hud(from + seconds, 'approval_end', { ...fields, status: 'ok', durationMs: seconds * 1_000, ...more });
    }
    return this;
  }

  ended(at: number, status = 'ok'): this {
    this.#hud(at, 'turn_end', { correlationId: this.#turn, status, durationMs: at * 1_000 });
    return this;
  }

  stopped(at: number): this {
    this.#hud(at, 'received', { subtype: 'stop', label: 'stop received — aborting turn', parentId: this.#turn });
    return this.ended(at, 'aborted');
  }

  switched(at: number, from: string, to: string): this {
    this.#hud(at, 'received', { subtype: 'agent_switch', label: `switch → ${to}`, payload: { from, to } });
    return this;
  }

  get talk(): Talk {
    return this.#frames.reduce(apply, noTalk);
  }

  get activity(): Activity {
    return fold(noActivity, this.#frames);
  }

  #hud(at: number, event: string, fields: Fields): void {
    this.#add({
      type: 'hud',
      event,
      id: `event-${++this.#count}`,
      ts: this.#start + at * 1_000,
      seq: ++this.#seq,
      ...(this.#replay && { replay: true }),
      ...fields,
    });
  }

  #add(frame: Fields): void {
    const decoded = decode(JSON.stringify(frame));
    if (decoded.type === '?') {
      throw new Error(`no frame: ${decoded.name}`);
    }
    this.#frames.push(decoded);
  }
}
