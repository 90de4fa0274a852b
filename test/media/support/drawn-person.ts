/** A drawn person from head to feet with known joints, which tests use to track and animate the body. */
import sharp from 'sharp';
import { joint, JOINT_COUNT, JOINT_VALUES } from '../../../src/engine/body/joints.ts';
import type { RgbaImage } from '../../../src/engine/pixels/frame.ts';
import type { CanonicalFace } from '../../../src/engine/track/canonical-face.ts';
import type { Appearance } from '../../../tools/characters/appearances.ts';
import { drawNeck } from '../../../tools/characters/draw-body.ts';
import { svgFilters } from '../../../tools/characters/draw-character.ts';
import { drawFeatures } from '../../../tools/characters/draw-face.ts';
import { drawBackHair, drawFrontHair } from '../../../tools/characters/draw-hair.ts';
import { drawHead } from '../../../tools/characters/draw-head.ts';
import { shapeFace } from '../../../tools/characters/face-shape.ts';
import {
  gradient,
  mirrored,
  mixColours,
  smoothPath,
  type Spot,
} from '../../../tools/characters/paths.ts';
import { shadeFace } from '../../../tools/characters/shade-face.ts';

/** Degrees from hanging straight down, outwards positive: of the upper and of the lower part of the limb. */
export type LimbAngles = readonly [upper: number, lower: number];

/** Pose of a person. Left is the person's own, on the right of the image. */
export interface DrawnPose {
  readonly leftArm: LimbAngles;
  readonly rightArm: LimbAngles;
  readonly leftLeg: LimbAngles;
  readonly rightLeg: LimbAngles;
  /** Centimetres from the middle of the ground, to the right. */
  readonly shiftCm?: number | undefined;
  /** Degrees clockwise. */
  readonly lean?: number | undefined;
  readonly headTurn?: number | undefined;
}

/** A picture of a person. */
export interface DrawnPerson {
  readonly image: RgbaImage;
  /** In the engine's format; joints that are not drawn separately have visibility 0. */
  readonly joints: Float32Array;
}

/** Clothes of a drawn person; each comes with a sweater in the colours of their appearance. */
export type DrawnOutfit = 'trousers' | 'shorts' | 'skirt' | 'dress' | 'coat';

/** Size and content of the drawing. */
export interface DrawnStage {
  readonly width: number;
  readonly height: number;
  readonly appearance: Appearance;
  /** Height of the person, as a fraction of the picture's. */
  readonly part?: number | undefined;
  /** Clothes of the legs; trousers by default. */
  readonly outfit?: DrawnOutfit | undefined;
  readonly room?: 'wall' | 'garden' | undefined;
  /**
   * Offset of the person's shadow, relative to their height: to the right, and up the image. A dark spot at the feet
   * when absent.
   */
  readonly shadow?: readonly [aside: number, up: number] | undefined;
}

const [SHOULDER_X, SHOULDER_Y] = [17, 20];
const [HIP_X, HIP_Y] = [9, 70];
const [UPPER_ARM, FOREARM, HAND] = [28, 25, 17];
const [THIGH, SHIN, FOOT] = [42, 41, 8];
const HEAD_TOP = -14;
const GROUND_Y = HIP_Y + THIGH + SHIN + FOOT;
const SHORTER_NECK_CM = 2.6;
/** The head turns around this point of the neck. */
const NECK_Y_CM = 9;

type Colours = { readonly light: string; readonly base: string; readonly dark: string };

