import { blurBackground } from './background/blur-background.ts';
import { drawScene } from './background/draw-scene.ts';
import { clearGround, paintGround, replaceGround } from './background/replace-ground.ts';
import type { Edit } from './edit.ts';
import { coverSize } from './framing/frame-picture.ts';
import { addGlow, type Lamp, relight } from './light/relight.ts';
import { estimateNormals, type SurfaceNormals } from './light/surface-normals.ts';
import type { ReimagineStep, StepColour } from '../../instructions/step.ts';

/** A step that changes what is behind people. */
export type GroundStep = Extract<
  ReimagineStep,
  {
    kind:
      | 'background_blur'
      | 'background_colour'
      | 'background_studio'
      | 'background_scene'
      | 'background_transparent'
      | 'background_picture';
  }
>;

/** Changes what is behind people. */
export function changeGround(edit: Edit, step: GroundStep): void {
  const { raster } = edit;
  const person = edit.content.mask('person');
  switch (step.kind) {
    case 'background_blur':
      blurBackground(raster, person, step.amount);
      break;
    case 'background_colour':
      paintGround(raster, person, { colour: step.colour, isStudio: false });
      break;
    case 'background_studio':
      paintGround(raster, person, { colour: step.colour, isStudio: true });
      break;
    case 'background_scene':
      replaceGround(raster, person, drawScene(raster, step.scene, step.colour));
      break;
    case 'background_transparent':
      clearGround(raster, person);
      edit.hasAlpha = true;
      break;
    case 'background_picture':
      replaceGround(raster, person, coverSize(edit.picture(step.picture), raster));
      break;
    default:
      step satisfies never;
  }
}

/** A step that lights people anew. */
export type LightStep = Extract<ReimagineStep, { kind: 'relight' | 'golden_hour' }>;

const LAMP_COLOUR: StepColour = [255, 246, 232];
const SUN_COLOUR: StepColour = [255, 190, 120];
const GLOW_COLOUR: StepColour = [255, 168, 84];
const MOST_STRENGTH = 0.92;
/** Two lamps share the light. */
const SHARED = 1.2;

/** Lights people from all sides that are wished for; a low sun also glows. */
export function changeLight(edit: Edit, steps: readonly LightStep[]): void {
  const person = edit.content.mask('person');
  const { faces } = edit.content;
  const canonical = edit.models.canonicalFace;
  const normals: SurfaceNormals = estimateNormals(edit.raster, person, { faces, canonical });
  for (const step of steps) {
    relight(edit.raster, person, { normals, lamp: toLamp(step, steps.length) });
  }
  for (const step of steps) {
    if (step.kind === 'golden_hour') {
      addGlow(edit.raster, { side: step.side, colour: GLOW_COLOUR, amount: step.amount });
    }
  }
}

function toLamp(step: LightStep, count: number): Lamp {
  const isSun = step.kind === 'golden_hour';
  const amount = isSun ? step.amount * 0.6 : step.amount;
  return {
    side: step.side,
    colour: isSun ? SUN_COLOUR : (step.colour ?? LAMP_COLOUR),
    strength: Math.min(MOST_STRENGTH, (0.5 + 0.5 * amount) / (count > 1 ? SHARED : 1)),
    dimming: count > 1 ? 0.2 : 0.35,
  };
}
