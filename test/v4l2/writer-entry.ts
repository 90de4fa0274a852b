/** A process of a user who writes numbered frames to the camera; messages request its state. */
import { openSync, writeSync } from 'node:fs';
import { i420Bytes } from '../../src/contract/frame-link.ts';
import { openV4l2Camera } from '../../src/devices/camera/v4l2/v4l2-camera.ts';

const [width = 0, height = 0, rate = 0] = process.argv.slice(2).map(Number);
const format = { width, height, rate };

/** Errors have to reach the console of the machine even when no process reads the messages. */
process.on('uncaughtException', (error) => {
  writeSync(openSync('/dev/console', 'w'), `writer: ${error.stack}\n`);
  process.exit(1);
});

const camera = openV4l2Camera(format, { label: 'Guise Camera' });
const frame = new Uint8Array(i420Bytes(format));
const tookMs: number[] = [];
let count = 0;

setInterval(() => {
  count += 1;
  frame.fill(count % 251);
  const beganAtMs = performance.now();
  camera.write(frame);
  tookMs.push(performance.now() - beganAtMs);
}, 1000 / rate);

process.on('message', (question) => {
  if (question === 'close') {
    void camera.close().then(() => process.disconnect());
    setTimeout(() => process.exit(0), 100);
    return;
  }
  const sorted = tookMs.toSorted((a, b) => a - b);
  process.send?.({
    remedy: camera.remedy,
    label: camera.label,
    isRead: camera.isRead,
    written: camera.written,
    p50Ms: sorted[sorted.length >> 1] ?? 0,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
  });
});
