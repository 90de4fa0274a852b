/** Camera of coded frames: serves ascending numbers at 30 frames per second until it is killed. */
import { lumaThumbnailOfI420 } from '../../src/devices/thumbnail/luma-thumbnail.ts';
import { openH264Camera } from '../../src/devices/camera/y4m/h264-camera.ts';
import { openY4mCamera } from '../../src/devices/camera/y4m/y4m-camera.ts';
import { i420Bytes } from '../../src/contract/frame-link.ts';
import { codeAt, paintCode } from './frame-code.ts';

const format = { width: 1280, height: 720, rate: 30 };
const openCamera = process.argv[3] === 'h264' ? openH264Camera : openY4mCamera;
const camera = await openCamera(format, { port: Number(process.argv[2] ?? 0) });
const frame = new Uint8Array(i420Bytes(format));
const startedAtMs = performance.now();
let count = 0;

function writeNext(): void {
  paintCode(frame, format, Math.floor(codeAt(Date.now(), format.rate)));
  camera.write(frame);
  count += 1;
  const dueMs = startedAtMs + (count * 1000) / format.rate;
  setTimeout(writeNext, Math.max(0, dueMs - performance.now()));
}

process.on('message', (question) => {
  process.send?.(
    question === 'grid'
      ? { grid: [...lumaThumbnailOfI420(frame, format.width, format.height)] }
      : { readers: camera.readerCount },
  );
});
process.on('disconnect', () => process.exit());
writeNext();
process.send?.({ port: camera.port });
