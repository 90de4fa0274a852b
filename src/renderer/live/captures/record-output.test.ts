import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { settingsSchema } from '../../../contract/settings.ts';
import type { App } from '../../app/app-context.ts';
import { toggleRecording } from './record-output.ts';

const output = { getVideoTracks: () => [{}] };

/** A live output whose microphone opens when the test says so. */
function openOutput() {
  const opening = Promise.withResolvers<void>();
  const recorded: unknown[] = [];
  const live = createStore<{ output: object | null }>(() => ({ output }));
  const devices = createStore<Record<string, unknown>>()((set) => ({
    microphone: { state: 'off' },
    startMicrophone: async () => {
      await opening.promise;
      set({ microphone: { state: 'on' } });
    },
    stopMicrophone: () => set({ microphone: { state: 'off' } }),
  }));
  const captures = createStore(() => ({
    recording: null,
    hasOpenedMicrophone: false,
    record: async (source: unknown) => void recorded.push(source),
  }));
  const toggled = toggleRecording({
    live,
    devices,
    captures,
    changer: createStore(() => ({ sound: null })),
    settings: createStore(() => ({ settings: settingsSchema.parse({}) })),
  } as unknown as App);
  return { live, devices, captures, recorded, toggled, open: () => opening.resolve() };
}

it('records the output with the microphone that it opens', async () => {
  const { captures, recorded, toggled, open } = openOutput();
  open();
  await toggled;
  expect(recorded).toHaveLength(1);
  expect(captures.getState().hasOpenedMicrophone).toBe(true);
});

it('records nothing and closes the microphone when the output ends while it opens', async () => {
  const { live, devices, captures, recorded, toggled, open } = openOutput();
  live.setState({ output: null });
  open();
  await expect(toggled).rejects.toMatchObject({ code: 'not_found' });
  expect(recorded).toEqual([]);
  expect(captures.getState().hasOpenedMicrophone).toBe(false);
  expect(devices.getState()['microphone']).toEqual({ state: 'off' });
});
