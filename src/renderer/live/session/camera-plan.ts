import type { LiveChoice } from '../../../contract/live-choice.ts';
import type { SendOptions } from './send-options.ts';

/** Size and rate of the sent video. */
export interface CameraPlan {
  readonly width: number;
  readonly height: number;
  readonly send: SendOptions;
}

/** Bits a pixel that keep a talking head clean; a little more than LiveKit's own presets (1.7 Mb/s at 720p). */
const bitsPerPixel = 0.065;

/** Camera and encoder settings of a choice. */
export function toCameraPlan({ heightP, fps }: Pick<LiveChoice, 'heightP' | 'fps'>): CameraPlan {
  // Multiple of four, as the encoder requires, so that the returned video has the sent size: 480p is 852 wide.
  const width = Math.round((heightP * 4) / 9) * 4;
  return {
    width,
    height: heightP,
    send: { fps, maxBitrateBps: Math.round(width * heightP * fps * bitsPerPixel) },
  };
}

/** Requests the size and rate of a plan from a camera, which delivers the closest match. */
export async function applyPlan(camera: MediaStreamTrack, plan: CameraPlan): Promise<void> {
  try {
    await camera.applyConstraints({
      width: { ideal: plan.width },
      height: { ideal: plan.height },
      frameRate: { ideal: plan.send.fps },
    });
  } catch {
    // The camera keeps its current format: the constraints are not mandatory.
  }
}
