/** Draws one still of a character into the frames of a clip. */
import type { I420Frame } from '../../pixels/frame.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import type { BodyPainter } from '../draw/body-painter.ts';
import type { ShadowedGround } from '../draw/shadowed-ground.ts';
import type { CharacterMotion } from '../retarget.ts';
import type { DrivenHead } from './driven-head.ts';

/** Draws consecutive frames of one still. */
export class AnimatedView {
  readonly motion: CharacterMotion;
  readonly #painter: BodyPainter;
  readonly #ground: ShadowedGround;
  readonly #head: DrivenHead | null;

  /** Takes ownership of the painter. The head is null where it is an ordinary layer. */
  constructor(
    motion: CharacterMotion,
    {
      painter,
      ground,
      head,
    }: {
      readonly painter: BodyPainter;
      readonly ground: ShadowedGround;
      readonly head: DrivenHead | null;
    },
  ) {
    this.motion = head === null ? motion : { ...motion, poses: head.poses };
    this.#painter = painter;
    this.#ground = ground;
    this.#head = head;
  }

  /** Draws the frame of an index; its memory is reused for the next one. */
  draw(index: number, timestampUs: number): I420Frame {
    const pose = this.#poseOf(index);
    if (this.#ground.update(pose.joints)) {
      this.#painter.setGround(this.#ground.frame);
    }
    this.#painter.draw(
      pose,
      this.motion.follows,
      (frame) => this.#head?.draw(frame, index, timestampUs) ?? false,
    );
    return this.#painter.frame;
  }

  /** Advances by a frame that is not drawn. */
  follow(index: number, timestampUs: number): void {
    this.#painter.follow(this.#poseOf(index));
    this.#head?.follow(index, timestampUs);
  }

  /** Frees the painter's memory. */
  close(): void {
    this.#painter.close();
  }

  #poseOf(index: number): CharacterPose {
    return this.motion.poses[index]!;
  }
}
