import type { RgbaImage } from '../../pixels/frame.ts';
import type { CanonicalFace } from '../../track/canonical-face.ts';
import type { TrackedFace } from '../../track/face-track.ts';
import { completeSkin } from './complete-skin.ts';
import type { ColourPlanes } from './colour-planes.ts';
import { drawTexture } from './draw-texture.ts';
import {
  createGaze,
  DRAWN_POINT_COUNT,
  fillIrises,
  positionIrises,
  measureGaze,
  type Gaze,
} from '../shape/eye-points.ts';
import { LEFT_EYE, MESH_POINT_COUNT, RIGHT_EYE } from '../../track/mesh-points.ts';
import { toFrontalShape, type FrontalShape } from '../shape/face-shape.ts';
import type { SourceView } from '../shape/face-shaper.ts';
import { measureFacing } from '../shape/facing.ts';
import { computeOpening } from '../shape/eye-opening.ts';
import { smileRelaxerOf } from '../shape/relax-smile.ts';
import { evenLips } from './even-lips.ts';
import { evenPhiltrum } from './even-philtrum.ts';
import { evenSides } from './even-sides.ts';
import { fillParting } from './fill-parting.ts';
import { measureParting } from './parted-lips.ts';
import { areEyesHidden, removeGlasses } from './remove-glasses.ts';
import { relaxFolds } from './relax-folds.ts';
import { findAvertedSide } from './near-side.ts';
import { sampleSurroundings } from './surroundings.ts';
import { createTextureLayout, type TextureLayout } from './texture-layout.ts';
import { makeTextureMask } from './texture-mask.ts';
import { measureGlasses } from '../glasses/worn-glasses.ts';
import { toI420 } from '../../pixels/yuv.ts';
import { smoothstep } from '../../vision/math.ts';

/** Face of a photo, prepared for swaps. It is immutable. */
export interface FaceSource {
  readonly canonicalFace: CanonicalFace;
  readonly layout: TextureLayout;
  readonly shape: FrontalShape;
  /** Gaze of its eyes, and the size of their irises. */
  readonly gaze: Gaze;
  /** Angles from which the photo shows it. */
  readonly view: SourceView;
  /** Texture of the face's skin, 0..255 per value. */
  readonly colours: ColourPlanes;
  /** Glasses in the photo: without, taken off, or dark ones, which hide the eyes and are part of the texture. */
  readonly glasses: 'none' | 'removed' | 'drawn';
  /** Mask of the used part of the texture, 0..255, without the open mouth. */
  readonly mask: Uint8Array;
}

/** Certainty of glasses in the photo from which they are taken off. */
const WORN = 0.75;
/** Width of faces (pixels) up to which the texture has 256 instead of 512 pixels a side. */
const LARGE_FACE = 300;
/**
 * Opening of the narrower eye, as a fraction of that of the other one, up to which it is closed, and from which both are
 * open; minimum opening of the other one.
 */
const OPEN = [0.45, 0.75] as const;
const LEAST_OPENING = 0.15;

/**
 * Creates the texture of a face found in a photo. Parts that the photo does not show well (the far side of a turned
 * head, skin under hair) are completed from the rest. Takes about half a second.
 */
export function prepareSource(
  photo: RgbaImage,
  face: Pick<TrackedFace, 'landmarks' | 'iris' | 'box' | 'pose'>,
  canonicalFace: CanonicalFace,
): FaceSource {
  const layout = createTextureLayout(canonicalFace, face.box.width > LARGE_FACE ? 512 : 256);
  const { size } = layout;
  const part = cutPart(photo, face, size);
  const gaze = createGaze();
  measureGaze(gaze, face.landmarks, face.iris);
  const shown = new Float32Array(DRAWN_POINT_COUNT * 3);
  shown.set(face.landmarks);
  positionIrises(shown, 3, gaze, gaze.reach);
  const facingOfPoints = new Float32Array(DRAWN_POINT_COUNT).fill(1);
  measureFacing(face.landmarks, layout.triangles, facingOfPoints);
  fillIrises(facingOfPoints);
  const far = findAvertedSide(facingOfPoints, sampleLight(part, face.landmarks));
  if (far?.isEyeHidden === true) {
    mirrorGaze(gaze, far.side);
  }
  positionIrises(layout.points, 2, gaze, gaze.reach);
  const mesh = {
    triangles: layout.drawn,
    to: { points: layout.points, step: 2, originX: 0, originY: 0, scale: 1 },
    from: { points: shown, step: 3, ...part.crop },
  };
  const { colours, facing } = drawTexture(part, mesh, { size, facing: facingOfPoints });
  const shape = toFrontalShape(face, canonicalFace);
  const surroundings = sampleSurroundings(photo, face.landmarks, layout);
  const hasGlasses = measurePhoto(part, face.landmarks, canonicalFace) > WORN;
  const isHidden = hasGlasses && areEyesHidden(colours, layout);
  const areBrowsHidden = hasGlasses && !isHidden && removeGlasses(colours, { facing, layout });
  completeSkin(colours, {
    facing,
    far,
    yaw: face.pose.yaw,
    layout,
    surroundings,
    hasGlasses: isHidden,
  });
  fillParting(colours, facing, layout);
  evenLips(colours, layout);
  // Behind glasses lids are hardly measured, and reflections are more likely than a wink.
  const openEyes = hasGlasses ? 1 : measureOpenEyes(shape);
  evenSides(colours, layout, { yaw: face.pose.yaw, openEyes });
  evenPhiltrum(colours, layout);
  relaxFolds(colours, layout, smileRelaxerOf(canonicalFace).measure(shape));
  return {
    canonicalFace,
    layout,
    shape,
    gaze,
    view: { yaw: face.pose.yaw, pitch: face.pose.pitch },
    colours,
    glasses: isHidden ? 'drawn' : hasGlasses ? 'removed' : 'none',
    mask: makeTextureMask(layout, measureParting(shape), { areBrowsHidden }),
  };
}

