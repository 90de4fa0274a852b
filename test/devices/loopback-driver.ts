import { constants } from 'node:os';
import type { DeviceIo } from '../../src/devices/camera/v4l2/device-io.ts';
import { requests, toReaderSubscription } from '../../src/devices/camera/v4l2/videodev.ts';

const { errno } = constants;

/** A device as v4l2loopback has it. */
export interface LoopbackState {
  /** Version 0.12 detects the writer by STREAMON; 0.13 by the first frame, and reports readers. */
  readonly version: 12 | 13;
  readonly hasExclusiveCaps: boolean;
  /** True when a program streams from the device, which locks its format. */
  isRead: boolean;
  /** Error of the next open. */
  refusal: 'EACCES' | 'EBUSY' | 'EIO' | null;
  /** Error of the next writes, or the number of bytes that they accept. */
  fault: 'EAGAIN' | 'ENODEV' | number | null;
  /** Bytes of a format, `struct v4l2_pix_format`. */
  pixels: Uint8Array;
  /** Frames that were written, in their order. */
  readonly frames: Uint8Array[];
  /** True when the next program that opens the device may write; `canCapture`: when a program is writing. */
  canOutput: boolean;
  canCapture: boolean;
  opened: number;
}

interface OpenFile {
  readonly state: LoopbackState;
  isWriter: boolean;
  hasEvent: boolean;
}

/** A driver of devices by their paths: the transitions of v4l2loopback, without a kernel. */
export class LoopbackDriver implements DeviceIo {
  readonly devices = new Map<string, LoopbackState>();
  readonly #files = new Map<number, OpenFile>();
  #nextFile = 3;

  add(path: string, change: Partial<LoopbackState> = {}): LoopbackState {
    const state: LoopbackState = {
      version: 12,
      hasExclusiveCaps: true,
      isRead: false,
      refusal: null,
      fault: null,
      pixels: new Uint8Array(48),
      frames: [],
      canOutput: true,
      canCapture: false,
      opened: 0,
      ...change,
    };
    this.devices.set(path, state);
    return state;
  }

  open(path: string): number {
    const state = this.devices.get(path);
    const code = state === undefined ? 'ENOENT' : state.refusal;
    if (state === undefined || code !== null) {
      throw Object.assign(new Error(`${code}: open '${path}'`), { code });
    }
    const file = this.#nextFile++;
    state.opened += 1;
    this.#files.set(file, { state, isWriter: false, hasEvent: false });
    return file;
  }

  ioctl(file: number, request: number, argument: Uint8Array): number {
    const opened = this.#find(file);
    const { state } = opened;
    switch (request) {
      case requests.queryCapability:
        return describe(state, argument);
      case requests.setFormat:
        return this.#setFormat(opened, argument);
      case requests.setParameters:
      case requests.streamOff:
        return 0;
      case requests.streamOn:
        if (state.version === 13) {
          return errno.EINVAL;
        }
        begin(opened);
        return 0;
      case requests.subscribeEvent:
        opened.hasEvent = state.version === 13;
        return state.version === 13 ? 0 : errno.EINVAL;
      case requests.dequeueEvent:
        return report(opened, argument);
      default:
        return errno.ENOTTY;
    }
  }

  write(file: number, bytes: Uint8Array): number {
    const opened = this.#find(file);
    const { state } = opened;
    if (typeof state.fault === 'string') {
      throw Object.assign(new Error(`${state.fault}: write`), { code: state.fault });
    }
    if (typeof state.fault === 'number') {
      return state.fault;
    }
    if (state.version === 13) {
      begin(opened);
    }
    state.canOutput = false;
    state.canCapture = true;
    state.frames.push(bytes.slice());
    return bytes.byteLength;
  }

  /** A program reads it from now on, or no more. */
  read(state: LoopbackState, isRead: boolean): void {
    state.isRead = isRead;
    for (const opened of this.#files.values()) {
      opened.hasEvent ||= opened.state === state && state.version === 13;
    }
  }

  close(file: number): void {
    const { state, isWriter } = this.#find(file);
    this.#files.delete(file);
    state.opened -= 1;
    if (state.opened === 0 && !state.isRead) {
      state.canCapture = false;
    }
    if (isWriter) {
      state.canOutput = true;
    }
  }

  #setFormat({ state }: OpenFile, argument: Uint8Array): number {
    if (!state.canOutput && !state.canCapture) {
      return errno.EINVAL;
    }
    if (state.canCapture || state.isRead) {
      argument.set(state.pixels, 8);
    } else {
      state.pixels = argument.slice(8, 56);
    }
    return 0;
  }

  #find(file: number): OpenFile {
    const opened = this.#files.get(file);
    if (opened === undefined) {
      throw Object.assign(new Error('EBADF'), { code: 'EBADF' });
    }
    return opened;
  }
}

function begin(opened: OpenFile): void {
  opened.isWriter = true;
  opened.state.canOutput = false;
  opened.state.canCapture = true;
}

function describe(state: LoopbackState, argument: Uint8Array): number {
  argument.set(Buffer.from('v4l2 loopback\0'));
  const bits = state.hasExclusiveCaps
    ? Number(state.canCapture && !state.canOutput) + 2 * Number(state.canOutput)
    : 3;
  new DataView(argument.buffer, argument.byteOffset).setUint32(88, bits, true);
  return 0;
}

function report(opened: OpenFile, argument: Uint8Array): number {
  if (!opened.hasEvent) {
    return errno.ENOENT;
  }
  opened.hasEvent = false;
  argument.set(toReaderSubscription().subarray(0, 4));
  new DataView(argument.buffer, argument.byteOffset).setUint32(
    8,
    opened.state.isRead ? 1 : 0,
    true,
  );
  return 0;
}
