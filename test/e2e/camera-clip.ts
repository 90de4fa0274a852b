import { open } from 'node:fs/promises';
import { decodeClip, talkingHead } from '../media/support/decode-clip.ts';

/** Rectangle of a clip that is painted over, in pixels, all even. */
interface Patch {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A patch on a cheek, which a swap covers: only the unchanged camera frame contains it. */
export const cheek: Patch = { left: 178, top: 172, width: 16, height: 12 };

/**
 * Writes the start of the talking head as the file of a fake camera, which loops. `magenta` adds a patch in a colour
 * that no face has.
 */
export async function writeCameraClip(
  path: string,
  frames: number,
  magenta?: Patch,
): Promise<void> {
  await using file = await open(path, 'w');
  let count = 0;
  for await (const { frame } of decodeClip(talkingHead)) {
    const { width, height } = frame;
    if (count === 0) {
      await file.write(`YUV4MPEG2 W${width} H${height} F25:1 Ip A1:1 C420jpeg\n`);
    }
    if (magenta !== undefined) {
      const half = (length: number): number => length / 2;
      fill(frame.y, width, magenta, 105);
      const { left, top, width: patchWidth, height: patchHeight } = magenta;
      const small = {
        left: half(left),
        top: half(top),
        width: half(patchWidth),
        height: half(patchHeight),
      };
      fill(frame.u, half(width), small, 212);
      fill(frame.v, half(width), small, 235);
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

function fill(plane: Uint8Array, stride: number, patch: Patch, value: number): void {
  for (let row = patch.top; row < patch.top + patch.height; row += 1) {
    const start = row * stride + patch.left;
    plane.fill(value, start, start + patch.width);
  }
}
