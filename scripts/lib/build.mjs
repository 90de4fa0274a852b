import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runQuietly } from './exec.mjs';
import { resolveInProject, projectRoot } from './paths.mjs';
import { step } from './steps.mjs';
import { toolCommand } from './tools.mjs';

const stampPath = resolveInProject('out', 'build.stamp');
const sources = [
  'src',
  'tools',
  'resources',
  'docs/guide',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
];

/** Files that the app cannot start without. */
const products = [
  'out/main/index.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/models/manifest.json',
];

/** Builds main, preload and page when their sources changed since the last time, and shows it. */
export async function buildIfChanged() {
  if (!isBuilt(await fingerprintSources())) {
    await step('Building the app', buildApp);
  }
}

/** Builds main, preload, page and models. */
export async function buildApp() {
  const fingerprint = await fingerprintSources();
  await forgetBuild();
  await convertModels();
  await Promise.all([
    runQuietly('build', [...toolCommand('electron-vite'), 'build']),
    runQuietly('build-service', [
      process.execPath,
      resolveInProject('scripts/lib/build-node-program.mjs'),
    ]),
  ]);
  await mkdir(path.dirname(stampPath), { recursive: true });
  await writeFile(stampPath, fingerprint);
}

/** Makes out/models hold the networks of the engine; they are converted again only when they changed. */
async function convertModels() {
  const { buildModels } = await import('../../tools/models/build-models.ts');
  await buildModels(resolveInProject('out', 'models'));
}

/** Called when something else writes the output folder, so that the next start builds again. */
export async function forgetBuild() {
  await rm(stampPath, { force: true });
}

/** @param {string} fingerprint */
function isBuilt(fingerprint) {
  return (
    products.every((file) => existsSync(resolveInProject(file))) &&
    existsSync(stampPath) &&
    readFileSync(stampPath, 'utf8') === fingerprint
  );
}

/** Name, size and time of change of every source: about 10 ms for a thousand files. */
async function fingerprintSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await listFiles(resolveInProject(source))) {
      const facts = await stat(file);
      hash.update(`${path.relative(projectRoot, file)}\0${facts.size}\0${facts.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} place
 * @returns {Promise<string[]>}
 */
async function listFiles(place) {
  if (!existsSync(place)) {
    return [];
  }
  if (!(await stat(place)).isDirectory()) {
    return [place];
  }
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
