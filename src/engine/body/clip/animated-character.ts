/**
 * Draws a character of several stills into the frames of a clip: each frame shows one still, or two during a dissolve.
 */
import { createI420Frame, type I420Frame } from '../../pixels/frame.ts';
import type { CharacterPose } from '../draw/body-map.ts';
import { forEachLimb, type Limb } from '../joints.ts';
import type { BodyView, ShownView } from '../views/choose-views.ts';
import type { AnimatedView } from './animated-view.ts';

/** Draws consecutive frames of a character. */
export class AnimatedCharacter {
  /** The pose of the character in each frame. */
  readonly poses: readonly CharacterPose[];
  /** Limbs that follow the driver in every still. */
  readonly follows: Readonly<Record<Limb, boolean>>;
  readonly #views: ReadonlyMap<BodyView, AnimatedView>;
  readonly #front: AnimatedView;
  readonly #shown: readonly ShownView[];
  #mixed: I420Frame | null = null;

  /** Takes ownership of the views. Frames whose still is not among them must not be drawn. */
  constructor(
    front: AnimatedView,
    additional: ReadonlyMap<BodyView, AnimatedView>,
    shown: readonly ShownView[],
  ) {
    this.#front = front;
    this.#views = additional;
    this.#shown = shown;
    this.poses = front.motion.poses.map(
      (pose, index) => this.#viewOf(shown[index]?.view).motion.poses[index] ?? pose,
    );
    const motions = [front, ...additional.values()].map(({ motion }) => motion);
    this.follows = forEachLimb((limb) => motions.every(({ follows }) => follows[limb]));
  }

  /** Draws the frame of an index; its memory is reused for the next one. */
  draw(index: number, timestampUs: number): I420Frame {
    const { view, other } = this.#shownIn(index);
    const frame = this.#viewOf(view).draw(index, timestampUs);
    return other === null
      ? frame
      : this.#mix(frame, this.#viewOf(other.view).draw(index, timestampUs), other.weight);
  }

  /**
   * Advances by a frame that is not drawn, with the same state as if it was. Views that are not loaded are skipped,
   * because later frames do not need them.
   */
  follow(index: number, timestampUs: number): void {
    const { view, other } = this.#shownIn(index);
    for (const seen of other === null ? [view] : [view, other.view]) {
      (seen === 'front' ? this.#front : this.#views.get(seen))?.follow(index, timestampUs);
    }
  }

  /** Frees the memory of all views. */
  close(): void {
    for (const view of [this.#front, ...this.#views.values()]) {
      view.close();
    }
  }

  #shownIn(index: number): ShownView {
    return this.#shown[index] ?? { view: 'front', other: null };
  }

  #viewOf(view: BodyView = 'front'): AnimatedView {
    return this.#views.get(view) ?? this.#front;
  }

  #mix(frame: I420Frame, other: I420Frame, weight: number): I420Frame {
    this.#mixed ??= createI420Frame(frame.width, frame.height, frame.colour);
    const mixed = this.#mixed;
    for (const plane of ['y', 'u', 'v'] as const) {
      const [from, to, into] = [frame[plane], other[plane], mixed[plane]];
      for (let at = 0; at < into.length; at += 1) {
        into[at] = from[at]! + (to[at]! - from[at]!) * weight + 0.5;
      }
    }
    return mixed;
  }
}
