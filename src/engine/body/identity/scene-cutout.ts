import type { I420Frame } from '../../pixels/frame.ts';
import type { Limb } from '../joints.ts';
import type { CastShadow } from '../scene/cast-shadow.ts';
import type { Hidden, SceneGround } from '../scene/scene-ground.ts';

/** The part of a character that is put into a scene. */
export type SwapMethod = 'body' | 'head';

/** Reason why only the head of a character was swapped. */
export type HeadReason =
  /** The still shows no body, or no hips although the driver shows theirs. */
  | 'body_missing'
  /** The driver shows legs, and the still does not. */
  | 'legs_missing'
  /** Another person is in front of the driver or in their arms. */
  | 'people_touch'
  /** The driver mostly shows another side than the still. */
  | 'other_side'
  /** The body was tried, and its poses or seams were too bad. */
  | 'torn';

/** A frame of a clip as it is read. */
export interface SceneFrame {
  readonly planes: I420Frame;
  readonly index: number;
  readonly timestampUs: number;
  /** Direction and strength of shadows; null if unknown. */
  readonly shadow: CastShadow | null;
}

/** Draws a character into consecutive frames of a scene. */
export interface SceneCutout {
  readonly method: SwapMethod;
  /** Limbs that follow the driver; empty if only the head is swapped. */
  readonly limbs: readonly Limb[];
  /** Returns the area of the driver that is removed from a frame; called before `draw`. */
  hide(frame: SceneFrame, hidden: Hidden): Hidden;
  /** Draws the character of a frame. Returns null if it cannot be shown, so that only the ground remains. */
  draw(ground: SceneGround, frame: SceneFrame): I420Frame | null;
  close(): void;
}
