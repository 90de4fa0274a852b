import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import '../support/without-electron.ts';
import type {
  Characters as OpenCharacters,
  BuiltInCharacterFile,
} from '../../src/main/live/characters.ts';
import { createMediaGrants, type MediaGrants } from '../../src/main/page/media-grants.ts';

const { openStoredFile } = await import('../../src/main/files/stored-file.ts');
const { Characters, charactersFileSchema } = await import('../../src/main/live/characters.ts');

const { listBuiltInCharacterFiles: listStarters } = await import('../../src/main/live/starters.ts');

let folder: string;
let grants: MediaGrants;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-characters-'));
  grants = createMediaGrants();
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(starters: readonly BuiltInCharacterFile[] = []): OpenCharacters {
  const file = openStoredFile({
    folder,
    name: 'characters',
    schema: charactersFileSchema,
    onSetAside: () => undefined,
  });
  return new Characters({ file, folder: join(folder, 'pictures'), starters, grants });
}

function choose(name: string, content = name): { path: string; sha256: string } {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, sha256: createHash('sha256').update(content).digest('hex') };
}

it('keeps a copy that outlives the picture and the app', async () => {
  const source = choose('Audrey_in  Rome.PNG');
  const added = await open().add(source);
  expect(added).toMatchObject({ name: 'Audrey in Rome', pictureUrl: null });
  rmSync(source.path);
  const again = open();
  expect(again.list()).toEqual([added]);
  expect(String(await again.read(added.id))).toBe('Audrey_in  Rome.PNG');
  expect(grants.find(`app://bundle/${added.url}`)).toMatch(/\.png$/);
});

it('lists the characters that come with the app behind those of the user, and leaves them as they are', async () => {
  const starters = listStarters(resolveInProject('resources', 'live', 'characters'));
  expect(starters.length).toBeGreaterThanOrEqual(6);
  const characters = open(starters);
  const own = await characters.add(choose('own.jpg'));
  const listed = characters.list();
  expect(listed.map(({ isBuiltIn }) => isBuiltIn)).toEqual([false, ...starters.map(() => true)]);
  expect(listed[0]?.id).toBe(own.id);
  for (const { id, path } of starters) {
    expect(characters.pathOf(id)).toBe(path);
    // A WebP file.
    expect((await characters.read(id)).subarray(8, 12).toString()).toBe('WEBP');
    await expect(characters.remove(id)).rejects.toMatchObject({ code: 'not_found' });
    expect(existsSync(path)).toBe(true);
  }
});

it('keeps equal pictures once, with the last choice first', async () => {
  const characters = open();
  const first = await characters.add(choose('first.jpg'));
  const second = await characters.add(choose('second.jpg'));
  expect(characters.list().map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await characters.add(choose('copy.jpg', 'first.jpg'))).id).toBe(first.id);
  expect(characters.list().map(({ id }) => id)).toEqual([first.id, second.id]);
});

it('refuses a picture that changed after the consent', async () => {
  const characters = open();
  const source = choose('face.jpg');
  writeFileSync(source.path, 'another face');
  await expect(characters.add(source)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(characters.list()).toEqual([]);
  expect(readdirSync(join(folder, 'pictures'))).toEqual([]);
});

it('shows a thumbnail once it is rendered, and removes all files of a character', async () => {
  const characters = open();
  const { id } = await characters.add(choose('face.jpg'));
  const drawn = await characters.storeImage(id, Uint8Array.of(0xff, 0xd8, 1));
  expect(drawn.pictureUrl).not.toBeNull();
  await characters.remove(id);
  expect(readdirSync(join(folder, 'pictures'))).toEqual([]);
  await expect(characters.read(id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(characters.remove(id)).rejects.toMatchObject({ code: 'not_found' });
  expect(existsSync(join(folder, 'face.jpg'))).toBe(true);
});

it('sends only the picture with consent', async () => {
  const characters = open();
  const added = await characters.add(choose('face.png'));
  const [name] = readdirSync(join(folder, 'pictures'));
  writeFileSync(join(folder, 'pictures', name!), 'somebody else');
  await expect(characters.read(added.id)).rejects.toMatchObject({ code: 'storage_failed' });
});
