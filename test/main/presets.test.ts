import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import '../support/without-electron.ts';
import { readUsualMode } from '../../src/client/private-files.ts';
import type { PresetSetup, Preset, PresetFile } from '../../src/contract/presets.ts';
import type { Characters as OpenCharacters } from '../../src/main/live/characters.ts';
import { createMediaGrants } from '../../src/main/page/media-grants.ts';
import type { Presets as OpenPresets } from '../../src/main/presets/presets.ts';
import { monaLisa } from '../media/support/stills.ts';

const { openStoredFile } = await import('../../src/main/files/stored-file.ts');
const { Characters, charactersFileSchema } = await import('../../src/main/live/characters.ts');
const { listBuiltInCharacterFiles: listStarters } = await import('../../src/main/live/starters.ts');
const { createChosenFiles } = await import('../../src/main/jobs/chosen-files.ts');
const { createConsents, consentsFileSchema } = await import('../../src/main/jobs/consents.ts');
const { Presets, presetsFileSchema } = await import('../../src/main/presets/presets.ts');

const setup: PresetSetup = {
  characterId: null,
  prompt: 'a hat',
  part: 'auto',
  background: 'green',
  voice: { voiceId: 'warm', strength: 0.5, noiseSuppression: true, voiceGate: false },
  cameraId: 'camera-of-this-computer',
  microphoneId: null,
};

let folder: string;
let characters: OpenCharacters;
let told: Preset[];
/** Path that the user chooses in dialogs; null when they cancel. */
let path: string | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-presets-'));
  path = join(folder, 'a.guise-preset.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function open(waiting = 'waiting'): OpenPresets['calls'] {
  const grants = createMediaGrants();
  const onSetAside = (): void => undefined;
  const consents = createConsents(
    openStoredFile({ folder, name: 'consents', schema: consentsFileSchema, onSetAside }),
    Date.now,
  );
  characters = new Characters({
    file: openStoredFile({ folder, name: 'characters', schema: charactersFileSchema, onSetAside }),
    folder: join(folder, 'pictures'),
    starters: listStarters(resolveInProject('resources', 'live', 'characters')),
    grants,
  });
  const presets = new Presets({
    file: openStoredFile({ folder, name: 'presets', schema: presetsFileSchema, onSetAside }),
    characters,
    addFile: createChosenFiles(grants, consents).add,
    folder: join(folder, waiting),
    chooseSavePath: async () => path,
    chooseOpenPath: async () => path,
    emit: (_name, payload) => (told = payload as Preset[]),
  });
  return presets.calls;
}

const namesOf = (presets: readonly Preset[]): string[] => presets.map(({ name }) => name);

it('keeps presets in their order, also over a restart', async () => {
  const calls = open();
  for (const name of ['One', 'Two', 'Three']) {
    await calls['presets.add']({ name, setup });
  }
  const [one, , three] = await calls['presets.list']({});
  expect(namesOf(await calls['presets.move']({ id: three!.id, to: 0 }))).toEqual([
    'Three',
    'One',
    'Two',
  ]);
  await calls['presets.change']({ id: one!.id, name: 'First' });
  await calls['presets.change']({ id: one!.id, setup: { ...setup, background: 'blur' } });
  await calls['presets.remove']({ id: three!.id });
  expect(namesOf(told)).toEqual(['First', 'Two']);
  expect(await open()['presets.list']({})).toEqual([
    { id: one!.id, name: 'First', setup: { ...setup, background: 'blur' } },
    expect.objectContaining({ name: 'Two' }),
  ]);
  await expect(calls['presets.remove']({ id: three!.id })).rejects.toMatchObject({
    code: 'not_found',
  });
});

async function addOwn(calls: OpenPresets['calls']): Promise<Preset> {
  const sha256 = createHash('sha256').update(readFileSync(monaLisa)).digest('hex');
  const { id } = await characters.add({ path: monaLisa, sha256 });
  const [preset] = await calls['presets.add']({
    name: 'Lisa',
    setup: { ...setup, characterId: id },
  });
  return preset!;
}

const readExport = (): PresetFile => JSON.parse(readFileSync(path!, 'utf8')) as PresetFile;

