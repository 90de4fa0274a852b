import { smoothstep } from '../vision/math.ts';
import { listCastFunctions, listLevelFunctions } from './colour/auto-levels.ts';
import {
  type ColourFunction,
  selectHue,
  tintLight,
  type UnitColour,
} from './colour/colour-function.ts';
import { applyColourTable, bakeColourTable } from './colour/colour-table.ts';
import { listGoldenFunctions, listGradeFunctions } from './colour/grades.ts';
import { matchColours, measureColours } from './colour/match-colours.ts';
import type { Edit } from './edit.ts';
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
      return listGradeFunctions(
        step.grade,
        step.grade === 'night' ? step.amount * measureNight(edit) : step.amount,
      );
    case 'golden_hour':
      return listGoldenFunctions(step.amount);
    case 'auto_levels':
      return listLevelFunctions(edit.raster, findSkin(edit), step.amount);
    case 'remove_cast': {
      const named = step.colour === null ? null : toUnit(step.colour);
      return listCastFunctions(edit.raster, named, step.amount);
    }
    case 'match_colours': {
      const reference = measureColours(edit.imageAt(step.picture));
      return [matchColours(measureColours(edit.raster), reference, step.amount)];
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

function findSkin({ content }: Edit): Float32Array | null {
  return content.faces.length > 0 ? content.mask('skin') : null;
}

/** Returns the strength of a night effect, 0.4..1, by the luminance of faces or of the image. */
function measureNight(edit: Edit): number {
  const skin = findSkin(edit) ?? new Float32Array(edit.raster.pixels.length / 4).fill(1);
  const light = computeLuminance(...computeMeanColour(edit.raster, skin)) / 255;
  return 0.4 + 0.6 * smoothstep(DARK, LIT, light);
}
