import type { CanonicalFace } from '../../../src/engine/track/canonical-face.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { toI420 } from '../../../src/engine/pixels/yuv.ts';
import { streamer } from '../../../tools/sample/streamer.ts';
import { createDrawnPerson, type DrawnPose } from './drawn-person.ts';

/** Height of a streamer from feet to hair, in heights of a camera frame. */
const TALL = 2.3;
const [PART, TOP] = [0.97, 0.02];

/** Draws the frame of a camera that sees a streamer down to the belly. */
export type DrawnStreamer = (pose: Omit<DrawnPose, 'leftLeg' | 'rightLeg'>) => Promise<I420Frame>;

/** Drawn person before a camera. */
export async function createDrawnStreamer(
  face: CanonicalFace,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<DrawnStreamer> {
  const stage = { width, height: Math.round(height * TALL), appearance: streamer, part: PART };
  const draw = await createDrawnPerson(face, stage);
  return async (pose) => {
    const { image } = await draw({ ...pose, leftLeg: [4, 2], rightLeg: [4, 2] });
    const from = Math.round(height * TOP) * width * 4;
    return toI420({ width, height, pixels: image.pixels.slice(from, from + height * width * 4) });
  };
}
