/**
 * Fetches the FFmpeg that the packages come without, or takes it from an archive that was fetched elsewhere. It is installed
 * beside the Node that runs it and needs no package.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const blockBytes = 512;

/**
 * Puts FFmpeg to its place, unless it is there. Throws when the archive is not the one that the package names.
 * @param {object} options
 * @param {import('./ffmpeg.mjs').FfmpegSource} options.source
 * @param {string} options.file where it goes
 * @param {string | undefined} options.archive a file to take it from, instead of its address
 * @returns {Promise<'installed' | 'there'>}
 */
export async function installFfmpeg({ source, file, archive }) {
  const stamp = `${file}.integrity`;
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source.integrity) {
    return 'there';
  }
  const bytes = archive === undefined ? await download(source.url) : readFileSync(archive);
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== source.integrity) {
    throw new Error(
      `${archive ?? source.url} is not ${source.package} ${source.version}: its checksum is ${found}, ` +
        `${source.integrity} is expected.`,
    );
  }
  mkdirSync(path.dirname(file), { recursive: true });
  const part = `${file}.part`;
  writeFileSync(part, readMember(gunzipSync(bytes), source.member), { mode: 0o644 });
  renameSync(part, file);
  writeFileSync(stamp, source.integrity);
  return 'installed';
}

/**
 * Takes away what {@link installFfmpeg} put there.
 * @param {string} file
 */
export function removeFfmpeg(file) {
  rmSync(file, { force: true });
  rmSync(`${file}.integrity`, { force: true });
}

/** @param {string} url */
async function download(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url} answered ${response.status}.`);
  }
  return Buffer.from(await response.arrayBuffer());
}

/**
 * A file of a tar archive. Throws when it is not in it.
 * @param {Buffer} tar
 * @param {string} name
 */
function readMember(tar, name) {
  for (let at = 0; at + blockBytes <= tar.length;) {
    const text = (/** @type {number} */ start, /** @type {number} */ end) =>
      tar.toString('latin1', at + start, at + end).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 136), 8) || 0;
    const start = at + blockBytes;
    if (text(0, 100) === name) {
      return tar.subarray(start, start + size);
    }
    at = start + Math.ceil(size / blockBytes) * blockBytes;
  }
  throw new Error(`The archive has no ${name}.`);
}

if (import.meta.main) {
  const [task, archive] = process.argv.slice(2);
  const here = import.meta.dirname;
  const settings = JSON.parse(readFileSync(path.join(here, 'ffmpeg.json'), 'utf8'));
  const file = path.join(here, settings.file);
  try {
    if (task === 'remove') {
      removeFfmpeg(file);
    } else if (task === 'install') {
      const outcome = await installFfmpeg({ source: settings.source, file, archive });
      process.stdout.write(outcome === 'there' ? 'FFmpeg is there.\n' : 'FFmpeg was installed.\n');
    } else {
      process.stdout.write(
        `guise-ffmpeg install [ARCHIVE]   Fetches FFmpeg from ${settings.source.url}, or takes it from an archive of that name.\n` +
          'guise-ffmpeg remove              Takes it away.\n',
      );
      process.exitCode = task === undefined || task === '--help' ? 0 : 2;
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
