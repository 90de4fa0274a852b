import { expect, it } from 'vitest';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { createCharactersStore } from './characters-store.ts';

const jpeg = new Uint8Array([0xff, 0xd8, 1]);
const character = {
  id: 'c',
  name: 'From the camera',
  url: 'media/c.jpg',
  pictureUrl: null,
  isBuiltIn: false,
};
const file: ChosenFile = {
  id: 'f',
  name: 'f.jpg',
  kind: 'image',
  sizeBytes: 1,
  url: 'media/f.jpg',
  hasConsent: false,
};

function openGallery() {
  const requested: { readonly name: string; readonly input: unknown }[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    'files.agree': { ...file, hasConsent: true },
    'characters.add': { ...character, name: 'f' },
    'characters.take': character,
    'characters.keep_picture': { ...character, pictureUrl: 'media/c.small.jpg' },
  };
  const bridge = {
    call: async (name: string, input: unknown) => {
      requested.push({ name, input });
      return answers[name];
    },
  } as unknown as Bridge<Ipc>;
  const store = createCharactersStore({
    bridge,
    addFile: async () => file,
    captureImage: async () => ({ url: URL.createObjectURL(new Blob([jpeg])), jpeg }),
    renderCharacter: async () => jpeg,
  });
  return { store, requested, names: () => requested.map(({ name }) => name) };
}

it('keeps a picture of the camera once its person agrees', async () => {
  const { store, requested, names } = openGallery();
  await store.getState().capture({} as MediaStreamTrack, 'From the camera');
  expect(store.getState().pending).toMatchObject({ name: 'From the camera' });
  expect(names()).toEqual([]);
  expect(await store.getState().agree()).toMatchObject({ pictureUrl: 'media/c.small.jpg' });
  expect(requested[0]).toEqual({
    name: 'characters.take',
    input: { bytes: jpeg, name: 'From the camera', hasConsent: true },
  });
  expect(store.getState()).toMatchObject({ pending: null, characters: [{ id: 'c' }] });
});

it('forgets a picture without consent', async () => {
  const { store, names } = openGallery();
  await store.getState().capture({} as MediaStreamTrack, 'From the camera');
  store.getState().dismiss();
  expect(await store.getState().agree()).toBeNull();
  expect(names()).toEqual([]);
});

it('asks for consent to a picture that was dropped, and keeps it then', async () => {
  const { store, names } = openGallery();
  expect(await store.getState().add({} as File)).toBeNull();
  await store.getState().agree();
  expect(names()).toEqual(['files.agree', 'characters.add', 'characters.keep_picture']);
});
