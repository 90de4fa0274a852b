/** Aspect ratio of the badge. */
export const badgeAspect = 2.12;

/** Half width of a stroke, as a fraction of the badge's height. */
const STROKE = 0.052;
/** Antialiasing samples per axis of a pixel. */
const TAPS = 3;
/** Opacity of the badge's background, 0..1. */
const GROUND_ALPHA = 0.68;

/** Badge at one size: alpha of the background and of the white ink per pixel. */
export interface BadgeMask {
  readonly width: number;
  readonly height: number;
  readonly ground: Float32Array;
  readonly ink: Float32Array;
}

type Point = readonly [x: number, y: number];
type Line = readonly [from: Point, to: Point];

/** The letters "AI", in heights of the badge. */
const letters: readonly Line[] = [
  [
    [1.18, 0.72],
    [1.36, 0.28],
  ],
  [
    [1.36, 0.28],
    [1.54, 0.72],
  ],
  [
    [1.25, 0.58],
    [1.47, 0.58],
  ],
  [
    [1.75, 0.28],
    [1.75, 0.72],
  ],
];

/** Draws the badge: a dark pill with a mask and the letters "AI", which every viewer reads. */
export function drawBadgeMask(height: number): BadgeMask {
  const width = Math.round(height * badgeAspect);
  const ground = new Float32Array(width * height);
  const ink = new Float32Array(width * height);
  const weight = 1 / (TAPS * TAPS);
  for (let index = 0; index < width * height; index += 1) {
    for (let tap = 0; tap < TAPS * TAPS; tap += 1) {
      const x = ((index % width) + ((tap % TAPS) + 0.5) / TAPS) / height;
      const y = (Math.floor(index / width) + (Math.floor(tap / TAPS) + 0.5) / TAPS) / height;
      if (isInPill(x, y)) {
        ground[index]! += weight * GROUND_ALPHA;
      }
      if (isInMask(x, y) || letters.some((line) => isNear(line, x, y))) {
        ink[index]! += weight;
      }
    }
  }
  return { width, height, ground, ink };
}

function isInPill(x: number, y: number): boolean {
  const nearest = Math.max(0.5, Math.min(badgeAspect - 0.5, x));
  return Math.hypot(x - nearest, y - 0.5) <= 0.5;
}

/** Checks whether a point is in the eye mask, as in the app's icon. */
function isInMask(x: number, y: number): boolean {
  const dx = Math.abs(x - 0.64);
  const dy = y - 0.5;
  const isFace = (dx / 0.36) ** 2 + (dy / 0.2) ** 2 <= 1;
  const isEye = ((dx - 0.155) / 0.095) ** 2 + (dy / 0.07) ** 2 <= 1;
  const isNose = dx < 0.07 && dy > 0.1;
  return isFace && !isEye && !isNose;
}

function isNear([[ax, ay], [bx, by]]: Line, x: number, y: number): boolean {
  const [dx, dy] = [bx - ax, by - ay];
  const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
  const at = Math.max(0, Math.min(1, along));
  return Math.hypot(x - ax - at * dx, y - ay - at * dy) <= STROKE;
}
