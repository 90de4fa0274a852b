import { rm } from 'node:fs/promises';
import { runQuietly } from './exec.mjs';
import { resolveInProject } from './paths.mjs';
import { checkExpressions } from './expressions.mjs';
import { checkNotices } from './notices.mjs';
import { toolCommand } from './tools.mjs';

/**
 * A check that runs nothing of the app.
 * @typedef {{ name: string, run: () => Promise<unknown> }} Check
 */

/**
 * Lists the checks of `npm run check`, with which `npm test` begins.
 * @param {{ isClean: boolean }} options `isClean`: types are checked from nothing
 * @returns {Check[]}
 */
export function listChecks({ isClean }) {
  return [
    { name: 'Format', run: () => runQuietly('format', [...toolCommand('oxfmt'), '--check', '.']) },
    { name: 'Types', run: () => checkTypes(isClean) },
    {
      name: 'Lint',
      run: () => runQuietly('lint', [...toolCommand('oxlint'), '--type-aware', '--deny-warnings']),
    },
    { name: 'Dead code', run: () => runQuietly('knip', [...toolCommand('knip'), '--no-progress']) },
    { name: 'Regular expressions', run: () => checkExpressions() },
    { name: 'Third-party notices', run: checkNotices },
  ];
}

// Incremental state can keep an error (or miss one) after a change of a global declaration file.
/** @param {boolean} isClean */
async function checkTypes(isClean) {
  if (isClean) {
    await rm(resolveInProject('out', 'types'), { recursive: true, force: true });
  }
  await runQuietly('types', [...toolCommand('typescript', 'tsc'), '--build']);
}
