import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { runQuietly } from '../exec.mjs';

/**
 * Contents of a package's control file.
 * @typedef {object} DebianControl
 * @property {string} name
 * @property {string} version with the revision
 * @property {string} maintainer `Name <address>`
 * @property {string} section
 * @property {Readonly<Record<string, readonly string[]>>} relations such as `Depends`, each entry one relation
 * @property {readonly [string, ...string[]]} description one line, then paragraphs
 * @property {readonly string[]} conffiles absolute, as installed
 * @property {Readonly<Record<string, string>>} scripts such as `postinst`
 */

/**
 * Packs a staged tree. The bytes follow from the files, the control and the time alone: owners are root, times that of
 * the source, names in order.
 * @param {import('./stage.mjs').Stage} stage
 * @param {DebianControl} control
 * @param {{ epochSec: number, outFolder: string, preset: number }} options `preset` of xz, 0 to 9
 * @returns {Promise<string>} the path of the package
 */
export async function writeDeb(stage, control, { epochSec, outFolder, preset }) {
  const entries = listEntries(stage.folder);
  const meta = path.join(stage.folder, 'DEBIAN');
  mkdirSync(meta);
  writeFileSync(path.join(meta, 'control'), controlText(control, countInstalledKb(entries)));
  writeFileSync(path.join(meta, 'md5sums'), checksums(stage.folder, entries));
  if (control.conffiles.length > 0) {
    writeFileSync(path.join(meta, 'conffiles'), `${control.conffiles.join('\n')}\n`);
  }
  for (const [name, text] of Object.entries(control.scripts)) {
    writeFileSync(path.join(meta, name), text);
    chmodSync(path.join(meta, name), 0o755);
  }
  for (const { place } of listEntries(stage.folder).toReversed()) {
    normalise(place, epochSec);
  }
  normalise(stage.folder, epochSec);
  const file = path.join(outFolder, `${control.name}_${control.version}_amd64.deb`);
  await runQuietly(
    `package-${control.name}`,
    ['dpkg-deb', '--root-owner-group', '-Zxz', `-z${preset}`, '--build', stage.folder, file],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(epochSec) } },
  );
  return file;
}

/**
 * The text of `DEBIAN/control`.
 * @param {DebianControl} control
 * @param {number} sizeKb what it takes when it is installed
 */
export function controlText(control, sizeKb) {
  const [summary, ...paragraphs] = control.description;
  const relations = Object.entries(control.relations)
    .filter(([, entries]) => entries.length > 0)
    .map(([field, entries]) => `${field}: ${entries.join(', ')}`);
  return [
    `Package: ${control.name}`,
    ...(control.name === 'guise' ? [] : ['Source: guise']),
    `Version: ${control.version}`,
    'Architecture: amd64',
    `Maintainer: ${control.maintainer}`,
    `Installed-Size: ${sizeKb}`,
    ...relations,
    `Section: ${control.section}`,
    'Priority: optional',
    `Description: ${summary}`,
    paragraphs.map(wrap).join('\n .\n'),
    '',
  ].join('\n');
}

const lineLength = 78;

/**
 * A paragraph in lines that begin with a space, as a description has them.
 * @param {string} paragraph
 */
function wrap(paragraph) {
  /** @type {string[]} */
  const lines = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= lineLength) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(` ${word}`);
    }
  }
  return lines.join('\n');
}

/**
 * @typedef {{ readonly name: string, readonly place: string, readonly stats: import('node:fs').Stats }} Entry
 * @param {string} folder
 * @returns {Entry[]} everything below it in the order of its names
 */
function listEntries(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const place = path.join(folder, name);
      return { name, place, stats: lstatSync(place) };
    });
}

/** @param {readonly Entry[]} entries */
function countInstalledKb(entries) {
  return entries.reduce(
    (sum, { stats }) => sum + (stats.isFile() ? Math.ceil(stats.size / 1024) : 1),
    0,
  );
}

/**
 * @param {string} folder
 * @param {readonly Entry[]} entries
 */
function checksums(folder, entries) {
  return entries
    .filter(({ stats }) => stats.isFile())
    .map(({ name }) => {
      const digest = createHash('md5')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex');
      return `${digest}  ${name}\n`;
    })
    .join('');
}

/**
 * Gives an entry the time of the source, and a folder and a document the modes that a umask took.
 * @param {string} place
 * @param {number} epochSec
 */
function normalise(place, epochSec) {
  const stats = lstatSync(place);
  if (stats.isDirectory()) {
    chmodSync(place, 0o755);
  } else if (stats.isFile()) {
    chmodSync(place, (stats.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
  lutimesSync(place, epochSec, epochSec);
}
