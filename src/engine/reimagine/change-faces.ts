import { coverFaces } from './cover-faces.ts';
import type { Edit } from './edit.ts';
import { maskCheeks, recolour, whitenTeeth } from './face/recolour.ts';
import { reshapeMesh } from './face/reshape.ts';
import { fixRedEyes } from './face/red-eyes.ts';
import { reduceRedness } from './face/reduce-redness.ts';
import { reduceShine } from './face/reduce-shine.ts';
import { smoothSkin } from './face/smooth-skin.ts';
import { lightenUnderEyes } from './face/under-eyes.ts';
import { warpFace } from './face/warp-face.ts';
import { dyeHeads } from './hair/dye-heads.ts';
import type { SkipReason } from './request.ts';
import type { ColouredPart, FaceZone, ReimagineStep } from '../../instructions/step.ts';

/**
 * Strength of the colour change of each part: the minimum and what the full amount adds; fraction of the part's own
 * lightness that stays, and maximum gain of its lightest channel.
 */
const PARTS: Readonly<
  Record<
    Exclude<ColouredPart, 'hair'>,
    {
      readonly amount: number;
      readonly more: number;
      readonly lightness: number;
      readonly maxGain?: number;
    }
  >
> = {
  // In a dim room lipstick as bright as in daylight would seem to glow.
  lips: { amount: 0.55, more: 0.35, lightness: 0.75, maxGain: 1.18 },
  eyes: { amount: 0.9, more: 0, lightness: 0.55 },
  brows: { amount: 0.8, more: 0.15, lightness: 0.5 },
  clothes: { amount: 0.85, more: 0.1, lightness: 0.5 },
};
/** Factor of the amount, so that a request without an amount has a visible effect. */
const STRETCH = 1.3;
/** Minimum size of a mask in pixels, and of teeth as a fraction of the faces' boxes. */
const MIN_PIXELS = 12;
const MIN_TEETH = 0.004;

/** Changes of the base of skin. */
const RETOUCHES = { reduce_shine: reduceShine, reduce_redness: reduceRedness } as const;

/** A step that changes faces or a part of people. */
type FaceStep = Extract<
  ReimagineStep,
  {
    kind:
      | 'reshape'
      | 'smooth_skin'
      | 'lighten_under_eyes'
      | 'fix_red_eyes'
      | 'whiten_teeth'
      | 'blush'
      | 'part_colour'
      | 'anonymise'
      | keyof typeof RETOUCHES;
  }
>;

/** Does a step on faces or a part of people; returns the reason if there was nothing to change, else null. */
export function changeFaces(edit: Edit, step: FaceStep): SkipReason | null {
  switch (step.kind) {
    case 'fix_red_eyes':
      return fixEyes(edit);
    case 'whiten_teeth':
      return whitenFaces(edit, step.amount);
    case 'part_colour':
      return recolourPart(edit, step);
    case 'reshape':
      reshapeFaces(edit, step);
      return null;
    case 'smooth_skin':
      smoothFaces(edit, step.amount);
      return null;
    case 'reduce_shine':
    case 'reduce_redness':
      retouchSkin(edit, step);
      return null;
    case 'lighten_under_eyes':
      lightenEyes(edit, step.amount);
      return null;
    case 'blush':
      blushCheeks(edit, step);
      return null;
    case 'anonymise':
      edit.chosen.push(...coverFaces(edit.raster, edit.guard, step));
      return null;
    default:
      return step satisfies never;
  }
}

/** Warps the faces of an image; masks of faces follow. */
export function reshapeFaces(
  edit: Edit,
  { shape, amount }: Pick<Extract<ReimagineStep, { kind: 'reshape' }>, 'shape' | 'amount'>,
): void {
  const { canonicalFace } = edit.models;
  const faces = edit.content.faces.map((face) => {
    const landmarks = reshapeMesh(face, canonicalFace, { shape, amount });
    warpFace(edit.raster, canonicalFace, { from: face.landmarks, to: landmarks });
    return { ...face, landmarks };
  });
  edit.content = edit.content.withFaces(
    { ...edit.raster, pixels: edit.raster.pixels.slice() },
    faces,
  );
}