/** Returns how surely both eyes of a face are open, 0..1. */
function measureOpenEyes(shape: FrontalShape): number {
  const openings = [LEFT_EYE, RIGHT_EYE].map((outline) => computeOpening(shape, outline));
  return smoothstep(...OPEN, Math.min(...openings) / Math.max(LEAST_OPENING, ...openings));
}

/** Returns the certainty that the face of a photo wears glasses, 0..1. */
function measurePhoto(
  { red, green, blue, width, height, crop }: PhotoPart,
  landmarks: Float32Array,
  canonicalFace: CanonicalFace,
): number {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    pixels[index * 4] = red[index];
    pixels[index * 4 + 1] = green[index];
    pixels[index * 4 + 2] = blue[index];
  }
  const mesh = landmarks.map((value, at) => {
    const origin = at % 3 === 0 ? crop.originX : at % 3 === 1 ? crop.originY : 0;
    return (value - origin) * crop.scale;
  });
  return measureGlasses(toI420({ width, height, pixels }), mesh, canonicalFace);
}

/** Mirrors the gaze of the near eye to a far eye that it replaces. */
function mirrorGaze({ along, below, reach }: Gaze, farEye: 0 | 1): void {
  for (const values of [along, below, reach]) {
    values[farEye] = values[1 - farEye];
  }
}

/** Samples the brightness of the photo at every point of the mesh. */
function sampleLight({ green, width, crop }: PhotoPart, landmarks: Float32Array): Float32Array {
  const { originX, originY, scale } = crop;
  return Float32Array.from({ length: MESH_POINT_COUNT }, (_, point) => {
    const x = Math.floor((landmarks[point * 3] - originX) * scale);
    const y = Math.floor((landmarks[point * 3 + 1] - originY) * scale);
    return green[y * width + x];
  });
}

/** Part of a photo. */
interface PhotoPart {
  readonly red: Uint8Array;
  readonly green: Uint8Array;
  readonly blue: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly crop: { readonly originX: number; readonly originY: number; readonly scale: number };
}

/** Crops the surroundings of a face, reduced by an integer factor where the texture could not hold the detail. */
function cutPart(photo: RgbaImage, { box }: Pick<TrackedFace, 'box'>, size: number): PhotoPart {
  const factor = Math.max(1, Math.round(box.width / size));
  const originX = Math.floor(box.left) - 2 * factor;
  const originY = Math.floor(box.top) - 2 * factor;
  const width = Math.ceil(box.width / factor) + 5;
  const height = Math.ceil(box.height / factor) + 5;
  const planes = [0, 1, 2].map(() => new Uint8Array(width * height));
  for (let index = 0; index < width * height; index += 1) {
    const left = originX + (index % width) * factor;
    const top = originY + Math.floor(index / width) * factor;
    planes.forEach((plane, channel) => {
      let sum = 0;
      for (let tap = 0; tap < factor * factor; tap += 1) {
        const x = Math.max(0, Math.min(photo.width - 1, left + (tap % factor)));
        const y = Math.max(0, Math.min(photo.height - 1, top + Math.floor(tap / factor)));
        sum += photo.pixels[(y * photo.width + x) * 4 + channel];
      }
      plane[index] = sum / (factor * factor) + 0.5;
    });
  }
  const [red, green, blue] = planes;
  return {
    red: red,
    green: green,
    blue: blue,
    width,
    height,
    crop: { originX, originY, scale: 1 / factor },
  };
}
