import { describeUsage, runMeasuring } from '../lib/measuring.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = describeUsage(
  'soak',
  'Runs NAME for a long time and checks that no resource use grows.',
);

/** @param {ReturnType<typeof import('../lib/options.mjs').parseOptions>} options */
export function run(options) {
  return runMeasuring('soak', options);
}
