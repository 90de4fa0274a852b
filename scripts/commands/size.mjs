import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildApp } from '../lib/build.mjs';
import { inProject, projectRoot } from '../lib/paths.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run size',
  about:
    'Lists the longest hand-written files and the size of each bundle beside its budget. Ends with\n' +
    'exit code 1 when a bundle is over budget.',
  options: {},
};

const written = ['src', 'runtime', 'scripts', 'test'];

/**
 * Largest sizes of the bundles in bytes, all files of a folder together.
 * @type {readonly { folder: string, budgetBytes: number }[]}
 */
const budgets = [
  { folder: 'out/main', budgetBytes: 1_500_000 },
  { folder: 'out/preload', budgetBytes: 20_000 },
  { folder: 'out/renderer', budgetBytes: 1_600_000 },
];

/** @returns {Promise<number>} */
export async function run() {
  await buildApp();
  const lines = await Promise.all((await listSources()).map(countLines));
  const sorted = lines.toSorted((a, b) => b.lines - a.lines);
  const at = (/** @type {number} */ share) =>
    sorted[Math.floor(sorted.length * (1 - share))]?.lines ?? 0;
  print([
    '',
    `${sorted.length} files, median ${at(0.5)} lines, nine in ten at most ${at(0.9)}; the longest:`,
  ]);
  print(sorted.slice(0, 10).map((entry) => `${String(entry.lines).padStart(6)}  ${entry.file}`));
  print(['', 'Bundles in kB, compressed in brackets, beside their budget:']);
  let isWithin = true;
  for (const { folder, budgetBytes } of budgets) {
    const { bytes, packedBytes } = await measureFolder(folder);
    isWithin &&= bytes <= budgetBytes;
    const verdict = bytes <= budgetBytes ? 'ok' : 'OVER BUDGET';
    print([
      `${kilo(bytes)} (${kilo(packedBytes).trim()}) of ${kilo(budgetBytes)}  ${folder}  ${verdict}`,
    ]);
  }
  return isWithin ? 0 : 1;
}

/** @param {readonly string[]} lines */
function print(lines) {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** @param {number} bytes */
function kilo(bytes) {
  return (bytes / 1000).toFixed(0).padStart(6);
}

async function listSources() {
  const lists = await Promise.all(written.map((folder) => listFiles(folder)));
  return lists
    .flat()
    .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && !file.endsWith('.gen.ts'));
}

/**
 * @param {string} folder relative to the project
 * @returns {Promise<string[]>} absolute paths
 */
async function listFiles(folder) {
  if (!existsSync(inProject(folder))) {
    return [];
  }
  const entries = await readdir(inProject(folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** @param {string} file */
async function countLines(file) {
  const text = await readFile(file, 'utf8');
  return { file: path.relative(projectRoot, file), lines: text.split('\n').length - 1 };
}

/** @param {string} folder */
async function measureFolder(folder) {
  let bytes = 0;
  let packedBytes = 0;
  for (const file of await listFiles(folder)) {
    bytes += (await stat(file)).size;
    packedBytes += gzipSync(await readFile(file)).length;
  }
  return { bytes, packedBytes };
}
