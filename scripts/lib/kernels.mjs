import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createRequire } from 'node:module';
import { Stop } from './stop.mjs';
import { resolveInProject } from './paths.mjs';

/**
 * Not named in the import: its types change those of the language (`Array.at` never undefined) for
 * everything that is compiled with them.
 */
const compiler = 'assemblyscript/asc';

const flags = [
  '--runtime',
  'stub',
  '--importMemory',
  '--noExportMemory',
  '--initialMemory',
  '1',
  '--maximumMemory',
  '16384',
  '--sharedMemory',
  '--enable',
  'simd',
  '--enable',
  'threads',
  '-O3',
  '--noAssert',
];

/**
 * A digest of the source, the flags and the version of the compiler: other ones make other bytes.
 * @returns {Promise<string>}
 */
export async function hashKernelSource() {
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json');
  const source = await readSource();
  return createHash('sha256')
    .update(JSON.stringify([source, flags, version]))
    .digest('hex');
}

/**
 * All families of kernels as one text: they call each other's functions.
 * @returns {Promise<string>}
 */
async function readSource() {
  const folder = resolveInProject('src', 'engine', 'pixels', 'simd', 'kernels');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.as')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.join('\n');
}

/**
 * The kernels as TypeScript sees them: places, counts and steps are numbers all alike.
 * @returns {Promise<string>}
 */
export async function describeKernels() {
  const pattern = /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export function (\w+)\(([^)]*)\): void/g;
  const members = Array.from(
    (await readSource()).matchAll(pattern),
    ([, doc = '', name, list = '']) => {
      const parameters = list
        .split(',')
        .map((part) => part.split(':')[0]?.trim() ?? '')
        .filter((part) => part !== '');
      return `${doc}readonly ${name}: (${parameters.map((part) => `${part}: number`).join(', ')}) => void;`;
    },
  );
  return `/** What the kernels export; all numbers but counts and steps are places in the memory. Made by "npm run kernels". */
export interface Kernels {
${members.join('\n')}
}
`;
}

/**
 * Compiles `src/engine/pixels/simd/kernels`.
 * @returns {Promise<string>} the text of the module that holds the bytes
 */
export async function compileKernels() {
  const { default: asc } = await import(compiler);
  const source = await readSource();
  /** @type {Uint8Array | null} */
  let bytes = null;
  const { error } = await asc.main(['kernels.ts', '--outFile', 'kernels.wasm', ...flags], {
    /** @param {string} name */
    readFile: (name) => (name === 'kernels.ts' ? source : null),
    /**
     * @param {string} name
     * @param {Uint8Array | string} contents
     */
    writeFile: (name, contents) => {
      if (name === 'kernels.wasm' && contents instanceof Uint8Array) {
        bytes = contents;
      }
    },
    listFiles: () => [],
  });
  if (error !== null || bytes === null) {
    throw new Stop(`The kernels cannot be compiled. ${error?.message ?? ''}`);
  }
  const text = Buffer.from(bytes).toString('base64');
  // Short lines would take 3 kB of the bundle.
  const lines = text.match(/.{1,960}/g) ?? [];
  return `/** Hash of what the bytes were made from: the source, the flags and the version of the compiler. */
export const kernelOrigin = '${await hashKernelSource()}';

/** The kernels as WebAssembly, in base64; made by "npm run kernels". */
export const kernelBytes =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}
