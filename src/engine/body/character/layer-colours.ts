import { estimateForeground } from '../../vision/foreground.ts';
import { distanceTo } from '../../vision/regions.ts';
import { toTorsoLength } from '../joints.ts';
import { completeColours } from './complete-colours.ts';
import { HIDDEN, HIDDEN_SKIN, type LayerMask } from './layer-mask.ts';
import type { PersonView } from './person-view.ts';
import { findThroatColour, isLikeSkin } from './skin-colour.ts';
import { chinAt, toNeckSpace, toTorsoFrame } from './torso-frame.ts';

/** The colours of a layer, in a box of the view. */
export interface LayerImage {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha, not premultiplied. */
  readonly pixels: Uint8Array;
}

/** Margin around a layer, so that bilinear reading finds its edge. */
const MARGIN = 4;
const SEEN = 0.02;
/** Width of the rim of a hole with colours and shade of its occluder, in torso lengths, and its minimum in pixels. */
const RIM = 0.01;
const MIN_RIM = 1.2;
const SURELY_KNOWN = 0.95;
/** Height of the bands that holes are completed from, in torso lengths. */
const BAND = 0.16;
/** Hidden skin behind a chin is mirrored from below it; the distance below is this fraction of the distance above. */
const MIRRORED = 0.5;

/**
 * Returns the colours of a layer, completed where other parts hide it, and without the background that shines through
 * its edge.
 */
export async function colourLayer(
  view: PersonView,
  mask: LayerMask,
  pause: () => Promise<void>,
): Promise<LayerImage> {
  const box = findBox(view, mask.alpha);
  const crop = (plane: Float32Array): Float32Array => cropPlane(plane, view.width, box);
  const alpha = crop(mask.alpha);
  const known = crop(mask.known);
  const hole = Uint8Array.from(crop(Float32Array.from(mask.hole)));
  const { width, height } = box;
  let colours = new Float32Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const from = ((box.top + row) * view.width + box.left) * 3;
    colours.set(view.colours.subarray(from, from + width * 3), row * width * 3);
  }
  if (hole.includes(HIDDEN_SKIN)) {
    paintThroat(view, box, { hole, colours, known, alpha });
  }
  if (hole.includes(HIDDEN)) {
    const torsoLength = toTorsoLength(view.joints);
    const lent = mask.lent === undefined ? null : crop(Float32Array.from(mask.lent));
    colours = await complete({ ...box, colours, alpha, known, hole, lent, torsoLength }, pause);
  }
  const front = estimateForeground(
    colours,
    known.map((value, index) => (hole[index] === HIDDEN ? alpha[index] : value)),
    width,
  );
  const pixels = new Uint8Array(width * height * 4);
  for (let index = 0; index < alpha.length; index += 1) {
    pixels[index * 4] = front[index * 3] + 0.5;
    pixels[index * 4 + 1] = front[index * 3 + 1] + 0.5;
    pixels[index * 4 + 2] = front[index * 3 + 2] + 0.5;
    pixels[index * 4 + 3] = alpha[index] * 255 + 0.5;
  }
  return { ...box, pixels };
}

/** Paints the throat behind a chin: the throat below, mirrored, or the throat's colour where that is not skin. */
function paintThroat(
  view: PersonView,
  box: LayerBounds,
  {
    hole,
    colours,
    known,
    alpha,
  }: {
    readonly hole: Uint8Array;
    readonly colours: Float32Array;
    readonly known: Float32Array;
    readonly alpha: Float32Array;
  },
): void {
  const skin = findThroatColour(view);
  const torso = toTorsoFrame(view.joints);
  const { upX, upY, length } = torso.neck;
  for (let index = 0; index < hole.length; index += 1) {
    if (hole[index] !== HIDDEN_SKIN) {
      continue;
    }
    const x = box.left + (index % box.width);
    const y = box.top + Math.floor(index / box.width);
    const { up, aside } = toNeckSpace(torso, x, y);
    const down = (up - chinAt(torso, aside)) * (1 + MIRRORED) * length;
    const [column, row] = [Math.round(x - upX * down), Math.round(y - upY * down)];
    const isInside = column >= 0 && row >= 0 && column < view.width && row < view.height;
    const at = row * view.width + column;
    const isSeen = isInside && view.person[at] > SURELY_KNOWN;
    const [red, green, blue] = view.colours.subarray(at * 3, at * 3 + 3);
    colours.set(
      isSeen && isLikeSkin(skin, red, green, blue) ? [red, green, blue] : skin,
      index * 3,
    );
    known[index] = alpha[index];
  }
}

interface LayerBounds {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

async function complete(
  layer: LayerBounds & {
    readonly colours: Float32Array;
    readonly alpha: Float32Array;
    readonly known: Float32Array;
    readonly hole: Uint8Array;
    /** See {@link LayerMask}. */
    readonly lent: Float32Array | null;
    readonly torsoLength: number;
  },
  pause: () => Promise<void>,
): Promise<Float32Array<ArrayBuffer>> {
  const { width, height, colours, alpha, known, hole, lent, torsoLength } = layer;
  const rim = Math.max(MIN_RIM, torsoLength * RIM);
  const hidden = hole.map((value) => (value === HIDDEN ? 1 : 0));
  const near = distanceTo(hidden, width);
  const wide = hidden.map((value, index) =>
    value === 1 || (near[index] < rim && alpha[index] > 0) ? 1 : 0,
  );
  const isKnown = Uint8Array.from(known, (value, index) =>
    wide[index] === 0 && Math.max(value, lent?.[index] ?? 0) > SURELY_KNOWN ? 1 : 0,
  );
  if (!isKnown.includes(1)) {
    return Float32Array.from(colours);
  }
  const done = await completeColours(
    { width, height, colours, hole: wide, isKnown, bandRows: BAND * torsoLength },
    pause,
  );
  for (let index = 0; index < hole.length; index += 1) {
    if (wide[index] === 1) {
      // Completed colours count as known, so that the foreground is not estimated there again.
      known[index] = alpha[index];
    }
  }
  return done;
}

/** Returns the box around the visible part of a plane, with a margin; its sides are even. */
function findBox({ width, height }: PersonView, alpha: Float32Array): LayerBounds {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let index = 0; index < alpha.length; index += 1) {
    if (alpha[index] > SEEN) {
      const [x, y] = [index % width, Math.floor(index / width)];
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (right <= left) {
    return { left: 0, top: 0, width: 2, height: 2 };
  }
  const fromX = Math.max(0, left - MARGIN) & ~1;
  const fromY = Math.max(0, top - MARGIN) & ~1;
  return {
    left: fromX,
    top: fromY,
    width: (Math.min(width, right + MARGIN + 1) - fromX) & ~1,
    height: (Math.min(height, bottom + MARGIN + 1) - fromY) & ~1,
  };
}

function cropPlane(plane: Float32Array, stride: number, box: LayerBounds): Float32Array {
  const crop = new Float32Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.top + row) * stride + box.left;
    crop.set(plane.subarray(from, from + box.width), row * box.width);
  }
  return crop;
}
