/**
 * Builds the mask of each part of a person as a layer: the pixels that it owns, soft at its cuts, copies of its
 * neighbours where it joins them, and the area where other parts hide it.
 */
import type { Limb } from '../joints.ts';
import { distanceTo, selectBroad, selectConnected, threshold } from '../../vision/regions.ts';
import { smoothstep } from '../../vision/math.ts';
import { type BodyPart, type OwningPart, ownerOf } from './body-part.ts';
import type { DividedBody } from './divide-body.ts';
import { distanceToLimb, isArm, type LimbLine, measureLimb } from './limb-line.ts';
import type { PersonView } from './person-view.ts';
import { measureTorsoOutline } from './torso-outline.ts';
import {
  asideInTorso,
  chinAt,
  heightInTorso,
  toNeckSpace,
  type TorsoFrame,
} from './torso-frame.ts';

/** A layer in a view; one value per pixel. */
export interface LayerMask {
  /** Alpha of the layer, 0..1. */
  readonly alpha: Float32Array;
  /** Alpha of pixels whose colours the image shows, 0..1. */
  readonly known: Float32Array;
  /**
   * {@link HIDDEN} or {@link HIDDEN_SKIN} where another part hides the layer, so that colours have to be completed;
   * else 0.
   */
  readonly hole: Uint8Array;
  /** 1 for pixels of other parts that the hole may be completed from; absent for none. */
  readonly lent?: Uint8Array | undefined;
}

/** Content behind another part: cloth and skin as around it, or the skin of the throat. */
export const [HIDDEN, HIDDEN_SKIN] = [1, 2];

/** A person divided into parts. */
export interface LayeredBody {
  readonly view: PersonView;
  readonly torso: TorsoFrame;
  readonly lines: Readonly<Record<Limb, LimbLine>>;
  readonly divided: DividedBody;
}

/** Range in pixels over which a layer fades into its neighbour at a cut, so that no seam shows. */
const SEAM = [0, 2] as const;
/**
 * Circles of the torso that are copied at the root of a limb: position along its first bone, and radius in its half
 * widths.
 */
const ARM_COPY = { down: 0.04, reach: 1.25 };
const LEG_COPY = { down: 0.1, reach: 1.1 };
const SKIRT_COPY = { down: 0.62, reach: 1.1 };
/** Reach of a leg under a hand, in half widths, and the heights between which it becomes as wide as the hips at most. */
const UNDER_HAND = 1.1;
const LOWEST_HIP = [-0.7, -0.6] as const;
/** Height of the neck behind a chin, and the range of its soft half width, in neck lengths. */
const NECK_UP = 0.92;
const NECK_HALF = [0.24, 0.3] as const;
/**
 * Heights at which the outline of a neck is measured below hair that ends above them, in neck lengths, and where the
 * measurement begins beside the middle.
 */
const NECK_PLACES = [0.25, 0.32, 0.39, 0.46, 0.53, 0.6] as const;
const NECK_FROM = 0.1;
/**
 * Hair beside the neck: head puppets end at the jaw, and the hair would tear off there, so the torso layer keeps it. It
 * begins this far aside, farther by `CHEEK.aside` per length above `CHEEK.up`, and fades between the heights of
 * `HAIR_UP`; in neck lengths.
 */
const HAIR_ASIDE = 0.18;
const CHEEK = { up: 0.58, aside: 0.9 };
const HAIR_UP = [0.85, 1] as const;

/** Reach of single hairs, in torso lengths. */
const HAIR_RIM = 0.03;
/** Reach of the cloth beside an upper arm that looks like its sleeve, in half widths. */
const LENT_REACH = 2.2;

/** Number of points below a hand at which the outline of a thigh is measured, and where it begins along the bone. */
const THIGH_PLACES = 3;
const THIGH_FROM = -0.2;
/** Marks points outside of the view, where a thigh has no outline. */
const BEYOND_VIEW = -1;
/** Width of the soft side of a torso behind an arm, in pixels. */
const SIDE = 3;

/** Crumbs of torso and legs, and of arms with their fingers, are narrower than twice this (torsos). */
const CRUMB = 0.025;
const LIMB_CRUMB = 0.012;
const SEEN = 0.3;
/** Radius of the sure core around the middle of the torso (torso lengths) or the line of a limb (half widths). */
const ROOT = 0.3;
/**
 * Half width of strips of an arm, in its half widths, and the largest usual one in torso lengths: where arms are folded,
 * the half widths are measured over both of them.
 */
const STRIP = 0.6;
const USUAL_RADIUS = 0.11;
/** Distance from broad regions within which soft edges stay, in pixels. */
const EDGE = 2.5;

/** Returns the mask of a part. */
export function maskLayer(body: LayeredBody, part: BodyPart): LayerMask {
  return part === 'hair' ? maskHair(body) : maskPart(body, part);
}

