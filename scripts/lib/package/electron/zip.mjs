import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { resolveInProject } from '../../paths.mjs';
import { readManifest } from '../../production-tree.mjs';
import { exitNeedsHand, Stop } from '../../stop.mjs';

/** Version of Electron that packages are made with. */
export function readElectronVersion() {
  return readManifest(resolveInProject('node_modules', 'electron')).version;
}

/**
 * SHA-256 of each archive of Electron's release in hex, by file name, as the electron package has them.
 * @returns {Readonly<Record<string, string>>}
 */
export function readElectronChecksums() {
  return JSON.parse(
    readFileSync(resolveInProject('node_modules', 'electron', 'checksums.json'), 'utf8'),
  );
}

/**
 * Finds Electron's archive for a system and compares it with its checksum. Ends with a {@link Stop} that says where it is to
 * be had and what it has to be, when it is missing or another file.
 * @param {string} folder
 * @param {import('../production-files.mjs').Target} target
 * @param {Readonly<Record<string, string>>} checksums as {@link readElectronChecksums}
 * @returns {Promise<string>} its path
 */
export async function requireElectronZip(folder, { platform, arch }, checksums) {
  const version = readElectronVersion();
  const name = `electron-v${version}-${platform}-${arch}.zip`;
  const expected = checksums[name];
  if (expected === undefined) {
    throw new Stop(`Electron ${version} has no archive for ${platform} on ${arch}.`, exitNeedsHand);
  }
  const file = path.join(folder, name);
  const source =
    `It is on the page of Electron's release, https://github.com/electron/electron/releases/tag/v${version};\n` +
    `its SHA-256 is ${expected}.`;
  if (!existsSync(file)) {
    throw new Stop(
      `${name} is not in ${folder}.\n${source}\n--electron-zips names another folder.`,
      exitNeedsHand,
    );
  }
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found !== expected) {
    throw new Stop(`${file} is another file: its SHA-256 is ${found}.\n${source}`, exitNeedsHand);
  }
  return file;
}
