/**
 * Decodes a small file, waits until its memory is limited to slightly more than its present use, and decodes a large
 * one.
 */
import { once } from 'node:events';
import { AppError } from '../../../src/base/errors.ts';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';

const [, , small = '', large = ''] = process.argv;

async function countFrames(path: string): Promise<number> {
  const reader = await openVideoReader(path, { mime: 'video/mp4', framesAhead: 1 });
  let frames = 0;
  for await (const frame of reader) {
    frames = frame.index + 1;
  }
  return frames;
}

await countFrames(small);
process.send?.('warm');
await once(process, 'message');
const outcome = await countFrames(large).catch((error: unknown) =>
  error instanceof AppError ? error.code : String(error),
);
process.send?.(outcome, () => process.exit(0));
