import type { StreamCoding } from '../../contract/devices.ts';
import type { ObsConnection } from './obs-connection.ts';
import {
  createNamed,
  findInput,
  findInputOfKind,
  findSceneOf,
  listScenes,
  MARK,
  type ObsInput,
} from './obs-items.ts';

/** Address and encoding of the served frames; see `src/devices/camera/y4m`. */
export interface StreamAddress {
  readonly port: number;
  readonly coding: StreamCoding;
}

/** An audio input in OBS. */
interface AudioInput {
  readonly name: string;
  /** True when the input plays the virtual microphone. */
  readonly isVirtual: boolean;
}

/** Our items in OBS; null for missing ones. */
export interface ObsItems {
  readonly camera: ObsInput | null;
  readonly scene: string | null;
  /** See {@link findAudioInput}. */
  readonly audioInput: AudioInput | null;
}

const SCENE = 'Guise';
const CAMERA = 'Guise camera';
const MICROPHONE = 'Guise microphone';

const cameraKinds = ['ffmpeg_source'];
/** Inputs that record a device: of Linux, Windows and macOS. */
const microphoneKinds = ['pulse_input_capture', 'wasapi_input_capture', 'coreaudio_input_capture'];

/** No device has this name: until the right one is chosen the input plays nothing, instead of the system's microphone. */
const NO_DEVICE = 'guise-none';

/** Finds our items under their current names. */
export async function readObsItems(obs: ObsConnection): Promise<ObsItems> {
  const camera = await findInput(obs, 'camera', cameraKinds);
  return {
    camera,
    scene: camera === null ? null : await findSceneOf(obs, camera.name),
    audioInput: await findAudioInput(obs),
  };
}

/**
 * Creates missing scene and inputs and points existing ones at `stream`. Neither the scene on air nor anything
 * else that is not ours is changed. `microphone`: the device as the system lists it, null for no audio input.
 */
export async function setUpObs(
  obs: ObsConnection,
  stream: StreamAddress,
  microphone: string | null,
): Promise<ObsItems> {
  const found = await findInput(obs, 'camera', cameraKinds);
  const scene =
    (found === null ? null : await findSceneOf(obs, found.name)) ?? (await openScene(obs));
  if (found === null) {
    await createCamera(obs, scene, stream);
  } else {
    await pointCamera(obs, found, stream);
    if ((await findSceneOf(obs, found.name)) === null) {
      await obs.call('CreateSceneItem', { sceneName: scene, sourceName: found.name });
      await fitToCanvas(obs, scene, found.name);
    }
  }
  if (microphone !== null) {
    await openMicrophone(obs, scene, microphone);
  }
  return readObsItems(obs);
}

/** Points an existing input at `stream`. Returns whether that was a change. */
export async function pointCamera(
  obs: ObsConnection,
  { name, settings }: ObsInput,
  stream: StreamAddress,
): Promise<boolean> {
  const wanted = toSettings(stream);
  const isOther = Object.entries(wanted).some(([key, value]) => settings[key] !== value);
  if (isOther) {
    await obs.call('SetInputSettings', { inputName: name, inputSettings: wanted, overlay: true });
  }
  return isOther;
}

/**
 * Finds the audio input that belongs to the video: our microphone's, else the first of OBS's own microphones.
 */
export async function findAudioInput(obs: ObsConnection): Promise<AudioInput | null> {
  const own = await findInput(obs, 'microphone', microphoneKinds);
  if (own !== null) {
    return { name: own.name, isVirtual: true };
  }
  const { mic1, mic2, mic3, mic4 } = await obs.call('GetSpecialInputs');
  // The types promise names; where there is no such microphone OBS sends null.
  const names: readonly (string | null)[] = [mic1, mic2, mic3, mic4];
  const name = names.find((known) => known !== null) ?? null;
  return name === null ? null : { name, isVirtual: false };
}

async function openScene(obs: ObsConnection): Promise<string> {
  const scenes = await listScenes(obs);
  return scenes.includes(SCENE)
    ? SCENE
    : createNamed(SCENE, (sceneName) => obs.call('CreateScene', { sceneName }));
}

