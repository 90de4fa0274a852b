import { expect, it } from 'vitest';
import { createDevicesStore, type DeviceSource, type LevelProbe } from './devices-store.ts';

/** A track as far as the store looks at it. */
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

/** Devices of a computer: what was opened, what the next opening does, and plugging. */
function createComputer(): {
  readonly source: DeviceSource;
  readonly opened: Opened[];
  readonly events: EventTarget;
  fail: Error | null;
  listed: { kind: string; deviceId: string; label: string }[];
} {
  const events = new EventTarget();
  const opened: Opened[] = [];
  const computer = {
    opened,
    events,
    fail: null as Error | null,
    listed: [{ kind: 'videoinput', deviceId: 'c1', label: 'Desk camera' }],
    source: {
      addEventListener: events.addEventListener.bind(events),
      enumerateDevices: async () => computer.listed,
      getUserMedia: async (constraints: MediaStreamConstraints) => {
        if (computer.fail !== null) {
          throw computer.fail;
        }
        const track = new FakeTrack(`open${opened.length}`);
        opened.push({ constraints, track });
        return { getTracks: () => [track], getVideoTracks: () => [track] };
      },
    } as unknown as DeviceSource,
  };
  return computer;
}

const noProbe: LevelProbe = () => ({ close: () => undefined });

function failureNamed(name: string): Error {
  return Object.assign(new Error(name), { name });
}

it('opens the camera that was asked for and tells what it gives', async () => {
  const computer = createComputer();
  const store = createDevicesStore(computer.source, noProbe);
  await store.getState().startCamera('c1');
  expect(computer.opened[0]?.constraints).toMatchObject({ video: { deviceId: { exact: 'c1' } } });
  expect(store.getState().camera).toMatchObject({
    state: 'on',
    openId: 'open0',
    facts: { width: 1280, height: 720, fps: 30 },
  });
  expect(store.getState().cameras).toEqual([{ id: 'c1', label: 'Desk camera' }]);
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
  computer.fail = failureNamed(name);
  const store = createDevicesStore(computer.source, noProbe);
  await store.getState().startCamera(null);
  expect(store.getState().camera).toMatchObject({ state, stream: null });
  computer.fail = null;
  await store.getState().startCamera(null);
  expect(store.getState().camera.state).toBe('on');
});

it('notices that the open camera was unplugged', async () => {
  const computer = createComputer();
  const store = createDevicesStore(computer.source, noProbe);
  await store.getState().startCamera(null);
  computer.opened[0]?.track.dispatchEvent(new Event('ended'));
  expect(store.getState().camera).toMatchObject({ state: 'ended', stream: null });
});

it('keeps the last of two starts and closes the other one unseen', async () => {
  const computer = createComputer();
  const store = createDevicesStore(computer.source, noProbe);
  await Promise.all([store.getState().startCamera('c1'), store.getState().startCamera('c2')]);
  expect(computer.opened.map(({ track }) => track.isStopped)).toEqual([true, false]);
  expect(store.getState().camera.openId).toBe('open1');
});

it('reads the level while the microphone is on and not longer', async () => {
  const computer = createComputer();
  let isProbing = false;
  const store = createDevicesStore(computer.source, (_stream, onLevel) => {
    isProbing = true;
    onLevel({ peakDb: -12, isSilent: false, isClipping: false });
    return {
      close: () => {
        isProbing = false;
      },
    };
  });
  await store.getState().startMicrophone(null);
  expect(computer.opened[0]?.constraints).toMatchObject({ audio: { autoGainControl: false } });
  expect(store.getState().microphone.level?.peakDb).toBe(-12);
  store.getState().stopMicrophone();
  expect(isProbing).toBe(false);
  expect(store.getState().microphone).toMatchObject({ state: 'off', level: null });
});

it('lists devices again when one is plugged in, without those the browser hides', async () => {
  const computer = createComputer();
  const store = createDevicesStore(computer.source, noProbe);
  computer.listed = [
    { kind: 'audioinput', deviceId: '', label: '' },
    { kind: 'videoinput', deviceId: 'c1', label: '' },
    { kind: 'audiooutput', deviceId: 'o1', label: 'Speaker' },
  ];
  const listed = new Promise((resolve) => void store.subscribe(resolve));
  computer.events.dispatchEvent(new Event('devicechange'));
  await listed;
  expect(store.getState()).toMatchObject({
    cameras: [{ id: 'c1', label: '' }],
    microphones: [],
  });
});