/** Person that is drawn in many poses; the head is drawn once. */
export async function createDrawnPerson(
  face: CanonicalFace,
  stage: DrawnStage,
): Promise<(pose: DrawnPose) => Promise<DrawnPerson>> {
  const {
    width,
    height,
    appearance,
    part = 0.86,
    room = 'wall',
    shadow,
    outfit = 'trousers',
  } = stage;
  const head = await drawWholeHead(face, appearance);
  const perCm = (height * part) / (GROUND_Y - HEAD_TOP);
  const groundY = height * (0.5 + part / 2);
  return async (pose) => {
    const lift = computeLift(pose);
    const originX = width / 2 + (pose.shiftCm ?? 0) * perCm;
    const originY = groundY - (GROUND_Y - lift) * perCm;
    const body = drawWholeBody(appearance, { head, pose, outfit });
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${svgFilters}</defs>` +
      drawRoom(room, width, height, groundY) +
      (shadow === undefined
        ? `<ellipse cx="${originX}" cy="${groundY}" rx="${30 * perCm}" ry="${4 * perCm}" fill="#000" opacity="0.3"/>`
        : drawShadow(shadow, { body, groundY, originX, originY, perCm })) +
      `<g transform="translate(${originX} ${originY}) scale(${perCm})">${body}</g></svg>`;
    const { data, info } = await sharp(Buffer.from(svg), { unlimited: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const joints = projectJoints(pose).map((value, at) =>
      at % JOINT_VALUES === 0
        ? originX + value * perCm
        : at % JOINT_VALUES === 1
          ? originY + value * perCm
          : value,
    );
    return {
      image: { width: info.width, height: info.height, pixels: new Uint8Array(data) },
      joints,
    };
  };
}

/** A body laid on the ground, dark. */
function drawShadow(
  [aside, up]: readonly [number, number],
  {
    body,
    groundY,
    originX,
    originY,
    perCm,
  }: {
    readonly body: string;
    readonly groundY: number;
    readonly originX: number;
    readonly originY: number;
    readonly perCm: number;
  },
): string {
  return (
    '<filter id="shadow"><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.4 0"/></filter>' +
    `<g filter="url(#shadow)"><g transform="matrix(1 0 ${-aside} ${up} ${groundY * aside} ${groundY * (1 - up)})">` +
    `<g transform="translate(${originX} ${originY}) scale(${perCm})">${body}</g></g></g>`
  );
}

/** Returns how much lower the body is than with straight legs. */
function computeLift({ leftLeg, rightLeg }: DrawnPose): number {
  const reach = ([upper, lower]: LimbAngles): number =>
    THIGH * Math.cos(toRadians(upper)) + SHIN * Math.cos(toRadians(lower));
  return THIGH + SHIN - Math.max(reach(leftLeg), reach(rightLeg));
}

async function drawWholeHead(face: CanonicalFace, appearance: Appearance): Promise<string> {
  const points = shapeFace(face, appearance);
  const stage = { width: 480, height: 560, perCm: 16, originX: 240, originY: 280 };
  const skin = await shadeFace(appearance, { points, triangles: face.triangles }, stage);
  return (
    drawHead(appearance, points) +
    `<image x="-15" y="-17.5" width="30" height="35" href="data:image/png;base64,${skin.toString('base64')}"/>` +
    drawFeatures(appearance, points) +
    drawFrontHair(appearance, points)
  );
}

function drawWholeBody(
  appearance: Appearance,
  {
    head,
    pose,
    outfit,
  }: { readonly head: string; readonly pose: DrawnPose; readonly outfit: DrawnOutfit },
): string {
  const { clothes, skin } = appearance;
  const shirt = { light: clothes.light, base: clothes.colour, dark: clothes.dark };
  const trousers = { light: '#8a7a5c', base: '#6b5d43', dark: '#40372a' };
  const bare = { light: skin.light, base: skin.base, dark: skin.shade };
  const isBare = outfit !== 'trousers' && outfit !== 'coat';
  const leg = (side: number, angles: LimbAngles): string =>
    drawLeg(side, angles, isBare ? bare : trousers) +
    (outfit === 'shorts' ? drawShortLeg(side, angles, trousers) : '');
  const arm = (side: number, angles: LimbAngles): string => drawArm(side, angles, shirt, skin);
  const turned = `rotate(${pose.headTurn ?? 0} 0 ${NECK_Y_CM})`;
  return (
    leg(1, pose.leftLeg) +
    leg(-1, pose.rightLeg) +
    (outfit === 'skirt' || outfit === 'dress' ? drawSkirt(outfit, pose, trousers) : '') +
    `<g transform="rotate(${pose.lean ?? 0} 0 ${HIP_Y})">` +
    `<g transform="${turned}">${drawBackHair(appearance)}</g>` +
    `<g transform="translate(0 ${-SHORTER_NECK_CM})">${drawNeck(appearance)}</g>` +
    drawTorso(shirt) +
    (outfit === 'coat'
      ? drawCoat(pose, { light: '#70757f', base: '#4b515c', dark: '#2b2f37' })
      : '') +
    `<g transform="${turned}">${head}</g>` +
    arm(1, pose.leftArm) +
    arm(-1, pose.rightArm) +
    '</g>'
  );
}

function drawTorso({ light, base, dark }: Colours): string {
  const shape: Spot[] = [
    [0, 15.6],
    [-6.6, 14.2],
    [-12, 16.4],
    [-18.6, 18.4],
    [-20.4, 22.5],
    [-18, 34],
    [-16, 46],
    [-16.2, 58],
    [-17.4, 73],
    [0, 74.5],
  ];
  const d = smoothPath(mirrored(shape), true);
  const stripes = [30, 38, 46, 54, 62]
    .map((y) => `<rect x="-24" y="${y}" width="48" height="2.4" fill="${light}" opacity="0.8"/>`)
    .join('');
  const folds = [26, 41, 57]
    .map(
      (y, index) =>
        `<path d="M${-13 + index * 3} ${y}Q${-2} ${y + 5} ${9 - index * 2} ${y + 9}" fill="none" stroke="${dark}" stroke-width="1.2" opacity="0.5" filter="url(#blur50)"/>`,
    )
    .join('');
  return (
    gradient(
      'torsoShade',
      [-20, 0, 20, 0],
      [
        [0, mixColours(base, dark, 0.6)],
        [0.3, light],
        [0.6, base],
        [1, dark],
      ],
    ) +
    `<clipPath id="torsoShape"><path d="${d}"/></clipPath>` +
    `<path d="${d}" fill="url(#torsoShade)"/><g clip-path="url(#torsoShape)">${stripes}${folds}` +
    `<rect x="-24" y="69" width="48" height="8" fill="${dark}" opacity="0.6"/></g>` +
    `<path d="M-6 14.6Q0 20 6 14.6" fill="none" stroke="${dark}" stroke-width="1.2"/>`
  );
}

/** A part of a limb from the origin downwards, its ends round. */
function drawPart(
  id: string,
  { length, from, to }: { readonly length: number; readonly from: number; readonly to: number },
  { light, base, dark }: Colours,
): string {
  const shape: Spot[] = [
    [0, -from],
    [-from * 0.8, -from * 0.55],
    [-from, 0],
    [(-from - to) * 0.52, length * 0.5],
    [-to, length],
    [-to * 0.75, length + to * 0.55],
    [0, length + to * 0.8],
  ];
  const d = smoothPath(mirrored(shape), true);
  return (
    gradient(
      id,
      [-from, 0, from, 0],
      [
        [0, mixColours(base, dark, 0.7)],
        [0.35, light],
        [0.65, base],
        [1, dark],
      ],
    ) +
    `<path d="${d}" fill="url(#${id})"/>` +
    `<path d="M${-from * 0.5} ${length * 0.2}Q0 ${length * 0.3} ${from * 0.6} ${length * 0.22}" fill="none" stroke="${dark}" stroke-width="0.8" opacity="0.5" filter="url(#blur25)"/>` +
    `<path d="M${-to * 0.6} ${length * 0.9}Q0 ${length} ${to * 0.6} ${length * 0.88}" fill="none" stroke="${dark}" stroke-width="0.8" opacity="0.5" filter="url(#blur25)"/>`
  );
}

function drawArm(
  side: number,
  [upper, lower]: LimbAngles,
  sleeve: Colours,
  { light, base, shade }: Appearance['skin'],
): string {
  const skin = { light, base, dark: shade };
  const name = side < 0 ? 'right' : 'left';
  const fingers = [-2.7, -0.9, 0.9, 2.6]
    .map(
      (x, index) =>
        `<rect x="${x - 0.85}" y="7" width="1.7" height="${[8, 9.4, 9, 7.4][index]}" rx="0.85" fill="${index % 2 === 0 ? base : mixColours(base, light, 0.6)}" stroke="${shade}" stroke-width="0.15"/>`,
    )
    .join('');
  const hand =
    fingers +
    `<g transform="translate(${side * -3} 3) rotate(${side * 28})"><rect x="-1" y="0" width="2" height="7.4" rx="1" fill="${base}" stroke="${shade}" stroke-width="0.15"/></g>` +
    drawPart(`${name}Palm`, { length: 6.4, from: 2.7, to: 3.6 }, skin);
  return (
    `<g transform="translate(${side * SHOULDER_X} ${SHOULDER_Y}) rotate(${-side * upper})">` +
    `<g transform="translate(0 ${UPPER_ARM}) rotate(${-side * (lower - upper)})">` +
    `<g transform="translate(0 ${FOREARM})">${hand}</g>` +
    drawPart(`${name}Forearm`, { length: FOREARM - 3, from: 4.6, to: 3.4 }, sleeve) +
    '</g>' +
    drawPart(`${name}UpperArm`, { length: UPPER_ARM, from: 6, to: 4.6 }, sleeve) +
    '</g>'
  );
}

function drawLeg(side: number, [upper, lower]: LimbAngles, cloth: Colours): string {
  const name = side < 0 ? 'right' : 'left';
  const shoe =
    `<path d="${smoothPath(
      [
        [-4.4, 0],
        [-5.4, 6],
        [-4.6, 9.6],
        [0, 11],
        [4.6, 9.6],
        [5.4, 6],
        [4.4, 0],
      ],
      true,
    )}" fill="#26282e"/>` +
    '<path d="M-5 8.6Q0 11.4 5 8.6L4.6 10.4Q0 12.4 -4.6 10.4Z" fill="#e9e6df"/>' +
    '<path d="M-2.4 3L2.4 3M-2.6 5L2.6 5" stroke="#f4f2ee" stroke-width="0.6"/>';
  return (
    `<g transform="translate(${side * HIP_X} ${HIP_Y}) rotate(${-side * upper})">` +
    `<g transform="translate(0 ${THIGH}) rotate(${-side * (lower - upper)})">` +
    `<g transform="translate(0 ${SHIN - 2}) rotate(${side * (lower - 8)})">${shoe}</g>` +
    drawPart(`${name}Shin`, { length: SHIN - 2, from: 6.6, to: 5 }, cloth) +
    '</g>' +
    drawPart(`${name}Thigh`, { length: THIGH, from: 9, to: 6.6 }, cloth) +
    '</g>'
  );
}

