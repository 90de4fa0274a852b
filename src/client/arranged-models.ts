import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOwnCache } from './compile-cache.mjs';

/**
 * Folder of the networks optimised for this CPU. It is beside the program's own, or among the user's caches
 * when the program is installed, which a file `.packaged` beside its package.json indicates: so removing a
 * package leaves nothing behind. Null when the user has no cache folder.
 */
export function findArrangedModels(programFolder: string): string | null {
  return existsSync(join(programFolder, '.packaged'))
    ? findOwnCache('models-tuned')
    : join(programFolder, 'out', 'models-tuned');
}
