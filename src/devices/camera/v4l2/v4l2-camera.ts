/**
 * Camera of the kernel module v4l2loopback, the kind that browsers and most video call programs support. The
 * user loads the module once; from then on every member of the group `video` may write.
 *
 *   searching ──a device takes frames──▶ writing
 *       ▲  every second                     │ it is gone, or its format was changed
 *       └───────────────────────────────────┘
 */
import { AppError } from '../../../base/errors.ts';
import type { CameraFormat, CameraRemedy } from '../../../contract/devices.ts';
import type { CameraSink } from '../camera-sink.ts';
import { type DeviceIo, openDeviceIo } from './device-io.ts';
import { type DeviceFolders, listLoopbackDevices, systemFolders } from './list-loopback-devices.ts';
import { type LoopbackDevice, openLoopbackDevice } from './loopback-device.ts';

/** The preferred device, and replacements of the system for tests. */
export interface V4l2CameraOptions {
  /** Requested name of the device. */
  readonly label: string;
  readonly io?: DeviceIo | undefined;
  readonly folders?: DeviceFolders | undefined;
  /** Search interval while there is no device, in milliseconds. */
  readonly everyMs?: number | undefined;
}

const EVERY_MS = 1000;

/**
 * Writes to a device of v4l2loopback, as soon as there is one and for as long as there is one. Throws
 * `capability_unavailable` where the C library is not glibc.
 */
export function openV4l2Camera(format: CameraFormat, options: V4l2CameraOptions): V4l2Camera {
  return new V4l2Camera(format, { ...options, io: options.io ?? openDeviceIo() });
}

/** See {@link openV4l2Camera}. */
export class V4l2Camera implements CameraSink {
  readonly #format: CameraFormat;
  readonly #options: V4l2CameraOptions & { readonly io: DeviceIo };
  readonly #timer: NodeJS.Timeout;
  #device: LoopbackDevice | null = null;
  #label: string | null = null;
  #remedy: CameraRemedy | null = null;
  #written = 0;

  constructor(format: CameraFormat, options: V4l2CameraOptions & { readonly io: DeviceIo }) {
    this.#format = format;
    this.#options = options;
    this.#search();
    this.#timer = setInterval(() => this.#search(), options.everyMs ?? EVERY_MS);
    this.#timer.unref();
  }

  /** Problem that prevents it from working, in general or in browsers; null for none. */
  get remedy(): CameraRemedy | null {
    return this.#remedy;
  }

  /** Name of the device in the lists of programs; null while there is none. */
  get label(): string | null {
    return this.#label;
  }

  get written(): number {
    return this.#written;
  }

  get isRead(): boolean | null {
    return this.#device === null ? false : this.#device.isRead;
  }

  write(frame: Uint8Array): void {
    try {
      if (this.#device?.write(frame) === true) {
        this.#written += 1;
      }
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      this.#leave(); // The next search finds the device again, or reports what is missing.
      this.#remedy = 'v4l2_missing';
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#leave();
  }

  #leave(): void {
    this.#device?.close();
    this.#device = null;
    this.#label = null;
  }

  #search(): void {
    if (this.#device !== null) {
      return;
    }
    const { io, label, folders } = this.#options;
    const { devices, areAllOfObs } = listLoopbackDevices(label, folders ?? systemFolders);
    let best: CameraRemedy | null = null;
    for (const found of devices) {
      const { device, remedy } = openLoopbackDevice(io, found.path, this.#format);
      if (device !== null) {
        this.#device = device;
        this.#label = found.label;
        this.#remedy = remedy;
        return;
      }
      best ??= remedy;
    }
    this.#remedy = best ?? (areAllOfObs ? 'v4l2_taken' : 'v4l2_missing');
  }
}
