// JavaScript, because the first file of a start needs it before any TypeScript is loaded.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/**
 * @param {string} path
 * @returns {boolean} see the declaration beside this file
 */
export function makeOwnFolder(path) {
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
