import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfChanged } from '../lib/build.mjs';
import { toText } from '../lib/options.mjs';
import { makeDebianPackage, packageNames } from '../lib/package/debian.mjs';
import { makeElectronPackage, stageElectronApp } from '../lib/package/electron/make.mjs';
import { fetchPackages } from '../lib/package/electron/natives.mjs';
import { readSigning } from '../lib/package/electron/signing.mjs';
import { readElectronChecksums, requireElectronZip } from '../lib/package/electron/zip.mjs';
import { findFfmpegFile, readFfmpegSource, requireShareable } from '../lib/package/ffmpeg.mjs';
import { describeElectron, writeSbom } from '../lib/package/sbom.mjs';
import { resolveInProject, projectRoot } from '../lib/paths.mjs';
import { readManifest } from '../lib/production-tree.mjs';
import { step } from '../lib/steps.mjs';
import { exitNeedsHand, Stop } from '../lib/stop.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run package -- deb|electron [OPTIONS]',
  about:
    'deb builds the Debian packages guise, guise-service and guise-common for amd64. Builds are reproducible:\n' +
    'file times are those of the last commit, or SOURCE_DATE_EPOCH.\n' +
    'electron adds the app to a previously downloaded archive of Electron, for any system.\n' +
    'See docs/packages.md.',
  options: {
    out: { value: 'DIR', about: 'Folder of the packages (default out/packages).' },
    revision: { value: 'N', about: 'deb: package revision (default 1).' },
    maintainer: { value: 'NAME <ADDRESS>', about: 'deb: maintainer of the packages.' },
    private: {
      about:
        'Includes FFmpeg, for your own machines: such packages must not be distributed.\n' +
        'Without it, the Debian package fetches FFmpeg when it is installed, and no Electron package is built.',
    },
    platform: { value: 'NAME', about: 'electron: linux, win32 or darwin (default this system).' },
    arch: { value: 'NAME', about: 'electron: x64 or arm64 (default this processor).' },
    'electron-zips': {
      value: 'DIR',
      about: 'electron: folder with archives of Electron (default out/electron).',
    },
  },
  positional: 'deb|electron',
};

/** @typedef {Readonly<Record<string, string | boolean | undefined>>} Values */

/**
 * @param {ReturnType<typeof import('../lib/options.mjs').parseOptions>} options
 * @returns {Promise<number>}
 */
export async function run({ values, positionals }) {
  const kind = positionals.length === 1 ? positionals[0] : undefined;
  if (kind === 'deb') {
    await makeDebianPackages(values);
  } else if (kind === 'electron') {
    await makeForElectron(values);
  } else {
    throw new Stop(`The kind of package is deb or electron.\n\n${usage.line}`, exitNeedsHand);
  }
  return 0;
}

/** @param {Values} values */
async function makeDebianPackages(values) {
  requirePrograms();
  const facts = await readFacts(values);
  await buildIfChanged();
  const outFolder = readOutFolder(values);
  const files = [];
  for (const name of packageNames) {
    files.push(await makeDebianPackage(name, facts, { outFolder }));
  }
  for (const file of files) {
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    process.stdout.write(`${digest}  ${file}  ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
  }
  warnOfPrivate(values);
}

/** @param {Values} values */
async function makeForElectron(values) {
  const target = readTarget(values);
  const zipFolder = path.resolve(
    toText(values['electron-zips']) ?? resolveInProject('out/electron'),
  );
  await requireElectronZip(zipFolder, target, readElectronChecksums());
  const packagesRoot = await fetchPackages(target);
  if (values['private'] !== true) {
    requireShareable(path.join(packagesRoot, findFfmpegFile(target)));
  }
  await buildIfChanged();
  const signing = readSigning(target);
  const scratch = await mkdtemp(path.join(tmpdir(), 'guise-app-'));
  try {
    const system = `${target.platform} on ${target.arch}`;
    const made = await step(`Making the package for ${system}`, async () => {
      stageElectronApp(scratch, target, packagesRoot);
      return makeElectronPackage({
        target,
        zipFolder,
        appFolder: scratch,
        outFolder: readOutFolder(values),
        sbom: await writeSbom({
          epochSec: readEpochSec(),
          packagesRoot,
          runtime: describeElectron(),
        }),
        signing: signing.options,
      });
    });
    process.stdout.write(`${made}\n${signing.note}\n`);
    warnOfPrivate(values);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @param {Values} values */
function warnOfPrivate(values) {
  if (values['private'] === true) {
    process.stdout.write('FFmpeg is inside: do not give this to others (docs/packages.md).\n');
  }
}

/**
 * @param {Values} values
 * @returns {import('../lib/package/production-files.mjs').Target}
 */
function readTarget(values) {
  const platform = toText(values['platform']) ?? process.platform;
  const arch = toText(values['arch']) ?? process.arch;
  if (platform !== 'linux' && platform !== 'win32' && platform !== 'darwin') {
    throw new Stop('--platform takes linux, win32 or darwin.', exitNeedsHand);
  }
  if (arch !== 'x64' && arch !== 'arm64') {
    throw new Stop('--arch takes x64 or arm64.', exitNeedsHand);
  }
  return { platform, arch };
}

/** @param {Values} values */
function readOutFolder(values) {
  return path.resolve(toText(values['out']) ?? resolveInProject('out/packages'));
}

function requirePrograms() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Stop('Debian packages are made on Linux for x64.', exitNeedsHand);
  }
  for (const [program, name] of [
    ['dpkg-deb', 'dpkg'],
    ['strip', 'binutils'],
  ]) {
    try {
      execFileSync(String(program), ['--version'], { stdio: 'ignore' });
    } catch {
      throw new Stop(`${program} is missing: sudo apt-get install ${name}`, exitNeedsHand);
    }
  }
}

/**
 * @param {Values} values
 * @returns {Promise<import('../lib/package/stages.mjs').Facts>}
 */
async function readFacts(values) {
  const revision = toText(values['revision']) ?? '1';
  if (!/^[1-9]\d*$/.test(revision)) {
    throw new Stop('--revision takes a whole number from 1.', exitNeedsHand);
  }
  const maintainer = toText(values['maintainer']) ?? 'The Guise developers <guise@guise.invalid>';
  if (!/^[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>$/.test(maintainer)) {
    throw new Stop('--maintainer takes "Name <address>".', exitNeedsHand);
  }
  const { version } = readManifest(projectRoot);
  // In Debian a pre-release stands behind ~, which comes before the release.
  const debianVersion = `${version.replace('-', '~')}-${revision}`;
  const ffmpeg =
    values['private'] === true ? null : await readFfmpegSource({ platform: 'linux', arch: 'x64' });
  return { version, debianVersion, maintainer, epochSec: readEpochSec(), ffmpeg };
}

/** The time of the sources in seconds, as https://reproducible-builds.org has it. */
function readEpochSec() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d+$/.test(given)) {
    return Number(given);
  }
  try {
    const text = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectRoot });
    return Number(text.toString());
  } catch {
    throw new Stop('SOURCE_DATE_EPOCH is needed where there is no git history.', exitNeedsHand);
  }
}
