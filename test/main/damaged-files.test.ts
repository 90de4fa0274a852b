/** Checks that the app starts with any content in its files, reports it, loses nothing, and writes nowhere else. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import '../support/without-electron.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '../../src/contract/ipc/contract.ts';
import { createNotices } from '../../src/main/app/notices.ts';
import { itUnless, findPosixProblem } from '../support/describe-unless.ts';

const { openFiles } = await import('../../src/main/app/open-files.ts');

let folder: string;
let told: Notice[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-damaged-'));
  mkdirSync(join(folder, 'data'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function start() {
  told = [];
  const notices = createNotices((notice) => told.push(notice));
  notices.drain();
  return openFiles(join(folder, 'data'), notices, () => undefined);
}

type Name = keyof ReturnType<typeof start>;

const names = await (async () => {
  const first = mkdtempSync(join(tmpdir(), 'guise-names-'));
  const files = openFiles(
    first,
    createNotices(() => undefined),
    () => undefined,
  );
  rmSync(first, { recursive: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of a fresh object
  return Object.keys(files) as Name[];
})();

const pathOf = (name: Name): string => join(folder, 'data', `${name}.json`);

/** Files set aside because they could not be used. */
function listAside(name: Name): string[] {
  return readdirSync(join(folder, 'data'))
    .filter((other) => other.startsWith(`${name}.set-aside-`))
    .map((other) => join(folder, 'data', other));
}

/** Reads the content of a file by default, in an empty folder. */
function readDefaults(name: Name): unknown {
  rmSync(join(folder, 'data'), { recursive: true });
  mkdirSync(join(folder, 'data'));
  return structuredClone(start()[name].read());
}

describe.each(names)('the file of %s', (name) => {
  const damages: readonly (readonly [string, (path: string) => void])[] = [
    ['is empty', (path) => writeFileSync(path, '')],
    ['is cut off', (path) => writeFileSync(path, '{"')],
    ['is no text', (path) => writeFileSync(path, Buffer.from([0xff, 0x00, 0xfe, 0x80]))],
    ['is a list', (path) => writeFileSync(path, '[]')],
    ['is nothing', (path) => writeFileSync(path, 'null')],
    ['is nested deeply', (path) => writeFileSync(path, '['.repeat(200_000))],
    [
      'is huge',
      (path) => {
        writeFileSync(path, '{}');
        truncateSync(path, 2 ** 33);
      },
    ],
    ['is a folder', (path) => mkdirSync(path)],
  ];

  it.each(damages)('is put aside when it %s', (_, damage) => {
    const defaults = readDefaults(name);
    damage(pathOf(name));
    const before = lstatSync(pathOf(name));
    const files = start();
    expect(files[name].read()).toEqual(defaults);
    const [aside = '', ...more] = listAside(name);
    expect(more).toEqual([]);
    expect([lstatSync(aside).ino, lstatSync(aside).size]).toEqual([before.ino, before.size]);
    expect(told.map((notice) => 'path' in notice && notice.path)).toEqual(
      name === 'window' ? [] : [aside],
    );
  });

  itUnless(findPosixProblem(), 'does not block when it is a pipe', () => {
    const defaults = readDefaults(name);
    execFileSync('mkfifo', [pathOf(name)]);
    expect(start()[name].read()).toEqual(defaults);
    expect(listAside(name)).toHaveLength(1);
  });

  it.each([
    ['a file', '{}'],
    ['nothing', null],
  ])('is neither read nor written through a link to %s', (_, content) => {
    const defaults = readDefaults(name);
    const outside = join(folder, 'of the user');
    if (content !== null) {
      writeFileSync(outside, content);
    }
    symlinkSync(outside, pathOf(name));
    const files = start();
    expect(listAside(name)).toHaveLength(1);
    write(files, name);
    expect(lstatSync(pathOf(name)).isFile()).toBe(true);
    expect(existsSync(outside) ? readFileSync(outside, 'utf8') : null).toBe(content);
    // Put there while the app runs.
    rmSync(pathOf(name));
    symlinkSync(outside, pathOf(name));
    expect(() => write(files, name)).toThrow(expect.objectContaining({ code: 'storage_failed' }));
    expect(existsSync(outside) ? readFileSync(outside, 'utf8') : null).toBe(content);
    expect(files[name].read()).toEqual(defaults);
  });

  it('is kept or set aside whole, with any content', () => {
    const fields = Object.keys(Object(readDefaults(name)) as object);
    const anyContent = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json(),
      // Right names, anything in them.
      fc
        .record(Object.fromEntries(fields.map((field) => [field, fc.jsonValue()])), {
          requiredKeys: [],
        })
        .map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(anyContent, (content) => {
        rmSync(join(folder, 'data'), { recursive: true });
        mkdirSync(join(folder, 'data'));
        writeFileSync(pathOf(name), content);
        start();
        const [left = pathOf(name)] = listAside(name);
        expect(readFileSync(left).equals(Buffer.from(content))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

function write(files: ReturnType<typeof start>, name: Name): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each file is given what it holds
  const file = files[name] as { read: () => unknown; write: (value: unknown) => void };
  file.write(file.read());
}
