import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import { settingsSchema } from '../../contract/settings.ts';
import type { App } from '../app/app-context.ts';
import { syncCamera } from './sync-camera.ts';

/** The drawn tracks that still run. */
const running = new Set<object>();
class DrawnTrack {
  readonly writable = { getWriter: () => ({ desiredSize: 0 }) };
  constructor() {
    running.add(this);
  }
  stop(): void {
    running.delete(this);
  }
}
class Stream {
  readonly id = 'stream';
  readonly tracks: readonly object[];
  constructor(tracks: readonly object[]) {
    this.tracks = tracks;
  }
  getVideoTracks(): readonly object[] {
    return this.tracks;
  }
}

/** A video element, which cannot play the broken clip. */
function createVideo() {
  const video = {
    src: '',
    videoWidth: 0,
    play: async () => {
      if (video.src.includes('broken')) {
        throw new Error('There is no decoder for it.');
      }
    },
    pause: () => undefined,
    removeAttribute: () => undefined,
  };
  return video;
}

beforeEach(() => {
  vi.useFakeTimers();
  running.clear();
  vi.stubGlobal('window', { MediaStreamTrackGenerator: DrawnTrack });
  vi.stubGlobal('MediaStream', Stream);
  vi.stubGlobal('document', {
    createElement: (tag: string) => (tag === 'video' ? createVideo() : { getContext: () => null }),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const clip = (url: string): ChosenFile => ({
  id: url,
  name: url,
  kind: 'video',
  sizeBytes: 1,
  url,
  hasConsent: false,
});

/** A camera, and what is sent in its place. */
function openCamera() {
  const camera = new Stream([{ applyConstraints: async () => undefined, getSettings: () => ({}) }]);
  const failures: unknown[] = [];
  const live = createStore<Record<string, unknown>>()((set) => ({
    phase: 'on',
    clip: null,
    isTimed: false,
    camera: null,
    setClip: (next: ChosenFile | null) => set({ clip: next }),
    setCamera: async (next: object | null) => set({ camera: next }),
  }));
  syncCamera({
    live,
    devices: createStore(() => ({ camera: { stream: camera, state: 'on' }, cameras: [] })),
    settings: createStore(() => ({ settings: settingsSchema.parse({}) })),
    attempt: async (action: () => Promise<void>) => {
      await action().catch((error: unknown) => failures.push(error));
    },
  } as unknown as App);
  const settle = () => vi.advanceTimersByTimeAsync(10);
  return { live, camera, failures, settle };
}

it('sends the camera again when the clip that takes the place of another cannot play', async () => {
  const { live, camera, failures, settle } = openCamera();
  await settle();
  expect(live.getState()['camera']).toBe(camera);
  live.setState({ clip: clip('good') });
  await settle();
  expect(live.getState()['camera']).not.toBe(camera);
  expect(running.size).toBe(1);
  live.setState({ clip: clip('broken') });
  await settle();
  expect(failures).toMatchObject([{ code: 'unsupported_format' }]);
  expect(live.getState()).toMatchObject({ clip: null, camera });
  expect(running.size).toBe(0);
});

it('leaves the clip that replaced one that cannot play', async () => {
  const { live, settle } = openCamera();
  live.setState({ clip: clip('broken') });
  live.setState({ clip: clip('good') });
  await settle();
  expect(live.getState()['clip']).toMatchObject({ url: 'good' });
  expect(running.size).toBe(1);
});
