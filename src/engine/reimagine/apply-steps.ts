import { hasPeople } from './analysis/image-content.ts';
import { changeColours, changeColoursWithin, type ColourStep } from './change-colours.ts';
import { changeFaces, reshapeFaces } from './change-faces.ts';
import { changeGround, changeLight, type LightStep } from './change-ground.ts';
import { drawInStyle } from './change-style.ts';
import type { Edit } from './edit.ts';
import { addBars, addBorder } from './framing/border.ts';
import { cropAround, cropClosely, cropRaster, enlargeRaster } from './framing/crop-and-extend.ts';
import { extendRaster } from './framing/extend-raster.ts';
import { turnRaster } from './raster/turn-raster.ts';
import { liftShadows, computeMeanLight, reduceNoise, sharpen } from './light/clean.ts';
import { addGrain, addVignette } from './light/film.ts';
import { addWeather } from './light/weather.ts';
import { blendRaster, copyRaster, type FloatPlane } from './raster/raster.ts';
import type { SkippedStep, SkipReason } from './request.ts';
import type { Matte } from '../track/person-matte.ts';
import { needsFace, type ReimagineStep } from '../../instructions/step.ts';
import { orderSteps } from './step-order.ts';
import { drawCaption, setCaption } from './words/caption.ts';

/** One or more steps that run together; `run` returns the reason if there was nothing to change, else null. */
interface Stage {
  readonly steps: readonly ReimagineStep[];
  readonly run: (edit: Edit) => SkipReason | null;
}

/**
 * Runs steps in stages, between which the caller may stop. Yields the fraction of finished stages, and returns the
 * steps that were skipped.
 */
export function* applySteps(
  edit: Edit,
  steps: readonly ReimagineStep[],
): Generator<number, readonly SkippedStep[], undefined> {
  const skipped: SkippedStep[] = [];
  const stages = listStages(orderSteps(steps));
  for (const [index, stage] of stages.entries()) {
    const reason = findMissing(edit, stage) ?? stage.run(edit);
    if (reason !== null) {
      skipped.push(...stage.steps.map((step) => ({ step, reason })));
    }
    yield (index + 1) / stages.length;
  }
  return skipped;
}

/** Groups ordered steps into stages: all lights are one stage, and all unconfined colours are one. */
function listStages(ordered: readonly ReimagineStep[]): readonly Stage[] {
  const stages: Stage[] = [];
  const lights = ordered.filter(isLight);
  const colours = ordered.filter(isUnconfinedColour);
  const isAnime = (step: ReimagineStep): boolean => step.kind === 'style' && step.style === 'anime';
  const anime = ordered.find(isAnime);
  for (const [number, step] of ordered.entries()) {
    if (isLight(step)) {
      if (step === lights[0]) {
        stages.push({ steps: lights, run: (edit) => light(edit, lights) });
      }
    } else if (isUnconfinedColour(step)) {
      if (step === colours[0]) {
        const all = [...ordered.filter((step) => step.kind === 'golden_hour'), ...colours];
        stages.push({ steps: colours, run: (edit) => done(changeColours(edit, all)) });
      }
    } else {
      stages.push({ steps: [step], run: (edit) => runStep(edit, step, number) });
    }
  }
  const golden = ordered.filter((step) => step.kind === 'golden_hour');
  if (golden.length > 0 && colours.length === 0) {
    const at = stages.findIndex(({ steps }) => steps === lights);
    stages.splice(at + 1, 0, { steps: [], run: (edit) => done(changeColours(edit, golden)) });
  }
  return anime === undefined
    ? stages
    : [{ steps: [], run: (edit) => enlargeEyes(edit) }, ...stages];
}

function isLight(step: ReimagineStep): step is LightStep {
  return step.kind === 'relight' || step.kind === 'golden_hour';
}

function isUnconfinedColour(step: ReimagineStep): step is ColourStep {
  const isWhole = ['match_colours', 'auto_levels', 'remove_cast', 'tint', 'keep_colour'].includes(
    step.kind,
  );
  return isWhole || (step.kind === 'grade' && step.where === undefined);
}

/** Returns null, for changes that always succeed. */
function done(_nothing: void): null {
  return null;
}

/**
 * Lights people; the stage is skipped without people. The colours of a low sun are applied with the other colours, with
 * or without people.
 */
function light(edit: Edit, steps: readonly LightStep[]): SkipReason | null {
  changeLight(edit, steps);
  return null;
}

/** Enlarges the eyes of anime; does nothing in an image without faces. */
function enlargeEyes(edit: Edit): null {
  reshapeFaces(edit, { shape: 'bigger_eyes', amount: 0.8 });
  return null;
}

/** Returns why a stage cannot be done with the content of the image. */
function findMissing(edit: Edit, { steps }: Stage): SkipReason | null {
  for (const step of steps) {
    if (step.kind !== 'anonymise' && step.kind !== 'relight' && needsFace(step)) {
      return edit.content.faces.length > 0 ? null : 'no_face';
    }
    if (step.kind.startsWith('background_') || isLight(step)) {
      return hasShownPeople(edit) ? null : 'no_person';
    }
  }
  return null;
}

/** Returns the people in a still that was not cropped; null in a video, whose borders would flicker. */
function findShownPeople({ raster, content, isQuick }: Edit): Matte | null {
  const { width, height } = content.image;
  const isWhole = raster.width === width && raster.height === height;
  return isWhole && !isQuick ? content.findRoughPeople() : null;
}

