/** Tabs tell each other that the outbox changed, never what is in it. */
export function outboxTabs(): { tell(): void; onTold(told: () => void): void } {
  const channel = new BroadcastChannel('switchboard outbox');
  return {
    tell: () => channel.postMessage('changed'),
    onTold: (told) => {
      channel.onmessage = () => told();
    },
  };
}
