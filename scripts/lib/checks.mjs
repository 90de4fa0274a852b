import { rm } from 'node:fs/promises';
import { runQuietly } from './exec.mjs';
import { inProject } from './paths.mjs';
import { checkNotices } from './notices.mjs';

/**
 * One of the tools among the packages, as a path that can be spawned.
 * @param {string} name
 */
export function tool(name) {
  return inProject('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * A check that runs nothing of the app.
 * @typedef {{ name: string, run: () => Promise<unknown> }} Check
 */

/**
 * What `npm run check` runs and `npm test` begins with.
 * @type {readonly Check[]}
 */
export const checks = [
  { name: 'Format', run: () => runQuietly('format', [tool('oxfmt'), '--check', '.']) },
  { name: 'Types', run: checkTypes },
  {
    name: 'Lint',
    run: () => runQuietly('lint', [tool('oxlint'), '--type-aware', '--deny-warnings']),
  },
  { name: 'Dead code', run: () => runQuietly('knip', [tool('knip'), '--no-progress']) },
  { name: 'Third-party notices', run: checkNotices },
];

// Incremental state can keep an error (or miss one) after a change of a global declaration file.
async function checkTypes() {
  await rm(inProject('out', 'types'), { recursive: true, force: true });
  await runQuietly('types', [tool('tsc'), '--build']);
}
