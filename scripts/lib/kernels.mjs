import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Stop } from './stop.mjs';
import { inProject } from './paths.mjs';

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
export async function findKernelOrigin() {
  const { version } = createRequire(import.meta.url)('assemblyscript/package.json');
  const source = await readSource();
  return createHash('sha256')
    .update(JSON.stringify([source, flags, version]))
    .digest('hex');
}

/** @returns {Promise<string>} */
function readSource() {
  return readFile(inProject('src', 'engine', 'pixels', 'simd', 'kernels.as'), 'utf8');
}

/**
 * Compiles `src/engine/pixels/simd/kernels.as`.
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
  const lines = text.match(/.{1,96}/g) ?? [];
  return `/** Of what the bytes were made from: the source, the flags and the version of the compiler. */
export const kernelOrigin = '${await findKernelOrigin()}';

/** kernels.as as WebAssembly, in base64; made by "npm run kernels". */
export const kernelBytes =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}