/** Smooths the skin of faces. */
function smoothFaces({ raster, content }: Edit, amount: number): void {
  smoothSkin(raster, content.mask('skin'), {
    faces: content.faces,
    amount: Math.min(1, amount * STRETCH),
  });
}

/** Corrects red eyes; returns `no_red_eyes` if none is red. */
function fixEyes({ raster, content }: Edit): SkipReason | null {
  return fixRedEyes(raster, content.mask('eyes'), content.faces) > 0 ? null : 'no_red_eyes';
}

/** Weakens the shine or the redness of skin. */
function retouchSkin(
  { raster, content }: Edit,
  { kind, amount, zones }: Extract<ReimagineStep, { kind: keyof typeof RETOUCHES }>,
): void {
  RETOUCHES[kind](raster, content.mask('skin'), {
    faces: content.faces,
    amount: Math.min(1, amount * STRETCH),
    within: maskZones(content, zones),
  });
}

/** Returns the mask of zones of skin; all skin where none is named. */
function maskZones(content: Edit['content'], zones: readonly FaceZone[] = []): Float32Array {
  const [first = content.mask('skin'), ...others] = zones.map((zone) => content.mask(zone));
  if (others.length === 0) {
    return first;
  }
  const all = first.slice();
  for (const other of others) {
    for (let index = 0; index < all.length; index += 1) {
      all[index] = Math.max(all[index], other[index]);
    }
  }
  return all;
}

/** Lightens the shade below eyes. */
function lightenEyes({ raster, content }: Edit, amount: number): void {
  lightenUnderEyes(raster, content.mask('skin'), {
    faces: content.faces,
    amount: Math.min(1, amount * STRETCH),
  });
}

/** Recolours a part of people; returns the reason where that part is missing. */
function recolourPart(
  edit: Edit,
  { part, colour, amount }: Extract<ReimagineStep, { kind: 'part_colour' }>,
): SkipReason | null {
  const { raster, content, models } = edit;
  if (part === 'hair') {
    return dyeHeads(raster, content.image, {
      faces: content.faces,
      eyes: content.mask('eyes'),
      models,
      colour,
      amount,
    });
  }
  const mask = content.mask(part === 'eyes' ? 'iris' : part);
  if (sumOf(mask) < MIN_PIXELS) {
    return part === 'clothes' ? 'no_clothes' : part === 'eyes' ? 'closed_eyes' : 'no_face';
  }
  const { amount: min, more, lightness, maxGain } = PARTS[part];
  recolour(raster, mask, { colour, amount: min + more * amount, lightness, maxGain });
  return null;
}

/** Reddens cheeks. */
function blushCheeks(
  { raster, content }: Edit,
  { colour, amount }: Extract<ReimagineStep, { kind: 'blush' }>,
): void {
  const mask = maskCheeks(raster, content.faces, content.mask('skin'));
  recolour(raster, mask, { colour, amount: 0.32 + 0.33 * amount, lightness: 0.94 });
}

/** Whitens teeth; returns `no_teeth` if too few are visible. */
function whitenFaces({ raster, content }: Edit, amount: number): SkipReason | null {
  const teeth = content.mask('teeth');
  const size = content.faces.reduce((sum, { box }) => sum + box.width * box.height, 0);
  if (sumOf(teeth) < Math.max(MIN_PIXELS, size * MIN_TEETH)) {
    return 'no_teeth';
  }
  whitenTeeth(raster, teeth, Math.min(1, amount * STRETCH));
  return null;
}

function sumOf(mask: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < mask.length; index += 1) {
    sum += mask[index];
  }
  return sum;
}
