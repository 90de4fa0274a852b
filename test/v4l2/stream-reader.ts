import { closeSync, constants, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loadLibrary } from '../../src/devices/native/load-library.ts';

/** A frame as a reader has it. */
export interface ReadFrame {
  readonly bytes: Uint8Array;
}

/** A program that reads a V4L2 camera as browsers do: by streaming from mapped memory. */
export interface StreamReader {
  readonly width: number;
  readonly height: number;
  readonly pixelFormat: string;
  /** The next frames. */
  read(count: number): Promise<ReadFrame[]>;
  close(): void;
}

const requests = {
  getFormat: 0xc0_d0_56_04,
  requestBuffers: 0xc0_14_56_08,
  queryBuffer: 0xc0_58_56_09,
  queue: 0xc0_58_56_0f,
  dequeue: 0xc0_58_56_11,
  streamOn: 0x40_04_56_12,
  streamOff: 0x40_04_56_13,
};
const CAPTURE_BUFFERS = 1;
const MAPPED = 1;
const READ_WRITE = 3;
const SHARED = 1;
const EAGAIN = 11;
/** Maximum buffers of the driver, which overwrites the oldest, read or not. */
export const BUFFERS = 8;

/** Opens a camera that streams already. */
export function openStreamReader(path: string): StreamReader {
  const { koffi, func } = loadLibrary('libc.so.6');
  const nativeIoctl = func('int ioctl(int, unsigned long, _Inout_ void*)');
  const mmap = func('void* mmap(void*, size_t, int, int, int, int64_t)');
  const munmap = func('int munmap(void*, size_t)');
  const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const tryIoctl = (request: number, argument: Buffer): number =>
    Number(nativeIoctl(file, request, argument)) < 0 ? koffi.errno() : 0;
  const ioctl = (request: number, argument: Buffer): Buffer => {
    const failure = tryIoctl(request, argument);
    if (failure !== 0) {
      throw new Error(`ioctl ${request.toString(16)} failed with error ${failure}.`);
    }
    return argument;
  };
  const format = Buffer.alloc(208);
  format.writeUInt32LE(CAPTURE_BUFFERS, 0);
  ioctl(requests.getFormat, format);

  const wanted = Buffer.alloc(20);
  [BUFFERS, CAPTURE_BUFFERS, MAPPED].forEach((value, index) =>
    wanted.writeUInt32LE(value, 4 * index),
  );
  const count = ioctl(requests.requestBuffers, wanted).readUInt32LE(0);
  const buffers = Array.from({ length: count }, (_none, index) => {
    const own = ioctl(requests.queryBuffer, createBuffer(index));
    const length = own.readUInt32LE(72);
    const address = mmap(null, length, READ_WRITE, SHARED, file, own.readUInt32LE(64));
    ioctl(requests.queue, createBuffer(index));
    return { address, length, bytes: new Uint8Array(koffi.view(address, length)) };
  });
  const type = Buffer.alloc(4);
  type.writeUInt32LE(CAPTURE_BUFFERS);
  ioctl(requests.streamOn, type);

  const next = async (): Promise<ReadFrame> => {
    const filled = createBuffer(0);
    for (let failure = tryIoctl(requests.dequeue, filled); failure !== 0;) {
      if (failure !== EAGAIN) {
        throw new Error(`No frame could be read: error ${failure}.`);
      }
      await pause(2);
      failure = tryIoctl(requests.dequeue, filled);
    }
    const index = filled.readUInt32LE(0);
    const bytes = buffers[index]?.bytes.slice(0, filled.readUInt32LE(8)) ?? new Uint8Array();
    ioctl(requests.queue, createBuffer(index));
    return { bytes };
  };
  let isClosed = false;
  return {
    width: format.readUInt32LE(8),
    height: format.readUInt32LE(12),
    pixelFormat: format.toString('latin1', 16, 20),
    read: async (wantedCount) => {
      const frames: ReadFrame[] = [];
      while (frames.length < wantedCount) {
        frames.push(await next());
      }
      return frames;
    },
    close: () => {
      if (isClosed) {
        return;
      }
      isClosed = true;
      tryIoctl(requests.streamOff, type);
      for (const { address, length } of buffers) {
        munmap(address, length);
      }
      closeSync(file);
    },
  };
}

function createBuffer(index: number): Buffer {
  const buffer = Buffer.alloc(88);
  buffer.writeUInt32LE(index, 0);
  buffer.writeUInt32LE(CAPTURE_BUFFERS, 4);
  buffer.writeUInt32LE(MAPPED, 60);
  return buffer;
}