/** Returns the mask of the hair over arms, which the torso's layer has too, below the arms. */
function maskHair({ view, divided: { owners, armHair } }: LayeredBody): LayerMask {
  const own = armHair ?? new Uint8Array(owners.length);
  const near = distanceTo(own, view.width);
  return {
    alpha: view.person.map((value, index) =>
      owners[index] === 0 ? 0 : value * (1 - smoothstep(...SEAM, near[index])),
    ),
    known: view.person.map((value, index) => value * own[index]),
    hole: new Uint8Array(own.length),
  };
}

function maskPart(body: LayeredBody, part: OwningPart): LayerMask {
  const { view, divided } = body;
  const { owners } = divided;
  const code = ownerOf[part];
  const own = owners.map((owner) => (owner === code ? 1 : 0));
  const near = distanceTo(own, view.width);
  const mask: LayerMask = {
    alpha: new Float32Array(own.length),
    known: new Float32Array(own.length),
    hole: new Uint8Array(own.length),
  };
  const join = computeJoin(body, part);
  for (let index = 0; index < own.length; index += 1) {
    if (owners[index] === 0) {
      continue;
    }
    const person = view.person[index];
    const x = index % view.width;
    const y = Math.floor(index / view.width);
    mask.alpha[index] = person * (1 - smoothstep(...SEAM, near[index]));
    mask.known[index] = person * own[index];
    if (own[index] === 0) {
      join({ mask, index, x, y, person, owner: owners[index] });
    }
  }
  if (isArmPart(part)) {
    hideUnderHair(mask, body, own);
  }
  dropCrumbs(mask, body, part);
  return isArmPart(part) && divided.armHair !== null && !divided.isSleeveless
    ? { ...mask, lent: lendCloth(body, part) }
    : mask;
}

function isArmPart(part: OwningPart): part is Limb {
  return part === 'leftArm' || part === 'rightArm';
}

/** Returns 1 for the cloth of the torso beside an upper arm, of which the sleeve under the hair is made. */
function lendCloth({ view, lines, divided: { owners, hair } }: LayeredBody, arm: Limb): Uint8Array {
  const measured = { distance: 0, bone: 0 };
  return owners.map((owner, index) => {
    if (owner !== ownerOf.torso || hair?.[index] === 1) {
      return 0;
    }
    measureLimb(measured, lines[arm], index % view.width, Math.floor(index / view.width));
    return measured.bone === 0 && measured.distance < LENT_REACH ? 1 : 0;
  });
}

/** Completes the rim of an arm beside hair over it: single hairs reach farther than the hair that was found. */
function hideUnderHair(
  mask: LayerMask,
  { view, torso, divided: { armHair } }: LayeredBody,
  own: Uint8Array,
): void {
  if (armHair === null) {
    return;
  }
  const near = distanceTo(armHair, view.width);
  for (let index = 0; index < own.length; index += 1) {
    if (own[index] === 1 && near[index] < HAIR_RIM * torso.length) {
      mask.hole[index] = HIDDEN;
      mask.known[index] = 0;
    }
  }
}

/** Removes crumbs that hang on a part by a thread where an arm was beside it; they would stay in the air. */
function dropCrumbs(mask: LayerMask, { view, torso, lines }: LayeredBody, part: OwningPart): void {
  if (part === 'head') {
    return;
  }
  const { width } = view;
  const { hips, up, length } = torso;
  const middle = { x: hips.x + up.x * length * 0.5, y: hips.y + up.y * length * 0.5 };
  const isRoot = (index: number): boolean => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return part === 'torso'
      ? Math.hypot(x - middle.x, y - middle.y) < ROOT * length
      : distanceToLimb(lines[part], x, y) < ROOT;
  };
  const seen = threshold(mask.alpha, SEEN);
  const radius = Math.max(1.5, length * (isTrunk(part) ? CRUMB : LIMB_CRUMB));
  const broad = selectBroad(seen, width, { radius, isRoot });
  const kept = isArmPart(part)
    ? dropStrips(broad, width, lines[part], USUAL_RADIUS * length)
    : broad;
  const near = distanceTo(kept, width);
  for (let index = 0; index < near.length; index += 1) {
    if (near[index] > EDGE) {
      mask.alpha[index] = 0;
      mask.known[index] = 0;
      mask.hole[index] = 0;
    }
  }
}

/**
 * Removes pieces of an arm that are apart from its upper bone and too thin to be a hand or forearm: what clothes before
 * the arm leave of its rim.
 */