async function createCamera(
  obs: ObsConnection,
  sceneName: string,
  stream: StreamAddress,
): Promise<void> {
  const name = await createNamed(CAMERA, (inputName) =>
    obs.call('CreateInput', {
      sceneName,
      inputName,
      inputKind: 'ffmpeg_source',
      inputSettings: { ...toSettings(stream), [MARK]: 'camera' },
    }),
  );
  await fitToCanvas(obs, sceneName, name);
}

/** Scales the video to the canvas, centred. */
async function fitToCanvas(
  obs: ObsConnection,
  sceneName: string,
  sourceName: string,
): Promise<void> {
  const { baseWidth, baseHeight } = await obs.call('GetVideoSettings');
  const { sceneItemId } = await obs.call('GetSceneItemId', { sceneName, sourceName });
  await obs.call('SetSceneItemTransform', {
    sceneName,
    sceneItemId,
    sceneItemTransform: {
      positionX: 0,
      positionY: 0,
      boundsType: 'OBS_BOUNDS_SCALE_INNER',
      boundsWidth: baseWidth,
      boundsHeight: baseHeight,
    },
  });
}

/** The input of the microphone; none is made where OBS does not know the device. */
async function openMicrophone(
  obs: ObsConnection,
  sceneName: string,
  device: string,
): Promise<void> {
  const { inputKinds } = await obs.call('GetInputKindList', { unversioned: true });
  const inputKind = microphoneKinds.find((kind) => inputKinds.includes(kind));
  if (inputKind === undefined) {
    return; // An OBS without the part that records sound.
  }
  const own = (await findInput(obs, 'microphone', microphoneKinds))?.name ?? null;
  // Any input of the kind knows all devices.
  const other = own ?? (await findInputOfKind(obs, inputKind));
  const isUnknown = other !== null && (await findDevice(obs, other, device)) === null;
  if (isUnknown) {
    return;
  }
  const inputName = own ?? (await createMicrophone(obs, sceneName, inputKind));
  const deviceId = await findDevice(obs, inputName, device);
  if (deviceId !== null) {
    await obs.call('SetInputSettings', {
      inputName,
      inputSettings: { device_id: deviceId },
      overlay: true,
    });
  } else if (own === null) {
    await obs.call('RemoveInput', { inputName });
  }
}

function createMicrophone(
  obs: ObsConnection,
  sceneName: string,
  inputKind: string,
): Promise<string> {
  return createNamed(MICROPHONE, (inputName) =>
    obs.call('CreateInput', {
      sceneName,
      inputName,
      inputKind,
      inputSettings: { device_id: NO_DEVICE, [MARK]: 'microphone' },
    }),
  );
}

/** OBS's id of a device, by its id or by its name for people. */
async function findDevice(
  obs: ObsConnection,
  inputName: string,
  device: string,
): Promise<string | null> {
  const { propertyItems } = await obs.call('GetInputPropertiesListPropertyItems', {
    inputName,
    propertyName: 'device_id',
  });
  const match = propertyItems.find(
    ({ itemName, itemValue }) => itemValue === device || itemName === device,
  );
  return typeof match?.['itemValue'] === 'string' ? match['itemValue'] : null;
}

/**
 * Settings of an input that decodes the stream with the least delay of OBS. When frames end it shows nothing,
 * so that the scene below it appears instead of a frozen frame.
 */
function toSettings({ port, coding }: StreamAddress): Record<string, string | number | boolean> {
  return {
    is_local_file: false,
    input: `tcp://127.0.0.1:${port}`,
    input_format: coding === 'y4m' ? 'yuv4mpegpipe' : 'h264',
    // Raw H.264 has no times: frames declared late are shown at once.
    ffmpeg_options: coding === 'y4m' ? '' : 'framerate=120 probesize=65536 analyzeduration=100000',
    buffering_mb: 0,
    reconnect_delay_sec: 1,
    hw_decode: false,
    restart_on_activate: false,
    close_when_inactive: false,
    clear_on_media_end: true,
  };
}
