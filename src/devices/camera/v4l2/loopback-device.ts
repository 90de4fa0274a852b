import { constants } from 'node:os';
import { AppError } from '../../../base/errors.ts';
import type { CameraFormat, CameraRemedy } from '../../../contract/devices.ts';
import { i420Bytes } from '../../../contract/frame-link.ts';
import { LetterboxScaler } from '../output/letterbox-scaler.ts';
import type { DeviceIo } from './device-io.ts';
import { writeYuyv } from './to-yuyv.ts';
import {
  type DeviceCapability,
  countFrameBytes,
  type FrameShape,
  createCapability,
  createEvent,
  parseCapability,
  parseFormat,
  parseReaderEvent,
  requests,
  toBufferType,
  toFormat,
  toParameters,
  toReaderSubscription,
} from './videodev.ts';

const DRIVER = 'v4l2 loopback';
const { errno } = constants;

/** Opened device, with what hides it from browsers; or the problem that prevents it from taking frames. */
export type LoopbackOpening =
  | { readonly device: LoopbackDevice; readonly remedy: 'v4l2_caps' | null }
  | { readonly device: null; readonly remedy: CameraRemedy };

/** Opens a device of v4l2loopback for frames of this format. */
export function openLoopbackDevice(
  io: DeviceIo,
  path: string,
  format: CameraFormat,
): LoopbackOpening {
  const opened = openFile(io, path);
  if (typeof opened === 'string') {
    return { device: null, remedy: opened };
  }
  const refusal = judge(queryCapability(io, opened));
  if (refusal !== null && refusal !== 'v4l2_caps') {
    io.close(opened);
    return { device: null, remedy: refusal };
  }
  const shape = negotiate(io, opened, format);
  if (shape === null) {
    io.close(opened);
    return { device: null, remedy: 'v4l2_taken' };
  }
  return { device: new LoopbackDevice(io, opened, { format, shape }), remedy: refusal };
}

/** A device of v4l2loopback while frames are written to it. */
export class LoopbackDevice {
  readonly #io: DeviceIo;
  readonly #file: number;
  /** Format of its frames; of another size than the camera's while a reader keeps that size. */
  readonly #shape: FrameShape;
  /** Null where frames are of the device's size already. */
  readonly #fit: LetterboxScaler | null;
  readonly #fitted: Uint8Array;
  readonly #packed: Uint8Array;
  readonly #event = createEvent();
  #isRead: boolean | null;

  constructor(
    io: DeviceIo,
    file: number,
    { format, shape }: { readonly format: CameraFormat; readonly shape: FrameShape },
  ) {
    this.#io = io;
    this.#file = file;
    this.#shape = shape;
    const isSameSize = shape.width === format.width && shape.height === format.height;
    this.#fit = isSameSize ? null : new LetterboxScaler(format, shape);
    this.#fitted = new Uint8Array(isSameSize ? 0 : i420Bytes(shape));
    this.#packed = new Uint8Array(shape.pixelFormat === 'YUYV' ? countFrameBytes(shape) : 0);
    const hasReaderEvents = io.ioctl(file, requests.subscribeEvent, toReaderSubscription()) === 0;
    this.#isRead = hasReaderEvents ? false : null;
  }

  /** True when a program reads the device; null where the driver is too old to report it. */
  get isRead(): boolean | null {
    while (this.#isRead !== null) {
      if (this.#io.ioctl(this.#file, requests.dequeueEvent, this.#event) !== 0) {
        break; // No more events.
      }
      this.#isRead = parseReaderEvent(this.#event) ?? this.#isRead;
    }
    return this.#isRead;
  }

