import type { Point } from './face-shape.ts';

/** Point of a drawing in centimetres. */
export type Spot = readonly [x: number, y: number];

/** Creates a generator of pseudorandom numbers, deterministic by its seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns an SVG path through points, a Catmull-Rom spline. */
export function smoothPath(spots: readonly Spot[], isClosed: boolean): string {
  const count = spots.length;
  const at = (index: number): Spot =>
    isClosed ? spots[(index + count) % count]! : spots[Math.min(count - 1, Math.max(0, index))]!;
  const parts = [`M${text(at(0))}`];
  for (let index = 0; index < (isClosed ? count : count - 1); index += 1) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const first: Spot = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const second: Spot = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    parts.push(`C${text(first)} ${text(second)} ${text(c)}`);
  }
  return parts.join('') + (isClosed ? 'Z' : '');
}

/** Returns points followed by their mirror images in reverse order. */
export function mirrored(spots: readonly Spot[]): Spot[] {
  return [...spots, ...spots.toReversed().map(([x, y]): Spot => [-x, y])];
}

/** Converts mesh points to points of a drawing. */
export function listSpots(points: readonly Point[], indices: readonly number[]): Spot[] {
  return indices.map((index): Spot => [points[index]!.x, points[index]!.y]);
}

/** Returns the mean of points. */
export function computeMiddle(spots: readonly Spot[]): Spot {
  const sum = spots.reduce<Spot>(([x, y], spot) => [x + spot[0], y + spot[1]], [0, 0]);
  return [sum[0] / spots.length, sum[1] / spots.length];
}

/** Interpolates between two colours. */
export function mixColours(a: string, b: string, weight: number): string {
  const channel = (text: string, shift: number): number =>
    (Number.parseInt(text.slice(1), 16) >> shift) & 255;
  const mixed = [16, 8, 0].map((shift) =>
    Math.round(channel(a, shift) + (channel(b, shift) - channel(a, shift)) * weight)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

/** Returns an SVG linear gradient in centimetres. */
export function gradient(
  id: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string {
  return `<defs><linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${readStops(stops)}</linearGradient></defs>`;
}

/** Returns an SVG radial gradient in centimetres. */
export function radial(
  id: string,
  [cx, cy, r]: readonly [number, number, number],
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string {
  return `<defs><radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}">${readStops(stops)}</radialGradient></defs>`;
}

function readStops(
  stops: readonly (readonly [offset: number, colour: string, opacity?: number])[],
): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
}

function text([x, y]: Spot): string {
  return `${x.toFixed(3)} ${y.toFixed(3)} `;
}
