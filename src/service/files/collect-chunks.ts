import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => unknown;

let collect: Collect | null = null;

/**
 * Frees the chunks that a stream has left behind. V8 hardly counts memory outside its heap, and lets 63 MB of
 * used socket buffers accumulate during a large upload; a minor collection every 16 MB takes about a
 * millisecond and keeps them below that. Does nothing when the collector is unavailable.
 */
export function collectChunks(): void {
  collect ??= openCollect();
  collect({ type: 'minor' });
}

/** The collector is exposed only to contexts created while the flag is set. */
function openCollect(): Collect {
  const exposed: unknown = globalThis.gc;
  if (isCollect(exposed)) {
    return exposed;
  }
  if (process.versions['electron'] !== undefined) {
    // Chromium freezes the flags of V8 at its start, and ends the process that changes one later.
    return () => undefined;
  }
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return isCollect(found) ? found : () => undefined;
}

function isCollect(value: unknown): value is Collect {
  return typeof value === 'function';
}
