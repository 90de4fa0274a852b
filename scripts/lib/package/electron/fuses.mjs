import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Bytes before the fuses in Electron's binary: https://www.electronjs.org/docs/latest/tutorial/fuses. */
const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const wireVersion = 1;
const signs = { off: 0x30, on: 0x31, removed: 0x72 };

/** Fuses of version 1 of the wire, by their place in it. */
const places = {
  runAsNode: 0,
  cookieEncryption: 1,
  nodeOptions: 2,
  nodeInspect: 3,
  fileProtocolPrivileges: 7,
};

const names = /** @type {const} */ ([
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeInspect',
  'fileProtocolPrivileges',
]);

/** @typedef {Readonly<Record<typeof names[number], boolean>>} Fuses */

/**
 * Fuses of our packages. Workers and the validator of files run Electron as Node, so `runAsNode` stays on. An installed
 * app needs no debugger and no options from the environment, and it reads nothing through `file:`.
 * @type {Fuses}
 */
export const productFuses = {
  runAsNode: true,
  cookieEncryption: true,
  nodeOptions: false,
  nodeInspect: false,
  fileProtocolPrivileges: false,
};

/**
 * The file with the fuses in the unpacked archive of Electron.
 * @param {string} folder
 * @param {import('../production-files.mjs').Target['platform']} platform
 */
export function toFuseFile(folder, platform) {
  const names = {
    linux: 'electron',
    win32: 'electron.exe',
    darwin:
      'Electron.app/Contents/Frameworks/Electron Framework.framework/Versions/A/Electron Framework',
  };
  return path.join(folder, names[platform]);
}

/**
 * Sets fuses in a binary of Electron, in each of its processors' parts. It has to be signed after.
 * Throws when they are not where they are expected: then this Electron has another wire.
 * @param {string} file
 * @param {Fuses} fuses
 */
export function setFuses(file, fuses) {
  const bytes = readFileSync(file);
  const wires = findWires(bytes, file);
  for (const wire of wires) {
    for (const name of names) {
      const at = wire.start + places[name];
      if (at >= wire.end || bytes[at] === signs.removed) {
        throw new Error(`${file} has no fuse ${name}.`);
      }
      bytes[at] = fuses[name] ? signs.on : signs.off;
    }
  }
  writeFileSync(file, bytes);
}

/**
 * The fuses that are on in a binary.
 * @param {string} file
 */
export function readFuses(file) {
  const bytes = readFileSync(file);
  const [wire] = findWires(bytes, file);
  return names.filter((name) => bytes[(wire?.start ?? 0) + places[name]] === signs.on);
}

/**
 * Finds the byte ranges of the fuses, one for each processor that the file supports.
 * @param {Buffer} bytes
 * @param {string} file
 * @returns {{ start: number, end: number }[]}
 */
function findWires(bytes, file) {
  const wires = [];
  for (let at = bytes.indexOf(sentinel); at !== -1; at = bytes.indexOf(sentinel, at + 1)) {
    const start = at + sentinel.length + 2;
    if (bytes[start - 2] !== wireVersion) {
      throw new Error(`${file} has fuses of version ${bytes[start - 2]}; ${wireVersion} is known.`);
    }
    wires.push({ start, end: start + (bytes[start - 1] ?? 0) });
  }
  if (wires.length === 0) {
    throw new Error(`${file} has no fuses.`);
  }
  return wires;
}
