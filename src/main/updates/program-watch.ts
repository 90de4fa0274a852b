import { statSync } from 'node:fs';

/**
 * Finds out whether the program was replaced while it runs, as a package manager does: parts of it that are loaded later
 * are then not what the rest expects. Returns what to call now and then; `onReplaced` is called once.
 */
export function watchProgram(manifestPath: string, onReplaced: () => void): () => void {
  const begun = readChangeMs(manifestPath);
  let isReplaced = false;
  return () => {
    const found = readChangeMs(manifestPath);
    if (!isReplaced && found !== null && found !== begun) {
      isReplaced = true;
      onReplaced();
    }
  };
}

/** When the file of this name came to be what it is; null while it is gone. */
function readChangeMs(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? null;
}
