import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/**
 * Makes a folder that only the user can enter, and closes one that is there already. False when it is somebody else's or
 * a link: what lies in it cannot be trusted.
 */
export function makeOwnFolder(path: string): boolean {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    return false;
  }
  if ((found.mode & 0o077) !== 0) {
    chmodSync(path, 0o700);
  }
  return true;
}