function drawShortLeg(side: number, [upper]: LimbAngles, cloth: Colours): string {
  const name = side < 0 ? 'rightShort' : 'leftShort';
  return (
    `<g transform="translate(${side * HIP_X} ${HIP_Y}) rotate(${-side * upper})">` +
    `${drawPart(name, { length: THIGH * 0.5, from: 10, to: 9.6 }, cloth)}</g>`
  );
}

/** Hems hang from the thighs, wide ones farther out; a dress lies close to both. */
function drawSkirt(kind: 'skirt' | 'dress', pose: DrawnPose, cloth: Colours): string {
  const [length, flare] = kind === 'skirt' ? [THIGH * 0.85, 9] : [THIGH * 1.15, 3];
  return drawCloth('skirt', cloth, [
    [-16, 62],
    [-18, 74],
    toHem(pose, -1, { length, flare }),
    toHem(pose, 1, { length, flare }),
    [18, 74],
    [16, 62],
  ]);
}

/** A coat is open in front, and hangs to the shins. */
function drawCoat(pose: DrawnPose, cloth: Colours): string {
  const half = (side: number): string =>
    drawCloth(side < 0 ? 'rightCoat' : 'leftCoat', cloth, [
      [side * 8, 16],
      [side * 19, 19],
      [side * 19, 45],
      [side * 20, 72],
      toHem(pose, side, { length: THIGH + SHIN * 0.4, flare: 8 }),
      [side * 4, HIP_Y + THIGH + SHIN * 0.4],
      [side * 4, 50],
    ]);
  return half(-1) + half(1);
}

