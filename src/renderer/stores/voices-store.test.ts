import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import { type SoundState, silence } from '../jobs/playback/sound-player.ts';
import { createVoicesStore } from './voices-store.ts';

const list = {
  profileId: 'embedded',
  canListen: true,
  voices: [{ id: 'en-rowan', name: 'Rowan, steady', language: 'English', facts: null }],
};
const sample = (url: string) => ({
  voiceId: 'en-rowan',
  tag: 'en-US',
  reason: null,
  text: 'Hello.',
  durationMs: 900,
  url,
});
const question = { voiceId: 'en-rowan', script: null };

/** A store whose replies the test sets, and its opened audio. */
function open(answer: (name: string) => unknown) {
  const sounds: { url: string; isOpen: boolean; tell: (state: SoundState) => void }[] = [];
  const bridge = {
    call: async (name: string) => answer(name),
    on: () => () => undefined,
  } as unknown as Bridge<Ipc>;
  const store = createVoicesStore({
    bridge,
    openSound: (url, tell) => {
      const sound = { url, isOpen: true, tell };
      sounds.push(sound);
      return {
        play: async () => tell({ ...silence, isPlaying: true }),
        pause: () => undefined,
        seek: () => undefined,
        close: () => {
          sound.isOpen = false;
        },
      };
    },
  });
  return { store, sounds };
}

it('lists the voices, or says why not', async () => {
  const answers: unknown[] = [list];
  const { store } = open(() => {
    const next = answers.shift();
    if (next === undefined) {
      throw new AppError('service_unreachable', 'It does not answer.');
    }
    return next;
  });
  await store.getState().load();
  expect(store.getState()).toMatchObject({ list, error: null });
  await store.getState().load();
  expect(store.getState()).toMatchObject({ list: null, error: { code: 'service_unreachable' } });
});

it('keeps the list of the service in use when the one before answers later', async () => {
  const early = Promise.withResolvers<unknown>();
  const answers: unknown[] = [early.promise, list];
  const { store } = open(() => answers.shift());
  const before = store.getState().load();
  await store.getState().load();
  early.resolve({ ...list, profileId: 'remote' });
  await before;
  expect(store.getState()).toMatchObject({ list, error: null });
});

it('looks for others without losing those there are', async () => {
  const grown = { ...list, voices: [...list.voices, ...list.voices] };
  const answers: unknown[] = [list, grown];
  const { store } = open(() => {
    const next = answers.shift();
    if (next === undefined) {
      throw new AppError('service_unreachable', 'It does not answer.');
    }
    return next;
  });
  await store.getState().refresh();
  expect(store.getState().list).toBeNull();
  await store.getState().load();
  await store.getState().refresh();
  expect(store.getState().list).toEqual(grown);
  await store.getState().refresh();
  expect(store.getState()).toMatchObject({ list: grown, error: null });
});

it('plays one voice at a time and forgets it at its end', async () => {
  const { store, sounds } = open(() => sample(`media/${sounds.length}`));
  await store.getState().listen('a', question);
  await store.getState().listen('b', question);
  expect(sounds.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  expect(store.getState().listening).toMatchObject({ origin: 'b', sound: { isPlaying: true } });
  sounds[0]!.tell({ isPlaying: false, timeS: 1, durationS: 1 });
  expect(store.getState().listening?.origin).toBe('b');
  sounds[1]!.tell({ isPlaying: false, timeS: 1, durationS: 1 });
  expect(store.getState().listening).toBeNull();
  expect(Object.keys(store.getState().samples)).toEqual(['a', 'b']);
});

it('does not play a sample that was stopped while it was being spoken', async () => {
  const spoken = Promise.withResolvers<unknown>();
  const { store, sounds } = open(() => spoken.promise);
  const listening = store.getState().listen('a', question);
  expect(store.getState().listening).toEqual({ origin: 'a', sound: null });
  store.getState().stop();
  spoken.resolve(sample('media/a'));
  await listening;
  expect(sounds).toEqual([]);
  expect(store.getState().listening).toBeNull();
});

it('says why a voice cannot be heard', async () => {
  const { store } = open(() => {
    throw new AppError('processing_failed', 'It has no sound.');
  });
  await expect(store.getState().listen('a', question)).rejects.toMatchObject({
    code: 'processing_failed',
  });
  expect(store.getState().listening).toBeNull();
});

it('knows the plan of the last script alone', async () => {
  const first = Promise.withResolvers<unknown>();
  const plan = { voiceId: 'de-lukas', tag: 'de', reason: 'It is German.' };
  const answers = [first.promise, Promise.resolve(plan)];
  const { store } = open(() => answers.shift());
  const early = store.getState().ask({ voiceId: 'en-rowan', script: 'One' });
  await store.getState().ask({ voiceId: 'en-rowan', script: 'Guten Morgen' });
  first.reject(new AppError('invalid_input', 'No voice.'));
  await early;
  expect(store.getState().plan).toEqual({ kind: 'known', plan });
  await store.getState().ask(null);
  expect(store.getState().plan).toEqual({ kind: 'none' });
});

it('loads the sample of the first voice in advance, without playing it', async () => {
  const { store, sounds } = open((name) => (name === 'voices.list' ? list : sample('media/a')));
  await store.getState().load();
  await store.getState().warm();
  expect(store.getState().samples['en-rowan']?.url).toBe('media/a');
  expect(sounds).toEqual([]);
});
