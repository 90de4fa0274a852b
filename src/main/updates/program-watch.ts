import { statSync } from 'node:fs';

/**
 * Detects that the program was replaced while it runs, for example by a package manager: modules loaded later
 * would not match the loaded ones. Returns a function to call periodically; `onReplaced` is called once.
 */
export function watchProgram(manifestPath: string, onReplaced: () => void): () => void {
  const begun = findChangeMs(manifestPath);
  let isReplaced = false;
  return () => {
    const found = findChangeMs(manifestPath);
    if (!isReplaced && found !== null && found !== begun) {
      isReplaced = true;
      onReplaced();
    }
  };
}

/** Change time of the file; null while it is missing. */
function findChangeMs(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? null;
}
