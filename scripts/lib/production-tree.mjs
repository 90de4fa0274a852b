import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.mjs';

/**
 * A package that is part of the product.
 * @typedef {object} InstalledPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence as its package.json says
 * @property {string} homepage
 * @property {string} folder
 */

/**
 * Every package that users get something of, sorted by name and version: what `dependencies` of package.json bring in,
 * and the packages that models are converted from.
 * @param {string} [folder] whose `node_modules` the former lie in; the latter are those of this machine
 * @returns {Promise<InstalledPackage[]>}
 */
export async function readProductionTree(folder = projectRoot) {
  const { modelSources } = await import('../../tools/models/sources.ts');
  const models = modelSources.map((source) => source.package);
  const dependencies = Object.keys(readManifest(projectRoot).dependencies ?? {});
  if (folder === projectRoot) {
    return readPackageTree([...dependencies, ...models]);
  }
  return sortPackages([...readPackageTree(dependencies, folder), ...readPackageTree(models)]);
}

/**
 * The packages of these names and all that they need, as installed on this machine, sorted by name and version.
 * @param {readonly string[]} roots
 * @param {string} [folder] whose `node_modules` are looked into
 * @returns {InstalledPackage[]}
 */
export function readPackageTree(roots, folder = projectRoot) {
  /** @type {Map<string, InstalledPackage>} */
  const found = new Map();
  const open = roots.map((name) => ({ name, from: folder }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const place = findPackage(next.name, next.from, folder);
    if (place === null || found.has(place)) {
      continue;
    }
    const manifest = readManifest(place);
    found.set(place, toPackage(manifest, place));
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    open.push(...Object.keys(needed).map((name) => ({ name, from: place })));
  }
  return sortPackages([...found.values()]);
}

/** @param {readonly InstalledPackage[]} packages */
function sortPackages(packages) {
  return packages.toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/**
 * Files of a package that hold its licence and notices, by their usual names.
 * @param {InstalledPackage} entry
 * @returns {string[]} absolute paths
 */
export function findLicenceFiles(entry) {
  return readdirSync(entry.folder)
    .filter((name) => /^(licen[cs]es?|notice|copying|copyright)([.-].*)?$/i.test(name))
    .filter((name) => !/\.(js|ts|json|html)$/i.test(name))
    .toSorted()
    .map((name) => path.join(entry.folder, name));
}

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string | { type: string }} [license]
 * @property {readonly { type: string }[]} [licenses]
 * @property {string} [description]
 * @property {string} [homepage]
 * @property {string | { url: string }} [repository]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * @param {string} folder
 * @returns {Manifest}
 */
export function readManifest(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

/**
 * The licence a manifest names, also in the two forms of old manifests.
 * @param {Manifest} manifest
 */
export function findLicence(manifest) {
  if (typeof manifest.license === 'string') {
    return manifest.license;
  }
  const old = manifest.license?.type ?? manifest.licenses?.map((entry) => entry.type).join(' OR ');
  return old ?? 'UNKNOWN';
}

/**
 * @param {Manifest} manifest
 * @param {string} folder
 * @returns {InstalledPackage}
 */
function toPackage(manifest, folder) {
  const repository =
    typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url;
  return {
    name: manifest.name,
    version: manifest.version,
    licence: findLicence(manifest),
    homepage: manifest.homepage ?? repository?.replace(/^git\+/, '').replace(/\.git$/, '') ?? '',
    folder,
  };
}

/**
 * Looks where Node looks; null for an optional package of another system.
 * @param {string} name
 * @param {string} from
 * @param {string} root the last folder that is looked into
 */
function findPackage(name, from, root) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) {
      return candidate;
    }
    if (folder === root) {
      return null;
    }
  }
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