it('writes no device and no picture into a file unless the user chose it', async () => {
  const calls = open();
  const { id } = await addOwn(calls);
  expect(await calls['presets.export']({ id, hasPicture: false })).toEqual({ isWritten: true });
  expect(readExport()).toEqual({
    guise_preset: 1,
    name: 'Lisa',
    character: null,
    prompt: 'a hat',
    part: 'auto',
    background: 'green',
    voice: setup.voice,
  });
  await calls['presets.export']({ id, hasPicture: true });
  const { character } = readExport();
  if (process.platform !== 'win32') {
    // The user hands it out.
    expect(statSync(path!).mode & 0o777).toBe(readUsualMode());
  }
  expect(character).toMatchObject({ kind: 'picture', name: 'joconde' });
  expect(JSON.stringify(readExport())).not.toContain(setup.cameraId);
  path = null;
  expect(await calls['presets.export']({ id, hasPicture: true })).toEqual({ isWritten: false });
});

it('asks for consent again when a file has a picture, and keeps the picture only until then', async () => {
  const calls = open();
  const { id } = await addOwn(calls);
  await calls['presets.export']({ id, hasPicture: true });
  const imported = await calls['presets.import']({});
  expect(imported).toMatchObject({
    name: 'Lisa',
    setup: { characterId: null, prompt: 'a hat', cameraId: null },
    picture: { kind: 'image', hasConsent: false },
  });
  const [waiting] = readdirSync(join(folder, 'waiting'));
  expect(readFileSync(join(folder, 'waiting', waiting!))).toEqual(readFileSync(monaLisa));
  await calls['presets.end_import']({});
  expect(existsSync(join(folder, 'waiting'))).toBe(false);
  expect(await calls['presets.list']({})).toHaveLength(1);
});

it('opens without a folder for pictures, and reports it when one arrives', async () => {
  writeFileSync(join(folder, 'file'), '');
  const calls = open(join('file', 'waiting'));
  const { id } = await addOwn(calls);
  await calls['presets.export']({ id, hasPicture: false });
  expect(await calls['presets.import']({})).toMatchObject({ name: 'Lisa', picture: null });
  await calls['presets.export']({ id, hasPicture: true });
  await expect(calls['presets.import']({})).rejects.toMatchObject({ code: 'storage_failed' });
});

it('identifies the built-in characters by their id', async () => {
  const calls = open();
  const builtIn = characters.list().find(({ isBuiltIn }) => isBuiltIn)!;
  const [preset] = await calls['presets.add']({
    name: 'Built-in',
    setup: { ...setup, characterId: builtIn.id },
  });
  await calls['presets.export']({ id: preset!.id, hasPicture: false });
  expect(await calls['presets.import']({})).toMatchObject({
    setup: { characterId: builtIn.id },
    picture: null,
  });
});

it('refuses invalid presets, and invalid pictures', async () => {
  const calls = open();
  const { id } = await addOwn(calls);
  await calls['presets.export']({ id, hasPicture: true });
  const good = readExport();
  const wrong: readonly unknown[] = [
    'text',
    [],
    { ...good, guise_preset: 2 },
    { ...good, extra: 1 },
    { ...good, prompt: 'x'.repeat(100_000) },
    { ...good, voice: { ...good.voice, strength: 7 } },
    { ...good, character: { kind: 'picture', name: '../../x', picture: '!' } },
    { ...good, character: { kind: 'picture', name: 'a', picture: btoa('<svg/>') } },
    { ...good, character: { kind: 'picture', name: 'a', picture: btoa('RIFF....WAVEfmt ') } },
  ];
  for (const content of wrong) {
    writeFileSync(path!, JSON.stringify(content));
    await expect(calls['presets.import']({}), JSON.stringify(content).slice(0, 80)).rejects.toThrow(
      expect.objectContaining({ code: expect.stringMatching(/unsupported_format|invalid_input/) }),
    );
  }
  truncateSync(path!, 40 * 1_048_576);
  await expect(calls['presets.import']({})).rejects.toMatchObject({ code: 'input_too_large' });
  // A name leads to no other folder.
  const picture = good.character?.kind === 'picture' ? good.character.picture : '';
  const named = { ...good, character: { kind: 'picture', name: '../../../etc/x', picture } };
  writeFileSync(path!, JSON.stringify(named));
  const imported = await calls['presets.import']({});
  expect(imported?.picture?.name).toBe('etc x');
  expect(readdirSync(join(folder, 'waiting'))).toEqual(['etc x']);
});
