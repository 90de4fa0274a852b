import { createStore, type StoreApi } from 'zustand/vanilla';
import { InputDevice, type InputDeviceSource } from '../session/input-device.ts';
import type { Loudness } from '../session/loudness.ts';
import type { DeviceState } from '../session/media-failure.ts';
import { toRawMicrophone } from '../session/raw-microphone.ts';

/** The part of `navigator.mediaDevices` that the store needs. */
export type DeviceSource = InputDeviceSource & Pick<MediaDevices, 'enumerateDevices'>;

/** A camera or a microphone that the system lists; `label` is empty until access was given. */
export interface Device {
  readonly id: string;
  readonly label: string;
}

/** Picture size and rate that the camera agreed to. */
export interface CameraTrackSettings {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

/** The devices that the user chose; null for the system's first one. */
export interface DeviceChoice {
  readonly cameraId: string | null;
  readonly microphoneId: string | null;
}

/** Cameras and microphones, and the properties of the opened ones. */
export interface DevicesState {
  readonly cameras: readonly Device[];
  readonly microphones: readonly Device[];
  readonly chosen: DeviceChoice;
  readonly camera: {
    readonly state: DeviceState;
    /** Device that is open; not the chosen one where that is not there (see {@link isFallbackDevice}). */
    readonly openId: string | null;
    readonly stream: MediaStream | null;
    readonly facts: CameraTrackSettings | null;
  };
  readonly microphone: {
    readonly state: DeviceState;
    readonly openId: string | null;
    readonly stream: MediaStream | null;
    readonly level: Loudness | null;
  };
  /** Reads the list of devices again. */
  readonly refresh: () => Promise<void>;
  /** Switches to another camera; an open one is replaced immediately. */
  readonly chooseCamera: (id: string) => Promise<void>;
  /** Opens the chosen camera, or the system's first one where that is not there. */
  readonly startCamera: () => Promise<void>;
  readonly stopCamera: () => void;
  readonly chooseMicrophone: (id: string) => Promise<void>;
  readonly startMicrophone: () => Promise<void>;
  readonly stopMicrophone: () => void;
}

/** See {@link DevicesState}. */
export type DevicesStore = StoreApi<DevicesState>;

/** Reads the level of a stream until closed. */
export type LevelProbe = (
  stream: MediaStream,
  onLevel: (loudness: Loudness) => void,
) => { readonly close: () => void };

/** Returns whether an open device replaces the chosen one, which is unavailable. */
export function isFallbackDevice(chosenId: string | null, openId: string | null): boolean {
  return chosenId !== null && openId !== null && chosenId !== openId;
}

/** Makes the store of the devices: nothing is listed before the first refresh. */
export function createDevicesStore(
  source: DeviceSource,
  openProbe: LevelProbe,
  chosen: DeviceChoice,
): DevicesStore {
  let probe: { readonly close: () => void } | null = null;
  return createStore<DevicesState>()((set, get) => {
    const setCamera = (change: Partial<DevicesState['camera']>): void =>
      set({ camera: { ...get().camera, ...change } });
    const setMicrophone = (change: Partial<DevicesState['microphone']>): void =>
      set({ microphone: { ...get().microphone, ...change } });
    const camera = new InputDevice(source, toCameraConstraints, {
      onState: (state) => setCamera({ state }),
      onStream: (stream) =>
        setCamera({ stream, openId: toDeviceId(stream), facts: toPictureFacts(stream) }),
    });
    const microphone = new InputDevice(source, toMicrophoneConstraints, {
      onState: (state) => setMicrophone({ state }),
      onStream: (stream) => {
        probe?.close();
        setMicrophone({ stream, openId: toDeviceId(stream), level: null });
        probe = stream === null ? null : openProbe(stream, (level) => setMicrophone({ level }));
      },
    });
    return {
      cameras: [],
      microphones: [],
      chosen: { cameraId: chosen.cameraId, microphoneId: chosen.microphoneId },
      camera: { state: 'off', openId: null, stream: null, facts: null },
      microphone: { state: 'off', openId: null, stream: null, level: null },
      refresh: async () => {
        const all = await source.enumerateDevices();
        set({ cameras: pick(all, 'videoinput'), microphones: pick(all, 'audioinput') });
      },
      chooseCamera: async (cameraId) => {
        set({ chosen: { ...get().chosen, cameraId } });
        if (get().camera.state !== 'off') {
          await get().startCamera();
        }
      },
      startCamera: async () => {
        await camera.start(get().chosen.cameraId);
        await get().refresh();
      },
      stopCamera: () => camera.stop(),
      chooseMicrophone: async (microphoneId) => {
        set({ chosen: { ...get().chosen, microphoneId } });
        if (get().microphone.state !== 'off') {
          await get().startMicrophone();
        }
      },
      startMicrophone: async () => {
        await microphone.start(get().chosen.microphoneId);
        await get().refresh();
      },
      stopMicrophone: () => microphone.stop(),
    };
  });
}

/** Devices of a kind; before access is given the browser lists one without an id, which is left out. */
function pick(all: readonly MediaDeviceInfo[], kind: MediaDeviceKind): readonly Device[] {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== '')
    .map((device) => ({ id: device.deviceId, label: device.label }));
}

function toCameraConstraints(deviceId: string | null): MediaStreamConstraints {
  return {
    video: {
      ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
      width: { ideal: 1280 },
      height: { ideal: 720 },
      frameRate: { ideal: 30 },
    },
  };
}

function toMicrophoneConstraints(deviceId: string | null): MediaStreamConstraints {
  return { audio: toRawMicrophone(deviceId) };
}

function toDeviceId(stream: MediaStream | null): string | null {
  return stream?.getTracks()[0]?.getSettings().deviceId ?? null;
}

function toPictureFacts(stream: MediaStream | null): CameraTrackSettings | null {
  const settings = stream?.getVideoTracks()[0]?.getSettings();
  return settings === undefined
    ? null
    : { width: settings.width ?? 0, height: settings.height ?? 0, fps: settings.frameRate ?? 0 };
}
