import path from 'node:path';
import { toText } from '../lib/options.mjs';
import { projectRoot } from '../lib/paths.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run test:v4l2 [-- OPTIONS]',
  about:
    'Tests the virtual camera with the real v4l2loopback module: Debian’s kernel in QEMU, without privileges\n' +
    'on this machine. Downloads kernel and headers with apt-get into out/cache, and installs nothing. Takes a\n' +
    'few minutes; reports missing programs without failing.',
  options: {
    source: { value: 'FOLDER', about: 'Tests another version of the module, from its source.' },
  },
};

/**
 * @param {ReturnType<typeof import('../lib/options.mjs').parseOptions>} options
 * @returns {Promise<number>}
 */
export async function run({ values }) {
  const { testLoopback, findMachineProblem } = await import('../../test/v4l2/run.ts');
  const print = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
  const why = findMachineProblem();
  if (why !== null) {
    print(`skipped: ${why}`);
    return 0;
  }
  const source = toText(values['source']);
  return testLoopback({
    project: projectRoot,
    source: source === null ? null : path.resolve(source),
    print,
  });
}
