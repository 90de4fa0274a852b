import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { App } from '../../app/app-context.ts';
import { noMetrics } from '../session/live-metrics.ts';
import { syncSound, toOutputSound, toLateMs } from './sync-sound.ts';

const stream = {} as MediaStream;
const quiet = { sound: null, isMuted: false, isPushToTalk: false, isTalking: false };
const off = { microphone: { state: 'off', openId: null, stream: null, level: null } } as const;
const on = { microphone: { ...off.microphone, state: 'on', stream } } as const;
const still = { outgoing: null };
const parts = {
  chunk: 20,
  algorithm: 70,
  queue: 60,
  device: 50,
  total: 200,
  gaps: 0,
  stretchedMs: 0,
  droppedMs: 0,
};
const picture = { measuredMs: null, metrics: { ...noMetrics, delayMs: 80 } };

it('hears the changed voice before the microphone, and nothing while muted', () => {
  expect(toOutputSound(quiet, off, still).is).toBe('none');
  expect(toOutputSound(quiet, on, still).is).toBe('microphone');
  expect(toOutputSound({ ...quiet, sound: stream }, on, still).is).toBe('voice');
  expect(toOutputSound({ ...quiet, isMuted: true }, on, still).is).toBe('muted');
  expect(toOutputSound({ ...quiet, sound: stream, isMuted: true }, on, still).is).toBe('muted');
  // The audio of a speaking picture contains the script, which no mute removes.
  const outgoing = {} as MediaStream;
  expect(toOutputSound({ ...quiet, isMuted: true }, off, { outgoing })).toEqual({
    is: 'microphone',
    stream: outgoing,
  });
});

it('reports by how much sound is later than its video, without the delay that only the listener has', () => {
  const voice = { is: 'voice', stream } as const;
  const microphone = { is: 'microphone', stream } as const;
  expect(toLateMs(voice, { delay: parts }, picture)).toBe(150 - 80);
  expect(toLateMs(microphone, { delay: parts }, picture)).toBe(-80);
  expect(toLateMs(microphone, { delay: parts }, picture, true)).toBe(-80 - 133);
  expect(toLateMs(microphone, { delay: null }, { ...picture, metrics: noMetrics })).toBe(-90);
});

it('lets go of a microphone that is turned off, and keeps one that is muted', () => {
  const changer = createStore(() => ({ ...quiet, delay: null }));
  const devices = createStore<{ microphone: { stream: MediaStream | null } }>()(() => off);
  const live = createStore(() => picture);
  const talk = createStore(() => still);
  const fed: unknown[] = [];
  const leave = syncSound({ changer, devices, live, talk } as unknown as App, {
    feed: (sound) => fed.push(sound),
    open: () => undefined,
    setLate: () => undefined,
  });
  devices.setState(on);
  changer.setState({ isMuted: true });
  changer.setState({ isMuted: false });
  devices.setState(off);
  devices.setState(on);
  leave();
  expect(fed).toEqual([stream, null, stream]);
});

it('records a spoken script while the microphone is muted', () => {
  const changer = createStore(() => ({ ...quiet, delay: null }));
  const opened: boolean[] = [];
  const leave = syncSound(
    {
      changer,
      devices: createStore(() => on),
      live: createStore(() => picture),
      talk: createStore(() => ({ outgoing: {} as MediaStream })),
    } as unknown as App,
    { feed: () => undefined, open: (isOpen) => opened.push(isOpen), setLate: () => undefined },
  );
  changer.setState({ isMuted: true });
  leave();
  expect(opened).toEqual([true]);
});
