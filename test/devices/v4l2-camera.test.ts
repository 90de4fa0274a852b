import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoopbackDriver, type LoopbackState } from './loopback-driver.ts';
import { i420Bytes } from '../../src/contract/frame-link.ts';
import { V4l2Camera } from '../../src/devices/camera/v4l2/v4l2-camera.ts';
import { toFormat } from '../../src/devices/camera/v4l2/videodev.ts';

const format = { width: 64, height: 36, rate: 30 };
const label = 'Guise Camera';
const grey = (value: number): Uint8Array => new Uint8Array(i420Bytes(format)).fill(value);

let folder: string;
let driver: LoopbackDriver;
const cameras: V4l2Camera[] = [];

/** Simulates a loaded device: its description in /sys and the device itself. */
function load(number: number, name: string, change?: Partial<LoopbackState>): LoopbackState {
  describeDevice(number, name, 'max_openers');
  return driver.add(join(folder, 'dev', `video${number}`), change);
}

function describeDevice(number: number, name: string, ...attributes: string[]): void {
  const device = join(folder, 'sys', 'class', 'video4linux', `video${number}`);
  mkdirSync(device, { recursive: true });
  writeFileSync(join(device, 'name'), `${name}\n`);
  for (const attribute of attributes) {
    writeFileSync(join(device, attribute), '10\n');
  }
}

function unload(number: number): void {
  rmSync(join(folder, 'sys', 'class', 'video4linux', `video${number}`), { recursive: true });
  driver.devices.delete(join(folder, 'dev', `video${number}`));
}

function open(size = format): V4l2Camera {
  const folders = { sys: join(folder, 'sys'), dev: join(folder, 'dev') };
  const camera = new V4l2Camera(size, { label, io: driver, folders });
  cameras.push(camera);
  return camera;
}

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'guise-v4l2-'));
  driver = new LoopbackDriver();
});

