import { AppError } from '../../base/errors.ts';
import type {
  CameraFormat,
  CameraKind,
  CameraRemedy,
  CameraSinkStatus,
} from '../../contract/devices.ts';
import type { CameraSink } from './camera-sink.ts';
import { PipeWireCamera } from './pipewire/pipewire-camera.ts';
import { openV4l2Camera } from './v4l2/v4l2-camera.ts';

/** A kind of camera, opened or not. */
export interface OpenedSink {
  readonly kind: CameraKind;
  readonly sink: CameraSink | null;
  /** Problem that prevents it from working, in general or in some programs; null when it works. */
  readonly remedy: CameraRemedy | null;
  /** Name in the lists of programs, when it differs from the requested one. */
  readonly label: string | null;
}

/** Stable name of the camera for programs, as opposed to the display name `name`. */
const NODE_NAME = 'guise-camera';

/** Opens every kind of camera that this system may support; unsupported ones report what is missing. */
export async function openSinks(format: CameraFormat, name: string): Promise<OpenedSink[]> {
  if (process.platform !== 'linux') {
    return [];
  }
  return [await openPipeWire(format, name), openV4l2(format, name)];
}

/** Current status of an opened kind. */
export function describeSink({ kind, sink, remedy, label }: OpenedSink): CameraSinkStatus {
  return { kind, state: toState(sink, remedy), remedy, label, written: sink?.written ?? 0 };
}

function toState(sink: CameraSink | null, remedy: CameraRemedy | null): CameraSinkStatus['state'] {
  if (sink?.isRead === true) {
    return 'in_use';
  }
  if (remedy !== null) {
    return remedy === 'v4l2_taken' ? 'blocked' : 'needs_setup';
  }
  return 'ready';
}

/** Opens the PipeWire camera, whose server may come and go while it is on. */
async function openPipeWire(format: CameraFormat, name: string): Promise<OpenedSink> {
  try {
    const sink = await PipeWireCamera.open(format, { node: NODE_NAME, description: name });
    return {
      kind: 'pipewire',
      sink,
      get remedy() {
        return sink.remedy;
      },
      label: null,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'capability_unavailable') {
      return { kind: 'pipewire', sink: null, remedy: 'pipewire_missing', label: null };
    }
    throw error;
  }
}

/** Opens the V4L2 camera, whose device and remedy may come and go while it is on. */
function openV4l2(format: CameraFormat, name: string): OpenedSink {
  const sink = openV4l2Camera(format, { label: name });
  return {
    kind: 'v4l2',
    sink,
    get remedy() {
      return sink.remedy;
    },
    get label() {
      return sink.label === name ? null : sink.label;
    },
  };
}
