/** Maximum number of reloads of a killed page within the span. */
export const maxReloads = 3;
const spanMs = 60_000;

/** Decides what follows when the page is gone; `nowMs` is a clock that never goes back. */
export function createReloadPolicy(nowMs: () => number): () => 'reload' | 'give_up' {
  let reloadsMs: number[] = [];
  return () => {
    const now = nowMs();
    reloadsMs = reloadsMs.filter((at) => now - at < spanMs);
    if (reloadsMs.length >= maxReloads) {
      return 'give_up';
    }
    reloadsMs.push(now);
    return 'reload';
  };
}