function toHem(
  { leftLeg, rightLeg }: DrawnPose,
  side: number,
  { length, flare }: { readonly length: number; readonly flare: number },
): Spot {
  const angle = toRadians((side < 0 ? rightLeg : leftLeg)[0]);
  const x = HIP_X + length * Math.sin(angle) + 7 + flare;
  return [side * x, HIP_Y + length * Math.cos(angle)];
}

function drawCloth(id: string, { light, base, dark }: Colours, shape: readonly Spot[]): string {
  const d = `M${shape.map((spot) => spot.join(' ')).join('L')}Z`;
  const shades = gradient(
    id,
    [-26, 0, 26, 0],
    [
      [0, dark],
      [0.3, light],
      [0.55, base],
      [0.7, light],
      [1, dark],
    ],
  );
  return `${shades}<path d="${d}" fill="url(#${id})" stroke="${dark}" stroke-width="0.8" stroke-linejoin="round"/>`;
}

/** Joints in centimetres of the drawing. */
function projectJoints(pose: DrawnPose): Float32Array {
  const joints = new Float32Array(JOINT_COUNT * JOINT_VALUES);
  const set = (index: number, [x, y]: Spot): void => joints.set([x, y, 0, 1], index * JOINT_VALUES);
  const lean = toRadians(pose.lean ?? 0);
  const leaned = ([x, y]: Spot): Spot => turn([x, y], [0, HIP_Y], lean);
  const head = toRadians(pose.headTurn ?? 0);
  const onHead = (spot: Spot): Spot => leaned(turn(spot, [0, NECK_Y_CM], head));
  set(joint.nose, onHead([0, 1]));
  for (const [side, ids] of [
    [
      1,
      [
        joint.leftShoulder,
        joint.leftElbow,
        joint.leftWrist,
        joint.leftHip,
        joint.leftKnee,
        joint.leftAnkle,
        joint.leftEar,
        joint.leftIndex,
      ],
    ],
    [
      -1,
      [
        joint.rightShoulder,
        joint.rightElbow,
        joint.rightWrist,
        joint.rightHip,
        joint.rightKnee,
        joint.rightAnkle,
        joint.rightEar,
        joint.rightIndex,
      ],
    ],
  ] as const) {
    const [arm, leg] = side > 0 ? [pose.leftArm, pose.leftLeg] : [pose.rightArm, pose.rightLeg];
    const step = ([x, y]: Spot, length: number, degrees: number): Spot => [
      x + side * length * Math.sin(toRadians(degrees)),
      y + length * Math.cos(toRadians(degrees)),
    ];
    const shoulder: Spot = [side * SHOULDER_X, SHOULDER_Y];
    const elbow = step(shoulder, UPPER_ARM, arm[0]);
    const wrist = step(elbow, FOREARM, arm[1]);
    const hip: Spot = [side * HIP_X, HIP_Y];
    const knee = step(hip, THIGH, leg[0]);
    set(ids[0], leaned(shoulder));
    set(ids[1], leaned(elbow));
    set(ids[2], leaned(wrist));
    set(ids[3], hip);
    set(ids[4], knee);
    set(ids[5], step(knee, SHIN, leg[1]));
    set(ids[6], onHead([side * 7.6, -1]));
    set(ids[7], leaned(step(wrist, HAND, arm[1])));
  }
  return joints;
}

