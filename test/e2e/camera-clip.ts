import { open } from 'node:fs/promises';
import { decodeClip, talkingHead } from '../media/support/decode-clip.ts';

/** Writes the start of the talking head as the file of a fake camera; it plays in a loop. */
export async function writeCameraClip(path: string, frames: number): Promise<void> {
  await using file = await open(path, 'w');
  let count = 0;
  for await (const { frame } of decodeClip(talkingHead)) {
    const { width, height } = frame;
    if (count === 0) {
      await file.write(`YUV4MPEG2 W${width} H${height} F25:1 Ip A1:1 C420jpeg\n`);
    }
    await file.write('FRAME\n');
    for (const plane of [frame.y, frame.u, frame.v]) {
      await file.write(plane);
    }
    count += 1;
    if (count === frames) {
      break;
    }
  }
}

/** Switches that make the clip the only camera of the app. */
export function clipAsCamera(path: string): { readonly args: readonly string[] } {
  return {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${path}`,
    ],
  };
}
