import type { HeadModels } from '../../head/swap-head.ts';
import type { Size } from '../../io/output-size.ts';
import { readStill } from '../../io/stills.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { completeGround } from '../../talk/avatar/complete-ground.ts';
import { cutPerson } from '../../talk/avatar/cut-person.ts';
import type { PortraitFace } from '../../talk/avatar/portrait-face.ts';
import { readPortrait } from '../../talk/avatar-video/read-portrait.ts';
import type { FinderModels } from '../../track/face-finder.ts';
import { fitPortrait } from './fit-portrait.ts';

/** A picture that is to speak, at the size at which it lies in a frame. Plain memory that threads can hand over. */
export interface TalkingPortrait {
  /** Opaque, with even sides. */
  readonly image: RgbaImage;
  readonly face: PortraitFace;
}

/** Its person apart from what is behind them. */
export interface CutPortrait {
  /** How much of each pixel is the person, 0..255. */
  readonly alpha: Uint8Array;
  readonly ground: RgbaImage;
}

/** Reads a picture to be shown in frames of a size. Throws `face_not_detected` where it cannot speak, and what reading a still throws. */
export async function readTalkingPortrait(
  file: Uint8Array,
  models: FinderModels,
  frame: Size,
): Promise<TalkingPortrait> {
  const place = fitPortrait(await readStill(file, { maxSide: 2048 }), frame);
  const { image, face } = await readPortrait(file, models, Math.min(place.width, place.height));
  return { image, face };
}

/** Takes the person out of a portrait, and completes what is behind; takes some seconds. */
export async function cutTalkingPortrait(
  { image, face }: TalkingPortrait,
  { personMatte }: Pick<HeadModels, 'personMatte'>,
): Promise<CutPortrait> {
  const alpha = cutPerson(image, face, personMatte);
  const { scale } = face.pose;
  return { alpha, ground: await completeGround({ image, alpha, scale, pause: noPause }) };
}

/** On a thread of its own nobody waits for a turn. */
function noPause(): Promise<void> {
  return Promise.resolve();
}
