/**
 * Dark edges of a face: hair that hangs over cheeks and jaw, what it puts into the shade, and ground that a turned cheek leaves in the
 * texture. They say nothing of the skin, and on another head they are stains.
 */
import { FACE_OVAL, LEFT_EYE, RIGHT_EYE } from '../../track/mesh-points.ts';
import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/** Parts of the light around below which something is a dark edge; reach of that light, and of what is taken for grain, as parts of the texture. */
const DARK = [0.55, 0.8] as const;
const AROUND = 0.2;
const GRAIN = 0.006;
/** Part of the face, around its middle, on which no hair lies, and how much larger than eyes their shade is. */
const INNER_FACE = 0.55;
const EYE_SHADE = 1.7;
/** How soft these end, and dark edges, as parts of the texture. */
const INNER_EDGE = 0.03;
const EDGE = 0.012;

/** How much every place of a texture is no dark edge, 0..1. `shade` is a plane of it. */
export function measureBrightness(
  shade: Float32Array,
  {
    trust,
    features,
    layout,
  }: {
    /** How much every place is skin that tells of the light, 0..1. */
    readonly trust: Float32Array;
    /** Brows, eyes and lips, 0..1: they are dark by nature. */
    readonly features: Float32Array;
    readonly layout: TextureLayout;
  },
): Float32Array<ArrayBuffer> {
  const { size } = layout;
  const bright = new Float32Array(size * size);
  fillOutline(bright, layout, { outline: FACE_OVAL, value: 1, growth: INNER_FACE });
  for (const outline of [LEFT_EYE, RIGHT_EYE]) {
    fillOutline(bright, layout, { outline, value: 1, growth: EYE_SHADE });
  }
  boxBlur(bright, size, Math.round(size * INNER_EDGE));
  const around = shade.slice();
  boxBlurWhere(around, trust, { size, radius: Math.round(size * AROUND) });
  const smooth = shade.slice();
  boxBlur(smooth, size, Math.round(size * GRAIN));
  for (let index = 0; index < bright.length; index += 1) {
    const light = smoothstep(...DARK, smooth[index] / Math.max(1, around[index]));
    bright[index] = Math.max(bright[index], features[index], light);
  }
  boxBlur(bright, size, Math.round(size * EDGE));
  return bright;
}
