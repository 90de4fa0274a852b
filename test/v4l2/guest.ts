/** Runs inside the machine, as root: loads the module, and starts writers as users who are not. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync } from 'node:fs';
import { after, afterEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDeviceIo } from '../../src/devices/camera/v4l2/device-io.ts';
import {
  countFrameBytes,
  createCapability,
  type PixelFormat,
  parseCapability,
  requests,
  toBufferType,
  toFormat,
  toReaderSubscription,
} from '../../src/devices/camera/v4l2/videodev.ts';
import { LOOPBACK_MODULE } from './machine.ts';
import { BUFFERS, openStreamReader, type ReadFrame, type StreamReader } from './stream-reader.ts';

const DEVICE = '/dev/video10';
const VIDEO_GROUP = 44;
const streamer = { uid: 1000, gid: VIDEO_GROUP };
const stranger = { uid: 1001, gid: 1001 };
/** Module options as users set them, but with more buffers: a software reader may be slow, and two would be overwritten. */
const ONE_DEVICE = [
  'exclusive_caps=1',
  'video_nr=10',
  'card_label="Guise Camera"',
  `max_buffers=${BUFFERS}`,
];

interface WriterState {
  readonly remedy: string | null;
  readonly label: string | null;
  readonly isRead: boolean | null;
  readonly written: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** A time limit for hangs; an emulated processor is slow on a busy machine. */
const LIMIT = { timeout: 90_000 };

/** Frames are numbered by their fill value. */
const VALUES = 251;

const io = openDeviceIo();
const writers: ChildProcess[] = [];
const readers: StreamReader[] = [];

/** True when the driver detects the writer by its first frame and reports readers: since 0.13. */
let isRecent = false;

function busybox(...args: string[]): void {
  execFileSync('/bin/busybox', args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function unload(): void {
  if (existsSync('/sys/module/v4l2loopback')) {
    busybox('rmmod', 'v4l2loopback');
  }
}

/** Loads the module and sets the permissions of its devices as udev does. */
function load(settings: readonly string[] = ONE_DEVICE): void {
  unload();
  busybox('insmod', LOOPBACK_MODULE, ...settings);
  for (const path of ['/dev/video10', '/dev/video11'].filter((each) => existsSync(each))) {
    chownSync(path, 0, VIDEO_GROUP);
    chmodSync(path, 0o660);
  }
  const file = io.open(DEVICE);
  isRecent = io.ioctl(file, requests.subscribeEvent, toReaderSubscription()) === 0;
  io.close(file);
}

/** Returns the announced capabilities of the device: O for output, C for capture. */
function announced(path = DEVICE): string {
  const file = io.open(path);
  const bytes = createCapability();
  assert.equal(io.ioctl(file, requests.queryCapability, bytes), 0);
  io.close(file);
  const { canCapture, canOutput } = parseCapability(bytes);
  return (canOutput ? 'O' : '') + (canCapture ? 'C' : '');
}

function startWriter(width: number, height: number, user = streamer, rate = 15): ChildProcess {
  const script = new URL('writer-entry.ts', import.meta.url);
  const writer = fork(script, [width, height, rate].map(String), {
    ...user,
    env: { HOME: '/tmp' },
  });
  writers.push(writer);
  return writer;
}

function openReader(): StreamReader {
  const reader = openStreamReader(DEVICE);
  readers.push(reader);
  return reader;
}

async function ask(writer: ChildProcess): Promise<WriterState> {
  const answer = once(writer, 'message');
  writer.send('state');
  return (await answer)[0];
}

/** Polls until the condition is true; the limit of the test ends an endless wait. */
async function until(
  writer: ChildProcess,
  isSo: (state: WriterState) => boolean,
): Promise<WriterState> {
  for (;;) {
    const state = await ask(writer);
    if (isSo(state)) {
      return state;
    }
    await pause(100);
  }
}

async function end(writer: ChildProcess, how: 'close' | 'SIGKILL' = 'close'): Promise<void> {
  const ended = once(writer, 'exit');
  if (how === 'close') {
    writer.send('close');
  } else {
    writer.kill(how);
  }
  await ended;
}

async function openWriter(width: number, height: number): Promise<ChildProcess> {
  const writer = startWriter(width, height);
  await until(writer, ({ written }) => written > 3);
  return writer;
}

/** Every frame whole, none twice, in their order. Returns how many the reader was too slow for. */
function assertFrames(frames: readonly ReadFrame[], bytes: number): number {
  let missed = 0;
  for (const [index, frame] of frames.entries()) {
    const value = frame.bytes[0] ?? 0;
    assert.ok(frame.bytes.byteLength >= bytes, `${frame.bytes.byteLength} of ${bytes} bytes`);
    assert.ok(
      Buffer.alloc(bytes, value).equals(frame.bytes.subarray(0, bytes)),
      `frame ${index} is of two`,
    );
    const before = frames[index - 1]?.bytes[0];
    if (before !== undefined) {
      const steps = (value - before + VALUES) % VALUES;
      assert.ok(steps > 0 && steps < VALUES / 2, `frame ${index}: ${value} after ${before}`);
      missed += steps - 1;
    }
  }
  return missed;
}

/** Writes as `ffmpeg -f v4l2` does: without ever switching the stream on. */
function writeWithoutStream(shape: {
  pixelFormat: PixelFormat;
  width: number;
  height: number;
}): () => void {
  const file = io.open(DEVICE);
  assert.equal(io.ioctl(file, requests.setFormat, toFormat(shape)), 0);
  io.write(file, new Uint8Array(countFrameBytes(shape)));
  return () => io.close(file);
}

afterEach(async () => {
  for (const reader of readers.splice(0)) {
    reader.close();
  }
  for (const writer of writers.splice(0)) {
    if (writer.exitCode === null && writer.signalCode === null) {
      await end(writer, 'SIGKILL');
    }
  }
});
after(unload);

void test('a device that comes while the camera is on is found', LIMIT, async () => {
  const writer = startWriter(640, 360);
  assert.equal((await ask(writer)).remedy, 'v4l2_missing');
  load();
  const { label } = await until(writer, ({ written }) => written > 3);
  assert.equal(label, 'Guise Camera');
});

void test(
  'the device announces output, capture while frames arrive, and output again afterwards',
  LIMIT,
  async () => {
    load();
    assert.equal(announced(), 'O');
    const writer = await openWriter(640, 360);
    assert.equal(announced(), 'C');
    await end(writer);
    assert.equal(announced(), 'O');
  },
);

void test('a reader gets complete frames in order, for sessions of any size', LIMIT, async () => {
  load();
  for (const [width, height] of [
    [640, 360],
    [1280, 720],
    [320, 240],
  ] as const) {
    const writer = await openWriter(width, height);
    const reader = openReader();
    assert.deepEqual([reader.width, reader.height, reader.pixelFormat], [width, height, 'YU12']);
    const missed = assertFrames(await reader.read(30), (width * height * 3) / 2);
    const state = await until(writer, ({ isRead }) => isRead === (isRecent ? true : null));
    reader.close();
    await until(writer, ({ isRead }) => isRead === (isRecent ? false : null));
    const times = `p50 ${state.p50Ms.toFixed(2)} ms, p95 ${state.p95Ms.toFixed(2)} ms a frame`;
    process.stdout.write(`${width} × ${height}: 30 frames read, ${missed} missed; ${times}\n`);
    await end(writer);
  }
});

void test('a user outside of the group may not write', LIMIT, async () => {
  load();
  assert.equal((await ask(startWriter(640, 360, stranger))).remedy, 'v4l2_group');
  assert.equal(announced(), 'O');
});

void test('a device with another writer is left to it', LIMIT, async () => {
  load();
  const first = await openWriter(640, 360);
  const second = startWriter(320, 240);
  assert.equal((await ask(second)).remedy, 'v4l2_taken');
  await end(first);
  await until(second, ({ remedy, written }) => remedy === null && written > 3);
});

void test('a writer that is killed leaves the device usable', LIMIT, async () => {
  load();
  await end(await openWriter(640, 360), 'SIGKILL');
  assert.equal(announced(), 'O');
  await openWriter(320, 240);
});

void test(
  'a device that another program left stuck is reported, until its module is reloaded',
  LIMIT,
  async () => {
    load();
    writeWithoutStream({ pixelFormat: 'YU12', width: 640, height: 360 })();
    if (isRecent) {
      assert.equal(announced(), 'O'); // Repaired in the driver.
      return;
    }
    assert.equal(announced(), '');
    const writer = startWriter(640, 360);
    assert.equal((await ask(writer)).remedy, 'v4l2_stuck');
    load();
    await until(writer, ({ remedy, written }) => remedy === null && written > 3);
  },
);

void test('a device without exclusive capabilities works, with the advice', LIMIT, async () => {
  load(['video_nr=10', 'card_label="Guise Camera"']);
  const writer = await openWriter(640, 360);
  assert.equal((await ask(writer)).remedy, 'v4l2_caps');
  const reader = openReader();
  assertFrames(await reader.read(15), 640 * 360 * 1.5);
  reader.close();
});

void test(
  'of two devices the one with the app’s name is used, never that of OBS',
  LIMIT,
  async () => {
    load([
      'devices=2',
      'exclusive_caps=1,1',
      'video_nr=10,11',
      'card_label="OBS Virtual Camera,Guise Camera"',
    ]);
    const writer = await openWriter(640, 360);
    assert.deepEqual([announced('/dev/video10'), announced('/dev/video11')], ['O', 'C']);
    await end(writer);
    load(['exclusive_caps=1', 'video_nr=10', 'card_label="OBS Virtual Camera"']);
    assert.equal((await ask(startWriter(640, 360))).remedy, 'v4l2_taken');
    assert.equal(announced(), 'O');
  },
);

void test('frames are fitted into the format of an attached reader', LIMIT, async () => {
  load();
  const first = await openWriter(640, 360);
  const reader = openReader();
  await reader.read(5);
  await end(first);
  await openWriter(320, 180);
  await reader.read(BUFFERS); // Frames of the first writer.
  assertFrames(await reader.read(15), 640 * 360 * 1.5);
  reader.close();
});

void test('frames are YUYV for a reader of that format', LIMIT, async () => {
  load();
  const file = io.open(DEVICE);
  const shape = { pixelFormat: 'YUYV', width: 640, height: 360 } as const;
  assert.equal(io.ioctl(file, requests.setFormat, toFormat(shape)), 0);
  io.ioctl(file, requests.streamOn, toBufferType());
  io.write(file, new Uint8Array(countFrameBytes(shape)));
  const reader = openReader();
  io.close(file);
  assert.equal(reader.pixelFormat, 'YUYV');
  const writer = await openWriter(640, 360);
  await reader.read(BUFFERS); // Frames from before.
  assertFrames(await reader.read(15), countFrameBytes(shape));
  reader.close();
  await end(writer);
});

void test('the module is not in use once the camera is off', LIMIT, async () => {
  load();
  await end(await openWriter(640, 360));
  unload();
  assert.equal(existsSync('/sys/module/v4l2loopback'), false);
});
