import type { ActivityEvent, ApprovalEnd } from '../src/protocol/wire/activity.ts';
import type { Ack, Approval, ChatMessage, FromHud, ToHud } from '../src/protocol/wire/hud.ts';
import type { ApprovalId, CorrelationId, EventId, MessageId, RunId, SaidId } from '../src/protocol/wire/ids.ts';
import { sessionId } from '../src/protocol/wire/ids.ts';

export const session = sessionId('web-1');

/** One entry of the ledger: what it is in the activity and in the chat. */
interface Recorded {
  readonly seq: number;
  readonly activity: ActivityEvent | undefined;
  readonly said: readonly ChatMessage[];
}

export type Watcher = (frame: FromHud) => void;

type Draft<T> = T extends ActivityEvent ? Omit<T, 'type' | 'id' | 'ts' | 'seq' | 'replay'> : never;
type DraftEvent = Draft<ActivityEvent>;

/**
 * A gateway with one session, as docs/protocols/hud.md tells it: a ledger, a dedupe table, one run at a time. It works when
 * it is told to, one step after the other, so that a test can cut in between any two.
 */
export class FakeGateway {
  /** Everything, for ever: what was said and how often it was run. */
  readonly runsOf = new Map<MessageId, number>();
  readonly #ledger: Recorded[] = [];
  readonly #texts = new Map<MessageId, string>();
  readonly #answered = new Set<MessageId>();
  readonly #queue: MessageId[] = [];
  readonly #watchers = new Set<Watcher>();
  #lowWater = 0;
  #seq = 0;
  #count = 0;
  #run: Generator<void, void> | undefined;
  #openEnds: (() => void)[] = [];
  #preview: { id: SaidId; run: RunId; text: string } | undefined;
  #asked: Approval | undefined;

  constructor(private readonly random: () => number) {}

  get isBusy(): boolean {
    return this.#run !== undefined || this.#queue.length > 0;
  }

  get last(): number {
    return this.#seq;
  }

