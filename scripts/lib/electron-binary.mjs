import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { resolveInProject } from './paths.mjs';
import { formatDuration, step } from './steps.mjs';

const firstByteLimitMs = 20_000;
const stallLimitMs = 30_000;
const lookEveryMs = 250;
const unfetchable = 'cannot be fetched here, ';
const retryAfterMs = 24 * 60 * 60 * 1000;
const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/** Version of the electron package that is installed. */
function readElectronVersion() {
  return String(
    JSON.parse(readFileSync(resolveInProject('node_modules/electron/package.json'), 'utf8'))
      .version,
  );
}

/**
 * Path of the Electron binary, or null when it is not there. `ELECTRON_OVERRIDE_DIST_PATH` is the
 * folder Electron itself looks into first.
 */
export function findElectronBinary() {
  const folder =
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? resolveInProject('node_modules/electron/dist');
  const name =
    process.platform === 'darwin' || process.platform === 'win32'
      ? programs[process.platform]
      : 'electron';
  const binary = path.join(folder, name);
  return existsSync(binary) ? binary : null;
}

/**
 * Returns the time and reason of the last failed attempt to fetch this version; null when there was none within a day.
 * @returns {{ version: string, failedAtMs: number, reason: string } | null}
 */
export function findRecentFailure() {
  try {
    const failure = JSON.parse(readFileSync(failurePath(), 'utf8'));
    const isRecent = Date.now() - failure.failedAtMs < retryAfterMs;
    return isRecent && failure.version === readElectronVersion() ? failure : null;
  } catch {
    return null;
  }
}

/**
 * Fetches the Electron binary with the installer of the electron package. Gives up when nothing
 * arrives for a while, so a machine without a connection loses seconds, not minutes. Returns null when
 * it is there, otherwise the reason why not, which is remembered for a day.
 * @returns {Promise<string | null>}
 */
export async function fetchElectron() {
  const version = readElectronVersion();
  const cache = path.dirname(failurePath());
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(path.join(cache, 'download-'));
  try {
    const reason = await step(`Looking for Electron ${version}`, async (note) => {
      const failure = await runInstaller(scratch, note);
      return failure === null ? 'fetched' : `${unfetchable}${failure}`;
    });
    if (findElectronBinary() !== null) {
      await rm(failurePath(), { force: true });
      return null;
    }
    const why = reason.replace(unfetchable, '');
    await writeFile(
      failurePath(),
      JSON.stringify({ version, failedAtMs: Date.now(), reason: why }),
    );
    return why;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function failurePath() {
  return resolveInProject('node_modules/.cache/guise/electron-fetch.json');
}

/**
 * @param {string} scratch download folder of the installer, watched for progress
 * @param {(text: string) => void} note
 * @returns {Promise<string | null>} why it failed, or null
 */
function runInstaller(scratch, note) {
  const child = spawn(process.execPath, [resolveInProject('node_modules/electron/install.js')], {
    env: { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  return new Promise((resolve) => {
    let bytes = 0;
    let lastGrowthAtMs = performance.now();
    /** @type {string | null} */
    let stalled = null;
    const timer = setInterval(() => {
      const now = countFolderBytes(scratch);
      if (now > bytes) {
        bytes = now;
        lastGrowthAtMs = performance.now();
        note(`${Math.round(bytes / 1_000_000)} MB`);
      }
      const limitMs = bytes === 0 ? firstByteLimitMs : stallLimitMs;
      if (
        performance.now() - lastGrowthAtMs > limitMs &&
        !existsSync(resolveInProject('node_modules/electron/dist'))
      ) {
        stalled = `nothing arrived for ${formatDuration(limitMs)}`;
        child.kill();
      }
    }, lookEveryMs);
    child.on('error', (error) => {
      stalled = error.message;
    });
    child.on('close', (code) => {
      clearInterval(timer);
      resolve(stalled ?? (code === 0 ? null : shortenReason(errors)));
    });
  });
}

/** @param {string} folder */
function countFolderBytes(folder) {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    bytes += statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/**
 * Extracts the reason from the stack trace that the installer prints.
 * @param {string} errors
 */
function shortenReason(errors) {
  if (/fetch failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(errors)) {
    return 'the place it is downloaded from cannot be reached';
  }
  const line = errors.split('\n').find((text) => /error|failed|code/i.test(text));
  return line?.trim().slice(0, 200) ?? 'the installer gave no reason';
}
