import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileTotals } from '../../contract/store-contents.ts';

/** Files below a folder that a name passes, links not followed. A folder that is not there has none. */
export async function measureFolder(
  folder: string,
  { isCounted = () => true, isDeep = true }: MeasureOptions = {},
): Promise<FileTotals> {
  let count = 0;
  let sizeBytes = 0;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && isDeep) {
      const inside = await measureFolder(path, { isCounted });
      count += inside.count;
      sizeBytes += inside.sizeBytes;
    } else if (entry.isFile() && isCounted(entry.name)) {
      count += 1;
      // The file may vanish meanwhile.
      sizeBytes += (await lstat(path).catch(() => null))?.size ?? 0;
    }
  }
  return { count, sizeBytes };
}

/** Which files are measured. */
interface MeasureOptions {
  readonly isCounted?: (name: string) => boolean;
  /** True when subfolders are measured too. */
  readonly isDeep?: boolean;
}

/** The sum of some totals. */
export function addTotals(...totals: readonly FileTotals[]): FileTotals {
  return {
    count: totals.reduce((sum, { count }) => sum + count, 0),
    sizeBytes: totals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}
