import type { EvenGround } from './even-ground.ts';
import type { GroundImage } from './measure-ring.ts';
import type { PersonArea } from './person-area.ts';

/** Width over which the continued background fades in, in heights of the face. */
export const FADE = 0.06;

/** A picture with the area of somebody and the background around, in its own pixels. */
export interface FillTask {
  readonly image: GroundImage;
  readonly area: PersonArea;
  readonly ground: EvenGround;
}
