import { expect, it } from 'vitest';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { PresetSetup } from '../../contract/presets.ts';
import { createCharactersStore } from '../live/characters-store.ts';
import { createPresetsStore } from './presets-store.ts';

const setup: PresetSetup = {
  characterId: null,
  prompt: '',
  part: 'auto',
  background: 'keep',
  voice: { voiceId: null, strength: 0.5, noiseSuppression: false, voiceGate: false },
  cameraId: null,
  microphoneId: null,
};
const character = {
  id: 'c',
  name: 'Somebody',
  url: 'media/c.jpg',
  pictureUrl: null,
  isBuiltIn: false,
};

it('renders the thumbnail of a person who came with a preset', async () => {
  const requested: { readonly name: string; readonly input: unknown }[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    'presets.import': { name: 'Stage', setup, picture: { id: 'f', name: 'f', url: 'media/f.jpg' } },
    'presets.add': [],
    'files.agree': { id: 'f' },
    'characters.add': character,
    'characters.keep_picture': { ...character, pictureUrl: 'media/c.small.jpg' },
  };
  const bridge = {
    call: async (name: string, input: unknown) => {
      requested.push({ name, input });
      return answers[name];
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const characters = createCharactersStore({
    bridge,
    addFile: async () => expect.unreachable(),
    captureImage: async () => expect.unreachable(),
    renderCharacter: async () => new Uint8Array([1]),
  });
  const presets = createPresetsStore({ bridge, adopt: characters.getState().adopt });

  await presets.getState().read();
  expect(requested.map(({ name }) => name)).toEqual(['presets.import']);
  await presets.getState().agree();
  expect(requested.find(({ name }) => name === 'presets.add')?.input).toEqual({
    name: 'Stage',
    setup: { ...setup, characterId: 'c' },
  });
  expect(characters.getState().characters).toMatchObject([{ pictureUrl: 'media/c.small.jpg' }]);
  expect(presets.getState().pending).toBeNull();
});