  attach(watcher: Watcher, after?: number): void {
    const from = Math.min(after ?? 0, this.#seq);
    const gap = from > 0 && from < this.#lowWater;
    const replayed = this.#ledger.filter((recorded) => recorded.seq > from);
    watcher({
      type: 'connected',
      session_id: session,
      kind: 'chat',
      name: 'a chat',
      agent: 'default',
      state: this.isBusy ? 'AGENT_RUNNING' : 'IDLE',
      seq: this.#seq,
      version: '1',
    });
    if (replayed.length > 0) {
      watcher(this.#reconnect());
    }
    for (const { activity } of replayed) {
      if (activity !== undefined) {
        watcher({ ...activity, replay: true });
      }
    }
    const messages = replayed.flatMap((recorded) => recorded.said);
    watcher({ type: 'history', messages, ...(gap && { gap }) });
    if (this.#asked !== undefined) {
      watcher(this.#asked);
    }
    if (this.#preview !== undefined) {
      const { id, run, text } = this.#preview;
      watcher({ type: 'delta', run_id: run, text, offset: 0, id });
    }
    this.#watchers.add(watcher);
  }

  detach(watcher: Watcher): void {
    this.#watchers.delete(watcher);
  }

  hear(frame: ToHud, answer: Watcher): void {
    switch (frame.type) {
      case 'ping':
        answer({ type: 'pong' });
        return;
      case 'message':
        answer(this.#admit(frame.message_id, frame.text));
        return;
      case 'earlier':
        this.#earlier(frame.before, frame.limit ?? 1000, answer);
        return;
      case 'new':
        this.#reset();
        return;
      default:
        return;
    }
  }

  /** One step of what is to be done; nothing if nothing is. */
  work(): void {
    const next = this.#queue[0];
    if (this.#run === undefined && next !== undefined) {
      this.#run = this.#steps(next);
    }
    if (this.#run?.next().done === true) {
      this.#run = undefined;
    }
  }

  finish(): void {
    while (this.isBusy) {
      this.work();
    }
  }

  /** Killed and started again: nobody is connected, what was open is aborted, the run begins anew. */
  crash(): void {
    this.#watchers.clear();
    this.#run = undefined;
    this.#preview = undefined;
    this.#closeOpen();
  }

  #admit(id: MessageId, text: string): Ack {
    const ack = { type: 'ack', message_id: id, session_id: session } as const;
    if (this.#texts.has(id)) {
      return { ...ack, accepted: false, duplicate: true, pending: !this.#answered.has(id) };
    }
    this.#texts.set(id, text);
    this.#queue.push(id);
    this.#record(
      { event: 'received', subtype: 'message', label: 'message received', payload: { preview: text } },
      (seq) => [{ id: this.#said(), seq, role: 'user', text, ts: seq * 10, message_id: id }],
    );
    return { ...ack, accepted: true };
  }

  *#steps(message: MessageId): Generator<void, void> {
    const run = this.#id('run') as RunId;
    const turn = this.#id('turn') as CorrelationId;
    const parentId = turn;
    this.runsOf.set(message, (this.runsOf.get(message) ?? 0) + 1);
    this.#record({ event: 'turn_start', correlationId: turn, runId: run, messageId: message });
    this.#opens(() => this.#record({ event: 'turn_end', correlationId: turn, status: 'aborted', durationMs: 5 }));
    yield;
    yield* this.#paired('think', () => ({ parentId }));
    for (let calls = Math.floor(this.random() * 3); calls > 0; calls--) {
      yield* this.#say(run, 'Let me look.');
      const said = this.#preview;
      this.#preview = undefined;
      this.#record({ event: 'model_end', parentId, status: 'ok', durationMs: 8, silentMs: 3 }, (seq) =>
        said === undefined ? [] : [{ id: said.id, seq, role: 'assistant', text: said.text, ts: seq * 10, run_id: run }],
      );
      yield;
      yield* this.#tool(parentId);
    }
    yield* this.#say(run, `The answer to ${this.#texts.get(message) ?? ''}, in a few words.`);
    this.#end(message, run);
    yield;
    this.#openEnds = [];
    this.#record({ event: 'turn_end', correlationId: turn, status: 'ok', durationMs: 50 });
  }

  #end(message: MessageId, run: RunId): void {
    const said = this.#preview;
    const failed = this.random() < 0.2;
    this.#preview = undefined;
    this.#answered.add(message);
    this.#queue.shift();
    this.#record(undefined, (seq) => {
      const common = { seq, role: 'assistant', ts: seq * 10, message_id: message, run_id: run } as const;
      const partial = { id: said?.id ?? this.#said(), text: said?.text ?? '', ...common };
      // What it had said stays, and what went wrong follows as the end: two messages of one event.
      return failed
        ? [partial, { ...common, id: this.#said(), text: 'It did not work.', finish_reason: 'error' as const }]
        : [{ ...partial, finish_reason: 'stop' as const }];
    });
  }

  *#paired(kind: 'think', fields: () => { parentId: CorrelationId }): Generator<void, void> {
    const correlationId = this.#id(kind) as CorrelationId;
    this.#record({ event: 'think_start', correlationId, ...fields() });
    const end = (status: 'ok' | 'aborted') => {
      this.#record({
        event: 'think_end',
        correlationId,
        ...fields(),
        text: 'Hm.',
        truncated: false,
        status,
        durationMs: 4,
      });
    };
    this.#opens(() => end('aborted'));
    yield;
    this.#openEnds.pop();
    end('ok');
    yield;
  }

