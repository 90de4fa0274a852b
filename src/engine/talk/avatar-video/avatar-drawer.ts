import type { Avatar } from '../avatar/avatar.ts';
import type { SpokenMouth } from '../avatar/speaking-face.ts';
import type { HeadMotion } from '../motion/head-motion.ts';
import { saveFace } from '../redraw/save-face.ts';
import type { PortraitAnimator } from '../seams/portrait-animator.ts';
import type { AvatarMeter } from './avatar-meter.ts';

/**
 * Draws the frames of an avatar, and over its face what an animator makes of it. Where that leaves lips open which have
 * to meet, the face stays as it was drawn without it.
 */
export class AvatarDrawer {
  readonly #avatar: Avatar;
  readonly #meter: Pick<AvatarMeter, 'isShut'>;
  readonly #animator: PortraitAnimator | null;
  #closedFrames = 0;

  constructor(
    avatar: Avatar,
    meter: Pick<AvatarMeter, 'isShut'>,
    animator: PortraitAnimator | null,
  ) {
    this.#avatar = avatar;
    this.#meter = meter;
    this.#animator = animator;
  }

  /** Frames whose lips an animator left open where they have to meet. */
  get closedFrames(): number {
    return this.#closedFrames;
  }

  /** Draws a frame, in the memory of the avatar's. */
  async draw(spoken: SpokenMouth, motion: HeadMotion, signal: AbortSignal): Promise<void> {
    const { frame, mesh } = this.#avatar;
    this.#avatar.draw(spoken, motion);
    if (this.#animator === null) {
      return;
    }
    const restore = spoken.isClosed ? saveFace(frame, mesh) : null;
    const { yaw, pitch, lids } = motion;
    await this.#animator.animate(frame, { mesh, yaw, pitch, lids }, signal);
    if (restore !== null && !this.#meter.isShut(frame, mesh)) {
      restore();
      this.#closedFrames += 1;
    }
  }
}
