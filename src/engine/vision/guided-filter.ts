import { boxBlur } from './box-blur.ts';

/** Four planes: how a value follows from the colour of a pixel, `red * a + green * b + blue * c + d`. */
export interface GuidedFilter {
  readonly red: Float32Array;
  readonly green: Float32Array;
  readonly blue: Float32Array;
  readonly offset: Float32Array;
}

/**
 * The rule by which `values` follow the interleaved `colours` around every pixel, smooth from pixel to pixel
 * (the guided filter of He, Sun and Tang). `noise` is the difference of colours that does not count.
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
  const mean = (valueOf: (index: number) => number): Float32Array => {
    const plane = new Float32Array(values.length);
    for (let index = 0; index < plane.length; index += 1) {
      plane[index] = valueOf(index);
    }
    boxBlur(plane, width, radius);
    return plane;
  };
  const r = (index: number): number => colours[index * 3];
  const g = (index: number): number => colours[index * 3 + 1];
  const b = (index: number): number => colours[index * 3 + 2];
  const meanR = mean(r);
  const meanG = mean(g);
  const meanB = mean(b);
  const meanV = mean((index) => values[index]);
  const rr = mean((index) => r(index) * r(index));
  const rg = mean((index) => r(index) * g(index));
  const rb = mean((index) => r(index) * b(index));
  const gg = mean((index) => g(index) * g(index));
  const gb = mean((index) => g(index) * b(index));
  const bb = mean((index) => b(index) * b(index));
  const rv = mean((index) => r(index) * values[index]);
  const gv = mean((index) => g(index) * values[index]);
  const bv = mean((index) => b(index) * values[index]);
  const base = noise * noise;
  for (let index = 0; index < values.length; index += 1) {
    const [mr, mg, mb, mv] = [meanR[index], meanG[index], meanB[index], meanV[index]];
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
