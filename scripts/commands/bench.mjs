import { describeUsage, runMeasuring } from '../lib/measuring.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = describeUsage(
  'bench',
  'Measures NAME and prints each value with its reference and its bar.',
);

/** @param {ReturnType<typeof import('../lib/options.mjs').parseOptions>} options */
export function run(options) {
  return runMeasuring('bench', options);
}
