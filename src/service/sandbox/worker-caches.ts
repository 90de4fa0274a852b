import { mkdirSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { findArrangedModels } from '../../client/arranged-models.ts';
import { programRoot } from './program-root.ts';

/** Caches that workers of one kind share. */
export interface WorkerCaches {
  /** Folders they write. */
  readonly writable: readonly string[];
  /** Variables that name them. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Opens the caches of a kind of workers. Compiled code saves a worker 40 MB for the compiler, and a second at its
 * start. Each kind has a separate folder: files written by a compromised worker are not executed by a process with more
 * rights. Optimised networks are shared by workers of jobs and of live sessions. The process that inspects dropped
 * files has no cache, because live workers, which have a network, would load its files.
 */
export function openWorkerCaches(kind: 'job' | 'live' | 'inspect'): WorkerCaches {
  const arranged = kind === 'inspect' ? null : open(findArrangedModels(programRoot));
  // Node puts a folder of its version into the one it is given.
  const ours = getCompileCacheDir();
  const compiled = open(ours === undefined ? null : join(dirname(ours), `${kind}-workers`));
  return {
    writable: [arranged, compiled].filter((folder) => folder !== null),
    env: {
      ...(arranged === null ? {} : { GUISE_ARRANGED_MODELS: arranged }),
      ...(compiled === null ? {} : { NODE_COMPILE_CACHE: compiled }),
    },
  };
}

/** Null where users may not write to the folder. */
function open(folder: string | null): string | null {
  try {
    if (folder === null) {
      return null;
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return null;
  }
}
