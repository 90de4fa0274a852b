import { join } from 'node:path';
import sharp from 'sharp';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import type { I420Frame } from '../../../src/engine/pixels/frame.ts';
import { cutRgba } from '../../../src/engine/pixels/yuv.ts';
import { createAvatar } from '../../../src/engine/talk/avatar/avatar.ts';
import { completeGround } from '../../../src/engine/talk/avatar/complete-ground.ts';
import { cutPerson } from '../../../src/engine/talk/avatar/cut-person.ts';
import type { TalkModels } from '../../../src/engine/talk/avatar-video/avatar-meter.ts';
import { readPortrait } from '../../../src/engine/talk/avatar-video/read-portrait.ts';
import { frankTalks } from '../../media/support/decode-clip.ts';
import { audrey, frankStill, monaLisa } from '../../media/support/stills.ts';

/** A picture to animate. */
export interface TestPortrait {
  readonly name: string;
  readonly path: string;
}

/**
 * Time at which the man of the clip is turned furthest aside, by 27°, and the angle (radians) by which we turn him
 * further.
 */
const TURNED_US = 45_417_000;
const FURTHER = 0.12;

const resting = {
  mouth: { open: 0, wide: 0, jaw: 0, lift: 0 },
  tongue: 0,
  loudness: 0,
  isClosed: true,
};
const still = {
  yaw: 0,
  pitch: 0,
  roll: 0,
  lids: 0,
  gaze: { along: 0, below: 0 },
  brows: 0,
  breath: 0,
  sway: 0,
};

/** Portraits as people have them: not smiling, smiling, with an open mouth, turned aside, painted, drawn. */
export async function makePortraits(
  folder: string,
  models: TalkModels,
): Promise<readonly TestPortrait[]> {
  const turned = join(folder, 'turned.png');
  await writeFrame(frankTalks, TURNED_US, turned);
  const further = join(folder, 'turned-further.png');
  await turnFurther(turned, further, models);
  const drawn = join(folder, 'drawn.png');
  await sharp(resolveInProject('resources/live/characters/maya.webp')).png().toFile(drawn);
  return [
    { name: 'calm man', path: frankStill('01829') },
    { name: 'calm woman', path: audrey },
    { name: 'smiling', path: frankStill('02159') },
    { name: 'open mouth', path: frankStill('04117') },
    { name: 'turned 27°', path: turned },
    { name: 'turned 30°', path: further },
    { name: 'painting', path: monaLisa },
    { name: 'drawing', path: drawn },
  ];
}

async function writeFrame(clip: string, startUs: number, path: string): Promise<void> {
  const reader = await openVideoReader(clip, { startUs, maxDurationUs: 1 });
  for await (const { planes } of reader) {
    // A frame of a clip is smaller than a portrait is.
    await writePicture(planes, path, 2);
    return;
  }
}

/** Turns the head of a portrait further to the side of its gaze. */
async function turnFurther(from: string, to: string, models: TalkModels): Promise<void> {
  const { image, face } = await readPortrait(from, models, 576);
  const pause = (): Promise<void> => Promise.resolve();
  const alpha = await cutPerson(image, face, {
    matte: models.personMatte,
    isAlone: true,
    pause,
  });
  const ground = await completeGround({ image, alpha, scale: face.pose.scale, pause });
  const avatar = createAvatar({
    image,
    face,
    alpha,
    ground,
    canonicalFace: models.canonicalFace,
    colour: { matrix: 'bt601', isFullRange: false },
  });
  avatar.draw(resting, { ...still, yaw: Math.sign(face.pose.yaw) * FURTHER });
  await writePicture(avatar.frame, to, 1);
  avatar.close();
}

async function writePicture(frame: I420Frame, path: string, times: number): Promise<void> {
  const { width, height } = frame;
  const { pixels } = cutRgba(frame, { left: 0, top: 0, width, height });
  const image = sharp(pixels, { raw: { width, height, channels: 4 } });
  await image
    .resize(times * width)
    .png()
    .toFile(path);
}
