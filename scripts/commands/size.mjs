import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buildIfChanged } from '../lib/build.mjs';
import { listFiles, measureBundles } from '../lib/bundles.mjs';
import { projectRoot } from '../lib/paths.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run size',
  about:
    'Lists the longest hand-written files and the size of each bundle with its budget. Exits with\n' +
    'code 1 when a bundle is over budget.',
  options: {},
};

const written = ['src', 'runtime', 'scripts', 'test'];

/** @returns {Promise<number>} */
export async function run() {
  await buildIfChanged();
  const lines = await Promise.all((await listSources()).map(countLines));
  const sorted = lines.toSorted((a, b) => b.lines - a.lines);
  const at = (/** @type {number} */ share) =>
    sorted[Math.floor(sorted.length * (1 - share))]?.lines ?? 0;
  const bundles = await measureBundles();
  print([
    `${sorted.length} files, median ${at(0.5)} lines, nine in ten at most ${at(0.9)}; the longest:`,
    ...sorted.slice(0, 10).map((entry) => `${String(entry.lines).padStart(6)}  ${entry.file}`),
    '',
    'Bundles in kB, compressed in brackets, beside their budget:',
    ...bundles.map(describe),
  ]);
  return bundles.every((bundle) => bundle.bytes <= bundle.budgetBytes) ? 0 : 1;
}

/** @param {import('../lib/bundles.mjs').Bundle} bundle */
function describe({ folder, bytes, packedBytes, budgetBytes }) {
  const verdict = bytes <= budgetBytes ? 'ok' : 'OVER BUDGET';
  return `${kilo(bytes)} (${kilo(packedBytes).trim()}) of ${kilo(budgetBytes)}  ${folder}  ${verdict}`;
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

/** @param {string} file */
async function countLines(file) {
  const text = await readFile(file, 'utf8');
  return { file: path.relative(projectRoot, file), lines: text.split('\n').length - 1 };
}
