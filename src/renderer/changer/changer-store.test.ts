import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { ChangerState } from '../../contract/ipc/voice-changer.ts';
import type { VoiceChoice } from '../../contract/settings.ts';
import { soundMixSchema } from '../../contract/sound-devices.ts';
import { createChangerStore } from './changer-store.ts';
import { findVoiceId } from './changer-view.ts';
import { openVirtualAudio } from './virtual-audio.ts';
import type { VoiceAudio, VoiceAudioEvents, VoiceRouting } from './voice-audio.ts';

const choice: VoiceChoice = {
  voiceId: 'b',
  strength: 0.5,
  noiseSuppression: false,
  voiceGate: false,
  outputId: null,
  monitorId: null,
  isMonitored: false,
  hasVirtualMicrophone: false,
  soundInput: null,
  soundMonitor: null,
  outputDelayMs: 0,
  monitorDelayMs: 0,
  durationMinutes: 15,
};
const file: ChosenFile = {
  id: 'f',
  name: 'f.wav',
  kind: 'audio',
  sizeBytes: 1,
  url: 'media/x/f.wav',
  hasConsent: false,
};
const offer = {
  voices: [
    { id: 'a', name: 'A', description: 'First.' },
    { id: 'b', name: 'B', description: 'Second.' },
  ],
  costPerMinuteUsd: 0,
};
const off: ChangerState = { phase: 'off', error: null };

/** A voice changer whose main and devices the test decides on. */
function openChanger(answers: Readonly<Record<string, (input: unknown) => unknown>> = {}) {
  const requested: { readonly name: string; readonly input: unknown }[] = [];
  const gates: boolean[] = [];
  const routes: VoiceRouting[] = [];
  const opened: { readonly events: VoiceAudioEvents; isClosed: boolean }[] = [];
  /** Openings of the microphone wait for it. */
  const device = { isReady: Promise.resolve() };
  const listing: { devices: Promise<MediaDeviceInfo[]> } = { devices: Promise.resolve([]) };
  const losing = { isRouteLost: false };
  let tellState: (state: ChangerState) => void = () => undefined;
  const known: typeof answers = {
    'changer.offer': () => offer,
    'changer.audio_socket': () => ({ url: 'ws://127.0.0.1:1/x' }),
    'changer.start': () => ({ phase: 'opening', isWarming: false }),
    'files.agree': () => ({ ...file, hasConsent: true }),
    'changer.use_reference': () => ({ fileId: 'f', name: 'f', durationMs: 1, isCut: false }),
    ...answers,
  };
  const bridge = {
    call: async (name: string, input: unknown) => {
      requested.push({ name, input });
      return known[name]?.(input) ?? null;
    },
    on: (_name: string, listener: (state: ChangerState) => void) => {
      tellState = listener;
      return () => undefined;
    },
  } as unknown as Bridge<Ipc>;
  const store = createChangerStore({
    bridge,
    addFile: async () => file,
    openAudio: async ({ routing, events }) => {
      await device.isReady;
      if (losing.isRouteLost) {
        events.onRouteLost();
      }
      const entry = { events, isClosed: false };
      opened.push(entry);
      routes.push(routing);
      const audio: VoiceAudio = {
        microphoneId: 'm',
        sound: {} as MediaStream,
        chunkMs: 20,
        deviceMs: () => 10,
        open: (isOpen) => gates.push(isOpen),
        bypass: () => undefined,
        route: async (next) => void routes.push(next),
        close: async () => {
          entry.isClosed = true;
        },
      };
      return audio;
    },
    audition: { play: async () => undefined, stop: () => undefined },
    openVirtual: openVirtualAudio,
    devices: {
      enumerateDevices: () => listing.devices,
      getUserMedia: async () => ({}) as MediaStream,
    },
    microphoneId: () => 'm',
    choice,
    store: async () => undefined,
  });
  const tell = (state: ChangerState): void => tellState(state);
  return { store, requested, gates, routes, opened, device, listing, losing, tell };
}

