import { writeFile } from 'node:fs/promises';
import { runQuietly } from '../lib/exec.mjs';
import { compileKernels, describeKernels } from '../lib/kernels.mjs';
import { resolveInProject } from '../lib/paths.mjs';
import { toolCommand } from '../lib/tools.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run kernels',
  about: 'Compiles the image kernels from AssemblyScript to WebAssembly.',
  options: {},
};

export async function run() {
  const texts = {
    'kernel-bytes.ts': await compileKernels(),
    'kernel-types.ts': await describeKernels(),
  };
  const files = Object.keys(texts).map((name) =>
    resolveInProject('src', 'engine', 'pixels', 'simd', name),
  );
  await Promise.all(Object.values(texts).map((text, index) => writeFile(files[index] ?? '', text)));
  await runQuietly('format', [...toolCommand('oxfmt'), ...files]);
  return 0;
}
