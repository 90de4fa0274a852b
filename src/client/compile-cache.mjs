// JavaScript, because a cache is found before any TypeScript is loaded: that takes 100 ms and 18 MB for its compiler.
import { chmodSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/**
 * @param {Readonly<Record<string, string | undefined>>} [env]
 * @returns {string | null} see the declaration beside this file
 */
export function findCompileCache(env = process.env) {
  return findOwnCache('compile', env);
}

/**
 * @param {string} name
 * @param {Readonly<Record<string, string | undefined>>} [env]
 * @returns {string | null} see the declaration beside this file
 */
export function findOwnCache(name, env = process.env) {
  const base = findCacheHome(env);
  const folder = join(base, 'guise', name);
  try {
    const isOurs = closeFolder(dirname(folder)) && closeFolder(folder);
    return isOurs && isReachedByOwnOnly(realpathSync(base)) ? folder : null;
  } catch {
    // Without a cache folder, code is compiled at every start.
    return null;
  }
}

/**
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string}
 */
function findCacheHome(env) {
  if (process.platform === 'win32') {
    return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  }
  const given = env['XDG_CACHE_HOME'];
  return given !== undefined && isAbsolute(given) ? given : join(homedir(), '.cache');
}

/**
 * @param {string} folder
 * @returns {boolean} whether it is a folder of the user, no link, and closed to others
 */
function closeFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    return false;
  }
  if (uid !== undefined && (found.mode & 0o077) !== 0) {
    chmodSync(folder, 0o700);
  }
  return true;
}

/**
 * @param {string} folder
 * @returns {boolean} whether nobody else could put another folder in its place
 */
function isReachedByOwnOnly(folder) {
  const uid = process.getuid?.();
  if (uid === undefined) {
    return true;
  }
  const { mode, gid, uid: owner } = statSync(folder);
  const isOpenToGroup = (mode & 0o020) !== 0 && gid !== process.getgid?.();
  const isOpen = isOpenToGroup || (mode & 0o002) !== 0;
  // In a folder with the sticky bit, such as /tmp, users can move only their own files.
  const isSafe = (owner === uid || owner === 0) && (!isOpen || (mode & 0o1000) !== 0);
  return isSafe && (dirname(folder) === folder || isReachedByOwnOnly(dirname(folder)));
}