  /**
   * Writes a frame: I420 without padding, of the camera's format. Returns false when the device has no free
   * buffer. Throws `processing_failed` when the device is gone or its format was changed: it has to be
   * reopened.
   */
  write(frame: Uint8Array): boolean {
    const bytes = this.#pack(frame);
    const count = this.#send(bytes);
    if (count !== null && count !== bytes.byteLength) {
      throw new AppError(
        'processing_failed',
        `The camera device took ${count} of ${bytes.byteLength} bytes; frames are taken whole.`,
      );
    }
    return count !== null;
  }

  /** Releases the device, ready for the next writer. */
  close(): void {
    this.#io.ioctl(this.#file, requests.streamOff, toBufferType());
    this.#io.close(this.#file);
  }

  #pack(frame: Uint8Array): Uint8Array {
    this.#fit?.apply(frame, this.#fitted);
    const planes = this.#fit === null ? frame : this.#fitted;
    if (this.#shape.pixelFormat === 'YU12') {
      return planes;
    }
    writeYuyv(planes, this.#shape, this.#packed);
    return this.#packed;
  }

  /** Null when the device has no free buffer. */
  #send(bytes: Uint8Array): number | null {
    try {
      return this.#io.write(this.#file, bytes);
    } catch (cause) {
      if (toCode(cause) === 'EAGAIN') {
        return null;
      }
      throw new AppError('processing_failed', 'The camera device takes no frames any more.', {
        cause,
      });
    }
  }
}

/** The opened file, or why it was not. */
function openFile(io: DeviceIo, path: string): number | CameraRemedy {
  try {
    return io.open(path);
  } catch (error) {
    switch (toCode(error)) {
      case 'EACCES':
      case 'EPERM':
        return 'v4l2_group';
      case 'EBUSY':
        return 'v4l2_taken';
      case 'ENOENT':
      case 'ENODEV':
      case 'ENXIO':
        return 'v4l2_missing';
      case undefined:
        throw error;
      default:
        return 'v4l2_stuck';
    }
  }
}

/** Null when the device belongs to another driver or was removed meanwhile. */
function queryCapability(io: DeviceIo, file: number): DeviceCapability | null {
  const bytes = createCapability();
  if (io.ioctl(file, requests.queryCapability, bytes) !== 0) {
    return null;
  }
  const capability = parseCapability(bytes);
  return capability.driver === DRIVER ? capability : null;
}

/**
 * With `exclusive_caps=1` a device offers output until a writer opens it, and capture from then on. A device that offers neither
 * was abandoned by a writer that never started its stream.
 */
function judge(capability: DeviceCapability | null): CameraRemedy | null {
  if (capability === null) {
    return 'v4l2_missing';
  }
  const { canCapture, canOutput } = capability;
  if (canOutput) {
    return canCapture ? 'v4l2_caps' : null;
  }
  return canCapture ? 'v4l2_taken' : 'v4l2_stuck';
}

/**
 * Negotiates a format and starts the stream before the first frame: drivers up to 0.12 identify the writer only
 * by that, and are stuck after a writer that did not. Null when another program has the device.
 */
function negotiate(io: DeviceIo, file: number, format: CameraFormat): FrameShape | null {
  const shape = setFormat(io, file, { ...format, pixelFormat: 'YU12' });
  const agreed = shape ?? setFormat(io, file, { ...format, pixelFormat: 'YUYV' });
  if (agreed === null) {
    return null;
  }
  io.ioctl(file, requests.setParameters, toParameters(format.rate)); // Says the rate; not every driver wants to know.
  const refusal = io.ioctl(file, requests.streamOn, toBufferType());
  // Drivers since 0.13 switch it on with the first frame, and refuse this without buffers.
  return refusal === 0 || refusal === errno.EINVAL ? agreed : null;
}

/** The format that the driver has now, which may be another: while a reader holds the device, it keeps its own. */
function setFormat(io: DeviceIo, file: number, wanted: FrameShape): FrameShape | null {
  const bytes = toFormat(wanted);
  return io.ioctl(file, requests.setFormat, bytes) === 0 ? parseFormat(bytes) : null;
}

function toCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
