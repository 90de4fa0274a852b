import { join } from 'node:path';
import sharp from 'sharp';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { openVideoReader } from '../../../src/engine/io/video-reader.ts';
import { cutRgba } from '../../../src/engine/pixels/yuv.ts';
import { frankTalks } from '../../media/support/decode-clip.ts';
import { audrey, frankStill, monaLisa } from '../../media/support/stills.ts';

/** A picture that is to speak. */
export interface TestPortrait {
  readonly name: string;
  readonly path: string;
}

/** When the man of the clip has turned aside by 27°, which is the most. */
const TURNED_US = 45_417_000;

/** Portraits as people have them: not smiling, smiling, with an open mouth, turned aside, painted, drawn. */
export async function makePortraits(folder: string): Promise<readonly TestPortrait[]> {
  const turned = join(folder, 'turned.png');
  await writeFrame(frankTalks, TURNED_US, turned);
  const drawn = join(folder, 'drawn.png');
  await sharp(inProject('resources/live/characters/maya.webp')).png().toFile(drawn);
  return [
    { name: 'calm man', path: frankStill('01829') },
    { name: 'calm woman', path: audrey },
    { name: 'smiling', path: frankStill('02159') },
    { name: 'open mouth', path: frankStill('04117') },
    { name: 'turned 27°', path: turned },
    { name: 'painting', path: monaLisa },
    { name: 'drawing', path: drawn },
  ];
}

async function writeFrame(clip: string, startUs: number, path: string): Promise<void> {
  const reader = await openVideoReader(clip, { startUs, maxDurationUs: 1 });
  for await (const { picture } of reader) {
    const { width, height } = picture;
    const pixels = cutRgba(picture, { left: 0, top: 0, width, height }).pixels;
    // A frame of a clip is smaller than a portrait is.
    const still = sharp(pixels, { raw: { width, height, channels: 4 } });
    await still
      .resize(2 * width)
      .png()
      .toFile(path);
    return;
  }
}
