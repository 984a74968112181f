import { shallowRef, type Ref, type ShallowRef } from 'vue';
import { Delivery, type Delivered } from '../protocol/link/delivery.ts';
import type { Waiting } from '../protocol/link/outbox.ts';
import type { Clock } from '../protocol/link/ports.ts';
import { fold, noActivity, type Activity } from '../protocol/model/activity.ts';
import { askBefore } from '../protocol/model/earlier.ts';
import { apply, noTalk, resumeAfter, type Talk } from '../protocol/model/talk.ts';
import { decode, type FromHud, type ToHud } from '../protocol/wire/hud.ts';
import type { SessionId } from '../protocol/wire/ids.ts';
import { canBeSession } from '../protocol/wire/limits.ts';
import { paths } from '../protocol/wire/paths.ts';
import { Draft } from './Draft.ts';
import type { Connection, Links, LiveLink } from './Links.ts';
import type { Storage } from './ports.ts';
import type { Pump } from './Pump.ts';

/** How many older events are asked for at once. */
const EARLIER = 500;

export interface FeedListener {
  /** What is said in it can be sent now. */
  connected(session: SessionId): void;
  /** It was deleted. */
  gone(session: SessionId): void;
  /** Something happened just now, by the gateway's clock. */
  lived(ts: number): void;
}

/** What stood at the top of the conversation, by how much it was scrolled away, and how high what was shown is. */
export interface ReadingPlace {
  readonly key: string;
  readonly offset: number;
  readonly heights: ReadonlyMap<string, number>;
}

/** One session, as the gateway tells it; and what this page keeps of it while another one is shown. */
export class SessionFeed {
  readonly #talk = shallowRef<Talk>(noTalk);
  readonly #activity = shallowRef<Activity>(noActivity);
  readonly #isGone = shallowRef(false);
  readonly #isLoadingEarlier = shallowRef(false);
  readonly #link: LiveLink<FromHud, ToHud>;
  readonly #delivery: Delivery;
  #inbox: FromHud[] = [];

  /** What is being written to it. */
  readonly draft: Ref<string>;
  readonly #draft: Draft;
  /** Where one was in it; undefined at its end. */
  place: ReadingPlace | undefined;

  constructor(
    readonly session: SessionId,
    links: Links,
    private readonly pump: Pump,
    clock: Clock,
    storage: Storage,
    private readonly listener: FeedListener,
  ) {
    this.#draft = new Draft(session, storage, clock);
    this.draft = this.#draft.text;
    this.#isGone.value = !canBeSession(session);
    this.#link = links.make<FromHud, ToHud>(
      'hud',
      { address: () => this.#address(), decode },
      {
        frame: (frame) => this.#take(frame),
        cut: () => {
          this.#delivery.cut();
          this.#isLoadingEarlier.value = false;
        },
        tooBig: () => this.#delivery.tooLong(),
        gone: () => {
          this.#isGone.value = true;
          this.#draft.forget();
          this.listener.gone(session);
        },
      },
    );
    this.#delivery = new Delivery(
      (frame) => this.#link.send(frame),
      clock,
      () => this.#link.nudge(),
    );
  }

  get talk(): Readonly<ShallowRef<Talk>> {
    return this.#talk;
  }

  get activity(): Readonly<ShallowRef<Activity>> {
    return this.#activity;
  }

  get connection(): Readonly<ShallowRef<Connection>> {
    return this.#link.connection;
  }

  get isGone(): Readonly<ShallowRef<boolean>> {
    return this.#isGone;
  }

  get isLoadingEarlier(): Readonly<ShallowRef<boolean>> {
    return this.#isLoadingEarlier;
  }

  want(): void {
    if (canBeSession(this.session)) {
      this.#link.want();
    }
  }

  rest(): void {
    this.#link.rest();
  }

  /** The page is being left. */
  keepDraft(): void {
    this.#draft.keep();
  }

  /** It was deleted. */
  forgetDraft(): void {
    this.#draft.forget();
  }

  deliver(row: Waiting): Promise<Delivered> {
    return this.#delivery.deliver(row);
  }

  /** True if the gateway could be told. */
  beginWith(agent: string): boolean {
    return this.#link.send({ type: 'switch_agent', agent });
  }

  showEarlier(): void {
    const before = askBefore(this.#talk.value, this.#activity.value);
    if (before !== undefined && !this.#isLoadingEarlier.value) {
      this.#isLoadingEarlier.value = this.#link.send({ type: 'earlier', before, limit: EARLIER });
    }
  }

  /** After everything that has come: we resume after what is shown. */
  #address(): string {
    this.pump.empty();
    return paths.hud(this.session, resumeAfter(this.#talk.value));
  }

  #take(frame: FromHud): void {
    this.#delivery.heard(frame);
    this.#inbox.push(frame);
    this.pump.ask(this.#fold);
    if (frame.type === 'connected') {
      this.listener.connected(this.session);
    } else if (frame.type === 'hud' && frame.replay !== true) {
      this.listener.lived(frame.ts);
    }
  }

  readonly #fold = (): void => {
    const frames = this.#inbox;
    this.#inbox = [];
    this.#talk.value = frames.reduce(apply, this.#talk.value);
    this.#activity.value = fold(this.#activity.value, frames);
    if (frames.some((frame) => frame.type === 'earlier' || frame.type === 'error')) {
      this.#isLoadingEarlier.value = false;
    }
  };
}
