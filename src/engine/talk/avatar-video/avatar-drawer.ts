import type { Avatar } from '../avatar/avatar.ts';
import type { SpokenMouth } from '../avatar/speaking-face.ts';
import type { HeadMotion } from '../motion/head-motion.ts';
import { saveFace } from '../redraw/save-face.ts';
import type { PortraitAnimator } from '../seams/portrait-animator.ts';
import type { AvatarMeter } from './avatar-meter.ts';

/**
 * Draws the frames of an avatar and, with an animator, redraws the face. Where the animator leaves lips open at a
 * closure (p, b, m), the face drawn without it is restored.
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

  /** Number of frames in which the animator left lips open that must meet. */
  get closedFrames(): number {
    return this.#closedFrames;
  }

  /** Draws a frame into the avatar's frame buffer. */
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
