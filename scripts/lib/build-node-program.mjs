import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { resolveInProject } from './paths.mjs';

/** The levels that run under plain Node, inside the app's service process. */
const levels = [
  'base',
  'contract',
  'instructions',
  'client',
  'engine',
  'room',
  'capabilities',
  'devices',
  'service',
];

const target = resolveInProject('out', 'node');

/** A path of our own sources as it stands in an import, a worker's URL or the like. */
const ownPath = /(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g;

/** Spaces of lines that only had types, a tenth of all; the lines stay, so places in errors are those of the source. */
const BLANK = /^[ \t]+$/gm;

/**
 * Writes the service and all below it as JavaScript, file by file, to out/node. Node runs our TypeScript
 * as it is, but Electron's does not promise to; files find each other by relative paths, so the tree
 * stays as it is. A program of its own, because Node warns of taking types out.
 */
async function buildNodeProgram() {
  await rm(target, { recursive: true, force: true });
  await cp(resolveInProject('resources'), path.join(target, 'resources'), {
    recursive: true,
    // Main gives it to the service as a file of the user.
    filter: (source) => source !== resolveInProject('resources', 'sample'),
  });
  for (const level of levels) {
    const root = resolveInProject('src', level);
    if (existsSync(root)) {
      const files = (await readdir(root, { recursive: true })).filter((file) =>
        /(?<!\.test)\.ts$|\.mjs$/.test(file),
      );
      await Promise.all(
        files.map((file) => strip(path.join(root, file), path.join(target, 'src', level, file))),
      );
    }
  }
}

/**
 * @param {string} source
 * @param {string} place with the ending of the source
 */
async function strip(source, place) {
  const code = stripTypeScriptTypes(await readFile(source, 'utf8'));
  await mkdir(path.dirname(place), { recursive: true });
  const runnable = code.replaceAll(ownPath, '$1$2.js$1').replaceAll(BLANK, '');
  await writeFile(place.replace(/\.ts$/, '.js'), runnable);
}

await buildNodeProgram();
