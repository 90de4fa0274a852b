import type { I420Frame } from '../../pixels/frame.ts';
import type { Limb } from '../joints.ts';
import type { CastShadow } from '../scene/cast-shadow.ts';
import type { Hidden, SceneGround } from '../scene/scene-ground.ts';

/** What of a character is put into a scene. */
export type SwapMethod = 'body' | 'head';

/** Why only the head of a character was put on the driver. */
export type HeadReason =
  /** The still shows no body, or no hips where the driver shows theirs. */
  | 'body_missing'
  /** The driver shows legs, and the still does not. */
  | 'legs_missing'
  /** Somebody else is in front of the driver or in their arms. */
  | 'people_touch'
  /** The driver is mostly seen from another side than the still shows. */
  | 'other_side'
  /** The body was drawn, and did not hold together. */
  | 'torn';

/** A frame of a clip as it is read. */
export interface SceneFrame {
  readonly picture: I420Frame;
  readonly index: number;
  readonly timestampUs: number;
  /** How shadows fall in it; null where nobody knows. */
  readonly shadow: CastShadow | null;
}

/** A character that is drawn into the frames of a scene, one after the other. */
export interface SceneCutout {
  readonly method: SwapMethod;
  /** Limbs that follow the driver's; none where only the head is swapped. */
  readonly limbs: readonly Limb[];
  /** What of the driver is taken out of a frame; called before it is drawn on. */
  hide(frame: SceneFrame, hidden: Hidden): Hidden;
  /** Draws the character of a frame; null where it cannot be shown there, so that the ground is all there is. */
  draw(ground: SceneGround, frame: SceneFrame): I420Frame | null;
  close(): void;
}
