import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../paths.mjs';
import { readManifest, readPackageTree } from '../production-tree.mjs';

/**
 * The packages that the built service needs on this system, with what they need in turn. Main, preload and page are
 * bundled whole: what only they use is not among them.
 */
export function readServicePackages() {
  const folder = inProject('out', 'node', 'src');
  const texts = listFiles(folder)
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const named = Object.keys(readManifest(inProject()).dependencies ?? {});
  return readPackageTree(named.filter((name) => texts.some((text) => findsName(text, name))));
}

/**
 * Whether a program imports a package, or finds a file of it by its name.
 * @param {string} text
 * @param {string} name
 */
function findsName(text, name) {
  return ["'", '"', '`'].some(
    (quote) => text.includes(`${quote}${name}${quote}`) || text.includes(`${quote}${name}/`),
  );
}

const runtimeEnding = /\.(?:[cm]?js|json|node|wasm|data)$|\.so(?:\.\d+)*$/;
const buildFolder = /^(?:tests?|__tests__|examples?|benchmarks?|docs?)\//;
const otherSystem =
  /(?:^|[/_.-])(?:darwin|win32|freebsd|openbsd|musl|arm64|aarch64|armhf|ia32|riscv64|loong64)(?:[/_.-]|$)/;
const settings = /(?:^|\/)(?:\.|tsconfig|package-lock\.json$|bower\.json$|karma\.conf)/;

/**
 * Whether a file of a package runs on Linux for x64: sources, types, tests, documents and the native code of other
 * systems do not.
 * @param {string} file relative to its package, with slashes
 */
export function isRuntimeFile(file) {
  return (
    runtimeEnding.test(file) &&
    !buildFolder.test(file) &&
    !settings.test(file) &&
    !(isNative(file) && otherSystem.test(file))
  );
}

/**
 * Whether a file is native code.
 * @param {string} file
 */
export function isNative(file) {
  return /\.(?:node|so(?:\.\d+)*)$/.test(file);
}

/**
 * All files below a folder, relative to it, sorted; folders of packages inside it are packages of their own.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).includes('node_modules'))
    .toSorted();
}
