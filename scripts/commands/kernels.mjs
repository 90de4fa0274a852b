import { readFile, writeFile } from 'node:fs/promises';
import { compileKernels } from '../lib/kernels.mjs';
import { inProject } from '../lib/paths.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm run kernels',
  about: 'Compiles the kernels for pictures from AssemblyScript to WebAssembly.',
  options: {},
};

export async function run() {
  const text = await compileKernels();
  const path = inProject('src', 'engine', 'pixels', 'simd', 'kernel-bytes.ts');
  const before = await readFile(path, 'utf8').catch(() => '');
  if (text !== before) {
    await writeFile(path, text);
  }
  return 0;
}
