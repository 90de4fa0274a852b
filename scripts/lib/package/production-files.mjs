import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { resolveInProject } from '../paths.mjs';
import { readManifest, readPackageTree } from '../production-tree.mjs';

/**
 * The system that a package is for, as Node names them.
 * @typedef {{ readonly platform: 'linux' | 'win32' | 'darwin', readonly arch: 'x64' | 'arm64' }} Target
 */

/**
 * The packages that the built service needs, with what they need in turn. Main, preload and page are bundled whole:
 * what only they use is not among them.
 * @param {string} root folder whose `node_modules` are looked into
 */
export function readServicePackages(root) {
  const folder = resolveInProject('out', 'node', 'src');
  const texts = listFiles(folder)
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const named = Object.keys(readManifest(resolveInProject()).dependencies ?? {});
  return readPackageTree(
    named.filter((name) => texts.some((text) => findsName(text, name))),
    root,
  );
}

/**
 * Returns whether a program imports a package, or finds a file of it by its name.
 * @param {string} text
 * @param {string} name
 */
function findsName(text, name) {
  return ["'", '"', '`'].some(
    (quote) => text.includes(`${quote}${name}${quote}`) || text.includes(`${quote}${name}/`),
  );
}

const runtimeEnding = /\.(?:[cm]?js|json|wasm|data)$/;
const nativeEnding = /\.(?:node|dll|exe|dylib)$|\.so(?:\.\d+)*$/;
const buildFolder = /^(?:tests?|__tests__|examples?|benchmarks?|docs?)\//;
const settings = /(?:^|\/)(?:\.|tsconfig|package-lock\.json$|bower\.json$|karma\.conf)/;
// npm packages contain no links: linked files in ONNX Runtime's own archive are duplicates, and loaded by their short
// name.
const secondCopy = /libonnxruntime\.\d+\.\d+\.\d+\.dylib$/;

/** Parts of packages that nothing of ours loads, by their path: 27 MB. */
const unusedParts = [
  // Models of other sizes than that of engine/voice/language/detect-language.ts.
  /node_modules\/eld\/src\/(?:ngrams\/|entries\/static\.)(?:large|medium|small)\.js$/,
  // Builds for browsers; Node takes modules, and werift the one for its `require`.
  /node_modules\/mediabunny\/dist\/bundles\/(?!mediabunny\.node\.cjs$)/,
  // Builds for browsers and bundlers, and a program of its own.
  /node_modules\/opentype\.js\/(?:bin\/|dist\/(?!opentype\.js$))/,
  // Builds for bundlers: Node takes dist-cjs.
  /node_modules\/@(?:aws-sdk|smithy)\/[^/]+\/dist-es\//,
  // WebRTC of node-av, and what werift has for programs written for browsers.
  /node_modules\/node-av\/node_modules\/werift\//,
  /node_modules\/werift\/lib\/polyfill\//,
  // The page bundles its own; here the module is called without its loader.
  /node_modules\/@jitsi\/rnnoise-wasm\/dist\/.*\.js$/,
];

/**
 * Returns whether a file belongs to a part of its package that nothing of ours loads.
 * @param {string} file from the folder with `node_modules`, with slashes
 */
export function isUnusedPart(file) {
  return unusedParts.some((part) => part.test(file));
}

const platforms = ['linux', 'darwin', 'win32', 'freebsd', 'openbsd', 'musl', 'linuxmusl'];
const processors = {
  x64: ['x64', 'x86_64'],
  arm64: ['arm64', 'aarch64'],
  others: ['armhf', 'ia32', 'riscv64', 'loong64'],
};

/**
 * Returns whether a file of a package runs on a system: sources, types, tests, documents and the native code of other
 * systems do not.
 * @param {string} file relative to its package, with slashes
 * @param {Target} target
 */
export function isRuntimeFile(file, target) {
  return (
    (runtimeEnding.test(file) || (isNative(file) && !isForOtherPlatform(file, target))) &&
    !buildFolder.test(file) &&
    !settings.test(file) &&
    !secondCopy.test(file)
  );
}

/**
 * Returns whether the path of native code names another system.
 * @param {string} file
 * @param {Target} target
 */
function isForOtherPlatform(file, { platform, arch }) {
  const own = [platform, ...processors[arch]];
  const all = [...platforms, ...Object.values(processors).flat()];
  const words = file.split(/[/_.-]/);
  return all.some((name) => !own.includes(name) && words.includes(name));
}

/**
 * Returns whether a file is native code.
 * @param {string} file
 */
export function isNative(file) {
  return nativeEnding.test(file);
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
