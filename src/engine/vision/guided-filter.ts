import { boxBlur } from './box-blur.ts';

/**
 * Coefficients of a guided filter as four planes: a value is `red * a + green * b + blue * c + d` of a pixel's colour.
 */
export interface GuidedFilter {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly offset: Float32Array;
}

/** How much the filter smooths: rows of `width`, radius in pixels, and the difference of colours that is ignored. */
export interface FilterOptions {
  readonly width: number;
  readonly radius: number;
  readonly noise: number;
}

/** Colours that filters are fitted to, with their means and products around every pixel. */
export interface FilterGuide extends FilterOptions {
  readonly channels: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
  readonly means: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
  /** Means of the products: red by red, green and blue, green by green and blue, blue by blue. */
  readonly products: readonly Float32Array[];
}

/**
 * Fits the coefficients that map the interleaved `colours` to `values` around every pixel, smooth from pixel to pixel
 * (the guided filter of He, Sun and Tang).
 */
export function fitGuidedFilter(
  colours: Float32Array,
  values: Float32Array,
  options: FilterOptions,
): GuidedFilter {
  return fitToGuide(measureGuide(colours, options), values);
}

/** Measures interleaved colours for several filters. */
export function measureGuide(colours: Float32Array, options: FilterOptions): FilterGuide {
  const { width, radius } = options;
  const channel = (at: number): Float32Array => {
    const plane = new Float32Array(colours.length / 3);
    for (let index = 0; index < plane.length; index += 1) {
      plane[index] = colours[index * 3 + at];
    }
    return plane;
  };
  const [r, g, b] = [channel(0), channel(1), channel(2)];
  const meanOf = (one: Float32Array, other: Float32Array): Float32Array =>
    averageProduct(one, other, options);
  const mean = (plane: Float32Array): Float32Array => {
    const copy = plane.slice();
    boxBlur(copy, width, radius);
    return copy;
  };
  return {
    ...options,
    channels: [r, g, b],
    means: [mean(r), mean(g), mean(b)],
    products: [meanOf(r, r), meanOf(r, g), meanOf(r, b), meanOf(g, g), meanOf(g, b), meanOf(b, b)],
  };
}

function averageProduct(
  one: Float32Array,
  other: Float32Array,
  { width, radius }: FilterOptions,
): Float32Array {
  const plane = new Float32Array(one.length);
  for (let index = 0; index < plane.length; index += 1) {
    plane[index] = one[index] * other[index];
  }
  boxBlur(plane, width, radius);
  return plane;
}

/** Fits the coefficients that map the colours of a guide to values, like {@link fitGuidedFilter}. */
export function fitToGuide(guide: FilterGuide, values: Float32Array): GuidedFilter {
  const { width, radius, noise } = guide;
  const [r, g, b] = guide.channels;
  const [meanR, meanG, meanB] = guide.means;
  const [rr, rg, rb, gg, gb, bb] = guide.products;
  const rv = averageProduct(r, values, guide);
  const gv = averageProduct(g, values, guide);
  const bv = averageProduct(b, values, guide);
  const meanV = new Float32Array(values);
  boxBlur(meanV, width, radius);
  const offset = new Float32Array(values.length);
  const base = noise * noise;
  for (let index = 0; index < values.length; index += 1) {
    const mr = meanR[index];
    const mg = meanG[index];
    const mb = meanB[index];
    const mv = meanV[index];
    const crr = rr[index] - mr * mr + base;
    const crg = rg[index] - mr * mg;
    const crb = rb[index] - mr * mb;
    const cgg = gg[index] - mg * mg + base;
    const cgb = gb[index] - mg * mb;
    const cbb = bb[index] - mb * mb + base;
    const cr = rv[index] - mr * mv;
    const cg = gv[index] - mg * mv;
    const cb = bv[index] - mb * mv;
    const irr = cgg * cbb - cgb * cgb;
    const irg = crb * cgb - crg * cbb;
    const irb = crg * cgb - crb * cgg;
    const determinant = crr * irr + crg * irg + crb * irb;
    const igg = crr * cbb - crb * crb;
    const igb = crb * crg - crr * cgb;
    const ibb = crr * cgg - crg * crg;
    const red = (irr * cr + irg * cg + irb * cb) / determinant;
    const green = (irg * cr + igg * cg + igb * cb) / determinant;
    const blue = (irb * cr + igb * cg + ibb * cb) / determinant;
    rv[index] = red;
    gv[index] = green;
    bv[index] = blue;
    offset[index] = mv - red * mr - green * mg - blue * mb;
  }
  for (const plane of [rv, gv, bv, offset]) {
    boxBlur(plane, width, radius);
  }
  return { red: rv, green: gv, blue: bv, offset };
}
