/** So that the app opens without a connection. Only where the browser has it: https, or this machine. */
export function registerServiceWorker(failed: (reason: unknown) => void): void {
  if ('serviceWorker' in navigator && window.isSecureContext && import.meta.env.PROD) {
    navigator.serviceWorker.register('/sw.js').catch(failed);
  }
}
