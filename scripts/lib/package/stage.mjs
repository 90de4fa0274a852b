import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { resolveInProject } from '../paths.mjs';

/** A tree of files as a package installs it, filled file by file: modes are what is said, not what was found. */
export class Stage {
  /** @param {string} folder that stands for `/`; it is empty */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * @param {string} target absolute, as installed
   * @param {string | Uint8Array} content
   * @param {number} [mode]
   */
  write(target, content, mode = 0o644) {
    const place = this.#placeOf(target);
    writeFileSync(place, content);
    chmodSync(place, mode);
  }

  /**
   * Copies a file.
   * @param {string} source
   * @param {string} target absolute, as installed
   * @param {number} [mode]
   */
  copy(source, target, mode = 0o644) {
    const place = this.#placeOf(target);
    copyFileSync(source, place);
    chmodSync(place, mode);
  }

  /**
   * Copies a program or a library without what only a debugger reads.
   * @param {string} source
   * @param {string} target absolute, as installed
   * @param {number} mode
   */
  copyStripped(source, target, mode) {
    const place = this.#placeOf(target);
    execFileSync('strip', ['--strip-unneeded', '-o', place, source]);
    chmodSync(place, mode);
  }

  /**
   * Writes a text as documents of Debian are kept: packed, without a name and a time inside.
   * @param {string} target absolute, as installed, with `.gz`
   * @param {string | Uint8Array} content
   */
  writePacked(target, content) {
    this.write(target, gzipSync(content, { level: 9 }));
  }

  /**
   * @param {string} target absolute, as installed
   * @param {string} destination what the link says
   */
  link(target, destination) {
    symlinkSync(destination, this.#placeOf(target));
  }

  /** @param {string} target */
  #placeOf(target) {
    const place = path.join(this.folder, target);
    mkdirSync(path.dirname(place), { recursive: true, mode: 0o755 });
    return place;
  }
}

/**
 * A file of `packaging/debian`, with its places filled in.
 * @param {string} name
 * @param {Readonly<Record<string, string>>} [values] by the word between the signs, such as `VERSION` for `@VERSION@`
 */
export function readTemplate(name, values = {}) {
  const text = readFileSync(resolveInProject('packaging', 'debian', name), 'utf8');
  return text.replaceAll(/@([A-Z]+)@/g, (_place, word) => {
    const value = values[word];
    if (value === undefined) {
      throw new Error(`packaging/debian/${name} names @${word}@, which nobody fills in.`);
    }
    return value;
  });
}
