import type { ChatMessage } from '../wire/hud.ts';
import type { CorrelationId, MessageId, RunId } from '../wire/ids.ts';

/** The turn that is under way; one whose start was not shown has an id only. */
export interface Turn {
  readonly id: CorrelationId | undefined;
  readonly runId?: RunId | undefined;
  readonly messageId?: MessageId | undefined;
  readonly startedAt?: number | undefined;
}

/** What became of a message somebody sent, as far as the gateway knows it. */
export type SentState = 'accepted' | 'running' | 'answered' | 'failed';

/**
 * In one pass: a message ends with the answer that names it, or that ends the run it was put into; until then the turn
 * under way says whether it is its turn.
 */
export function sentStates(
  messages: readonly ChatMessage[],
  turn: Turn | undefined,
): ReadonlyMap<MessageId, SentState> {
  const states = new Map<MessageId, SentState>();
  const open = new Map<MessageId, ChatMessage>();
  for (const message of messages) {
    if (message.role === 'user' && message.message_id !== undefined) {
      states.set(message.message_id, 'accepted');
      open.set(message.message_id, message);
    } else if (message.finish_reason !== undefined) {
      for (const [id, said] of open) {
        if (id === message.message_id || (said.run_id !== undefined && said.run_id === message.run_id)) {
          states.set(id, message.finish_reason === 'error' ? 'failed' : 'answered');
          open.delete(id);
        }
      }
    }
  }
  for (const [id, said] of open) {
    if (turn !== undefined && (turn.messageId === id || (said.run_id !== undefined && said.run_id === turn.runId))) {
      states.set(id, 'running');
    }
  }
  return states;
}
