import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { debianPackages } from './debian-packages.mjs';
import { findOnPath, runQuietly } from './exec.mjs';
import { step, printProgress } from './steps.mjs';
import { exitNeedsHand, Stop } from './stop.mjs';

/** @typedef {import('./debian-packages.mjs').Need} Need */

/**
 * Returns whether a program can be run or a library be read.
 * @param {string} file
 */
function isUsable(file) {
  try {
    accessSync(file, file.endsWith('.so') ? constants.R_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The packages of these needs whose programs are missing.
 * @param {readonly Need[]} needs
 * @param {(programs: readonly string[]) => boolean} isThere
 */
export function missingPackages(needs, isThere) {
  return debianPackages.filter((entry) => needs.includes(entry.need) && !isThere(entry.programs));
}

/** Returns whether missing packages can be installed without the user: as root on Debian. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && readOsRelease().isDebian;
}

/**
 * Lists the needs of showing the app on this machine.
 * @param {import('./which-runtime.mjs').Runtime} runtime
 * @param {{ isVirtual: boolean }} options `isVirtual`: on a display without a screen
 * @returns {Need[]}
 */
export function listNeeds(runtime, { isVirtual }) {
  /** @type {Need[]} */
  const needs = isVirtual ? ['virtual-display'] : [];
  // Guise runs without it and reports that, so its absence does not block a first start.
  if (canInstallPackages()) {
    needs.push('media-sandbox');
  }
  if (runtime.kind === 'chromium') {
    needs.push('chromium-runtime');
    if (process.getuid?.() !== 0 && spawnSync('unshare', ['--user', 'true']).status !== 0) {
      needs.push('chromium-sandbox');
    }
  }
  return needs;
}

/**
 * Sees to it that the programs behind these needs are there. As root on Debian they are installed;
 * otherwise the one line to type is printed and the command ends with exit code 2. Does nothing on
 * Windows and macOS.
 * @param {readonly Need[]} needs
 */
export async function ensureSystemPackages(needs) {
  if (process.platform !== 'linux') {
    return;
  }
  const isThere = (/** @type {readonly string[]} */ programs) =>
    findOnPath(programs, isUsable) !== null;
  const missing = missingPackages(needs, isThere);
  if (missing.length === 0) {
    return;
  }
  const names = missing.map((entry) => entry.name);
  refuseWhenByHand(missing, names);
  await installWithApt(names);
  const still = missingPackages(needs, isThere).map((entry) => entry.name);
  if (still.length > 0) {
    throw new Stop(`apt-get installed ${still.join(', ')}, but the programs were not found.`);
  }
  const desktop = missingPackages(['desktop', 'media-sandbox'], isThere).map((entry) => entry.name);
  if (desktop.length > 0) {
    printProgress(`        For a desktop also useful: apt-get install ${desktop.join(' ')}`);
  }
}

/**
 * As {@link ensureSystemPackages} for what a run can do without: why it is missing is printed, and the run goes on.
 * @param {readonly Need[]} needs
 */
export async function tryForSystemPackages(needs) {
  try {
    await ensureSystemPackages(needs);
  } catch (error) {
    printProgress(
      `${error instanceof Error ? error.message : String(error)}\nThe run goes on without them.`,
    );
  }
}

/**
 * @param {readonly import('./debian-packages.mjs').DebianPackage[]} missing
 * @param {readonly string[]} names
 */
function refuseWhenByHand(missing, names) {
  const why = missing.map((entry) => `  ${entry.name}: ${entry.reason}`).join('\n');
  const system = readOsRelease();
  if (system.id === 'ubuntu' && names.includes('chromium')) {
    throw new Stop(
      `Ubuntu has Chromium as a snap only, and a snap cannot be driven from outside. Install Google Chrome, ` +
        `or start once with a connection so that Electron can be fetched (npm start -- --electron).`,
      exitNeedsHand,
    );
  }
  if (!system.isDebian) {
    throw new Stop(
      `These programs are missing:\n${why}\nInstall them with the package manager of this system ` +
        `(the names above are those of Debian) and start again.`,
      exitNeedsHand,
    );
  }
  if (process.getuid?.() !== 0) {
    throw new Stop(
      `These packages are missing:\n${why}\nInstall them and start again:\n\n` +
        `  sudo apt-get install --no-install-recommends ${names.join(' ')}\n`,
      exitNeedsHand,
    );
  }
}

/** @param {readonly string[]} names */
async function installWithApt(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  await step('Reading the package lists', async () => {
    await runQuietly('apt-update', ['apt-get', ...wait, 'update'], { env });
  });
  await step(`Installing Debian packages ${names.join(', ')}`, async () => {
    await runQuietly(
      'apt-install',
      ['apt-get', ...wait, 'install', '-y', '--no-install-recommends', ...names],
      { env },
    );
  });
}

/** @returns {{ id: string, isDebian: boolean }} */
function readOsRelease() {
  try {
    const text = readFileSync('/etc/os-release', 'utf8');
    const field = (/** @type {string} */ name) =>
      new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(text)?.[1] ?? '';
    const family = [field('ID'), ...field('ID_LIKE').split(' ')];
    return { id: field('ID'), isDebian: family.includes('debian') };
  } catch {
    return { id: 'unknown', isDebian: false };
  }
}
