import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOwnCache } from './compile-cache.mjs';

/**
 * Folder of the networks that are arranged for this processor. It lies beside those of the program, or among the
 * caches of the user when the program is installed, which a file `.packaged` beside its package.json says: a package
 * that is removed leaves nothing behind. Null when the user has no place for caches.
 */
export function findArrangedModels(programFolder: string): string | null {
  return existsSync(join(programFolder, '.packaged'))
    ? findOwnCache('models-tuned')
    : join(programFolder, 'out', 'models-tuned');
}