  *#tool(parentId: CorrelationId): Generator<void, void> {
    const correlationId = this.#id('call') as CorrelationId;
    const tool = 'exec';
    const args = { command: `echo ${correlationId}` };
    this.#record({ event: 'tool_start', correlationId, parentId, tool, args });
    const end = (status: 'ok' | 'aborted') => {
      const result = { ok: status === 'ok', exitCode: 0, stdout: `${correlationId}\n`, truncated: false };
      this.#record({ event: 'tool_end', correlationId, parentId, tool, result, status, durationMs: 9 });
    };
    this.#opens(() => end('aborted'));
    yield;
    if (this.random() < 0.5) {
      yield* this.#approval(correlationId, parentId, tool, args);
    }
    this.#openEnds.pop();
    end('ok');
    yield;
  }

  *#approval(call: string, parentId: CorrelationId, tool: string, args: { command: string }): Generator<void, void> {
    const correlationId = this.#id('appr') as CorrelationId;
    const approval_id = correlationId as string as ApprovalId;
    const reason = 'It runs something.';
    this.#record({
      event: 'approval_start',
      correlationId,
      parentId,
      tool,
      args,
      reason,
      expiresAt: '2030-01-01T00:00:00Z',
    });
    this.#asked = {
      type: 'approval',
      approval_id,
      tool_call: { id: call, name: tool, arguments: args },
      reason,
      expires_at: '2030-01-01T00:00:00Z',
    };
    this.#tell(this.#asked);
    const end = (status: 'ok' | 'aborted') => {
      this.#asked = undefined;
      const approved = status === 'ok';
      const fields: Omit<ApprovalEnd, 'type' | 'id' | 'ts' | 'seq' | 'replay'> = {
        event: 'approval_end',
        correlationId,
        parentId,
        tool,
        args,
        approved,
        status,
        durationMs: 7,
      };
      this.#record(fields);
      this.#tell({ type: 'approval_resolved', approval_id, approved });
    };
    this.#opens(() => end('aborted'));
    yield;
    this.#openEnds.pop();
    end('ok');
    yield;
  }

  *#say(run: RunId, words: string): Generator<void, void> {
    const id = this.#said();
    for (let tries = this.random() < 0.2 ? 2 : 1; tries > 0; tries--) {
      this.#preview = { id, run, text: '' };
      for (const piece of words.match(/.{1,7}/g) ?? []) {
        const offset = this.#preview.text.length;
        this.#preview = { id, run, text: this.#preview.text + piece };
        this.#tell({ type: 'delta', run_id: run, text: piece, offset, id });
        yield;
      }
      if (tries > 1) {
        this.#preview = undefined;
        this.#tell({ type: 'delta', run_id: run, text: '', offset: 0, id, discard: true });
        yield;
      }
    }
  }

  #reset(): void {
    this.#run = undefined;
    this.#preview = undefined;
    const waited = this.#queue.splice(0);
    this.#ledger.length = 0;
    this.#lowWater = this.#seq;
    this.#record({ event: 'received', subtype: 'new_session', label: '/new received — resetting session' });
    this.#tell({ type: 'history', messages: [], gap: true });
    this.#closeOpen();
    for (const message of waited) {
      this.#answered.add(message);
      this.#record(undefined, (seq) => [
        {
          id: this.#said(),
          seq,
          role: 'assistant',
          text: 'The conversation was reset before this was run.',
          ts: seq * 10,
          message_id: message,
          finish_reason: 'error',
        },
      ]);
    }
  }

  #earlier(before: number, limit: number, answer: Watcher): void {
    const older = this.#ledger.filter((recorded) => recorded.seq < before);
    const page = older.slice(-limit);
    for (const { activity } of page) {
      if (activity !== undefined) {
        answer({ ...activity, replay: true });
      }
    }
    answer({
      type: 'earlier',
      messages: page.flatMap((recorded) => recorded.said),
      before: page[0]?.seq ?? before,
      more: older.length > page.length,
    });
  }

  /** What has begun is closed in the opposite order if it does not come to its own end. */
  #opens(abort: () => void): void {
    this.#openEnds.push(abort);
  }

  #closeOpen(): void {
    for (const abort of this.#openEnds.splice(0).reverse()) {
      abort();
    }
    this.#asked = undefined;
  }

  #record(event: DraftEvent | undefined, said: (seq: number) => readonly ChatMessage[] = () => []): void {
    const seq = ++this.#seq;
    const id = this.#id('event') as EventId;
    const activity = event && ({ type: 'hud', id, ts: seq * 10, seq, ...event } as ActivityEvent);
    const recorded = { seq, activity, said: said(seq) };
    this.#ledger.push(recorded);
    if (activity !== undefined) {
      this.#tell(activity);
    }
    for (const message of recorded.said) {
      this.#tell({ type: 'message', ...message });
    }
  }

  #tell(frame: FromHud): void {
    for (const watcher of [...this.#watchers]) {
      watcher(frame);
    }
  }

  #reconnect(): ActivityEvent {
    const id = this.#id('event') as EventId;
    return {
      type: 'hud',
      event: 'received',
      id,
      subtype: 'reconnect',
      label: 'reconnected — replaying history',
      ts: 0,
    };
  }

  #said(): SaidId {
    return this.#id('said') as SaidId;
  }

  #id(kind: string): string {
    return `${kind}-${++this.#count}`;
  }
}
