import { readFile } from 'node:fs/promises';
import { runQuietly } from './exec.mjs';
import { resolveInProject } from './paths.mjs';
import { step } from './steps.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockEntry
 * @typedef {Readonly<Record<string, LockEntry>>} Lock
 */

/** Runs `npm ci` when `node_modules` is missing or not what `package-lock.json` says. */
export async function installPackages() {
  const wanted = await readLock(resolveInProject('package-lock.json'));
  if (wanted === null) {
    throw new Error('package-lock.json is missing.');
  }
  const installed = await readLock(resolveInProject('node_modules', '.package-lock.json'));
  const difference =
    installed === null ? 'nothing installed yet' : findDifference(wanted, installed);
  if (difference === null) {
    return;
  }
  await step(`Installing packages (${difference})`, () => runQuietly('npm-ci', npmCommand('ci')));
}

/**
 * Compares the lock with npm's record of the installed tree, which also reflects an `npm install` by hand, unlike a
 * stamp of ours. Returns the first package that differs, or null. Packages for other systems are marked optional and
 * may be missing.
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function findDifference(wanted, installed) {
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === '' || entry.link) {
      continue;
    }
    const present = installed[place];
    if (present === undefined ? !entry.optional : !isSame(entry, present)) {
      return `${place.replace(/^.*node_modules\//, '')} differs`;
    }
  }
  return null;
}

/**
 * @param {LockEntry} one
 * @param {LockEntry} other
 */
function isSame(one, other) {
  return one.version === other.version && one.integrity === other.integrity;
}

/**
 * @param {string} path
 * @returns {Promise<Lock | null>}
 */
async function readLock(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

/**
 * npm as it was called; on Windows `npm` alone is no program.
 * @param {readonly string[]} args
 * @returns {[string, ...string[]]}
 */
export function npmCommand(...args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  return npm !== undefined && /\.c?js$/.test(npm)
    ? [process.execPath, npm, ...args, ...quiet]
    : ['npm', ...args, ...quiet];
}
