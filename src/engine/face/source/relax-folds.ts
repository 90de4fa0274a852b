/**
 * Takes the folds of a smile out of a texture, from the nose past the corners of the mouth: a mouth that was brought to rest goes on in them
 * and smiles still. Other wrinkles stay, for a face is known by them.
 */
import { FACE_OVAL, LIPS_OUTER, NOSE } from '../../track/mesh-points.ts';
import { boxBlur } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { fillOutline, pointOf, type TextureLayout } from './texture-layout.ts';

/** Reach of the skin around a fold, and of the soft edge of features, as parts of the texture. */
const AROUND = 0.035;
const EDGE = 0.01;
/** How much of a fold goes, and how wide a smile is whose folds do. */
const MOST = 0.9;
const WIDE_SMILE = 0.6;
/** Darker than this (as a fraction) than the skin around it something is hair or an edge and no fold. */
const FOLD = [0.3, 0.5] as const;
/** The folds from the nose past the corners of the mouth; distances from them up to which they reach, as parts of the texture. */
const NASOLABIAL = [203, 206, 216, 212, 57, 423, 426, 436, 432, 287] as const;
const NEAR = 0.03;
const FAR = 0.065;
/** Skin of which there is less than this around a place says nothing. */
const LEAST_SKIN = 0.05;

/** Takes the folds of a smile of so much (0..1, wide) out of the colours of a texture. Changes the planes. */
export function relaxFolds(planes: ColourPlanes, layout: TextureLayout, smile: number): void {
  if (smile === 0) {
    return;
  }
  const { size } = layout;
  const { red, green, blue } = planes;
  const skin = findFolding(layout);
  const luma = green.map((value, at) => 0.3 * red[at] + 0.59 * value + 0.11 * blue[at]);
  const around = luma.map((value, at) => value * skin[at]);
  const weight = skin.slice();
  for (let round = 0; round < 2; round += 1) {
    boxBlur(around, size, Math.round(size * AROUND));
    boxBlur(weight, size, Math.round(size * AROUND));
  }
  const soft = skin.slice();
  const near = measureNearness(layout);
  boxBlur(soft, size, Math.round(size * EDGE));
  const fraction = MOST * smoothstep(0, WIDE_SMILE, smile);
  for (let at = 0; at < luma.length; at += 1) {
    const part = soft[at] * skin[at] * near[at] * fraction;
    if (part > 0 && weight[at] > LEAST_SKIN) {
      const darker = 1 - luma[at] / Math.max(1, around[at] / weight[at]);
      const sure = 1 - smoothstep(FOLD[0], FOLD[1], darker);
      const lighter = Math.max(0, darker) * part * sure;
      const gain = lighter / Math.max(0.1, 1 - darker) + 1;
      red[at] = Math.min(255, red[at] * gain);
      green[at] = Math.min(255, green[at] * gain);
      blue[at] = Math.min(255, blue[at] * gain);
    }
  }
}

/** Skin beside the mouth, without features of the face. */
function findFolding(layout: TextureLayout): Float32Array {
  const { size } = layout;
  const skin = new Float32Array(size * size);
  fillOutline(skin, layout, { outline: FACE_OVAL, value: 1, growth: 0.9 });
  fillOutline(skin, layout, { outline: LIPS_OUTER, value: 0, growth: 1.08 });
  fillOutline(skin, layout, { outline: NOSE, value: 0 });
  return skin;
}

/** How near every place is to where the folds lie, 0..1. */
function measureNearness(layout: TextureLayout): Float32Array {
  const { size } = layout;
  const points = NASOLABIAL.map((point) => pointOf(layout, point));
  return Float32Array.from({ length: size * size }, (_, at) => {
    let square = Infinity;
    for (const [x, y] of points) {
      square = Math.min(square, ((at % size) - x) ** 2 + (at / size - y) ** 2);
    }
    return 1 - smoothstep(NEAR * size, FAR * size, Math.sqrt(square));
  });
}
