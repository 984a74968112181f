import type { Clock, OpenSocket, SocketEvents } from '../src/protocol/link/ports.ts';
import type { FromHud, ToHud } from '../src/protocol/wire/hud.ts';
import type { FakeGateway } from './gateway.ts';

/** Sockets between pages and a gateway, which take their time, are cut, and fall silent without a word. */
export class FakeNetwork {
  /** Nobody gets through, as when a gateway is being started. */
  down = false;
  /** Characters; who sends more is thrown out. */
  readonly most = 1000;
  readonly #wires = new Set<Wire>();

  constructor(
    private readonly gateway: FakeGateway,
    private readonly clock: Clock,
    private readonly random: () => number,
  ) {}

  readonly open: OpenSocket = (address, events) => {
    const wire = new Wire(this.gateway, this.clock, this.random, events, this.most);
    this.#wires.add(wire);
    const after = /after=(\d+)/.exec(address)?.[1];
    wire.open(() => this.down, after === undefined ? undefined : Number(after));
    return {
      send: (text) => wire.toGateway(text),
      close: () => {
        wire.end();
        this.#wires.delete(wire);
      },
    };
  };

  cut(): void {
    this.#some()?.cut(1006);
  }

  stall(): void {
    this.#some()?.stall();
  }

  /** The gateway is killed: every socket ends. */
  cutAll(): void {
    for (const wire of [...this.#wires]) {
      wire.cut(1006);
    }
  }

  #some(): Wire | undefined {
    const wires = [...this.#wires];
    return wires[Math.floor(this.random() * wires.length)];
  }
}

class Wire {
  #alive = true;
  #stalled = false;
  #toClientAt = 0;
  #toGatewayAt = 0;

  constructor(
    private readonly gateway: FakeGateway,
    private readonly clock: Clock,
    private readonly random: () => number,
    private readonly events: SocketEvents,
    private readonly most: number,
  ) {}

  open(isDown: () => boolean, after: number | undefined): void {
    this.clock.after(this.#latency(), () => {
      if (this.#alive && isDown()) {
        this.cut(1006);
      } else if (this.#alive && !this.#stalled) {
        this.gateway.attach(this.#watcher, after);
      }
    });
  }

  readonly #watcher = (frame: FromHud): void => {
    // As text: what is shared by both sides is what was written down.
    const text = JSON.stringify(frame);
    this.#toClientAt = Math.max(this.#toClientAt, this.clock.now() + this.#latency());
    this.clock.after(this.#toClientAt - this.clock.now(), () => {
      if (this.#alive && !this.#stalled) {
        this.events.text(text);
      }
    });
  };

  toGateway(text: string): void {
    this.#toGatewayAt = Math.max(this.#toGatewayAt, this.clock.now() + this.#latency());
    this.clock.after(this.#toGatewayAt - this.clock.now(), () => {
      if (this.#alive && !this.#stalled && text.length > this.most) {
        this.cut(1009);
      } else if (this.#alive && !this.#stalled) {
        this.gateway.hear(JSON.parse(text) as ToHud, this.#watcher);
      }
    });
  }

  /** Both sides learn of it; what was on the way is lost. */
  cut(code: number): void {
    if (this.#alive) {
      this.end();
      this.events.closed(code);
    }
  }

  /** Nobody learns of it. */
  stall(): void {
    this.#stalled = true;
  }

  end(): void {
    this.#alive = false;
    this.gateway.detach(this.#watcher);
  }

  #latency(): number {
    return Math.floor(1 + this.random() * 40);
  }
}
