import type { I420Frame, RgbaImage, YuvColour } from '../../pixels/frame.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { BodyCharacter } from '../character/body-character.ts';
import { cloneFrame } from '../scene/clone-frame.ts';
import { drawContactShadow } from '../scene/contact-shadow.ts';

/** The ground of a still, on which its person stands elsewhere in every frame. */
export class ShadowedGround {
  /** Without a shadow, or with that of the last pose. */
  readonly frame: I420Frame;
  readonly #plain: I420Frame;
  readonly #hasShadow: boolean;

  constructor(
    {
      ground,
      hasFootShadow,
    }: { readonly ground: RgbaImage } & Pick<BodyCharacter, 'hasFootShadow'>,
    colour: YuvColour,
  ) {
    this.#plain = toVideoFrame(ground, colour);
    this.#hasShadow = hasFootShadow;
    this.frame = hasFootShadow ? cloneFrame(this.#plain) : this.#plain;
  }

  /** Moves the shadow below the feet of a pose; false where the still has none that could move. */
  update(joints: Float32Array): boolean {
    if (this.#hasShadow) {
      this.frame.y.set(this.#plain.y);
      drawContactShadow(this.frame, joints, 'soft');
    }
    return this.#hasShadow;
  }
}
