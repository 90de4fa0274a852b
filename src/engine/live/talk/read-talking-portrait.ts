import type { HeadModels } from '../../head/swap-head.ts';
import type { Size } from '../../io/video/output-size.ts';
import { readStill } from '../../io/video/stills.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import { BESIDE_SPEAKER_CM, completeGround } from '../../talk/avatar/complete-ground.ts';
import { cutPerson } from '../../talk/avatar/cut-person.ts';
import type { PortraitFace } from '../../talk/avatar/portrait-face.ts';
import { calibrateOpening } from '../../talk/avatar-video/calibrate-opening.ts';
import type { OpeningCurve } from '../../talk/mouth/opening-curve.ts';
import { readPortrait } from '../../talk/avatar-video/read-portrait.ts';
import type { FinderModels } from '../../track/face-finder.ts';
import { fitPortrait } from './fit-portrait.ts';

/** Talking portrait at its size in a frame. Plain memory that threads can transfer. */
export interface TalkingPortrait {
  /** Opaque image with even sides. */
  readonly image: RgbaImage;
  readonly face: PortraitFace;
  /** True when the picture shows no other person. */
  readonly isAlone: boolean;
}

/** Portrait's person, separated from the background, and its opening curve. */
export interface CutPortrait {
  /** Alpha of the person, 0..255. */
  readonly alpha: Uint8Array;
  readonly ground: RgbaImage;
  readonly openingCurve: OpeningCurve;
}

/**
 * Reads an image as a portrait for frames of a size. Throws `face_not_detected` when it cannot speak, and the errors of
 * reading a still.
 */
export async function readTalkingPortrait(
  file: Uint8Array,
  models: FinderModels,
  frame: Size,
): Promise<TalkingPortrait> {
  const area = fitPortrait(await readStill(file, { maxSide: 2048 }), frame);
  const side = Math.min(area.width, area.height);
  const { image, face, faces } = await readPortrait(file, models, side);
  return { image, face, isAlone: faces === 1 };
}

/** Segments the person of a portrait and completes the background; takes some seconds. */
export async function cutTalkingPortrait(
  { image, face, isAlone }: TalkingPortrait,
  models: Pick<HeadModels, 'personMatte' | 'mesh' | 'canonicalFace'>,
): Promise<CutPortrait> {
  const alpha = await cutPerson(image, face, {
    matte: models.personMatte,
    isAlone,
    pause: skipPause,
  });
  const { scale } = face.pose;
  const ground = await completeGround({
    image,
    alpha,
    scale,
    shownCm: BESIDE_SPEAKER_CM,
    pause: skipPause,
  });
  const openingCurve = await calibrateOpening({ image, face }, models, skipPause);
  return { alpha, ground, openingCurve };
}

/** No pause is needed on a separate thread. */
function skipPause(): Promise<void> {
  return Promise.resolve();
}
