import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { appearances } from '../../../tools/characters/appearances.ts';
import { writeDanceClip } from './drawn-clip.ts';
import { createDrawnPerson } from './drawn-person.ts';
import { openBuiltModels } from './models.ts';

/** Drawn clip of a dancing person, and picture of a person to replace them. */
export interface DanceMaterial {
  /** A new folder; the caller removes it. */
  readonly folder: string;
  readonly clip: string;
  /** From head to feet, arms off the body. */
  readonly whole: string;
  /** The same picture cropped at the chest. */
  readonly bust: string;
}

/** Size of clip and picture in pixels, length of the clip in seconds. */
export const danceSize = { width: 320, height: 480 } as const;
/** See {@link danceSize}. */
export const dance = { seconds: 1, framesPerSecond: 6 } as const;

/** Draws the files of an identity swap that is quick. */
export async function writeDanceMaterial(): Promise<DanceMaterial> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-dance-'));
  const [clip, whole, bust] = ['dance.mp4', 'kenji.png', 'bust.png'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const face = await (await openBuiltModels()).readCanonicalFace();
  const appearance = appearances.find(({ id }) => id === 'kenji')!;
  const draw = await createDrawnPerson(face, { ...danceSize, appearance });
  const { image } = await draw({
    leftArm: [18, 14],
    rightArm: [18, 14],
    leftLeg: [5, 3],
    rightLeg: [5, 3],
  });
  const still = sharp(image.pixels, { raw: { ...danceSize, channels: 4 } });
  await still.clone().toFile(whole);
  await still.extract({ left: 60, top: 20, width: 200, height: 150 }).toFile(bust);
  await writeDanceClip(clip, face, { ...danceSize, ...dance });
  return { folder, clip, whole, bust };
}
