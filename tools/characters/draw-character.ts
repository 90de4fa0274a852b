import sharp from 'sharp';
import type { CanonicalFace } from '../../src/engine/track/canonical-face.ts';
import { drawBody, drawNeck } from './draw-body.ts';
import { drawFeatures } from './draw-face.ts';
import { drawBackHair, drawFrontHair } from './draw-hair.ts';
import { drawHead } from './draw-head.ts';
import { shapeFace } from './face-shape.ts';
import type { Appearance } from './appearances.ts';
import { shadeFace, type Stage } from './shade-face.ts';

const stage: Stage = { width: 960, height: 1280, perCm: 16.5, originX: 480, originY: 316 };
const QUALITY = 82;
/** Distance in centimetres by which the drawn body is moved up. */
const SHORTER_NECK_CM = 2.6;

/** Draws a character down to the hips: WebP of 960 by 1280. */
export async function drawCharacter(appearance: Appearance, face: CanonicalFace): Promise<Buffer> {
  const points = shapeFace(face, appearance);
  const { width, height, perCm, originX, originY } = stage;
  const layer = (content: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${svgFilters}</defs><g transform="translate(${originX} ${originY}) scale(${perCm})">${content}</g></svg>`,
    );
  const [left, top] = [-originX / perCm, -originY / perCm];
  const ground =
    `<defs><radialGradient id="ground" gradientUnits="userSpaceOnUse" cx="-4" cy="4" r="56"><stop offset="0" stop-color="#f3f1ee"/><stop offset="1" stop-color="#b9bcc2"/></radialGradient></defs>` +
    `<rect x="${left}" y="${top}" width="${width / perCm}" height="${height / perCm}" fill="url(#ground)"/>`;
  const body = `<g transform="translate(0 ${-SHORTER_NECK_CM})">${drawNeck(appearance)}${drawBody(appearance)}</g>`;
  const back = layer(ground + drawBackHair(appearance) + body + drawHead(appearance, points));
  const skin = await shadeFace(appearance, { points, triangles: face.triangles }, stage);
  const front = layer(drawFeatures(appearance, points) + drawFrontHair(appearance, points));
  return sharp(back)
    .composite([{ input: skin }, { input: front }])
    .removeAlpha()
    .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
    .toBuffer();
}

const blurs = [0.06, 0.12, 0.25, 0.5, 1, 1.8];
/** SVG filters that drawings of characters refer to. */
export const svgFilters = blurs
  .map(
    (radius) =>
      `<filter id="blur${radius * 100}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${radius}"/></filter>`,
  )
  .join('');
