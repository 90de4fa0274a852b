import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsSchema } from '../../contract/settings.ts';

// Outside of an app the package `electron` is the path of a binary, which may be missing. An empty object instead shows
// electron-store that there is no app, so that it uses absolute paths.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'data:text/javascript,export default {}', shortCircuit: true }
      : next(specifier, context),
});

const { openStoredFile } = await import('./stored-file.ts');
const defaults = settingsSchema.parse({});

let folder = '';
let setAside: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-files-'));
  setAside = [];
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const path = (): string => join(folder, 'settings.json');
const open = () =>
  openStoredFile({
    folder,
    name: 'settings',
    schema: settingsSchema,
    onSetAside: (old) => setAside.push(old),
    now: () => new Date(0),
  });

describe('a stored file', () => {
  it('starts with the defaults and keeps written values', () => {
    const file = open();
    expect(file.read()).toEqual(defaults);
    file.write({ ...file.read(), theme: 'light' });
    expect(open().read()).toEqual({ ...defaults, theme: 'light' });
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(setAside).toEqual([]);
  });

  it('drops fields it does not know and fills in those that are missing', () => {
    writeFileSync(path(), '{"theme":"light","fromTheFuture":1}');
    expect(open().read()).toEqual({ ...defaults, theme: 'light' });
    expect(setAside).toEqual([]);
  });

  it.each(['', 'nonsense', '{"theme":', '[]', 'null', '7', '"x"', '{"theme":"pink"}', '\u0000'])(
    'sets a file aside that holds %j, and loses nothing of it',
    (text) => {
      writeFileSync(path(), text);
      const file = open();
      expect(file.read()).toEqual(defaults);
      expect(setAside).toEqual([join(folder, 'settings.set-aside-1970-01-01T00-00-00.000Z.json')]);
      expect(readFileSync(setAside[0]!, 'utf8')).toBe(text);
      file.write({ ...defaults, theme: 'light' });
      expect(open().read().theme).toBe('light');
      expect(setAside).toHaveLength(1);
    },
  );

  it('opens with valid settings for any content of the file', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.uint8Array()), (content) => {
        writeFileSync(path(), content);
        expect(settingsSchema.safeParse(open().read()).success).toBe(true);
      }),
    );
  });

  it('keeps the old content when the new one cannot be written', () => {
    const file = open();
    file.write({ ...file.read(), theme: 'light' });
    const before = readFileSync(path(), 'utf8');
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the folder was');
    expect(() => {
      file.write({ ...file.read(), theme: 'dark' });
    }).toThrow(expect.objectContaining({ code: 'storage_failed' }));
    expect(file.read().theme).toBe('light');
    expect(before).toContain('light');
  });

  it('leaves no temporary files', () => {
    const file = open();
    for (const textScale of [1.1, 1.2, 1.3]) {
      file.write({ ...file.read(), textScale });
    }
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});
