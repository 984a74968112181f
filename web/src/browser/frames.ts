/**
 * Calls once with the next picture. A hidden page draws none, so there it is called at once; and one that is hidden while
 * it waits is called then.
 */
export function nextFrame(work: () => void): void {
  if (document.visibilityState === 'hidden') {
    work();
    return;
  }
  const frame = requestAnimationFrame(done);
  document.addEventListener('visibilitychange', done);

  function done(): void {
    cancelAnimationFrame(frame);
    document.removeEventListener('visibilitychange', done);
    work();
  }
}
