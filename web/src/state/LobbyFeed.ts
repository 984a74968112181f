import { shallowRef, type ShallowRef } from 'vue';
import { apply, noLobby, type Lobby } from '../protocol/model/lobby.ts';
import type { SessionId } from '../protocol/wire/ids.ts';
import { decode, type FromLobby, type ToLobby } from '../protocol/wire/lobby.ts';
import { paths } from '../protocol/wire/paths.ts';
import type { Connection, Links, LiveLink } from './Links.ts';
import type { Pump } from './Pump.ts';

/** What there is: sessions, what waits for somebody, agents, devices. */
export class LobbyFeed {
  readonly #lobby = shallowRef<Lobby>(noLobby);
  readonly #link: LiveLink<FromLobby, ToLobby>;
  #inbox: FromLobby[] = [];

  constructor(
    links: Links,
    private readonly pump: Pump,
    /** It was deleted. */
    private readonly removed: (session: SessionId) => void,
  ) {
    this.#link = links.make<FromLobby, ToLobby>(
      'lobby',
      { address: () => paths.lobby, decode },
      { frame: (frame) => this.#take(frame), cut: () => {} },
    );
  }

  get lobby(): Readonly<ShallowRef<Lobby>> {
    return this.#lobby;
  }

  /** The gateway's: who speaks of the connection speaks of this one. */
  get connection(): Readonly<ShallowRef<Connection>> {
    return this.#link.connection;
  }

  want(): void {
    this.#link.want();
  }

  #take(frame: FromLobby): void {
    this.#inbox.push(frame);
    if (frame.type === 'session' && frame.removed === true) {
      this.removed(frame.session_id);
    }
    this.pump.ask(this.#fold);
  }

  readonly #fold = (): void => {
    const frames = this.#inbox;
    this.#inbox = [];
    this.#lobby.value = frames.reduce(apply, this.#lobby.value);
  };
}
