import { runQuietly } from '../lib/exec.mjs';
import { step } from '../lib/steps.mjs';
import { toolCommand } from '../lib/tools.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run format',
  about: 'Formats all files.',
  options: {},
};

/** @returns {Promise<number>} */
export async function run() {
  await step('Formatting', async () => {
    await runQuietly('format', [...toolCommand('oxfmt'), '.']);
  });
  return 0;
}
