import type { LiveChoice } from '../../contract/live-choice.ts';
import type { SendOptions } from './send-options.ts';

/** Size and rate of the picture that is sent. */
export interface CameraPlan {
  readonly width: number;
  readonly height: number;
  readonly send: SendOptions;
}

/** Bits a pixel that keep a talking head clean; a little more than LiveKit's own presets (1.7 Mb/s at 720p). */
const bitsPerPixel = 0.065;

/** What a choice means for camera and encoder. */
export function toCameraPlan({ heightP, fps }: Pick<LiveChoice, 'heightP' | 'fps'>): CameraPlan {
  // In fours, as the encoder takes it, so that what comes back has the size that was sent: 480p is 852 wide.
  const width = Math.round((heightP * 4) / 9) * 4;
  return {
    width,
    height: heightP,
    send: { fps, maxBitrateBps: Math.round(width * heightP * fps * bitsPerPixel) },
  };
}

/** Asks a camera for the size and rate of a plan; it gives what comes closest. */
export async function applyPlan(camera: MediaStreamTrack, plan: CameraPlan): Promise<void> {
  try {
    await camera.applyConstraints({
      width: { ideal: plan.width },
      height: { ideal: plan.height },
      frameRate: { ideal: plan.send.fps },
    });
  } catch {
    // It keeps what it gives: a wish is no condition.
  }
}
