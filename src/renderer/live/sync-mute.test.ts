import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createChangerStore } from '../changer/changer-store.ts';
import type { ChangerStoreDependencies } from '../changer/changer-view.ts';
import type { LiveStore } from './session/live-view.ts';
import { offState } from './session/live-view.ts';
import { syncMute } from './sync-mute.ts';

/** A live session with a voice that is heard, as its audio is told. */
async function openLive() {
  const live = createStore(() => ({ ...offState, phase: 'on', isCovered: false }) as const);
  let isHeard = false;
  const audio = {
    open: (isOpen: boolean) => {
      isHeard = isOpen;
    },
    bypass: () => undefined,
    route: async () => undefined,
    close: async () => {
      isHeard = false;
    },
  };
  const answers: Readonly<Record<string, unknown>> = {
    'changer.offer': { voices: [{ id: 'b', name: 'B', description: '' }], costPerMinuteUsd: 0 },
    'changer.audio_socket': { url: 'ws://127.0.0.1:1/x' },
    'changer.start': { phase: 'opening', isWarming: false },
  };
  const changer = createChangerStore({
    bridge: { call: async (name: string) => answers[name] ?? null, on: () => () => undefined },
    openAudio: async () => audio,
    audition: { play: async () => undefined, stop: () => undefined },
    devices: { enumerateDevices: async () => [], getUserMedia: async () => ({}) },
    microphoneId: () => 'm',
    choice: { outputId: null, monitorId: null, voiceId: 'b' },
    store: async () => undefined,
  } as unknown as ChangerStoreDependencies);
  syncMute({ live: live as unknown as LiveStore, changer });
  const voice = changer.getState();
  await voice.loadOffer();
  await voice.start();
  return {
    voice,
    isHeard: () => isHeard,
    isMuted: () => changer.getState().isMuted,
    cover: (isCovered: boolean) => live.setState({ isCovered } as never),
    end: () => live.setState(offState as never),
    open: () => live.setState({ phase: 'opening' } as never),
    begin: () => live.setState({ phase: 'on' } as never),
  };
}

it('lets nobody be heard while covered, whatever starts meanwhile', async () => {
  const { voice, isHeard, isMuted, cover } = await openLive();
  expect(isHeard()).toBe(true);
  cover(true);
  expect([isMuted(), isHeard()]).toEqual([true, false]);
  voice.setPushToTalk(true);
  voice.setTalking(true);
  voice.setBypassed(true);
  expect(isHeard()).toBe(false);
  voice.setPushToTalk(false);
  await voice.stop();
  await voice.start();
  expect(isHeard()).toBe(false);
  cover(false);
  expect([isMuted(), isHeard()]).toEqual([false, true]);
});

it('leaves the voice muted when the session ends covered, until another one is live', async () => {
  const { isHeard, cover, end, open, begin } = await openLive();
  cover(true);
  end();
  expect(isHeard()).toBe(false);
  open();
  end();
  open();
  expect(isHeard()).toBe(false);
  begin();
  expect(isHeard()).toBe(true);
  cover(true);
  expect(isHeard()).toBe(false);
  cover(false);
  expect(isHeard()).toBe(true);
});

it('keeps the voice muted where the user covers again before the session is open', async () => {
  const { isHeard, cover, end, open, begin } = await openLive();
  cover(true);
  end();
  open();
  cover(true);
  begin();
  expect(isHeard()).toBe(false);
  cover(false);
  expect(isHeard()).toBe(true);
});

it('leaves the voice as the user set it before, during or after the cover', async () => {
  const { voice, isHeard, cover, end, open, begin } = await openLive();
  voice.setMuted(true);
  cover(true);
  cover(false);
  expect(isHeard()).toBe(false);
  voice.setMuted(false);
  cover(true);
  // Muted already by the cover, but now the user wants it too: by a key, or a program that controls Guise.
  voice.setMuted(true);
  cover(false);
  expect(isHeard()).toBe(false);
  voice.setMuted(false);
  cover(true);
  end();
  voice.setMuted(true);
  open();
  begin();
  expect(isHeard()).toBe(false);
});
