import { expect, it } from 'vitest';
import {
  createDevicesStore,
  type DeviceChoice,
  type DeviceSource,
  type DevicesStore,
  isFallbackDevice,
  type LevelProbe,
} from './devices-store.ts';

/** The properties of a track that the store reads. */
class FakeTrack extends EventTarget {
  isStopped = false;
  readonly deviceId: string;
  constructor(deviceId: string) {
    super();
    this.deviceId = deviceId;
  }
  stop(): void {
    this.isStopped = true;
  }
  getSettings(): MediaTrackSettings {
    return { deviceId: this.deviceId, width: 1280, height: 720, frameRate: 30 };
  }
}

interface Opened {
  readonly constraints: MediaStreamConstraints;
  readonly track: FakeTrack;
}

function toExactId({ audio, video }: MediaStreamConstraints): string | null {
  const requested = [audio, video].find((one) => typeof one === 'object');
  const id = typeof requested === 'object' ? requested.deviceId : undefined;
  return typeof id === 'object' && 'exact' in id ? String(id.exact) : null;
}

/** Devices of a computer: opened ones, the result of the next opening, and plugging. */
function createComputer(): {
  readonly source: DeviceSource;
  readonly opened: Opened[];
  fail: Error | null;
  listed: { kind: string; deviceId: string; label: string }[];
} {
  const opened: Opened[] = [];
  const computer = {
    opened,
    fail: null as Error | null,
    listed: [
      { kind: 'videoinput', deviceId: 'c1', label: 'Desk camera' },
      { kind: 'videoinput', deviceId: 'c2', label: 'Door camera' },
    ],
    source: {
      enumerateDevices: async () => computer.listed,
      getUserMedia: async (constraints: MediaStreamConstraints) => {
        if (computer.fail !== null) {
          throw computer.fail;
        }
        const wanted = toExactId(constraints);
        if (wanted !== null && computer.listed.every(({ deviceId }) => deviceId !== wanted)) {
          throw createFailure('OverconstrainedError');
        }
        const track = new FakeTrack(wanted ?? computer.listed[0]?.deviceId ?? '');
        opened.push({ constraints, track });
        return { getTracks: () => [track], getVideoTracks: () => [track] };
      },
    } as unknown as DeviceSource,
  };
  return computer;
}

const noProbe: LevelProbe = () => ({ close: () => undefined });
const noChoice: DeviceChoice = { cameraId: null, microphoneId: null };

function openStore(
  computer: { readonly source: DeviceSource },
  chosen: Partial<DeviceChoice> = {},
): DevicesStore {
  return createDevicesStore(computer.source, noProbe, { ...noChoice, ...chosen });
}

function createFailure(name: string): Error {
  return Object.assign(new Error(name), { name });
}

it('opens the chosen camera and reports its format', async () => {
  const computer = createComputer();
  const store = openStore(computer, { cameraId: 'c2' });
  await store.getState().startCamera();
  expect(computer.opened[0]?.constraints).toMatchObject({ video: { deviceId: { exact: 'c2' } } });
  expect(store.getState().camera).toMatchObject({
    state: 'on',
    openId: 'c2',
    facts: { width: 1280, height: 720, fps: 30 },
  });
  expect(store.getState().cameras).toEqual([
    { id: 'c1', label: 'Desk camera' },
    { id: 'c2', label: 'Door camera' },
  ]);
  store.getState().stopCamera();
  expect(computer.opened[0]?.track.isStopped).toBe(true);
  expect(store.getState().camera).toMatchObject({ state: 'off', stream: null, facts: null });
});

it.each([
  ['NotAllowedError', 'blocked'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('tells %s as a camera that is %s', async (name, state) => {
  const computer = createComputer();
  computer.fail = createFailure(name);
  const store = openStore(computer);
  await store.getState().startCamera();
  expect(store.getState().camera).toMatchObject({ state, stream: null });
  computer.fail = null;
  await store.getState().startCamera();
  expect(store.getState().camera.state).toBe('on');
});

it('opens another camera when the chosen one is gone, and keeps the choice', async () => {
  const computer = createComputer();
  const store = openStore(computer, { cameraId: 'gone' });
  await store.getState().startCamera();
  const { camera, chosen } = store.getState();
  expect(camera).toMatchObject({ state: 'on', openId: 'c1' });
  expect(chosen.cameraId).toBe('gone');
  expect(isFallbackDevice(chosen.cameraId, camera.openId)).toBe(true);
  await store.getState().chooseCamera('c2');
  expect(store.getState()).toMatchObject({ chosen: { cameraId: 'c2' }, camera: { openId: 'c2' } });
});

it('chooses a device without opening one that is off', async () => {
  const computer = createComputer();
  const store = openStore(computer, { microphoneId: 'm1' });
  await store.getState().chooseCamera('c2');
  expect(computer.opened).toEqual([]);
  expect(store.getState().chosen).toEqual({ cameraId: 'c2', microphoneId: 'm1' });
});

it('notices that the open camera was unplugged', async () => {
  const computer = createComputer();
  const store = openStore(computer);
  await store.getState().startCamera();
  computer.opened[0]?.track.dispatchEvent(new Event('ended'));
  expect(store.getState().camera).toMatchObject({ state: 'ended', stream: null });
});

it('keeps the last of two starts and closes the other one unseen', async () => {
  const computer = createComputer();
  const store = openStore(computer);
  await Promise.all([store.getState().startCamera(), store.getState().chooseCamera('c2')]);
  expect(computer.opened.map(({ track }) => track.isStopped)).toEqual([true, false]);
  expect(store.getState().camera.openId).toBe('c2');
});

it('reads the level while the microphone is on and not longer', async () => {
  const computer = createComputer();
  let isProbing = false;
  const probe: LevelProbe = (_stream, onLevel) => {
    isProbing = true;
    onLevel({ peakDb: -12, isSilent: false, isClipping: false });
    return {
      close: () => {
        isProbing = false;
      },
    };
  };
  const store = createDevicesStore(computer.source, probe, noChoice);
  await store.getState().startMicrophone();
  expect(computer.opened[0]?.constraints).toMatchObject({ audio: { autoGainControl: false } });
  expect(store.getState().microphone.level?.peakDb).toBe(-12);
  store.getState().stopMicrophone();
  expect(isProbing).toBe(false);
  expect(store.getState().microphone).toMatchObject({ state: 'off', level: null });
});
