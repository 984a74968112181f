import type { ChatMessage } from '../wire/hud.ts';
import type { MessageId, RunId } from '../wire/ids.ts';
import { kept } from './kept.ts';
import { sentStates, type SentState, type Turn } from './sent.ts';

/** A message of this device that is not known to be on the gateway's disk. */
export interface Unsent {
  readonly id: MessageId;
  readonly text: string;
  readonly at: number;
  readonly refused?: string;
}

/** One article of the conversation. What is being written is not among them: it stands below the list. */
export interface Entry {
  /** A message of ours has its own id from sending to answered: nothing remounts. */
  readonly key: string;
  readonly author: 'you' | 'agent' | 'system' | 'error';
  readonly text: string;
  readonly at: number;
  readonly messageId: MessageId | undefined;
  readonly runId: RunId | undefined;
  /** Of what a person sent. */
  readonly state: SentState | 'sending' | 'refused' | undefined;
  /** Why it was refused. */
  readonly why: string | undefined;
}

/** What was said, then what waits to be said; an entry that says the same as before is the same object. */
export function entriesOf(
  before: readonly Entry[],
  messages: readonly ChatMessage[],
  turn: Turn | undefined,
  unsent: readonly Unsent[],
): readonly Entry[] {
  const states = sentStates(messages, turn);
  const said = messages.map((message) => saidEntry(message, states));
  // On the gateway's disk already, though its word to the outbox is still on the way.
  const waiting = unsent.filter((row) => !states.has(row.id)).map(unsentEntry);
  return kept(before, [...said, ...waiting]);
}

function saidEntry(message: ChatMessage, states: ReadonlyMap<MessageId, SentState>): Entry {
  const { role, text, message_id: messageId, run_id: runId } = message;
  const isSent = role === 'user' && messageId !== undefined;
  return {
    key: isSent ? messageId : message.id,
    author: authorOf(message),
    text,
    at: message.ts,
    messageId,
    runId,
    state: isSent ? states.get(messageId) : undefined,
    why: undefined,
  };
}

function authorOf(message: ChatMessage): Entry['author'] {
  if (message.finish_reason === 'error') {
    return 'error';
  }
  return message.role === 'user' ? 'you' : message.role === 'assistant' ? 'agent' : 'system';
}

function unsentEntry(row: Unsent): Entry {
  return {
    key: row.id,
    author: 'you',
    text: row.text,
    at: row.at,
    messageId: row.id,
    runId: undefined,
    state: row.refused === undefined ? 'sending' : 'refused',
    why: row.refused,
  };
}
