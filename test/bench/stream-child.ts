/** Sends frames of 720p30 over loopback TCP, each with the time it was written in its first bytes, until it is ended. */
import { createServer, type Socket } from 'node:net';
import { i420Bytes, monotonicMs } from '../../src/contract/frame-link.ts';
import { openY4mCamera } from '../../src/devices/camera/y4m/y4m-camera.ts';

const format = { width: 1280, height: 720, rate: 30 };
const frame = new Uint8Array(i420Bytes(format)).fill(128);
const time = new DataView(frame.buffer);
const send = process.argv[2] === 'bare' ? await openBare() : await openCamera();
const startedAtMs = performance.now();
let count = 0;

async function openCamera(): Promise<() => void> {
  const camera = await openY4mCamera(format);
  process.send?.({ port: camera.port });
  return () => camera.write(frame);
}

/** Minimal equivalent: one reader, no copy, no header. */
async function openBare(): Promise<() => void> {
  let reader: Socket | null = null;
  const server = createServer((socket) => (reader = socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
  return () => reader?.write(frame);
}

function tick(): void {
  time.setFloat64(0, monotonicMs(process.hrtime.bigint()));
  send();
  count += 1;
  const dueMs = startedAtMs + (count * 1000) / format.rate;
  setTimeout(tick, Math.max(0, dueMs - performance.now()));
}

process.on('message', () => process.send?.({ cpuMs: cpuMs(), count }));
process.on('disconnect', () => process.exit());

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

tick();
