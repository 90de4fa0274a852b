import { listChecks } from '../lib/checks.mjs';
import { runAll } from '../lib/run-all.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run check',
  about: 'Checks format, types, lint, dead code and notices: all checks that do not run the app.',
  options: {},
};

/** @returns {Promise<number>} */
export async function run() {
  const tally = await runAll(listChecks({ isClean: false }));
  return tally.failed === 0 ? 0 : 1;
}
