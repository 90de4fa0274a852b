import { readFile, writeFile } from 'node:fs/promises';
import { findMissingEntries } from '../lib/lock-file.mjs';
import { resolveInProject } from '../lib/paths.mjs';
import { step } from '../lib/steps.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run lock',
  about:
    'Completes package-lock.json with packages for other systems that a registry did not serve at the\n' +
    'last installation; without them npm ci refuses the file.',
  options: {},
};

/** @returns {Promise<number>} */
export async function run() {
  await step('Completing package-lock.json', async () => {
    const path = resolveInProject('package-lock.json');
    const lock = JSON.parse(await readFile(path, 'utf8'));
    const missing = findMissingEntries(lock.packages);
    const added = Object.fromEntries(missing.map(({ place, entry }) => [place, entry]));
    const all = Object.entries({ ...lock.packages, ...added });
    lock.packages = Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b, 'en')));
    await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`);
    return `${missing.length} added`;
  });
  return 0;
}