it('speaks with the chosen voice, or the first one where that is not there', async () => {
  expect(findVoiceId({ offer, choice })).toBe('b');
  expect(findVoiceId({ offer, choice: { ...choice, voiceId: 'gone' } })).toBe('a');
  expect(findVoiceId({ offer: null, choice })).toBeNull();
  const { store, requested } = openChanger();
  await store.getState().loadOffer();
  await store.getState().start();
  expect(requested.at(-1)).toEqual({
    name: 'changer.start',
    input: {
      target: { kind: 'voice', voiceId: 'b' },
      settings: { strength: 0.5, noiseSuppression: false, voiceGate: false },
      durationMinutes: 15,
    },
  });
  expect(store.getState()).toMatchObject({ microphone: 'on', session: { phase: 'opening' } });
});

it('keeps the offer of the service in use when the one before answers later', async () => {
  const early = Promise.withResolvers<unknown>();
  const answers: unknown[] = [early.promise, offer];
  const { store } = openChanger({ 'changer.offer': () => answers.shift() });
  const before = store.getState().loadOffer();
  await store.getState().loadOffer();
  early.reject(new AppError('service_unreachable', 'It does not answer.'));
  await before;
  expect(store.getState().offer).toEqual(offer);
});

it('keeps the facts of a recording when the consent comes before it was read', async () => {
  const read = Promise.withResolvers<unknown>();
  const { store } = openChanger({ 'changer.use_reference': () => read.promise });
  const placed = store.getState().setReference({} as File);
  await expect.poll(() => store.getState().reference).not.toBeNull();
  const agreed = store.getState().agree();
  read.resolve({ fileId: 'f', name: 'f.wav', durationMs: 5000, isCut: false });
  await Promise.all([placed, agreed]);
  expect(store.getState().reference).toMatchObject({
    file: { hasConsent: true },
    facts: { durationMs: 5000 },
  });
});

it('keeps a recording that cannot be used, with the reason', async () => {
  const refusal = new AppError('invalid_input', 'There is no speech in it.');
  const { store } = openChanger({
    'changer.use_reference': () => {
      throw refusal;
    },
  });
  await store.getState().setReference({} as File);
  expect(store.getState().reference).toMatchObject({ file, facts: refusal });
  store.getState().setTargetKind('reference');
  await expect(store.getState().start()).rejects.toMatchObject({ code: 'invalid_input' });
});

it('is heard when it is not muted and, with push to talk, while the key is held', async () => {
  const { store, gates } = openChanger();
  await store.getState().loadOffer();
  await store.getState().start();
  const { setMuted, setPushToTalk, setTalking } = store.getState();
  setMuted(true);
  setMuted(false);
  setPushToTalk(true);
  setTalking(true);
  setTalking(false);
  expect(gates).toEqual([true, false, true, false, true, false]);
});

it('hears itself on the output of the system, or on the chosen one', async () => {
  const { store, routes } = openChanger();
  await store.getState().loadOffer();
  await store.getState().start();
  await store.getState().choose({ isMonitored: true });
  await store.getState().choose({ monitorId: 'phones', outputId: 'cable' });
  expect(routes).toEqual([
    { outputId: null, monitorId: null, virtual: null },
    { outputId: null, monitorId: 'default', virtual: null },
    { outputId: 'cable', monitorId: 'phones', virtual: null },
  ]);
});

it('speaks without an output that is gone, and says so', async () => {
  const { store, losing } = openChanger();
  losing.isRouteLost = true;
  await store.getState().loadOffer();
  await store.getState().start();
  expect(store.getState()).toMatchObject({ microphone: 'on', routeError: 'missing' });
  losing.isRouteLost = false;
  await store.getState().start();
  expect(store.getState().routeError).toBeNull();
});

