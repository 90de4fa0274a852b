import type { I420Frame, RgbaImage, YuvColour } from '../../pixels/frame.ts';
import { toVideoFrame } from '../../talk/avatar/to-frame.ts';
import type { BodyCharacter } from '../character/body-character.ts';
import { cloneFrame } from '../scene/clone-frame.ts';
import { drawContactShadow } from '../scene/contact-shadow.ts';

/** The ground of a still with the contact shadow of its person, who stands elsewhere in every frame. */
export class ShadowedGround {
  /** The ground, with the shadow of the last pose if there is one. */
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

  /** Draws the shadow below the feet of a pose. Returns false if the still has none. */
  update(joints: Float32Array): boolean {
    if (this.#hasShadow) {
      this.frame.y.set(this.#plain.y);
      drawContactShadow(this.frame, joints, 'soft');
    }
    return this.#hasShadow;
  }
}
