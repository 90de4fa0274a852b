import { buildApp } from '../lib/build.mjs';
import { step } from '../lib/steps.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run build',
  about: 'Builds main, preload and page into out/, even without changes.',
  options: {},
};

/** @returns {Promise<number>} */
export async function run() {
  await step('Building the app', buildApp);
  return 0;
}
