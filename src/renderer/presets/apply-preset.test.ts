import { expect, it } from 'vitest';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { PresetSetup } from '../../contract/presets.ts';
import { settingsSchema } from '../../contract/settings.ts';
import { createChangerStore } from '../changer/changer-store.ts';
import { createCharactersStore } from '../live/characters-store.ts';
import { createLiveStore } from '../live/live-store.ts';
import { createDevicesStore } from '../stores/devices-store.ts';
import { createSettingsStore } from '../stores/settings-store.ts';
import { applyPreset, matchesSetup, readPresetSetup } from './apply-preset.ts';

const setup: PresetSetup = {
  characterId: 'lisa',
  prompt: '',
  part: 'auto',
  background: 'keep',
  voice: { voiceId: 'warm', strength: 0.5, noiseSuppression: false, voiceGate: false },
  cameraId: null,
  microphoneId: null,
};

it('is in place when everything is as it has it', () => {
  expect(matchesSetup(setup, setup)).toBe(true);
  expect(matchesSetup(setup, { ...setup, background: 'blur' })).toBe(false);
  expect(matchesSetup(setup, { ...setup, characterId: 'audrey' })).toBe(false);
  expect(matchesSetup(setup, { ...setup, voice: { ...setup.voice, strength: 1 } })).toBe(false);
});

it('ignores settings that the setup leaves open', () => {
  expect(matchesSetup(setup, { ...setup, cameraId: 'another' })).toBe(true);
  expect(matchesSetup({ ...setup, characterId: null }, setup)).toBe(true);
  expect(matchesSetup({ ...setup, cameraId: 'mine' }, { ...setup, cameraId: 'another' })).toBe(
    false,
  );
});

/** A page whose main and whose session on air record their calls. */
function openStores() {
  const requested: { readonly name: string; readonly input: unknown }[] = [];
  const settings = settingsSchema.parse({ live: { characterId: 'lisa' } });
  const bridge = {
    call: async (name: string, input: object) => {
      requested.push({ name, input });
      return name === 'settings.change' ? { ...settings, ...input } : null;
    },
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const unreachable = async () => expect.unreachable();
  const source = {
    enumerateDevices: async () => [],
    getUserMedia: unreachable,
  };
  const app = {
    settings: createSettingsStore(bridge, settings),
    live: createLiveStore(bridge, () => settings.live),
    devices: createDevicesStore(source, () => expect.unreachable(), settings),
    characters: createCharactersStore({
      bridge,
      addFile: unreachable,
      captureImage: unreachable,
      renderCharacter: unreachable,
    }),
    changer: createChangerStore({
      bridge,
      addFile: unreachable,
      openAudio: unreachable,
      openVirtual: unreachable,
      audition: { play: unreachable, stop: () => undefined },
      devices: source,
      microphoneId: () => null,
      choice: settings.voice,
      store: async () => undefined,
    }),
  };
  app.live.setState({
    change: async (input, name) => {
      requested.push({ name, input });
    },
  });
  return { app, requested };
}

it('changes only what differs in a session on air', async () => {
  const { app, requested } = openStores();
  const now = readPresetSetup(app);
  await applyPreset(app, { id: 'p', name: 'Same', setup: now });
  expect(requested).toEqual([]);

  const voice = { ...now.voice, strength: 0.1 };
  await applyPreset(app, { id: 'p', name: 'Weaker', setup: { ...now, voice } });
  expect(requested.map(({ name }) => name)).toEqual(['changer.set']);

  requested.length = 0;
  await applyPreset(app, {
    id: 'p',
    name: 'Blurred',
    setup: { ...now, background: 'blur', voice },
  });
  expect(requested.map(({ name }) => name)).toEqual(['settings.change', 'prompt']);
  expect(requested[1]?.input).toMatchObject({ characterId: 'lisa', background: 'blur' });
});
