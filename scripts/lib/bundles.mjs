import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { resolveInProject } from './paths.mjs';
import { Stop } from './stop.mjs';

/**
 * Largest size of each bundle in bytes, all files of its folder together.
 * @type {readonly { folder: string, budgetBytes: number }[]}
 */
const budgets = [
  { folder: 'out/main', budgetBytes: 1_805_000 },
  { folder: 'out/preload', budgetBytes: 20_000 },
  // Of it 530 kB are livekit-client, which is loaded when somebody goes live; Storage and deleting a person took 60 kB,
  // many files, the trim line and looking into files 40 kB; the guide, previews of words and stages of a job 60 kB;
  // pictures of the guide, which are loaded when somebody reads it, 430 kB;
  // those of ideas for prompts 46 kB; words of instructions and the rules that read them 560 kB; the cover card 24 kB;
  // sentences on how results were made, in three languages, 16 kB.
  { folder: 'out/renderer', budgetBytes: 4_085_000 },
  // Of it 1.2 MB draw and judge faces and bodies, 500 kB are pictures of the built-in characters and the network of mouths,
  // 1.1 MB words of three languages and the rules that read them, 530 kB change pictures by words (80 kB of it dyed hair and
  // chosen people), 320 kB talking portraits and lip sync, 240 kB what other programs see, hear and press, 120 kB models of
  // the user.
  { folder: 'out/node', budgetBytes: 7_215_000 },
  // Of it 25 MB find people and place their joints, in float32; the larger network of joints would be 55 MB more.
  { folder: 'out/models', budgetBytes: 59_000_000 },
];

/**
 * @typedef {object} Bundle
 * @property {string} folder
 * @property {number} bytes
 * @property {number} packedBytes after gzip
 * @property {number} budgetBytes
 */

/**
 * The size of each bundle as built.
 * @returns {Promise<Bundle[]>}
 */
export async function measureBundles() {
  const bundles = [];
  for (const { folder, budgetBytes } of budgets) {
    const contents = await Promise.all((await listFiles(folder)).map((file) => readFile(file)));
    bundles.push({
      folder,
      bytes: contents.reduce((sum, content) => sum + content.length, 0),
      packedBytes: contents.reduce((sum, content) => sum + gzipSync(content).length, 0),
      budgetBytes,
    });
  }
  return bundles;
}

/** Fails when a bundle is larger than its budget. */
export async function checkBundles() {
  const over = (await measureBundles()).filter((bundle) => bundle.bytes > bundle.budgetBytes);
  if (over.length > 0) {
    const lines = over.map(
      ({ folder, bytes, budgetBytes }) =>
        `${folder} has ${bytes} bytes, its budget is ${budgetBytes}.`,
    );
    throw new Stop(`${lines.join('\n')}\nTake something out, or raise the budget with a reason.`);
  }
}

/**
 * @param {string} folder relative to the project
 * @returns {Promise<string[]>} absolute paths
 */
export async function listFiles(folder) {
  if (!existsSync(resolveInProject(folder))) {
    return [];
  }
  const entries = await readdir(resolveInProject(folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
