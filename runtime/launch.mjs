/**
 * First file of an app on the Chromium runtime. JavaScript, because our own files are TypeScript: taking their types out and
 * compiling them takes 700 ms, loading what takes types out alone 60 ms. Where all of it is kept, neither is done.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder } from './own-folder.mjs';

cacheCompiled(join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'chromium-runtime'));
await import('./launch.ts');

/**
 * Keeps compiled code for the next start, in a folder that only the user can write.
 *
 * @param {string} folder
 */
function cacheCompiled(folder) {
  const flushAfterMs = 3_000;
  try {
    if (!makeOwnFolder(folder)) {
      return;
    }
  } catch {
    // Without a place to keep it, every start compiles anew.
    return;
  }
  enableCompileCache(folder);
  // A killed app keeps nothing at its end.
  setTimeout(() => flushCompileCache(), flushAfterMs).unref();
}
