import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { debianPackages } from '../debian-packages.mjs';
import { step } from '../steps.mjs';
import { Stage, readTemplate } from './stage.mjs';
import { stageApp, stageCommon, stageService } from './stages.mjs';
import { writeDeb } from './write-deb.mjs';

/** Names of the packages, in the order in which they are made. */
export const packageNames = /** @type {const} */ (['guise-common', 'guise', 'guise-service']);

/** @typedef {import('./stages.mjs').Facts} Facts */
/** @typedef {(typeof packageNames)[number]} PackageName */

/** @type {Readonly<Record<PackageName, import('./stages.mjs').Fill>>} */
const fills = { 'guise-common': stageCommon, guise: stageApp, 'guise-service': stageService };

/** Libraries of the system that native code of the packages needs. */
const libraries = ['libc6 (>= 2.28)', 'libgcc-s1', 'libstdc++6 (>= 8)'];

/**
 * Stages one package and packs it.
 * @param {PackageName} name
 * @param {Facts} facts
 * @param {{ outFolder: string, preset?: number }} options `preset` of xz
 * @returns {Promise<string>} the path of the package
 */
export async function makeDebianPackage(name, facts, { outFolder, preset = 6 }) {
  await mkdir(outFolder, { recursive: true });
  const scratch = await mkdtemp(path.join(tmpdir(), `${name}-`));
  try {
    const stage = new Stage(path.join(scratch, 'root'));
    await step(`Staging ${name}`, () => fills[name](stage, facts));
    return await step(`Packing ${name}`, async (note) => {
      note(`xz -${preset}`);
      const options = { epochSec: facts.epochSec, outFolder, preset };
      const file = await writeDeb(stage, describePackage(name, facts), options);
      note(`${(statSync(file).size / 1e6).toFixed(1)} MB`);
      return file;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Returns the control file of a package.
 * @param {PackageName} name
 * @param {Facts} facts
 * @returns {import('./write-deb.mjs').DebianControl}
 */
export function describePackage(name, { debianVersion, maintainer, ffmpeg }) {
  const base = { name, version: debianVersion, maintainer, conffiles: [], scripts: {} };
  const shared = `guise-common (= ${debianVersion})`;
  switch (name) {
    case 'guise-common':
      return {
        ...base,
        section: 'video',
        relations: {
          Depends: [...libraries, ...(ffmpeg === null ? [] : ['ca-certificates'])],
          Recommends: listNames('media-sandbox'),
        },
        scripts: ffmpeg === null ? {} : readScripts('guise-common', ['postinst', 'prerm']),
        description: [
          'engine, models and Node.js of Guise',
          'Live swap and voice changing that also runs without a GPU. This package holds what the app (guise) and the ' +
            'service (guise-service) share: the engine that renders, its models and voices, and the Node.js they run on.',
          ffmpeg === null
            ? 'It was made for machines of whoever made it: its FFmpeg may not be given to others.'
            : 'FFmpeg is fetched at the installation, or put in by guise-ffmpeg from an archive.',
        ],
      };
    case 'guise':
      return {
        ...base,
        section: 'video',
        relations: {
          Depends: [shared, browsers()],
          Recommends: [...listNames('chromium-sandbox'), ...listNames('desktop')],
          Suggests: ['obs-studio', 'v4l2loopback-dkms'],
        },
        description: [
          'live swap and voice changing that also runs without a GPU',
          'Pick a camera, a character and a voice, and go live; or drop files and let them render as jobs. Everything ' +
            'runs on this computer, without an account or a network, or on a service of your choice.',
          'The window is shown by the Chromium or Chrome of the system.',
        ],
      };
    case 'guise-service':
      return {
        ...base,
        section: 'net',
        relations: { Depends: [shared, 'adduser'], Suggests: ['postgresql'] },
        conffiles: ['/etc/default/guise-service'],
        scripts: readScripts('guise-service', ['postinst', 'prerm', 'postrm']),
        description: [
          'REST service that swaps faces, speaks and renders videos',
          'The service of Guise for a machine of its own: a REST API with a queue, prices, uploads and webhooks, on ' +
            'SQLite or PostgreSQL, a folder or S3, and live sessions in media rooms. It renders on the processor.',
          'The unit guise-service.service runs it as a user of its own; it is started by whoever wants it.',
        ],
      };
  }
}

/**
 * @param {PackageName} name
 * @param {readonly string[]} scripts
 */
function readScripts(name, scripts) {
  return Object.fromEntries(scripts.map((script) => [script, readTemplate(`${name}.${script}`)]));
}

/** One of the browsers that the runtime can drive. */
function browsers() {
  return debianPackages
    .filter((entry) => entry.need === 'chromium-runtime')
    .flatMap((entry) => entry.programs)
    .join(' | ');
}

/** @param {import('../debian-packages.mjs').Need} need */
function listNames(need) {
  return debianPackages.filter((entry) => entry.need === need).map((entry) => entry.name);
}