function hasShownPeople({ anchors, content }: Edit): boolean {
  anchors.hasPeople ||= hasPeople(content.mask('person'));
  return anchors.hasPeople;
}

function runStep(edit: Edit, step: ReimagineStep, number: number): SkipReason | null {
  switch (step.kind) {
    case 'low_light':
      return done(lift(edit, step.amount));
    case 'fix_red_eyes':
    case 'reshape':
    case 'smooth_skin':
    case 'reduce_shine':
    case 'reduce_redness':
    case 'lighten_under_eyes':
    case 'whiten_teeth':
    case 'blush':
    case 'part_colour':
    case 'anonymise':
      return changeFaces(edit, step);
    case 'background_blur':
    case 'background_colour':
    case 'background_studio':
    case 'background_scene':
    case 'background_transparent':
    case 'background_picture':
      return done(changeGround(edit, step));
    case 'weather': {
      const { seconds } = edit;
      return done(addWeather(edit.raster, edit.content.mask('person'), { ...step, seconds }));
    }
    case 'denoise':
    case 'grade':
    case 'style':
    case 'sharpen':
      return runConfined(edit, step, number);
    case 'vignette':
      return done(addVignette(edit.raster, step.amount));
    case 'grain':
      return done(addGrain(edit.raster, step.amount, edit.frame));
    case 'crop': {
      edit.anchors.crop ??= cropAround(edit.raster, edit.content.faces, step.aspect);
      edit.raster = cropRaster(edit.raster, edit.anchors.crop);
      return null;
    }
    case 'crop_close':
      edit.anchors.crop ??= cropClosely(edit.raster, edit.content.faces);
      edit.raster = cropRaster(edit.raster, edit.anchors.crop);
      return null;
    case 'extend':
      edit.raster = extendRaster(edit.raster, step.aspect, findShownPeople(edit));
      return null;
    case 'turn':
      edit.raster = turnRaster(edit.raster, step.turn);
      return null;
    case 'enlarge':
      return enlarge(edit);
    case 'bars':
      return done(addBars(edit.raster, step.colour));
    case 'border':
      edit.raster = addBorder(edit.raster, step.colour);
      return null;
    case 'words':
      return writeWords(edit, step, number);
    // Lights, colours of the whole image, compositions of several images and what precedes them are done elsewhere.
    case 'remove_person':
    case 'relight':
    case 'golden_hour':
    case 'match_colours':
    case 'auto_levels':
    case 'remove_cast':
    case 'tint':
    case 'keep_colour':
    case 'collage':
    case 'group':
      return null;
    default:
      return step satisfies never;
  }
}

/** Lifts a still by its own light, and the frames of a scene by the light of that scene. */
function lift({ raster, anchors }: Edit, amount: number): void {
  anchors.light ??= computeMeanLight(raster);
  liftShadows(raster, { amount, light: anchors.light });
  // Lifted shadows are noisy.
  reduceNoise(raster, 0.3 + 0.4 * amount);
}

function writeWords(
  { raster, anchors, captionFont }: Edit,
  step: Extract<ReimagineStep, { kind: 'words' }>,
  number: number,
): SkipReason | null {
  let caption = anchors.captions.get(number);
  if (caption === undefined) {
    caption = setCaption(raster, step, captionFont());
    anchors.captions.set(number, caption);
  }
  if (caption === null) {
    return 'no_room';
  }
  drawCaption(raster, caption, step);
  return null;
}

/** Largest image, in pixels, that is enlarged: the result of a larger one would take gigabytes of memory. */
const MAX_ENLARGED_PIXELS = 12_000_000;

function enlarge(edit: Edit): SkipReason | null {
  if (edit.raster.width * edit.raster.height > MAX_ENLARGED_PIXELS) {
    return 'large_already';
  }
  edit.raster = enlargeRaster(edit.raster);
  return null;
}

type ConfinedStep = Extract<ReimagineStep, { kind: 'denoise' | 'grade' | 'style' | 'sharpen' }>;

function runConfined(edit: Edit, step: ConfinedStep, number: number): SkipReason | null {
  const mask = maskRegion(edit, step);
  if (typeof mask === 'string') {
    return mask;
  }
  if (step.kind === 'grade') {
    changeColoursWithin(edit, { step, number }, mask ?? new Float32Array(0));
    return null;
  }
  const before = mask === null ? null : copyRaster(edit.raster);
  if (step.kind === 'style') {
    drawInStyle(edit, step.style);
  } else if (step.kind === 'sharpen') {
    sharpen(edit.raster, step.amount);
  } else {
    reduceNoise(edit.raster, step.amount);
  }
  if (before !== null) {
    const after = edit.raster;
    edit.raster = before;
    blendRaster(before, after, mask);
  }
  return null;
}

/**
 * Computes the mask of the region that a step is confined to, or the reason why it is missing; null for an unconfined
 * step.
 */
function maskRegion(edit: Edit, { where }: ConfinedStep): FloatPlane | SkipReason | null {
  if (where === undefined) {
    return null;
  }
  const { region, isInverted } = where;
  const { content } = edit;
  if (region === 'person' || region === 'background') {
    if (!hasShownPeople(edit)) {
      return 'no_person';
    }
  } else if (content.faces.length === 0) {
    return 'no_face';
  }
  const mask = content.mask(region);
  return isInverted ? mask.map((value) => 1 - value) : mask;
}
