import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { findCompileCache } from '../../src/client/compile-cache.mjs';
import { resolveInProject } from '../lib/paths.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run service -- COMMAND …',
  about:
    'Runs the service without the app: serve, job, keys and others. "help" lists all commands.',
  options: {},
  isPassedOn: true,
};

/**
 * @param {{ positionals: readonly string[] }} options all arguments as they came
 * @returns {Promise<number>}
 */
export async function run({ positionals }) {
  // Before the first TypeScript module, or the compiler is loaded for it.
  process.umask(0o077);
  const cache = findCompileCache();
  if (cache !== null) {
    enableCompileCache(cache);
  }
  const { beginLeanStart } = await import('../../src/service/lean-start.ts');
  beginLeanStart();
  // npm changes to the folder of the project; paths are meant from where the user is.
  process.chdir(process.env['INIT_CWD'] ?? process.cwd());
  const { runConsole } = await import('../../src/service/console/run.ts');
  if (rendering.has(positionals[0] ?? '')) {
    await ensureModels();
  }
  return runConsole(positionals);
}

/** Commands whose service renders. */
const rendering = new Set(['serve', 'job']);

/** Jobs need the networks of the engine, which a build makes; without one they are made now. */
async function ensureModels() {
  const folder = resolveInProject('out', 'models');
  if (!existsSync(path.join(folder, 'manifest.json'))) {
    const { step } = await import('../lib/steps.mjs');
    const { buildModels } = await import('../../tools/models/build-models.ts');
    await step('Converting models', () => buildModels(folder));
  }
}
