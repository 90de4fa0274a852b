import { AppError } from '../../base/errors.ts';
import type { CameraKind, CameraRemedy, CameraSinkStatus } from '../../contract/devices.ts';
import type { CameraFormat, CameraSink } from './camera-sink.ts';
import { openPipeWireCamera } from './pipewire/pipewire-camera.ts';

/** A kind of camera, opened or not. */
export interface OpenedSink {
  readonly kind: CameraKind;
  readonly sink: CameraSink | null;
  /** What keeps it from working; null when it works. */
  readonly remedy: CameraRemedy | null;
}

/** How cameras are named: `name` for people, and what stays the same for programs. */
const NODE_NAME = 'guise-camera';

/** Opens every kind of camera that this system may have; those that it has not say what is missing. */
export async function openSinks(format: CameraFormat, name: string): Promise<OpenedSink[]> {
  if (process.platform !== 'linux') {
    return [];
  }
  return [await openPipeWire(format, name)];
}

/** How an opened kind stands now. */
export function describeSink({ kind, sink, remedy }: OpenedSink): CameraSinkStatus {
  const isRead = sink?.isRead === true;
  const state = sink === null ? 'needs_setup' : isRead ? 'in_use' : 'ready';
  return { kind, state, remedy, written: sink?.written ?? 0 };
}

async function openPipeWire(format: CameraFormat, name: string): Promise<OpenedSink> {
  try {
    const sink = await openPipeWireCamera(format, { node: NODE_NAME, description: name });
    return { kind: 'pipewire', sink, remedy: null };
  } catch (error) {
    if (error instanceof AppError && error.code === 'capability_unavailable') {
      return { kind: 'pipewire', sink: null, remedy: 'pipewire_missing' };
    }
    throw error;
  }
}
