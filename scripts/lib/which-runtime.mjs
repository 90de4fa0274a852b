import { realpathSync } from 'node:fs';
import { fetchElectron, findElectronBinary, findRecentFailure } from './electron-binary.mjs';
import { resolveInProject } from './paths.mjs';
import { Stop } from './stop.mjs';

/**
 * The program that runs the app.
 * @typedef {object} Runtime
 * @property {'electron' | 'chromium'} kind
 * @property {string} executablePath takes the arguments of the Electron binary
 * @property {string} reason one sentence for Settings → About
 */

/** @typedef {'auto' | 'electron' | 'chromium'} Choice */

/** Path of the runtime on the system's Chromium. */
const chromiumRuntimePath = resolveInProject('runtime', 'electron');

/**
 * Decides which runtime is used. Order: `ELECTRON_EXEC_PATH`, the choice on the command line, an
 * Electron binary that is there, one that can be fetched, the system's Chromium (Linux only).
 * @param {{ choice?: Choice, canFetch?: boolean }} [options]
 * @returns {Promise<Runtime>}
 */
export async function chooseRuntime({ choice = 'auto', canFetch = false } = {}) {
  const configured = process.env['ELECTRON_EXEC_PATH'];
  if (configured !== undefined && configured !== '') {
    const kind = isChromiumRuntime(configured) ? 'chromium' : 'electron';
    const reason = process.env['GUISE_RUNTIME_REASON'] ?? 'ELECTRON_EXEC_PATH names this runtime.';
    return { kind, executablePath: configured, reason };
  }
  if (choice === 'chromium') {
    return chromium('It was asked for with --chromium.');
  }
  const present = findElectronBinary();
  if (present !== null) {
    return {
      kind: 'electron',
      executablePath: present,
      reason: 'The Electron binary is installed.',
    };
  }
  const failure = await tryFetchElectron(choice, canFetch || process.platform !== 'linux');
  const fetched = failure === null ? findElectronBinary() : null;
  if (fetched !== null) {
    return {
      kind: 'electron',
      executablePath: fetched,
      reason: 'The Electron binary was fetched.',
    };
  }
  if (choice === 'electron' || process.platform !== 'linux') {
    throw new Stop(`Electron could not be fetched: ${failure}.`);
  }
  return chromium(`The Electron binary is not here: ${failure}.`);
}

/**
 * @param {Choice} choice
 * @param {boolean} canFetch
 * @returns {Promise<string | null>} null when it was fetched
 */
async function tryFetchElectron(choice, canFetch) {
  const recent = findRecentFailure();
  if (choice === 'electron' || (canFetch && recent === null)) {
    return fetchElectron();
  }
  return recent?.reason ?? 'it was not fetched';
}

/**
 * @param {string} reason
 * @returns {Runtime}
 */
function chromium(reason) {
  if (process.platform !== 'linux') {
    throw new Stop('The runtime on a system Chromium exists for Linux only.');
  }
  return { kind: 'chromium', executablePath: chromiumRuntimePath, reason };
}

/** @param {string} executablePath */
function isChromiumRuntime(executablePath) {
  try {
    return realpathSync(executablePath) === realpathSync(chromiumRuntimePath);
  } catch {
    return false;
  }
}

/**
 * Arguments that come before the folder of the app. Chromium refuses its sandbox to root.
 * @returns {string[]}
 */
export function listRuntimeArgs() {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Returns the environment variables that describe the runtime to the app.
 * @param {Runtime} runtime
 * @returns {Record<string, string>}
 */
export function createRuntimeEnv(runtime) {
  return { GUISE_RUNTIME_REASON: runtime.reason };
}