function turn([x, y]: Spot, [cx, cy]: Spot, angle: number): Spot {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function drawRoom(room: 'wall' | 'garden', width: number, height: number, groundY: number): string {
  const floorY = groundY - height * 0.12;
  if (room === 'garden') {
    const trees = [0.08, 0.3, 0.74, 0.94]
      .map(
        (x, index) =>
          `<rect x="${x * width - 6}" y="${floorY - height * 0.3}" width="12" height="${height * 0.3}" fill="#5b4632"/>` +
          `<circle cx="${x * width}" cy="${floorY - height * (0.34 + 0.03 * (index % 2))}" r="${width * 0.12}" fill="${index % 2 === 0 ? '#5f8b4c' : '#477a45'}"/>`,
      )
      .join('');
    return `<rect width="${width}" height="${height}" fill="#bcd7ee"/>${trees}<rect y="${floorY}" width="${width}" height="${height}" fill="#86a860"/>`;
  }
  return (
    `<defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#d8d2c6"/><stop offset="1" stop-color="#a9a498"/></linearGradient></defs>` +
    `<rect width="${width}" height="${height}" fill="url(#wall)"/>` +
    `<rect x="${width * 0.06}" y="${height * 0.1}" width="${width * 0.2}" height="${height * 0.2}" fill="#4f6d7a" stroke="#efe9dc" stroke-width="${width * 0.012}"/>` +
    `<rect y="${floorY}" width="${width}" height="${height - floorY}" fill="#8d6f52"/>` +
    `<rect y="${floorY - height * 0.012}" width="${width}" height="${height * 0.012}" fill="#efe9dc"/>`
  );
}
