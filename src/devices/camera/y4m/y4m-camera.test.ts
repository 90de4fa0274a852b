import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { i420Bytes } from '../../../contract/frame-link.ts';
import { openY4mCamera, type StreamedCamera } from './y4m-camera.ts';

const small = { width: 16, height: 8, rate: 30 };
/** Larger than all socket buffers: a reader that does not read has a frame in flight. */
const huge = { width: 4096, height: 4096, rate: 30 };
const header = 'YUV4MPEG2 W16 H8 F120:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n';

const open: { close(): Promise<void> }[] = [];
let timeMs = 0;
afterEach(async () => {
  for (const item of open.splice(0).toReversed()) {
    await item.close();
  }
});

it('gives every reader the header and whole frames in order', async () => {
  const camera = await openCamera(small);
  const readers = [await join(camera), await join(camera), await join(camera)];
  const values = Array.from({ length: 20 }, (_, index) => index + 1);
  for (const value of values) {
    camera.write(createFrame(small, value));
    await until(() =>
      expect(readers.map(({ frames }) => frames.length)).toEqual([value, value, value]),
    );
  }
  expect(readers.map(({ frames }) => frames)).toEqual([values, values, values]);
  expect(readers.map((reader) => reader.header())).toEqual([header, header, header]);
  expect(camera.written).toBe(60);
});

it('copies a frame before write returns', async () => {
  const camera = await openCamera(huge);
  const reader = await join(camera);
  const frame = createFrame(huge, 7);
  camera.write(frame);
  frame.fill(9);
  await until(() => expect(reader.frames).toEqual([7]));
});

it('skips frames for a slow reader alone, which goes on with the newest', async () => {
  const camera = await openCamera(huge);
  const slow = await join(camera);
  const quick = await join(camera);
  slow.socket.pause();
  for (const value of [1, 2, 3, 4, 5]) {
    camera.write(createFrame(huge, value));
    await until(() => expect(quick.frames).toHaveLength(value));
  }
  expect(quick.frames).toEqual([1, 2, 3, 4, 5]);
  slow.socket.resume();
  await until(() => expect(slow.frames).toEqual([1]));
  await until(() => {
    camera.write(createFrame(huge, 6));
    expect(slow.frames.slice(0, 2)).toEqual([1, 6]);
  });
});

it('goes on for the others when a reader leaves in the middle of a frame', async () => {
  const camera = await openCamera(huge);
  const leaving = await join(camera);
  const staying = await join(camera);
  leaving.socket.pause();
  camera.write(createFrame(huge, 1));
  leaving.socket.destroy();
  await until(() => expect(camera.readerCount).toBe(1));
  await until(() => expect(staying.frames).toEqual([1]));
  camera.write(createFrame(huge, 2));
  await until(() => expect(staying.frames).toEqual([1, 2]));
});

it('refuses the fifth reader until one of four hangs', async () => {
  const camera = await openCamera(huge);
  const readers = [
    await join(camera),
    await join(camera),
    await join(camera),
    await join(camera),
  ] as const;
  const fifth = connectTo(camera);
  await once(fifth.socket, 'close');
  readers[0].socket.pause();
  camera.write(createFrame(huge, 1));
  await until(() => expect(readers.slice(1).map(({ frames }) => frames)).toEqual([[1], [1], [1]]));
  timeMs += 5001;
  camera.write(createFrame(huge, 2));
  await until(() => expect(camera.readerCount).toBe(3));
  await join(camera);
});

it('gives nothing to a program that sends something, such as a browser', async () => {
  const camera = await openCamera(small);
  const browser = await join(camera);
  browser.socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(browser.socket, 'close');
  camera.write(createFrame(small, 1));
  expect(camera.written).toBe(0);
  expect(browser.header()).toBe('');
});

it('listens on the preferred port again, and on another where that is taken', async () => {
  const first = await openY4mCamera(small);
  const { port } = first;
  await first.close();
  const second = await openY4mCamera(small, { port });
  open.push(second);
  expect(second.port).toBe(port);
  const third = await openY4mCamera(small, { port });
  open.push(third);
  expect(third.port).not.toBe(port);
});

it.skipIf(process.platform !== 'linux')('listens on 127.0.0.1 alone', async () => {
  const camera = await openCamera(small);
  // A server of all addresses would have the port of this one too.
  const other = createServer().listen(camera.port, '127.0.0.2');
  await once(other, 'listening');
  other.close();
});

async function openCamera(format: typeof small): Promise<StreamedCamera> {
  timeMs = 0;
  const camera = await openY4mCamera(format, { now: () => timeMs });
  open.push(camera);
  return camera;
}

function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 25_000 });
}

/** A reader that the camera knows. */
async function join(camera: StreamedCamera): Promise<FrameReader> {
  const before = camera.readerCount;
  const reader = connectTo(camera);
  await until(() => expect(camera.readerCount).toBe(before + 1));
  return reader;
}

function connectTo(camera: StreamedCamera): FrameReader {
  const reader = new FrameReader(connect(camera.port, '127.0.0.1'));
  open.push({ close: async () => void reader.socket.destroy() });
  return reader;
}

/** Reads uniform frames and returns their values; -1 stands for a torn frame. */
class FrameReader {
  readonly socket: Socket;
  readonly frames: number[] = [];
  #header: Buffer | null = null;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (part: Buffer) => this.#receive(part));
    socket.on('error', () => {});
  }

  header(): string {
    return String(this.#header ?? '');
  }

  #receive(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#header === null) {
      const bytes = Buffer.concat(this.#parts);
      const end = bytes.indexOf('\n') + 1;
      this.#header = end === 0 ? null : bytes.subarray(0, end);
      this.#parts = [bytes.subarray(end)];
      this.#size = bytes.length - end;
    }
    const size = /W(\d+) H(\d+)/.exec(this.header());
    const step = 6 + i420Bytes({ width: Number(size?.[1]), height: Number(size?.[2]) });
    while (this.#size >= step) {
      const bytes = Buffer.concat(this.#parts);
      const frame = bytes.subarray(0, step);
      const isWhole =
        frame.toString('latin1', 0, 6) === 'FRAME\n' &&
        frame.subarray(6).equals(new Uint8Array(step - 6).fill(frame[6] ?? 0));
      this.frames.push(isWhole ? (frame[6] ?? -1) : -1);
      this.#parts = [bytes.subarray(step)];
      this.#size -= step;
    }
  }
}

function createFrame(format: typeof small, value: number): Uint8Array {
  return new Uint8Array(i420Bytes(format)).fill(value);
}