it('closes the microphone when the session ends, and ends the session without a microphone', async () => {
  const { store, opened, requested, tell } = openChanger();
  await store.getState().loadOffer();
  await store.getState().start();
  tell({ phase: 'off', error: { code: 'service_unreachable', message: 'Gone.' } });
  expect(opened[0]?.isClosed).toBe(true);
  expect(store.getState().microphone).toBe('off');

  tell(off);
  await store.getState().start();
  opened[1]?.events.onEnded();
  expect(opened[1]?.isClosed).toBe(true);
  expect(store.getState().microphone).toBe('ended');
  expect(requested.at(-1)?.name).toBe('changer.stop');
});

it('stays muted while its microphone is opened again', async () => {
  const { store, requested } = openChanger();
  await store.getState().loadOffer();
  await store.getState().choose({ hasVirtualMicrophone: true });
  await store.getState().start();
  store.getState().setMuted(true);
  const count = requested.length;
  await store.getState().choose({ voiceId: 'a' });
  const heard = requested
    .slice(count)
    .filter(({ input }) => JSON.stringify(input).includes('"isOpen":true'));
  expect(requested.slice(count).map(({ name }) => name)).toContain('microphone.run');
  expect(heard).toEqual([]);
});

it('stays silent for others when its output is muted while it opens', async () => {
  const run = Promise.withResolvers<null>();
  const { store, requested } = openChanger({ 'microphone.run': () => run.promise });
  await store.getState().loadOffer();
  await store.getState().choose({ hasVirtualMicrophone: true });
  const started = store.getState().start();
  await expect.poll(() => requested.at(-1)?.name).toBe('microphone.run');
  store.getState().setOutputMuted(true);
  run.resolve(null);
  await started;
  expect(requested.findLast(({ name }) => name === 'microphone.mix')?.input).toMatchObject({
    isOpen: true,
    output: { isMuted: true },
  });
});

it('starts no session when it is stopped while its microphone opens', async () => {
  const { store, requested, opened, device } = openChanger();
  const ready = Promise.withResolvers<void>();
  device.isReady = ready.promise;
  await store.getState().loadOffer();
  const started = store.getState().start();
  await expect.poll(() => store.getState().microphone).toBe('starting');
  await store.getState().stop();
  ready.resolve();
  await started;
  expect(requested.map(({ name }) => name)).not.toContain('changer.start');
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  expect(store.getState()).toMatchObject({ microphone: 'off', session: off });
});

it('speaks with a voice that is chosen while its microphone opens', async () => {
  const { store, requested, device } = openChanger();
  const ready = Promise.withResolvers<void>();
  device.isReady = ready.promise;
  await store.getState().loadOffer();
  const started = store.getState().start();
  await expect.poll(() => store.getState().microphone).toBe('starting');
  const chosen = store.getState().choose({ voiceId: 'a' });
  ready.resolve();
  await Promise.all([started, chosen]);
  const starts = requested.filter(({ name }) => name === 'changer.start');
  expect(starts).toHaveLength(1);
  expect(starts[0]?.input).toMatchObject({ target: { kind: 'voice', voiceId: 'a' } });
});

it('is not closed by an opening that fails after it', async () => {
  const { store, device } = openChanger();
  const ready = Promise.withResolvers<void>();
  device.isReady = ready.promise;
  await store.getState().loadOffer();
  const first = store.getState().start();
  await expect.poll(() => store.getState().microphone).toBe('starting');
  const second = store.getState().start();
  device.isReady = Promise.resolve();
  ready.reject(new AppError('processing_failed', 'It ended.'));
  await Promise.all([first, second]);
  expect(store.getState()).toMatchObject({ microphone: 'on', session: { phase: 'opening' } });
});

it('opens while an opening before it never ends', async () => {
  const { store, device, requested } = openChanger();
  device.isReady = new Promise(() => undefined);
  await store.getState().loadOffer();
  void store.getState().start();
  await expect.poll(() => requested.at(-1)?.name).toBe('changer.audio_socket');
  device.isReady = Promise.resolve();
  await store.getState().stop();
  await store.getState().start();
  expect(store.getState()).toMatchObject({ microphone: 'on', session: { phase: 'opening' } });
});

