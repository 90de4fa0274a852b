import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { decodeClip, talkingHead } from '../../media/support/decode-clip.ts';

const framesPerSecond = 25;

/** Writes the beginning of the talking head as raw video for Chromium's fake camera. */
export async function writeFakeCamera(path: string, seconds: number): Promise<void> {
  const file = createWriteStream(path);
  let count = 0;
  for await (const { frame } of decodeClip(talkingHead)) {
    if (count === 0) {
      file.write(`YUV4MPEG2 W${frame.width} H${frame.height} F${framesPerSecond}:1 Ip A1:1 C420\n`);
    }
    const isRoom = [Buffer.from('FRAME\n'), frame.y, frame.u, frame.v].map((part) =>
      file.write(part),
    );
    if (isRoom.includes(false)) {
      await once(file, 'drain');
    }
    count += 1;
    if (count >= seconds * framesPerSecond) {
      break;
    }
  }
  file.end();
  await finished(file);
}
