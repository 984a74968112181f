import type { Ack, Failure, FromHud, Say } from '../wire/hud.ts';
import type { MessageId } from '../wire/ids.ts';
import { isTooLong } from '../wire/limits.ts';
import type { Waiting } from './outbox.ts';
import type { Clock } from './ports.ts';

/** How long the gateway may take to put a message on disk. */
const PATIENCE = 10_000;
/** Why a message is refused that no frame can carry: here, or by the gateway, which has no other word for it than its end. */
export const TOO_LONG = 'too_long';

export type Delivered =
  /** It is on disk, now or from before. */
  | { readonly kind: 'onDisk' }
  /** It will not be taken under this id. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Not now: too many wait, or nobody answered. The same id again, after a pause. */
  | { readonly kind: 'later' }
  /** The same id again, when there is a link. */
  | { readonly kind: 'noLink' };

/** Sends messages over one session's link and knows by their ids which answer is whose. */
export class Delivery {
  readonly #open = new Map<MessageId, { readonly size: number; readonly done: (delivered: Delivered) => void }>();

  constructor(
    private readonly send: (frame: Say) => boolean,
    private readonly clock: Clock,
    /** Nobody answered in time: the link may be dead without knowing. */
    private readonly unanswered: () => void = () => {},
  ) {}

  deliver(row: Waiting): Promise<Delivered> {
    const { id, text, mode } = row;
    if (isTooLong(text)) {
      return Promise.resolve({ kind: 'refused', why: TOO_LONG });
    }
    if (!this.send({ type: 'message', message_id: id, text, ...(mode && { mode }) })) {
      return Promise.resolve({ kind: 'noLink' });
    }
    return new Promise((done) => {
      const cancel = this.clock.after(PATIENCE, () => {
        this.#settle(id, { kind: 'later' });
        this.unanswered();
      });
      const before = this.#open.get(id);
      this.#open.set(id, {
        size: text.length,
        done: (delivered) => {
          cancel();
          done(delivered);
          before?.done(delivered); // sent twice without a lock between: one answer is for both
        },
      });
    });
  }

  heard(frame: FromHud): void {
    if (frame.type === 'ack') {
      this.#settle(frame.message_id, ofAck(frame));
    } else if (frame.type === 'error' && frame.message_id !== undefined) {
      this.#settle(frame.message_id, ofFailure(frame));
    }
  }

  /** The link is gone: whether it arrived is asked again over the next one. */
  cut(): void {
    for (const id of [...this.#open.keys()]) {
      this.#settle(id, { kind: 'noLink' });
    }
  }

  /** The link ended because of a frame: of what was sent, the longest. Sent again, it would end the next one. */
  tooLong(): void {
    const [longest] = [...this.#open].sort(([, a], [, b]) => b.size - a.size);
    if (longest !== undefined) {
      this.#settle(longest[0], { kind: 'refused', why: TOO_LONG });
    }
  }

  #settle(id: MessageId, delivered: Delivered): void {
    const sent = this.#open.get(id);
    this.#open.delete(id);
    sent?.done(delivered);
  }
}

function ofAck(ack: Ack): Delivered {
  if (ack.code === 'forgotten' || ack.code === 'id_reused') {
    // The id was used up, by a conversation that was reset or by another text: what we have was not taken.
    return { kind: 'refused', why: ack.reply ?? ack.error ?? ack.code };
  }
  return { kind: ack.accepted || ack.duplicate === true ? 'onDisk' : 'later' };
}

function ofFailure(failure: Failure): Delivered {
  return { kind: 'refused', why: failure.error };
}
