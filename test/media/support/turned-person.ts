/**
 * A person from head to feet who stands or walks at any angle: a solid body seen by a distant camera, drawn part by
 * part.
 */
import sharp from 'sharp';
import { openVideoWriter } from '../../../src/engine/io/video/video-writer.ts';
import type { RgbaImage } from '../../../src/engine/pixels/frame.ts';
import { toVideoFrame } from '../../../src/engine/talk/avatar/to-frame.ts';

/** Pose of a turned person. Degrees; swings are forwards. */
interface TurnedPose {
  /** 0 towards the camera, 90 facing the right of the image, 180 away from it. */
  readonly yaw: number;
  readonly leftArm?: number | undefined;
  readonly rightArm?: number | undefined;
  readonly leftLeg?: number | undefined;
  readonly rightLeg?: number | undefined;
  /** Angle of both arms away from the body. */
  readonly spread?: number | undefined;
}

/** Colours of a person. */
interface TurnedColours {
  readonly shirt: string;
  readonly trousers: string;
  readonly hair: string;
  readonly wall: string;
}

/** Colours of a person who drives others. */
const turningDriver: TurnedColours = {
  shirt: '#3f6f9f',
  trousers: '#3a3f4a',
  hair: '#3a2a1c',
  wall: '#cfcac0',
};

/** Colours of a person who is moved. */
const turnedCharacter: TurnedColours = {
  shirt: '#b4452f',
  trousers: '#5b6b45',
  hair: '#8a5a22',
  wall: '#d9e0e4',
};

type Place = readonly [x: number, y: number, z: number];
/** Farther than any other part is behind the middle of the body. */
const BELOW = 200;
interface Part {
  readonly depth: number;
  readonly svg: string;
}

const SKIN = '#d9a886';
const SKIN_DARK = '#b98463';
const [HEAD_TOP, HEAD_Y, SHOULDER_Y, HIP_Y, GROUND_Y] = [-14, 0, 20, 72, 164];

