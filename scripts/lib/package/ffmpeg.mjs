import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { capture } from '../exec.mjs';
import { npmCommand } from '../install.mjs';
import { resolveInProject } from '../paths.mjs';
import { readManifest } from '../production-tree.mjs';
import { exitNeedsHand, Stop } from '../stop.mjs';

/** @typedef {import('./production-files.mjs').Target} Target */

/**
 * Name of the package that holds FFmpeg for a system.
 * @param {Target} target
 */
export function findFfmpegPackage({ platform, arch }) {
  return `@seydx/node-av-${platform}-${arch}${platform === 'win32' ? '-msvc' : ''}`;
}

/**
 * The library with FFmpeg inside, by its path from the folder with `node_modules`.
 * @param {Target} target
 */
export function findFfmpegFile(target) {
  return `node_modules/${findFfmpegPackage(target)}/node-av.node`;
}

/**
 * The library with FFmpeg that was fetched into a folder, whatever system it is for. Throws when there is none.
 * @param {string} packagesRoot folder with `node_modules`
 */
export function requireFfmpegFile(packagesRoot) {
  const scope = path.join(packagesRoot, 'node_modules', '@seydx');
  const name = readdirSync(scope).find((entry) => /^node-av-.*(?<!-mingw)$/.test(entry));
  if (name === undefined) {
    throw new Error(`${scope} has no FFmpeg.`);
  }
  return path.join(scope, name, 'node-av.node');
}

/**
 * The options that an FFmpeg was configured with, as they stand in the library: the longest text of options in it.
 * Throws when there is none.
 * @param {string} file
 */
export function readFfmpegConfiguration(file) {
  const bytes = readFileSync(file);
  const isPrintable = (/** @type {number} */ at) => {
    const byte = bytes[at] ?? 0;
    return byte >= 0x20 && byte < 0x7f;
  };
  let longest = '';
  for (let at = bytes.indexOf('--disable-ffplay'); at !== -1;) {
    let start = at;
    while (isPrintable(start - 1)) {
      start -= 1;
    }
    let end = at;
    while (isPrintable(end)) {
      end += 1;
    }
    const text = bytes.toString('latin1', start, end);
    longest = text.length > longest.length ? text : longest;
    at = bytes.indexOf('--disable-ffplay', end);
  }
  if (longest === '') {
    throw new Error(`${file} does not say how its FFmpeg was configured.`);
  }
  return longest;
}

/**
 * Lists reasons why an FFmpeg with these options may not be distributed, or not without doubt.
 * @param {string} configuration
 * @returns {string[]} sentences; none when it may
 */
export function findLicenceConflicts(configuration) {
  const options = new Set(configuration.split(' '));
  const reasons = [];
  if (options.has('--enable-nonfree')) {
    reasons.push('It was built with --enable-nonfree: by its own terms it may not be given away.');
  }
  if (options.has('--enable-gpl') && options.has('--enable-libfdk-aac')) {
    reasons.push(
      'It joins parts under the GPL (x264, x265) with libfdk-aac, whose licence the authors of FFmpeg and the Free ' +
        'Software Foundation hold to be incompatible with it.',
    );
  }
  return reasons;
}

/**
 * Ends with a {@link Stop} when a package with an FFmpeg inside could not be given to others.
 * @param {string} file the library
 */
export function requireShareable(file) {
  const reasons = findLicenceConflicts(readFfmpegConfiguration(file));
  if (reasons.length > 0) {
    throw new Stop(
      `A package with this FFmpeg may not be given to others.\n${reasons.join('\n')}\n` +
        '--private makes one for machines of your own. See docs/packages.md.',
      exitNeedsHand,
    );
  }
}

/**
 * Source of FFmpeg for a machine that fetches it, with its checksum.
 * @typedef {object} FfmpegSource
 * @property {string} package
 * @property {string} version
 * @property {string} integrity as in the lock: `sha512-` and the digest of the archive in base64
 * @property {string} url of the archive
 * @property {string} member file in the archive
 */

/**
 * The archive with FFmpeg for a system, by the lock; npm is asked for its address. Ends with a {@link Stop} when npm does not
 * know it.
 * @param {Target} target
 * @returns {Promise<FfmpegSource>}
 */
export async function readFfmpegSource(target) {
  const name = findFfmpegPackage(target);
  const lock = JSON.parse(readFileSync(resolveInProject('package-lock.json'), 'utf8'));
  const { integrity } = lock.packages[`node_modules/${name}`];
  const { version } = readManifest(path.join(resolveInProject('node_modules'), name));
  const [npm, ...args] = npmCommand('view', `${name}@${version}`, 'dist.tarball');
  const { code, stdout } = await capture(npm, args);
  const url = stdout.trim();
  if (code !== 0 || !URL.canParse(url)) {
    throw new Stop(`npm does not say where ${name} ${version} is.`, exitNeedsHand);
  }
  return { package: name, version, integrity, url, member: 'package/node-av.node' };
}
