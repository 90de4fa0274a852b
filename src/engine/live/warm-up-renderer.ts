import { readStill } from '../io/video/stills.ts';
import { toI420 } from '../pixels/yuv.ts';
import type { LiveSwap } from './live-swap.ts';
import { copyPlanes } from './frame-pool.ts';

const LONGEST_SIDE = 640;
const FRAME_US = 33_333;
/** Number of frames, enough to run detection, tracking, recognition, hiding and drawing once. */
const FRAMES = 24;

/**
 * Runs an opened swap on the image of a character as the camera: the first run of code and networks takes a second. The
 * swap is reset afterwards. `isWanted` is checked between frames.
 */
export async function warmUpRenderer(
  swap: LiveSwap,
  image: Uint8Array,
  isWanted: () => boolean,
): Promise<void> {
  const still = toI420(await readStill(image, { maxSide: LONGEST_SIDE }));
  try {
    await swap.setCharacter(image);
    const frame = { ...still, y: still.y.slice(), u: still.u.slice(), v: still.v.slice() };
    for (let index = 0; index < FRAMES && isWanted(); index += 1) {
      if (index === FRAMES / 2) {
        swap.reduce(); // The face mode is warmed up as well.
      }
      copyPlanes(still, frame);
      await swap.render(frame, index * FRAME_US);
    }
  } finally {
    swap.forget();
  }
}
