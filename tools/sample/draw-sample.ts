import sharp from 'sharp';
import type { CanonicalFace } from '../../src/engine/track/canonical-face.ts';
import type { Appearance } from '../characters/appearances.ts';
import { drawBody, drawNeck } from '../characters/draw-body.ts';
import { svgFilters } from '../characters/draw-character.ts';
import { drawFeatures } from '../characters/draw-face.ts';
import { drawBackHair, drawFrontHair } from '../characters/draw-hair.ts';
import { drawHead } from '../characters/draw-head.ts';
import { contours, type Point, shapeFace } from '../characters/face-shape.ts';
import { smoothPath, listSpots } from '../characters/paths.ts';
import { shadeFace, type Stage } from '../characters/shade-face.ts';
import { lowerInnerLip, type Pose, poseFace } from './sample-poses.ts';

const stage: Stage = { width: 1280, height: 720, perCm: 18, originX: 600, originY: 328 };
const SHORTER_NECK_CM = 2.6;
/** Height of the head's pivot in the neck, in centimetres. */
const NECK_Y_CM = 9;
/** Fraction of the head's motion that the shoulders follow. */
const BODY_PART = 0.35;

/** Draws a frame of the sample, as RGBA of 1280 by 720. */
export async function drawSample(
  appearance: Appearance,
  face: CanonicalFace,
  pose: Pose,
): Promise<{ readonly data: Buffer; readonly width: number; readonly height: number }> {
  const { width, height, perCm, originX, originY } = stage;
  const points = poseFace(shapeFace(face, appearance), pose);
  const skin = await shadeFace(appearance, { points, triangles: face.triangles }, stage);
  const [x, y] = pose.shift;
  const head = `translate(${x} ${y}) rotate(${pose.tilt} 0 ${NECK_Y_CM})`;
  const body = `translate(${x * BODY_PART} ${y * BODY_PART - SHORTER_NECK_CM})`;
  const content =
    `<g transform="${head}">${drawBackHair(appearance)}</g>` +
    `<g transform="${body}">${drawNeck(appearance)}${drawBody(appearance)}</g>` +
    `<g transform="${head}">${drawHead(appearance, points)}` +
    `<image x="${-originX / perCm}" y="${-originY / perCm}" width="${width / perCm}" height="${height / perCm}" href="data:image/png;base64,${skin.toString('base64')}"/>` +
    `${drawFeatures(appearance, points)}${drawOpenMouth(points, pose)}${drawFrontHair(appearance, points)}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${svgFilters}</defs>${drawRoom()}<g transform="translate(${originX} ${originY}) scale(${perCm})">${content}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg), { unlimited: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function drawOpenMouth(points: readonly Point[], { mouth }: Pose): string {
  if (mouth < 0.05) {
    return '';
  }
  const upper = listSpots(points, contours.mouth);
  const lower = listSpots(points, lowerInnerLip).toReversed().slice(1, -1);
  const top = points[13]!.y;
  return (
    `<clipPath id="mouth"><path d="${smoothPath([...upper, ...lower], true)}"/></clipPath>` +
    `<g clip-path="url(#mouth)"><rect x="-4" y="${top - 2}" width="8" height="6" fill="#3a0f12"/>` +
    `<ellipse cx="0" cy="${points[14]!.y + 0.25}" rx="1.5" ry="0.6" fill="#a84a4c" filter="url(#blur12)"/>` +
    `<rect x="-1.9" y="${top - 1}" width="3.8" height="1.38" rx="0.3" fill="#f2ece4" filter="url(#blur6)"/></g>`
  );
}

/** Draws the background: a room with a lamp, a shelf and a window at night. */
function drawRoom(): string {
  const books = [
    [930, 60, '#7d5a8c'],
    [958, 74, '#3f7f83'],
    [984, 52, '#c98b4a'],
    [1034, 68, '#56606f'],
    [1064, 58, '#a85a5a'],
    [1120, 72, '#4a6a9a'],
    [1148, 60, '#d0b070'],
  ] as const;
  return (
    `<defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#5b6478"/><stop offset="1" stop-color="#39404f"/></linearGradient>` +
    `<radialGradient id="lamp" cx="0.16" cy="0.3" r="0.6"><stop offset="0" stop-color="#ffdca0" stop-opacity="0.75"/><stop offset="1" stop-color="#ffdca0" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="1280" height="720" fill="url(#wall)"/>` +
    `<rect x="905" y="190" width="320" height="12" rx="3" fill="#2a2622"/>` +
    books
      .map(
        ([x, height, colour]) =>
          `<rect x="${x}" y="${190 - height}" width="22" height="${height}" rx="2" fill="${colour}"/>`,
      )
      .join('') +
    `<path d="M150 470L290 470L262 330L178 330Z" fill="#f3d9a8"/><rect x="214" y="470" width="12" height="250" fill="#2a2622"/>` +
    `<rect width="1280" height="720" fill="url(#lamp)"/>`
  );
}
