/**
 * Entry point of an app on the Chromium runtime. JavaScript, because our own files are TypeScript: stripping
 * their types and compiling them takes 700 ms, loading the type stripper alone 60 ms. With a warm cache neither
 * is done.
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
    // Without a cache folder, every start compiles again.
    return;
  }
  enableCompileCache(folder);
  // A killed app keeps nothing at its end.
  setTimeout(() => flushCompileCache(), flushAfterMs).unref();
}
