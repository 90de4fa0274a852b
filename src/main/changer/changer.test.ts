import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { embeddedProfileId } from '../../contract/profiles.ts';
import { createChosenFiles } from '../jobs/chosen-files.ts';
import { consentsFileSchema, createConsents } from '../jobs/consents.ts';
import { createOnAir } from '../live/on-air.ts';
import { createMediaGrants } from '../page/media-grants.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { Changer } from './changer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-changer-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** The voice changer, whose service never answers. */
function openChanger() {
  let stored = consentsFileSchema.parse({});
  const consents = createConsents(
    {
      path: 'consents.json',
      read: () => stored,
      write: (next) => {
        stored = next;
      },
    },
    () => 0,
  );
  const grants = createMediaGrants();
  const chosen = createChosenFiles(grants, consents);
  const onAir = createOnAir();
  const profiles: Pick<ProfileStore, 'list' | 'readAccess'> = {
    list: () => ({
      activeId: embeddedProfileId,
      profiles: [],
      protection: { kind: 'system', backend: 'gnome_libsecret' },
    }),
    readAccess: () => new Promise(() => undefined),
  };
  const changer = new Changer({
    profiles: profiles as ProfileStore,
    chosen,
    grants,
    emit: () => undefined,
    onAir,
    readReference: async () => ({ wav: new Uint8Array(1), durationMs: 1, isCut: false }),
    sampleFolder: join(folder, 'samples'),
    relay: { sources: [], admit: () => undefined },
  });
  /** Chooses a recording of this many samples, with the person's consent. */
  const choose = async (samples: number): Promise<{ fileId: string; sha256: string }> => {
    const path = join(folder, `${samples}.wav`);
    await writeFile(path, toSilentWav(samples));
    const { id: fileId } = await chosen.add(path);
    chosen.agree(fileId);
    await changer.calls['changer.use_reference']({ fileId });
    return { fileId, sha256: chosen.require(fileId).sha256 };
  };
  const start = (fileId: string) =>
    changer.calls['changer.start']({
      target: { kind: 'reference', fileId },
      settings: { strength: 1, noiseSuppression: false, voiceGate: false },
      durationMinutes: 15,
    });
  return { changer, onAir, choose, start };
}

function toSilentWav(samples: number): Buffer {
  const wav = Buffer.alloc(44 + 2 * samples);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(2 * samples, 40);
  return wav;
}

it('ends the voice of a person who is deleted, also after another recording was chosen', async () => {
  const { changer, onAir, choose, start } = openChanger();
  const lisa = await choose(100);
  await start(lisa.fileId);
  const otto = await choose(200);
  changer.dropPersons(new Set([otto.sha256]));
  expect(await changer.calls['changer.read']({})).toMatchObject({ phase: 'opening' });
  expect(onAir.read()).toEqual(new Set([lisa.sha256]));
  await expect(start(otto.fileId)).rejects.toMatchObject({ code: 'not_found' });

  await choose(300);
  changer.dropPersons(new Set([lisa.sha256]));
  expect(await changer.calls['changer.read']({})).toEqual({ phase: 'off', error: null });
  expect(onAir.read()).toEqual(new Set());
  await changer.stop();
});