it('is not closed by an earlier opening that cannot list the outputs', async () => {
  const { store, listing } = openChanger();
  const listed = Promise.withResolvers<never>();
  listing.devices = listed.promise;
  await store.getState().loadOffer();
  const first = store.getState().start();
  await expect.poll(() => store.getState().microphone).toBe('on');
  listing.devices = Promise.resolve([]);
  await store.getState().start();
  listed.reject(new Error('The page lost its devices.'));
  await first;
  expect(store.getState()).toMatchObject({ microphone: 'on', session: { phase: 'opening' } });
});

it('does not rest the virtual microphone of a later start when an earlier one opens late', async () => {
  const late = Promise.withResolvers<null>();
  const answers: unknown[] = [late.promise, null];
  const { store, requested } = openChanger({ 'microphone.run': () => answers.shift() });
  await store.getState().loadOffer();
  await store.getState().choose({ hasVirtualMicrophone: true });
  const first = store.getState().start();
  await expect.poll(() => requested.at(-1)?.name).toBe('microphone.run');
  await store.getState().start();
  late.resolve(null);
  await first;
  const names = requested.map(({ name }) => name);
  expect(names).not.toContain('microphone.rest');
  expect(store.getState().microphone).toBe('on');
  await store.getState().stop();
  expect(requested.at(-2)?.name).toBe('microphone.rest');
});

it('leaves the virtual microphone to the last of two starts', async () => {
  const { store, requested } = openChanger();
  await store.getState().loadOffer();
  await store.getState().choose({ hasVirtualMicrophone: true });
  await Promise.all([store.getState().start(), store.getState().start()]);
  const names = requested.map(({ name }) => name);
  expect(names.lastIndexOf('microphone.rest')).toBeLessThan(names.lastIndexOf('microphone.run'));
  expect(names.filter((name) => name === 'changer.start')).toHaveLength(1);
  expect(store.getState().microphone).toBe('on');
});

it('has main open the microphone while the virtual one is on, and no socket of the page', async () => {
  const { store, requested, opened } = openChanger();
  const change = { hasVirtualMicrophone: true, soundInput: 'desk', outputDelayMs: 40 };
  await store.getState().loadOffer();
  await store.getState().choose(change);
  await store.getState().start();
  const mix = {
    isOpen: true,
    isBypassed: false,
    output: { isMuted: false, delayMs: 40 },
    monitor: null,
  };
  expect(requested.find(({ name }) => name === 'microphone.run')?.input).toEqual({
    input: 'desk',
    mix: { ...mix, isOpen: false },
  });
  expect(requested.findLast(({ name }) => name === 'microphone.mix')?.input).toEqual(mix);
  expect(requested.some(({ name }) => name === 'changer.audio_socket')).toBe(false);
  expect(opened).toEqual([]);

  store.getState().setOutputMuted(true);
  await expect
    .poll(() => requested.findLast(({ name }) => name === 'microphone.mix')?.input)
    .toEqual({ ...mix, output: { isMuted: true, delayMs: 40 } });
  await store.getState().choose({ isMonitored: true, monitorDelayMs: 5 });
  expect(requested.at(-1)?.input).toMatchObject({
    monitor: { output: null, isMuted: false, delayMs: 5 },
  });
  await store.getState().stop();
  expect(requested.map(({ name }) => name).slice(-2)).toEqual(['microphone.rest', 'changer.stop']);
});

it('ends its session when the virtual microphone fails', async () => {
  const { store, requested } = openChanger({
    'microphone.mix': (input) => {
      if (!soundMixSchema.parse(input).isOpen) {
        throw new AppError('processing_failed', 'It ended.');
      }
    },
  });
  await store.getState().loadOffer();
  await store.getState().choose({ hasVirtualMicrophone: true });
  await store.getState().start();
  expect(store.getState().microphone).toBe('on');
  store.getState().setMuted(true);
  await expect.poll(() => store.getState().microphone).toBe('ended');
  expect(requested.map(({ name }) => name).slice(-2)).toEqual(['microphone.rest', 'changer.stop']);
});