afterEach(async () => {
  await Promise.all(cameras.splice(0).map((camera) => camera.close()));
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe('a camera of v4l2loopback', () => {
  it('reports what a device lacks, and leaves it as it was', () => {
    const cases: [Partial<LoopbackState>, string][] = [
      [{ refusal: 'EACCES' }, 'v4l2_group'],
      [{ refusal: 'EBUSY' }, 'v4l2_taken'],
      [{ refusal: 'EIO' }, 'v4l2_stuck'],
      [{ canOutput: false }, 'v4l2_stuck'],
      [{ canOutput: false, canCapture: true }, 'v4l2_taken'],
    ];
    expect(open().remedy).toBe('v4l2_missing');
    for (const [change, remedy] of cases) {
      const state = load(10, label, change);
      const camera = open();
      camera.write(grey(1));
      expect([camera.remedy, camera.isRead, camera.written]).toEqual([remedy, false, 0]);
      expect(state.opened).toBe(0);
    }
  });

  it('never opens a device of another driver', () => {
    describeDevice(0, 'Integrated Camera');
    const webcam = driver.add(join(folder, 'dev', 'video0'));
    const opening = vi.spyOn(driver, 'open');
    expect(open().remedy).toBe('v4l2_missing');
    expect(opening).not.toHaveBeenCalled();
    expect(webcam.frames).toEqual([]);
  });

  it.each([12, 13] as const)('writes complete frames in order (0.%i)', (version) => {
    const state = load(10, label, { version });
    const camera = open();
    for (let value = 1; value <= 5; value += 1) {
      camera.write(grey(value));
    }
    expect(state.frames).toEqual([1, 2, 3, 4, 5].map(grey));
    expect([camera.remedy, camera.written]).toEqual([null, 5]);
  });

  it('reports readers where the driver reports them', () => {
    const [old, recent] = [load(10, label), load(11, label, { version: 13 })];
    const first = open();
    const second = open();
    expect([first.isRead, second.isRead]).toEqual([null, false]);
    driver.read(old, true);
    driver.read(recent, true);
    expect([first.isRead, second.isRead]).toEqual([null, true]);
    driver.read(recent, false);
    expect(second.isRead).toBe(false);
  });

  it('prefers the device of its name, then one that is not of OBS, and reports its name', () => {
    load(3, 'OBS Virtual Camera');
    expect([open().remedy, open().label]).toEqual(['v4l2_taken', null]);
    const other = load(4, 'Dummy');
    const camera = open();
    expect([camera.remedy, camera.label]).toEqual([null, 'Dummy']);
    camera.write(grey(7));
    expect(other.frames).toHaveLength(1);
    load(11, label, { canOutput: false });
    expect(open().remedy).toBe('v4l2_stuck');
  });

  it('writes to a device without exclusive capabilities, and reports that browsers do not list it', () => {
    const state = load(10, label, { hasExclusiveCaps: false });
    const camera = open();
    camera.write(grey(7));
    expect([camera.remedy, state.frames.length]).toEqual(['v4l2_caps', 1]);
  });

  it('drops a frame when the device has no free buffer, and continues', () => {
    const state = load(10, label);
    const camera = open();
    state.fault = 'EAGAIN';
    camera.write(grey(1));
    state.fault = null;
    camera.write(grey(2));
    expect([camera.written, state.frames]).toEqual([1, [grey(2)]]);
  });

  it.each([0, 100, 'ENODEV'] as const)('reopens the device after a write of %s', (fault) => {
    const state = load(10, label);
    const camera = open();
    state.fault = fault;
    camera.write(grey(1));
    camera.write(grey(2));
    expect([camera.remedy, camera.written, state.opened]).toEqual(['v4l2_missing', 0, 0]);
    state.fault = null;
    vi.advanceTimersByTime(1000);
    camera.write(grey(3));
    expect([camera.remedy, state.frames]).toEqual([null, [grey(3)]]);
  });

  it('follows devices that come and go within two seconds', () => {
    const camera = open();
    const later = load(10, label);
    vi.advanceTimersByTime(2000);
    camera.write(grey(1));
    expect([camera.remedy, later.frames.length]).toEqual([null, 1]);
    later.fault = 'ENODEV';
    camera.write(grey(2));
    unload(10);
    vi.advanceTimersByTime(2000);
    expect(camera.remedy).toBe('v4l2_missing');
    const again = load(10, label);
    vi.advanceTimersByTime(2000);
    camera.write(grey(3));
    expect([camera.remedy, again.frames.length]).toEqual([null, 1]);
  });

  it('fits frames into the format that a reader holds on to', () => {
    const size = fc.integer({ min: 1, max: 40 }).map((half) => 2 * half);
    fc.assert(
      fc.property(
        fc.constantFrom('YU12' as const, 'YUYV' as const),
        size,
        size,
        (pixelFormat, width, height) => {
          const held = toFormat({ pixelFormat, width, height }).slice(8, 56);
          const state = load(10, label, { isRead: true, pixels: held });
          const camera = open();
          camera.write(grey(90));
          const bytes = pixelFormat === 'YUYV' ? 2 * width * height : i420Bytes({ width, height });
          expect([camera.remedy, state.frames[0]?.byteLength]).toEqual([null, bytes]);
          expect(state.frames[0]).toContain(90);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leaves a device to a program that holds it in a format of its own', () => {
    const held = toFormat({ pixelFormat: 'YU12', width: 64, height: 36 }).slice(8, 56);
    held.set(Buffer.from('MJPG'), 8);
    const state = load(10, label, { isRead: true, pixels: held });
    expect([open().remedy, state.opened]).toEqual(['v4l2_taken', 0]);
  });

  it('gives the device back for sessions of any size', async () => {
    const state = load(10, label);
    for (const width of [64, 32, 128]) {
      const camera = open({ ...format, width });
      camera.write(new Uint8Array(i420Bytes({ ...format, width })));
      expect([camera.remedy, state.frames.at(-1)?.byteLength]).toEqual([null, width * 54]);
      await camera.close();
      expect([state.canOutput, state.canCapture, state.opened]).toEqual([true, false, 0]);
    }
  });
});