function dropStrips(
  arm: Uint8Array<ArrayBuffer>,
  width: number,
  line: LimbLine,
  maxRadius: number,
): Uint8Array<ArrayBuffer> {
  const measured = { distance: 0, bone: 0 };
  const isRoot = (index: number): boolean => {
    measureLimb(measured, line, index % width, Math.floor(index / width));
    return measured.bone === 0 && measured.distance < ROOT;
  };
  const radius = STRIP * Math.min(line.radii[1], line.radii[2], maxRadius);
  const depth = distanceTo(
    arm.map((value) => 1 - value),
    width,
  );
  return selectConnected(arm, width, (index) => depth[index] > radius || isRoot(index));
}

function isTrunk(part: OwningPart): boolean {
  return part === 'torso' || part === 'leftLeg' || part === 'rightLeg';
}

interface JoinedPixel {
  readonly mask: LayerMask;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly person: number;
  readonly owner: number;
}

type Join = (pixel: JoinedPixel) => void;

function computeJoin(body: LayeredBody, part: OwningPart): Join {
  if (part === 'torso') {
    return joinTorso(body);
  }
  if (part === 'head') {
    return () => {};
  }
  return joinLimb(body, part);
}

function copyPixel({ mask, index, person }: JoinedPixel, weight: number): void {
  mask.alpha[index] = Math.max(mask.alpha[index], person * weight);
  mask.known[index] = Math.max(mask.known[index], person * weight);
}

function hidePixel({ mask, index, person }: JoinedPixel, weight: number, hole = HIDDEN): void {
  if (weight > 0) {
    mask.alpha[index] = Math.max(mask.alpha[index], person * weight);
    mask.hole[index] = hole;
  }
}

/** Returns the function that lets a limb overlap the torso at its root, and a leg continue under a hand. */
function joinLimb(body: LayeredBody, limb: Limb): Join {
  const { torso, lines, divided } = body;
  const line = lines[limb];
  const thigh = isArm(limb) ? null : findThighOutline(body, limb);
  const hips = isArm(limb) ? null : measureOutline(body);
  const [[fromX, fromY], [toX, toY]] = line.points;
  const copy = isArm(limb) ? ARM_COPY : divided.hasSkirt ? SKIRT_COPY : LEG_COPY;
  const x = fromX + (toX - fromX) * copy.down;
  const y = fromY + (toY - fromY) * copy.down;
  const reach = line.radii[0] * copy.reach;
  return (pixel) => {
    if (isArm(limb) && divided.armHair?.[pixel.index] === 1) {
      const distance = distanceToLimb(line, pixel.x, pixel.y);
      hidePixel(pixel, 1 - smoothstep(0.9, 1, distance));
    } else if (pixel.owner === ownerOf.torso) {
      const distance = Math.hypot(pixel.x - x, pixel.y - y) / reach;
      copyPixel(pixel, 1 - smoothstep(0.7, 1, distance));
    } else if (
      !isArm(limb) &&
      (pixel.owner === ownerOf.leftArm || pixel.owner === ownerOf.rightArm)
    ) {
      const distance = distanceToLimb(line, pixel.x, pixel.y);
      const under = 1 - smoothstep(UNDER_HAND - 0.1, UNDER_HAND, distance);
      const isHip = smoothstep(...LOWEST_HIP, heightInTorso(torso, pixel.x, pixel.y));
      const seen = hips === null ? 1 : 1 - isHip * (1 - hips(pixel.x, pixel.y));
      hidePixel(pixel, Math.min(seen, thigh === null ? under : thigh(pixel.x, pixel.y)));
    }
  };
}

/**
 * Returns the alpha of a thigh behind a hand, from its width right below the hand; null if its outline is not visible
 * there.
 */
function findThighOutline(
  { view, torso, lines, divided }: LayeredBody,
  leg: Limb,
): ((x: number, y: number) => number) | null {
  const [[fromX, fromY], [toX, toY]] = lines[leg].points;
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [unitX, unitY] = [(toX - fromX) / length, (toY - fromY) / length];
  const side = asideInTorso(torso, fromX, fromY) < 0 ? -1 : 1;
  const sign =
    side *
    (asideInTorso(torso, fromX - unitY, fromY + unitX) > asideInTorso(torso, fromX, fromY)
      ? 1
      : -1);
  const [outX, outY] = [-unitY * sign, unitX * sign];
  const seen: number[] = [];
  for (let down = 0.1; down < 1 && seen.length < THIGH_PLACES; down += 0.05) {
    const [x, y] = [fromX + (toX - fromX) * down, fromY + (toY - fromY) * down];
    let far = 0;
    let owner: number = ownerOf[leg];
    while (owner === ownerOf[leg]) {
      far += 1;
      const [column, row] = [Math.floor(x + outX * far), Math.floor(y + outY * far)];
      const isInside = column >= 0 && row >= 0 && column < view.width && row < view.height;
      owner = isInside ? divided.owners[row * view.width + column] : BEYOND_VIEW;
    }
    if (owner === 0 && far > 1) {
      seen.push(far);
    }
  }
  if (seen.length < THIGH_PLACES) {
    return null;
  }
  const half = seen.reduce((sum, far) => sum + far, 0) / seen.length;
  return (x, y) => {
    const [dx, dy] = [x - fromX, y - fromY];
    const aside = dx * outX + dy * outY;
    const down = (dx * unitX + dy * unitY) / length;
    const isBeside = down > THIGH_FROM && down < 1 && aside > -half;
    return isBeside ? 1 - smoothstep(half - SIDE, half, aside) : 0;
  };
}