/** Draws a person with the given fraction of the image's height, and the feet near its lower edge. */
async function drawTurnedPerson(
  { width, height }: Size,
  pose: TurnedPose,
  colours: TurnedColours,
): Promise<RgbaImage> {
  const perCm = (height * 0.84) / (GROUND_Y - HEAD_TOP);
  const groundY = height * 0.94 + computeLift(pose) * perCm;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    '<defs><filter id="soft"><feGaussianBlur stdDeviation="1.2"/></filter></defs>' +
    `<rect width="${width}" height="${height}" fill="${colours.wall}"/>` +
    `<rect y="${height * 0.83}" width="${width}" height="${height * 0.17}" fill="#8f7a62"/>` +
    `<g transform="translate(${width / 2} ${groundY - GROUND_Y * perCm}) scale(${perCm})">` +
    `<ellipse cx="0" cy="${GROUND_Y - computeLift(pose)}" rx="26" ry="4" fill="#000" opacity="0.25"/>` +
    `${drawBody(pose, colours)}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg), { unlimited: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: new Uint8Array(data) };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Writes a still of the character, turned by this angle. */
export async function writeTurnedStill(path: string, size: Size, yaw: number): Promise<void> {
  const { pixels, width, height } = await drawTurnedPerson(size, { yaw }, turnedCharacter);
  await sharp(pixels, { raw: { width, height, channels: 4 } }).toFile(path);
}

const colour = { matrix: 'bt709', isFullRange: false } as const;
/** Degrees of a swing, and swings in a second. */
const [ARM_SWING, LEG_SWING, STEPS_HZ] = [26, 20, 1.2];

/** Returns the pose of a person who walks on the spot at a yaw. */
function walkTurned(sec: number, yaw: number): TurnedPose {
  const swing = Math.sin(sec * 2 * Math.PI * STEPS_HZ);
  return {
    yaw,
    leftArm: ARM_SWING * swing,
    rightArm: -ARM_SWING * swing,
    leftLeg: -LEG_SWING * swing,
    rightLeg: LEG_SWING * swing,
  };
}

/** Writes a clip of a person who walks on the spot and turns by this many degrees, first to the right of the image. */
export async function writeTurningClip(
  path: string,
  {
    width,
    height,
    seconds,
    framesPerSecond,
    turn = 360,
  }: Size & {
    readonly seconds: number;
    readonly framesPerSecond: number;
    readonly turn?: number | undefined;
  },
): Promise<void> {
  const writer = await openVideoWriter(path, {
    size: { width, height },
    colour,
    frameRate: { num: framesPerSecond, den: 1 },
  });
  const count = Math.round(seconds * framesPerSecond);
  for (let index = 0; index < count; index += 1) {
    const pose = walkTurned(index / framesPerSecond, (turn * index) / count);
    const image = await drawTurnedPerson({ width, height }, pose, turningDriver);
    await writer.write(toVideoFrame(image, colour), {
      timestampUs: Math.round((index * 1e6) / framesPerSecond),
      durationUs: Math.round(1e6 / framesPerSecond),
    });
  }
  await writer.finish();
}

/** Returns the height of the feet above the ground. */
function computeLift({ leftLeg = 0, rightLeg = 0 }: TurnedPose): number {
  return (1 - Math.max(Math.cos(toRadians(leftLeg)), Math.cos(toRadians(rightLeg)))) * 83;
}

function drawBody(pose: TurnedPose, colours: TurnedColours): string {
  const yaw = toRadians(pose.yaw);
  const turn = ([x, y, z]: Place): Place => [
    x * Math.cos(yaw) + z * Math.sin(yaw),
    y,
    z * Math.cos(yaw) - x * Math.sin(yaw),
  ];
  const legs = [
    ...drawLeg(1, pose.leftLeg ?? 0, colours, turn),
    ...drawLeg(-1, pose.rightLeg ?? 0, colours, turn),
  ];
  const parts = [
    // The shirt hangs over the trousers.
    ...legs.map(({ depth, svg }) => ({ depth: depth - BELOW, svg })),
    ...drawArm(1, pose.leftArm ?? 0, { pose, colours, turn }),
    ...drawArm(-1, pose.rightArm ?? 0, { pose, colours, turn }),
    { depth: 0, svg: drawTorso(yaw, colours) },
    { depth: 0.1, svg: drawHead(yaw, colours, turn) },
  ];
  return parts
    .toSorted((a, b) => a.depth - b.depth)
    .map(({ svg }) => svg)
    .join('');
}

function drawTorso(yaw: number, { shirt }: TurnedColours): string {
  const [wide, deep] = [Math.abs(Math.cos(yaw)), Math.abs(Math.sin(yaw))];
  const half = (across: number, along: number): number => Math.hypot(across * wide, along * deep);
  const [top, chest, waist, hips] = [half(18, 8), half(19, 12), half(15, 10), half(17, 11)];
  const right = `${half(6, 6)} 14 ${top} 17 ${top} 22`;
  const d =
    `M0 14C${right}C${chest} 32 ${waist} 44 ${waist} 52C${hips} 60 ${hips} 70 ${hips} 76L0 78` +
    `L${-hips} 76C${-hips} 70 ${-hips} 60 ${-waist} 52C${-waist} 44 ${-chest} 32 ${-top} 22C${-top} 17 ${-half(6, 6)} 14 0 14Z`;
  const shade = `<linearGradient id="shirt" x1="0" x2="1"><stop offset="0" stop-color="${mix(shirt, '#000000', 0.3)}"/><stop offset="0.4" stop-color="${mix(shirt, '#ffffff', 0.15)}"/><stop offset="1" stop-color="${mix(shirt, '#000000', 0.35)}"/></linearGradient>`;
  const front = Math.cos(yaw) > 0.9;
  const middle = 12 * Math.sin(yaw);
  const collar = front
    ? `<path d="M${middle - 6} 14.5Q${middle} 22 ${middle + 6} 14.5" fill="${SKIN}"/><path d="M${middle} 22V76" stroke="${mix(shirt, '#000000', 0.5)}" stroke-width="0.8"/>`
    : '';
  return `${shade}<path d="${d}" fill="url(#shirt)"/>${collar}<path d="M${-hips} 73H${hips}V77H${-hips}Z" fill="#2a2a2e"/>`;
}

function drawHead(yaw: number, { hair }: TurnedColours, turn: (place: Place) => Place): string {
  const [facing, aside] = [Math.cos(yaw), Math.sin(yaw)];
  const neck = `<path d="M-5 4H5V17H-5Z" fill="${SKIN_DARK}" transform="translate(${aside * 1.5} 0)"/>`;
  const skull = `<ellipse cx="0" cy="${HEAD_Y - 3}" rx="${9.2 + Math.abs(aside)}" ry="11.4" fill="${hair}"/>`;
  if (facing < -0.35) {
    return `${neck}${skull}<ellipse cx="0" cy="6" rx="6" ry="5" fill="${hair}"/>`;
  }
  const faceX = aside * 4.2;
  const face = `<path d="M${faceX - 7.2} -6Q${faceX - 7.6} 5 ${faceX - 3 + aside} 10.4Q${faceX + aside} 12.4 ${faceX + 3 + aside} 10.4Q${faceX + 7.6} 5 ${faceX + 7.2} -6Q${faceX} -11 ${faceX - 7.2} -6Z" fill="${SKIN}"/>`;
  const nose =
    Math.abs(aside) > 0.35
      ? `<path d="M${aside * 10.4} -3L${aside * 14} 3.4L${aside * 10.2} 4.6Z" fill="${SKIN}"/>`
      : `<path d="M${faceX} -2L${faceX + 1.6} 3.4L${faceX - 1.6} 3.6Z" fill="${SKIN_DARK}"/>`;
  const eyes = [-1, 1].map((side) => {
    const [x, , z] = turn([side * 3.6, 0, 8.4]);
    const narrow = Math.max(0.3, z / 9);
    return z < 1
      ? ''
      : `<ellipse cx="${x}" cy="-2.4" rx="${1.9 * narrow}" ry="1.1" fill="#fff"/><circle cx="${x + aside * 0.4}" cy="-2.4" r="0.9" fill="#2a1c14"/>` +
          `<path d="M${x - 2 * narrow} -4.6H${x + 2 * narrow}" stroke="${mix(hair, '#000000', 0.4)}" stroke-width="0.9"/>`;
  });
  const [mouthX] = turn([0, 0, 9]);
  const mouth = `<path d="M${mouthX - 2.6 * Math.max(0.4, facing)} 6.6Q${mouthX} 7.8 ${mouthX + 2.6 * Math.max(0.4, facing)} 6.6" fill="none" stroke="#9a4a44" stroke-width="1.1"/>`;
  const ears = [-1, 1].map((side) => {
    const [x, , z] = turn([side * 8.8, 0, -0.5]);
    return z < -3
      ? ''
      : `<ellipse cx="${x}" cy="0" rx="1.5" ry="2.6" fill="${SKIN}" stroke="${SKIN_DARK}" stroke-width="0.4"/>`;
  });
  return `${neck}${skull}${face}${nose}${eyes.join('')}${mouth}${ears.join('')}`;
}

function drawArm(
  side: number,
  swing: number,
  {
    pose: { spread = 10 },
    colours: { shirt },
    turn,
  }: {
    readonly pose: TurnedPose;
    readonly colours: TurnedColours;
    readonly turn: (place: Place) => Place;
  },
): Part[] {
  const shoulder: Place = [side * 18, SHOULDER_Y + 3, 0];
  const elbow = reach(shoulder, 28, swing, side * spread);
  const wrist = reach(elbow, 25, swing + Math.max(8, swing * 0.4), side * spread * 0.7);
  const tip = reach(wrist, 14, swing + Math.max(8, swing * 0.4), side * spread * 0.7);
  const skin = mix(SKIN, '#000000', side > 0 ? 0 : 0.04);
  return [
    ...drawBones([shoulder, elbow, wrist], { colour: shirt, widths: [11.4, 8.4], turn }),
    ...drawBones([wrist, tip], { colour: skin, widths: [6.4], turn }),
  ];
}

function drawLeg(
  side: number,
  swing: number,
  { trousers }: TurnedColours,
  turn: (place: Place) => Place,
): Part[] {
  const hip: Place = [side * 9, HIP_Y + 2, 0];
  const knee = reach(hip, 42, swing, side * 4);
  const ankle = reach(knee, 41, swing - Math.max(0, swing * 0.4) - 4, side * 2);
  const heel: Place = [ankle[0], ankle[1] + 4, ankle[2] - 4];
  const toe: Place = [ankle[0], ankle[1] + 5, ankle[2] + 15];
  return [
    ...drawBones([heel, toe], { colour: '#26282e', widths: [8], turn }),
    ...drawBones([hip, knee, ankle], { colour: trousers, widths: [16.5, 12], turn }),
  ];
}

/** Degrees forwards, and to the person's left. */
function reach([x, y, z]: Place, length: number, forwards: number, aside: number): Place {
  const [swing, out] = [toRadians(forwards), toRadians(aside)];
  return [
    x + length * Math.sin(out),
    y + length * Math.cos(swing) * Math.cos(out),
    z + length * Math.sin(swing) * Math.cos(out),
  ];
}

function drawBones(
  places: readonly Place[],
  {
    colour,
    widths,
    turn,
  }: {
    readonly colour: string;
    readonly widths: readonly number[];
    readonly turn: (place: Place) => Place;
  },
): Part[] {
  const turned = places.map(turn);
  const depth = turned.reduce((sum, [, , z]) => sum + z, 0) / turned.length;
  const bones = (shift: number, tone: string, part: number): string =>
    widths
      .map((width, bone) => {
        const [[ax, ay], [bx, by]] = [turned[bone]!, turned[bone + 1]!];
        return `<path d="M${ax + shift} ${ay}L${bx + shift} ${by}" stroke="${tone}" stroke-width="${width * part}" stroke-linecap="round"/>`;
      })
      .join('');
  return [
    {
      depth,
      svg:
        bones(0, mix(colour, '#000000', 0.32), 1) +
        bones(-0.4, colour, 0.8) +
        `<g filter="url(#soft)">${bones(-1.2, mix(colour, '#ffffff', 0.18), 0.3)}</g>`,
    },
  ];
}

function mix(a: string, b: string, part: number): string {
  const read = (text: string): number[] =>
    [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  const other = read(b);
  return `#${read(a)
    .map((value, at) =>
      Math.round(value + (other[at]! - value) * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
