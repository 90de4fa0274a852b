import sharp from 'sharp';
import type { ModelFolder } from '../../src/engine/models/model-folder.ts';
import type { I420Frame } from '../../src/engine/pixels/frame.ts';
import { appearances } from '../../tools/characters/appearances.ts';
import { createDrawnPerson } from '../media/support/drawn-person.ts';
import { createDrawnStreamer } from '../media/support/drawn-streamer.ts';

const FRAMES = 8;
const STILL = { width: 720, height: 1280 };

/** Drawn full-body character, and drawn frames of a streamer who gestures. */
export interface ArmMaterial {
  readonly image: Uint8Array;
  readonly frames: readonly I420Frame[];
}

/** Draws character and frames. Must be called before any user image is read, which disables SVG drawing. */
export async function drawArmMaterial(
  models: ModelFolder,
  size: { readonly width: number; readonly height: number },
): Promise<ArmMaterial> {
  const face = await models.readCanonicalFace();
  const appearance = appearances.find(({ id }) => id === 'kofi')!;
  const draw = await createDrawnPerson(face, { ...STILL, appearance });
  const { image } = await draw({
    leftArm: [18, 14],
    rightArm: [18, 14],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  });
  const drawStreamer = await createDrawnStreamer(face, size);
  const frames: I420Frame[] = [];
  for (let index = 0; index < FRAMES; index += 1) {
    const swing = Math.sin((index / FRAMES) * 2 * Math.PI);
    frames.push(
      await drawStreamer({
        leftArm: [70 + 50 * swing, 110 + 50 * swing],
        rightArm: [50 - 30 * swing, 90 + 60 * swing],
        shiftCm: 3 * swing,
        headTurn: 4 * swing,
      }),
    );
  }
  const raw = { ...STILL, channels: 4 } as const;
  return { image: await sharp(image.pixels, { raw }).png().toBuffer(), frames };
}
