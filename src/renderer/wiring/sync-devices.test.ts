import { expect, it } from 'vitest';
import type { App } from '../app/app-context.ts';
import { createDevicesStore, type DeviceSource } from '../stores/devices-store.ts';
import { syncDevices } from './sync-devices.ts';

it('lists devices, and again when one is plugged in, without those the browser hides', async () => {
  const events = new EventTarget();
  let listed = [{ kind: 'videoinput', deviceId: 'c1', label: 'Desk camera' }];
  let outputsListed = 0;
  const source = {
    addEventListener: events.addEventListener.bind(events),
    enumerateDevices: async () => listed,
    getUserMedia: async () => expect.unreachable(),
  };
  const devices = createDevicesStore(
    source as unknown as DeviceSource,
    () => expect.unreachable(),
    { cameraId: null, microphoneId: null },
  );
  const changer = {
    getState: () => ({
      refreshOutputs: async () => {
        outputsListed += 1;
      },
    }),
  };
  const attempt = async (action: () => Promise<void>): Promise<boolean> => {
    await action();
    return true;
  };
  const untilListed = (): Promise<unknown> =>
    new Promise((resolve) => void devices.subscribe(resolve));

  const first = untilListed();
  syncDevices({ devices, changer, attempt } as unknown as App, source);
  await first;
  expect(devices.getState().cameras).toEqual([{ id: 'c1', label: 'Desk camera' }]);

  listed = [
    { kind: 'audioinput', deviceId: '', label: '' },
    { kind: 'videoinput', deviceId: 'c2', label: '' },
    { kind: 'audiooutput', deviceId: 'o1', label: 'Speaker' },
  ];
  const second = untilListed();
  events.dispatchEvent(new Event('devicechange'));
  await second;
  expect(devices.getState()).toMatchObject({ cameras: [{ id: 'c2', label: '' }], microphones: [] });
  expect(outputsListed).toBe(1);
});
