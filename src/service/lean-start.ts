import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { findCompileCache } from '../client/compile-cache.mjs';
import { restrictToUser } from '../client/private-files.ts';

const GROWTH = '--semi-space-growth-factor=';

/**
 * Has to be called before the modules of the service are loaded: files of the service are private to the user.
 * The compile cache halves the CPU time of the start (1.2 s to 0.6 s) and saves the compiler's memory; a young
 * generation that does not grow during loading saves 8 MB.
 */
export function beginLeanStart(): void {
  restrictToUser();
  const cache = findCompileCache();
  if (cache !== null) {
    enableCompileCache(cache);
  }
  setFlagsFromString(`${GROWTH}1`);
}

/**
 * Call it when a service for many callers runs: under load the young heap grows as usual. The one inside the app
 * goes without: with 2 MB instead of 64 it costs the same per request, and a live swap, whose packets wait in the
 * young heap, 50 MB less, which would come and go every two minutes.
 */
export function endLeanStart(): void {
  setFlagsFromString(`${GROWTH}2`);
}
