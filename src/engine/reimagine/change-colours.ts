import { smoothstep } from '../vision/math.ts';
import { listCastFunctions, listLevelFunctions } from './colour/auto-levels.ts';
import {
  type ColourFunction,
  selectHue,
  tintLight,
  type UnitColour,
} from './colour/colour-function.ts';
import { applyColourTable, bakeColourTable } from './colour/colour-table.ts';
import { listGoldenFunctions, listGradeFunctions, listNightFunctions } from './colour/grades.ts';
import { type SkinLimit, limitBySkin } from './colour/limit-by-skin.ts';
import { isColourless, matchColours, measureColours } from './colour/match-colours.ts';
import { type Edit, findFaceSkin } from './edit.ts';
import { computeLuminance, computeMeanColour } from './raster/raster.ts';
import type { ReimagineStep, StepColour } from '../../instructions/step.ts';

/** A step that maps colours to colours. */
export type ColourStep = Extract<
  ReimagineStep,
  {
    kind:
      | 'grade'
      | 'golden_hour'
      | 'auto_levels'
      | 'remove_cast'
      | 'match_colours'
      | 'tint'
      | 'keep_colour';
  }
>;

/** Returns whether the colours of a step depend on measurements of the image. */
export function isMeasured(step: ReimagineStep): boolean {
  return (
    step.kind === 'auto_levels' ||
    step.kind === 'remove_cast' ||
    step.kind === 'match_colours' ||
    (step.kind === 'grade' && step.grade === 'night')
  );
}

/** Range of luminance (0..1) over which a night effect grows: a dark room needs less of it. */
const DARK = 0.12;
const LIT = 0.42;

/** Applies all unconfined colour changes as one table. */
export function changeColours(edit: Edit, steps: readonly ColourStep[]): void {
  edit.anchors.table ??= bakeColourTable(steps.flatMap((step) => listFunctions(edit, step)));
  applyColourTable(edit.raster, edit.anchors.table, null);
}

/** Applies the colour changes of one step within a mask; `number` identifies the step in the run. */
export function changeColoursWithin(
  edit: Edit,
  { step, number }: { readonly step: ColourStep; readonly number: number },
  mask: Float32Array,
): void {
  const { confinedTables } = edit.anchors;
  let table = confinedTables.get(number);
  if (table === undefined) {
    table = bakeColourTable(listFunctions(edit, step));
    confinedTables.set(number, table);
  }
  applyColourTable(edit.raster, table, mask);
}

function listFunctions(edit: Edit, step: ColourStep): readonly ColourFunction[] {
  switch (step.kind) {
    case 'grade':
      return step.grade === 'night'
        ? listNightFunctions(step.amount * measureNight(edit), measureSky(edit))
        : listGradeFunctions(step.grade, step.amount);
    case 'golden_hour':
      return listGoldenFunctions(step.amount);
    case 'auto_levels':
      return listLevelFunctions(edit.raster, findFaceSkin(edit), step.amount);
    case 'remove_cast': {
      const named = step.colour === null ? null : toUnit(step.colour);
      return limitBySkin(toSkinLimit(edit, 0), step.amount, (amount) =>
        listCastFunctions(edit.raster, named, amount),
      );
    }
    case 'match_colours': {
      const reference = measureColours(edit.imageAt(step.picture));
      const own = measureColours(edit.raster);
      const list = (amount: number): readonly ColourFunction[] => [
        matchColours(own, reference, amount),
      ];
      return isColourless(reference)
        ? list(step.amount)
        : limitBySkin(toSkinLimit(edit, MATCHED_WARMTH), step.amount, list);
    }
    case 'tint':
      return [tintLight(toUnit(step.colour), step.amount)];
    case 'keep_colour':
      return [selectHue(toUnit(step.colour))];
    default:
      return step satisfies never;
  }
}

function toUnit([red, green, blue]: StepColour): UnitColour {
  return [red / 255, green / 255, blue / 255];
}

/** Minimum fraction of the warmth of skin in matched colours. */
const MATCHED_WARMTH = 0.4;

function toSkinLimit(edit: Edit, warmth: number): SkinLimit {
  return { image: edit.raster, skin: findFaceSkin(edit), warmth };
}

/** Returns the strength of a night effect, 0.4..1, by the luminance of faces or of the image. */
function measureNight(edit: Edit): number {
  return 0.4 + 0.6 * smoothstep(DARK, LIT, measureFaceLight(edit));
}

/** Returns the mean luminance of faces, or of the image if it shows none, 0..1. */
function measureFaceLight(edit: Edit): number {
  const skin = findFaceSkin(edit) ?? new Float32Array(edit.raster.pixels.length / 4).fill(1);
  return computeLuminance(...computeMeanColour(edit.raster, skin)) / 255;
}

/** Fraction of bright pixels from which they are not lamps, and from which they are sky or a lit wall. */
const LAMPS = 0.06;
const SKY = 0.2;
const BRIGHT = 0.78;
/** Luminance of faces from which they would become dark with the sky, and from which all of it. */
const PALE = [0.62, 0.76] as const;

/** Returns how far the bright areas are sky, 0..1. */
function measureSky(edit: Edit): number {
  const { pixels } = edit.raster;
  let [bright, count] = [0, 0];
  for (let at = 0; at < pixels.length; at += 16) {
    const light = computeLuminance(pixels[at], pixels[at + 1], pixels[at + 2]) / 255;
    bright += light > BRIGHT ? 1 : 0;
    count += 1;
  }
  const sky = smoothstep(LAMPS, SKY, bright / Math.max(1, count));
  return edit.content.faces.length === 0
    ? sky
    : sky * (1 - smoothstep(...PALE, measureFaceLight(edit)));
}
