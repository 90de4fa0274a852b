/**
 * Finds dark edges of a face: hair over cheeks and jaw, its shadow, and background that a turned cheek leaves in the
 * texture. They do not show skin and would be stains on another head.
 */
import { FACE_OVAL, LEFT_EYE, RIGHT_EYE } from '../../track/mesh-points.ts';
import { boxBlur, boxBlurWhere } from '../../vision/box-blur.ts';
import { smoothstep } from '../../vision/math.ts';
import { fillOutline, type TextureLayout } from './texture-layout.ts';

/**
 * Fractions of the surrounding light up to which a pixel is a dark edge, and from which it is not; radius of that
 * light, and of the blur that removes grain, as fractions of the texture.
 */
const DARK = [0.55, 0.8] as const;
const AROUND = 0.2;
const GRAIN = 0.006;
/**
 * Scale of the part of the face, around its middle, that is free of hair, and of the shaded area around the eyes
 * relative to the eyes.
 */
const INNER_FACE = 0.55;
const EYE_SHADE = 1.7;
/** Softness of those masks, and of dark edges, as fractions of the texture. */
const INNER_EDGE = 0.03;
const EDGE = 0.012;

/** Returns the mask of pixels that are not a dark edge, 0..1. `shade` is a plane of the texture. */
export function measureBrightness(
  shade: Float32Array,
  {
    trust,
    features,
    layout,
  }: {
    /** Mask of skin that shows the light, 0..1. */
    readonly trust: Float32Array;
    /** Mask of brows, eyes and lips, 0..1, which are naturally dark. */
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