/**
 * Returns the function that continues the torso behind arms, behind the chin as a neck, and under the beginning of
 * legs.
 */
function joinTorso(body: LayeredBody): Join {
  const { view, torso, divided } = body;
  const necks = [measureNeck(view, torso, -1), measureNeck(view, torso, 1)] as const;
  // If the image shows no legs, the torso continues to its edge.
  const hasLegs = divided.owners.some(
    (owner) => owner === ownerOf.leftLeg || owner === ownerOf.rightLeg,
  );
  const lowest = hasLegs ? -0.08 : Number.NEGATIVE_INFINITY;
  const outline = measureOutline(body);
  const usual = usualWidth(body);
  return (pixel) => {
    const { x, y, owner } = pixel;
    if (owner === ownerOf.head) {
      const { up, aside } = toNeckSpace(torso, x, y);
      if (aside > HAIR_ASIDE + CHEEK.aside * Math.max(0, up - CHEEK.up)) {
        copyPixel(pixel, 1 - smoothstep(...HAIR_UP, up));
        return;
      }
      // The throat below the chin is visible; behind the chin it is completed.
      if (up < chinAt(torso, aside)) {
        copyPixel(pixel, 1);
        return;
      }
      const half = necks[isOnLeft(torso, x, y) ? 1 : 0];
      const isNeck =
        (1 - smoothstep(half - (NECK_HALF[1] - NECK_HALF[0]), half, aside)) *
        (1 - smoothstep(NECK_UP - 0.1, NECK_UP, up));
      hidePixel(pixel, isNeck, HIDDEN_SKIN);
      return;
    }
    const height = heightInTorso(torso, x, y);
    const aside = Math.abs(asideInTorso(torso, x, y));
    const isArmPixel = owner === ownerOf.leftArm || owner === ownerOf.rightArm;
    if (!isArmPixel) {
      // The torso layer copies the beginning of trousers over the joint, fading out.
      const isNear = height < 0.3 && aside < usual(height) * 1.1 && !divided.hasSkirt;
      copyPixel(pixel, isNear ? smoothstep(-0.22, -0.08, height) : 0);
    } else if (height > lowest && height < 1.03) {
      hidePixel(pixel, outline(x, y));
    }
  };
}

/** Returns the half width of a torso at a height whose sides are hidden. */
function usualWidth({ torso, lines }: LayeredBody): (height: number) => number {
  const hips = torso.hipHalf + Math.min(lines.leftLeg.radii[0], lines.rightLeg.radii[0]);
  return (height) => hips + (torso.shoulderHalf - hips) * smoothstep(0.1, 0.9, height);
}

/** Returns the alpha of torso and hips behind arms, from their outline where it is seen. */
function measureOutline(body: LayeredBody): (x: number, y: number) => number {
  const { view, torso, divided } = body;
  const owned = { view, torso, owners: divided.owners };
  const usual = usualWidth(body);
  const outlines = [
    measureTorsoOutline(owned, -1, usual),
    measureTorsoOutline(owned, 1, usual),
  ] as const;
  return (x, y) => {
    const across = asideInTorso(torso, x, y);
    const half = outlines[across < 0 ? 0 : 1](heightInTorso(torso, x, y));
    return 1 - smoothstep(half - SIDE, half, Math.abs(across));
  };
}

function isOnLeft({ neck }: TorsoFrame, x: number, y: number): boolean {
  return (x - neck.x) * -neck.upY + (y - neck.y) * neck.upX > 0;
}

/**
 * Returns the half width of one side of a neck in neck lengths: that of its outline where hair ends above it, so that
 * no skin is completed beside a slender neck; the usual one where hair hides it. Masks have holes, so a single height
 * does not count.
 */
function measureNeck(
  { person, width, height }: PersonView,
  { neck }: TorsoFrame,
  side: 1 | -1,
): number {
  const halves = NECK_PLACES.map((up) => {
    for (let aside = NECK_FROM; aside < NECK_HALF[1]; aside += 0.01) {
      const across = side * aside;
      const x = Math.round(neck.x + (up * neck.upX - across * neck.upY) * neck.length);
      const y = Math.round(neck.y + (up * neck.upY + across * neck.upX) * neck.length);
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      if (isInside && person[y * width + x] < 0.5) {
        return aside;
      }
    }
    return NECK_HALF[1];
  });
  return halves.toSorted((a, b) => a - b)[1];
}
