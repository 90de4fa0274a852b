import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { i420Bytes } from '../../../contract/frame-link.ts';
import { openH264Camera } from './h264-camera.ts';

const format = { width: 320, height: 180, rate: 30 };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const item of open.splice(0).toReversed()) {
    await item.close();
  }
});

it('sends a new reader parameters and a key frame first, also in the middle', async () => {
  const camera = await openH264Camera(format);
  open.push(camera);
  const frame = new Uint8Array(i420Bytes(format)).fill(128);
  for (const _ of [1, 2]) {
    const socket = connect(camera.port, '127.0.0.1');
    open.push({ close: () => socket.destroy() });
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    await once(socket, 'connect');
    await vi.waitFor(
      () => {
        camera.write(frame);
        expect(toUnits(Buffer.concat(parts)).length).toBeGreaterThan(12);
      },
      { timeout: 20_000 },
    );
    const units = toUnits(Buffer.concat(parts));
    const [sps, pps, key, next] = [7, 8, 5, 1].map((kind) => units.indexOf(kind));
    expect([sps, pps, key, next].every((at) => at !== -1)).toBe(true);
    expect([sps, pps, key, next]).toEqual([sps, pps, key, next].toSorted((a = 0, b = 0) => a - b));
  }
});

/** Kinds of the NAL units of a stream. */
function toUnits(stream: Buffer): number[] {
  const kinds: number[] = [];
  for (let at = stream.indexOf('\0\0\u0001', 0, 'latin1'); at !== -1;) {
    kinds.push((stream[at + 3] ?? 0) & 31);
    at = stream.indexOf('\0\0\u0001', at + 3, 'latin1');
  }
  return kinds;
}
