import { shallowRef, type ShallowRef } from 'vue';
import type { Gateway } from './Gateway.ts';

/** Of `GET /api/status`, what a newcomer is told. */
interface Status {
  readonly agents: readonly { readonly agent_id: string; readonly model: string }[];
  readonly channels: readonly { readonly kind: string; readonly enabled: boolean; readonly websocket_url?: string }[];
}

export interface HouseFacts {
  /** By agent. */
  readonly models: ReadonlyMap<string, string>;
  /** Where a device connects. */
  readonly deviceAddress: string | undefined;
}

/** What the gateway is made of; it changes only when it is started again. */
export class House {
  readonly #facts = shallowRef<HouseFacts>();

  constructor(private readonly gateway: Gateway) {}

  get facts(): Readonly<ShallowRef<HouseFacts | undefined>> {
    return this.#facts;
  }

  /** Without the scope for it, one is told less. */
  async look(): Promise<void> {
    const outcome = await this.gateway.get<Status>('/api/status');
    if (outcome.kind === 'done') {
      const { agents, channels } = outcome.value;
      this.#facts.value = {
        models: new Map(agents.map((agent) => [agent.agent_id, agent.model])),
        deviceAddress: channels.find(({ kind, enabled }) => kind === 'terminal' && enabled)?.websocket_url,
      };
    }
  }
}
