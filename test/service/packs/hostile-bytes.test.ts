import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * 1,280 files take seconds; a reader with quadratic time takes many minutes, and one that reads a file for each word
 * takes minutes.
 */
const LIMIT_MS = 180_000;

it(
  'reads packs of one repeated byte in linear time',
  () => {
    const program = fileURLToPath(new URL('read-all-bytes.ts', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [program], {
      encoding: 'utf8',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'all read', stderr: '' });
  },
  LIMIT_MS + 10_000,
);
