import type { ImageFace } from '../head/head-view.ts';
import { blurBackground } from './background/blur-background.ts';
import { drawScene } from './background/draw-scene.ts';
import { clearGround, paintGround, replaceGround } from './background/replace-ground.ts';
import { type Edit, findFaceSkin } from './edit.ts';
import { coverSize } from './framing/crop-and-extend.ts';
import { addGlow, type Lamp, relight, toLampGain } from './light/relight.ts';
import { estimateNormals } from './light/surface-normals.ts';
import { holdShade, type LitSurface, shadeSurface } from './light/surface-shade.ts';
import { scalePlane } from './raster/planes.ts';
import { computeLuminance, type FloatPlane } from './raster/raster.ts';
import { smoothstep } from '../vision/math.ts';
import type { ReimagineStep, StepColour } from '../../instructions/step.ts';

/** A step that changes the background behind people. */
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

/** Changes the background behind people. */
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
      replaceGround(raster, person, {
        ground: drawScene(raster, step.scene, step.colour),
        skin: findFaceSkin(edit),
      });
      break;
    case 'background_transparent':
      clearGround(raster, person);
      edit.hasAlpha = true;
      break;
    case 'background_picture':
      replaceGround(raster, person, {
        ground: coverSize(edit.groundAt(step.picture), raster),
        skin: findFaceSkin(edit),
      });
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
const MAX_STRENGTH = 0.92;
/** Factor of the strength of coloured lamps: faces in no other light would lose their identity. */
const COLOURED = 0.8;
/** Divisor of each lamp's strength if there are several. */
const SHARED = 1.2;

/** Lights people from all requested sides; a low sun also adds a glow. */
export function changeLight(edit: Edit, steps: readonly LightStep[]): void {
  const person = edit.content.mask('person');
  const surface = findSurface(edit, person);
  const lights = steps.map((step) => {
    const own = shadeSurface(surface, step.side);
    const shade = edit.isQuick ? holdShade(own, edit.anchors.shades.get(step.side)) : own;
    edit.anchors.shades.set(step.side, shade);
    const lamp = toLamp(step, steps.length);
    const gain = toLampGain(shade, lamp.strength);
    const isScaled = surface.width !== edit.raster.width;
    return { gain: isScaled ? scalePlane(gain, surface.width, edit.raster) : gain, lamp };
  });
  relight(edit.raster, person, lights);
  for (const step of steps) {
    if (step.kind === 'golden_hour') {
      const columns = edit.isQuick ? LIT_SIDE : edit.raster.width;
      addGlow(edit.raster, { side: step.side, colour: GLOW_COLOUR, amount: step.amount, columns });
    }
  }
}

/** Maximum side in pixels at which light is computed in videos, because it has no detail. */
const LIT_SIDE = 240;

/** Returns the surface of people that is lit. */
function findSurface(edit: Edit, person: FloatPlane): LitSurface {
  const { raster, content, isQuick } = edit;
  const { canonicalFace: canonical } = edit.models;
  const factor = isQuick ? Math.min(1, LIT_SIDE / Math.max(raster.width, raster.height)) : 1;
  if (factor === 1) {
    const normals = estimateNormals(raster, person, { faces: content.faces, canonical });
    return { width: raster.width, person, normals };
  }
  const size = {
    width: Math.max(2, Math.round(raster.width * factor)),
    height: Math.max(2, Math.round(raster.height * factor)),
  };
  const small = scalePlane(person, raster.width, size);
  const faces = content.faces.map((face) => scaleFace(face, size.width / raster.width));
  return {
    width: size.width,
    person: small,
    normals: estimateNormals(size, small, { faces, canonical }),
  };
}

function scaleFace(face: ImageFace, factor: number): ImageFace {
  const { left, top, width, height } = face.box;
  return {
    ...face,
    landmarks: face.landmarks.map((value) => value * factor),
    box: { left: left * factor, top: top * factor, width: width * factor, height: height * factor },
  };
}

function toLamp(step: LightStep, count: number): Lamp {
  const isSun = step.kind === 'golden_hour';
  const amount = isSun ? step.amount * 0.6 : step.amount;
  const asked = isSun ? undefined : step.colour;
  return {
    ...(asked === undefined
      ? { colour: toUnit(isSun ? SUN_COLOUR : LAMP_COLOUR), spread: 0 }
      : filterLight(asked)),
    strength: Math.min(
      MAX_STRENGTH,
      ((asked === undefined ? 1 : COLOURED) * (0.5 + 0.5 * amount)) / (count > 1 ? SHARED : 1),
    ),
    dimming: count > 1 ? 0.2 : 0.35,
  };
}

function toUnit([red, green, blue]: StepColour): Lamp['colour'] {
  return [red / 255, green / 255, blue / 255];
}

/** Exponent from a named colour to the light of a lamp: lamps are more saturated than paint. */
const FILTERED = 2.2;
/** Exponent of a filter's luminance by which its lamp is brighter: the eye expects light, not shade. */
const OFFSET = 0.35;
/** Maximum of {@link Lamp.spread}, and saturations of a colour between which it grows. */
const MAX_SPREAD = 0.6;
const [PALE, FULL] = [0.15, 0.4];

function filterLight(asked: StepColour): Pick<Lamp, 'colour' | 'spread'> {
  const most = Math.max(1, ...asked);
  const [red, green, blue] = asked.map((value) => (value / most) ** FILTERED);
  const gain = Math.max(0.05, computeLuminance(red, green, blue)) ** -OFFSET;
  const spread = MAX_SPREAD * smoothstep(PALE, FULL, 1 - Math.min(...asked) / most);
  return { colour: [red * gain, green * gain, blue * gain], spread };
}
