import { enableCompileCache } from 'node:module';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run service -- COMMAND …',
  about: 'Runs the service without the app: serve, job, keys and more. "help" lists the commands.',
  options: {},
  isPassedOn: true,
};

/**
 * @param {{ positionals: readonly string[] }} options all arguments as they came
 * @returns {Promise<number>}
 */
export async function run({ positionals }) {
  // Before the first TypeScript module, or the compiler is loaded for it.
  enableCompileCache();
  const { beginLeanStart } = await import('../../src/service/lean-start.ts');
  beginLeanStart();
  // npm changes to the folder of the project; paths are meant from where the user is.
  process.chdir(process.env['INIT_CWD'] ?? process.cwd());
  const { runConsole } = await import('../../src/service/console/run.ts');
  return runConsole(positionals);
}
