import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { settingsSchema, type SettingsPatch } from '../../contract/settings.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { App } from '../app/app-context.ts';
import { noMetrics } from '../live/session/live-metrics.ts';
import { endSpeedTest, runSpeedTest } from './run-speed-test.ts';

const own = { heightP: 480, fps: 24, hasSwappedPreview: false, hasAutoSize: true } as const;
const drawn = { id: 'drawn' } as ChosenFile;

/** The page as far as a measurement works with it. */
function createPage() {
  const settings = createStore(() => ({
    settings: settingsSchema.parse({ live: own }),
    change: async (patch: SettingsPatch) => {
      const { settings: now } = settings.getState();
      settings.setState({ settings: settingsSchema.parse({ ...now, ...patch }) });
    },
  }));
  const clip = { id: 'own' } as ChosenFile;
  const live = createStore<{ clip: ChosenFile | null }>()((set) => ({
    clip,
    phase: 'off',
    metrics: noMetrics,
    setClip: (next: ChosenFile | null) => set({ clip: next }),
  }));
  const app = { settings, live } as unknown as App;
  const run = new AbortController();
  const done = runSpeedTest(app, {
    clip: drawn,
    characterId: 'maya',
    onSize: () => undefined,
    signal: run.signal,
  });
  return { app, clip, live, run, done, read: () => settings.getState().settings };
}

it('restores its changes when it is aborted, including the clip of the user', async () => {
  const { clip, live, run, done, read } = createPage();
  await expect.poll(() => live.getState().clip).toBe(drawn);
  expect(read().live).toMatchObject({ heightP: 720, hasSwappedPreview: true, hasAutoSize: false });
  run.abort();
  expect(await done).toBeNull();
  expect(read()).toMatchObject({ live: own, onboarding: { beforeSpeed: null } });
  expect(live.getState().clip).toBe(clip);
});

it('leaves nothing behind when its page goes in the middle', async () => {
  const { app, live, read } = createPage();
  await expect.poll(() => live.getState().clip).toBe(drawn);
  // The next page has only the stored settings.
  expect(settingsSchema.parse(JSON.parse(JSON.stringify(read()))).onboarding.beforeSpeed).toEqual(
    own,
  );
  await endSpeedTest(app);
  expect(read()).toMatchObject({ live: own, onboarding: { beforeSpeed: null } });
  const { live: before } = read();
  await endSpeedTest(app);
  expect(read().live).toEqual(before);
});

it.each([
  { what: 'the usual size', speed: null, size: { heightP: 720, fps: 30 }, isLowered: true },
  { what: 'a size that the user chose', speed: null, size: { heightP: 1080, fps: 30 } },
  {
    what: 'what the last measurement found',
    speed: { heightP: 480, fps: 30, measuredFps: 29 },
    size: { heightP: 480, fps: 30 },
    isLowered: true,
  },
  {
    what: 'what was lowered since the last measurement',
    speed: { heightP: 720, fps: 30, measuredFps: 29 },
    size: { heightP: 480, fps: 30 },
    loweredTo: { heightP: 480, fps: 30 },
    isLowered: true,
  },
  {
    what: 'what was lowered before any measurement',
    speed: null,
    size: { heightP: 480, fps: 30 },
    loweredTo: { heightP: 480, fps: 30 },
    isLowered: true,
  },
  {
    what: 'what the user chose after it was lowered',
    speed: { heightP: 720, fps: 30, measuredFps: 29 },
    size: { heightP: 1080, fps: 30 },
    loweredTo: { heightP: 480, fps: 30 },
  },
  {
    what: 'what the user chose since',
    speed: { heightP: 480, fps: 30, measuredFps: 29 },
    size: { heightP: 720, fps: 30 },
  },
] as const)('changes $what: $isLowered', async ({ speed, size, ...rest }) => {
  const found = { heightP: 480, fps: 15, measuredFps: 14 } as const;
  const settings = createStore(() => ({
    settings: settingsSchema.parse({
      live: { ...own, ...size, loweredTo: 'loweredTo' in rest ? rest.loweredTo : null },
      onboarding: { speed, beforeSpeed: { ...own, ...size } },
    }),
    change: async (patch: SettingsPatch) => {
      const { settings: now } = settings.getState();
      settings.setState({ settings: settingsSchema.parse({ ...now, ...patch }) });
    },
  }));
  await endSpeedTest({ settings } as unknown as App, found);
  const { heightP, fps } = 'isLowered' in rest ? found : size;
  expect(settings.getState().settings.live).toMatchObject({ heightP, fps });
});
