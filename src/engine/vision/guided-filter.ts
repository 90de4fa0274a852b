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

/**
 * Fits the coefficients that map the interleaved `colours` to `values` around every pixel, smooth from pixel to pixel
 * (the guided filter of He, Sun and Tang). `noise` is the difference of colours that is ignored.
 */
export function fitGuidedFilter(
  colours: Float32Array,
  values: Float32Array,
  {
    width,
    radius,
    noise,
  }: { readonly width: number; readonly radius: number; readonly noise: number },
): GuidedFilter {
  const { length } = values;
  const channel = (at: number): Float32Array => {
    const plane = new Float32Array(length);
    for (let index = 0; index < length; index += 1) {
      plane[index] = colours[index * 3 + at];
    }
    return plane;
  };
  const mean = (plane: Float32Array): Float32Array => {
    boxBlur(plane, width, radius);
    return plane;
  };
  const meanOf = (one: Float32Array, other: Float32Array): Float32Array => {
    const plane = new Float32Array(length);
    for (let index = 0; index < length; index += 1) {
      plane[index] = one[index] * other[index];
    }
    return mean(plane);
  };
  const [r, g, b] = [channel(0), channel(1), channel(2)];
  const rr = meanOf(r, r);
  const rg = meanOf(r, g);
  const rb = meanOf(r, b);
  const gg = meanOf(g, g);
  const gb = meanOf(g, b);
  const bb = meanOf(b, b);
  const rv = meanOf(r, values);
  const gv = meanOf(g, values);
  const bv = meanOf(b, values);
  const [meanR, meanG, meanB] = [mean(r), mean(g), mean(b)];
  const meanV = mean(new Float32Array(values));
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
    rr[index] = mv - red * mr - green * mg - blue * mb;
  }
  for (const plane of [rv, gv, bv, rr]) {
    boxBlur(plane, width, radius);
  }
  return { red: rv, green: gv, blue: bv, offset: rr };
}
