import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resolveInProject } from '../../paths.mjs';

/**
 * Options of packager that sign a package, and what is said about it.
 * @typedef {object} Signing
 * @property {Partial<import('@electron/packager').Options>} options
 * @property {string} note one sentence for who made the package
 */

/**
 * Reads the signing options from the keys that the environment names; a package without keys is not signed. macOS
 * packages are signed on a Mac only; elsewhere than on Windows, osslsigncode signs for Windows.
 * @param {import('../production-files.mjs').Target} target
 * @param {{ env?: NodeJS.ProcessEnv, host?: NodeJS.Platform }} [options]
 * @returns {Signing}
 */
export function readSigning({ platform }, { env = process.env, host = process.platform } = {}) {
  switch (platform) {
    case 'darwin':
      return signForMac(env, host);
    case 'win32':
      return signForWindows(env, host);
    case 'linux':
      return { options: {}, note: 'Packages for Linux are signed by who offers them.' };
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} host
 * @returns {Signing}
 */
function signForMac(env, host) {
  const identity = env['APPLE_SIGNING_IDENTITY'];
  if (host !== 'darwin' || identity === undefined) {
    const why = host === 'darwin' ? 'APPLE_SIGNING_IDENTITY is not set' : 'that takes a Mac';
    return {
      options: {},
      note: `Not signed, because ${why}: Macs with Apple processors do not start it until it is.`,
    };
  }
  const entitlements = resolveInProject('packaging', 'electron', 'entitlements.plist');
  const keychainProfile = env['APPLE_KEYCHAIN_PROFILE'];
  return {
    options: {
      osxSign: { identity, optionsForFile: () => ({ hardenedRuntime: true, entitlements }) },
      ...(keychainProfile === undefined ? {} : { osxNotarize: { keychainProfile } }),
    },
    note:
      keychainProfile === undefined
        ? `Signed as ${identity}; not notarised, because APPLE_KEYCHAIN_PROFILE is not set.`
        : `Signed as ${identity} and notarised.`,
  };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} host
 * @returns {Signing}
 */
function signForWindows(env, host) {
  const certificateFile = env['WINDOWS_CERTIFICATE_FILE'];
  const certificatePassword = env['WINDOWS_CERTIFICATE_PASSWORD'];
  if (certificateFile === undefined || certificatePassword === undefined) {
    return {
      options: {},
      note: 'Not signed: WINDOWS_CERTIFICATE_FILE and WINDOWS_CERTIFICATE_PASSWORD are not set.',
    };
  }
  const windowsSign =
    host === 'win32'
      ? { certificateFile, certificatePassword }
      : {
          hookFunction: async (/** @type {string} */ file) => {
            signElsewhere(file, { certificateFile, certificatePassword });
          },
        };
  return { options: { windowsSign }, note: `Signed with ${certificateFile}.` };
}

/**
 * The password goes by a file of ours: other users can read arguments.
 * @param {string} file
 * @param {{ certificateFile: string, certificatePassword: string }} certificate
 */
function signElsewhere(file, { certificateFile, certificatePassword }) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'guise-sign-'));
  try {
    const password = path.join(scratch, 'password');
    writeFileSync(password, certificatePassword, { mode: 0o600 });
    const signed = path.join(scratch, 'signed');
    const options = ['-pkcs12', certificateFile, '-readpass', password, '-h', 'sha256'];
    execFileSync('osslsigncode', ['sign', ...options, '-in', file, '-out', signed], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    copyFileSync(signed, file);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
