import sharp from 'sharp';
import { contours, findNormals, type Point } from './face-shape.ts';
import type { Appearance } from './appearances.ts';

/** Image size with the mapping from centimetres to pixels. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  readonly perCm: number;
  readonly originX: number;
  readonly originY: number;
}

const LIGHT = normalise(-0.42, -0.5, 0.78);
const RIM = normalise(0.9, -0.1, 0.2);

/** Renders the shaded skin of a face by its mesh, as PNG of the stage's size. */
export async function shadeFace(
  appearance: Appearance,
  { points, triangles }: { readonly points: readonly Point[]; readonly triangles: Uint16Array },
  stage: Stage,
): Promise<Buffer> {
  const { width, height } = stage;
  const normals = findNormals(points, triangles);
  const field = new Float32Array(width * height * 3);
  const isFace = new Uint8Array(width * height);
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
    fill(
      corners.map((corner) => ({ at: points[corner]!, normal: normals[corner]! })),
      stage,
      {
        field,
        isFace,
      },
    );
  }
  const pixels = colour(appearance, field, isFace, { width, height });
  const oval = contours.oval.map((index) => points[index]!);
  const edge = oval
    .map(
      ({ x, y }) =>
        `${stage.originX + x * stage.perCm * 0.985},${stage.originY + y * stage.perCm * 0.985}`,
    )
    .join(' ');
  const mask = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon points="${edge}" fill="#fff"/></svg>`,
    ),
  )
    .blur(7)
    .extractChannel(3)
    .raw()
    .toBuffer();
  const skin = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .blur(2.6)
    .raw()
    .toBuffer();
  return sharp(skin, { raw: { width, height, channels: 3 } })
    .joinChannel(mask, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

function fill(
  corners: readonly { readonly at: Point; readonly normal: Point }[],
  { width, height, perCm, originX, originY }: Stage,
  { field, isFace }: { readonly field: Float32Array; readonly isFace: Uint8Array },
): void {
  const [a, b, c] = corners.map(({ at }) => ({
    x: originX + at.x * perCm,
    y: originY + at.y * perCm,
  }));
  const area = (b!.x - a!.x) * (c!.y - a!.y) - (b!.y - a!.y) * (c!.x - a!.x);
  if (Math.abs(area) < 1e-6) {
    return;
  }
  const xs = [a!.x, b!.x, c!.x];
  const ys = [a!.y, b!.y, c!.y];
  for (
    let row = Math.max(0, Math.floor(Math.min(...ys)));
    row <= Math.min(height - 1, Math.ceil(Math.max(...ys)));
    row += 1
  ) {
    for (
      let column = Math.max(0, Math.floor(Math.min(...xs)));
      column <= Math.min(width - 1, Math.ceil(Math.max(...xs)));
      column += 1
    ) {
      const v = ((column - a!.x) * (c!.y - a!.y) - (row - a!.y) * (c!.x - a!.x)) / area;
      const w = ((b!.x - a!.x) * (row - a!.y) - (b!.y - a!.y) * (column - a!.x)) / area;
      const u = 1 - v - w;
      if (u < -0.02 || v < -0.02 || w < -0.02) {
        continue;
      }
      const index = row * width + column;
      isFace[index] = 1;
      (['x', 'y', 'z'] as const).forEach((axis, channel) => {
        field[index * 3 + channel] =
          corners[0]!.normal[axis] * u +
          corners[1]!.normal[axis] * v +
          corners[2]!.normal[axis] * w;
      });
    }
  }
}

function colour(
  { skin, isMetal }: Appearance,
  field: Float32Array,
  isFace: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const light = toRgb(skin.light);
  const base = toRgb(skin.base);
  const shade = toRgb(skin.shade);
  const pixels = Buffer.alloc(width * height * 3);
  const half = normalise(LIGHT.x, LIGHT.y, LIGHT.z + 1);
  for (let index = 0; index < isFace.length; index += 1) {
    const [x, y, z] =
      isFace[index] === 1
        ? [field[index * 3]!, field[index * 3 + 1]!, field[index * 3 + 2]!]
        : [0, 0, 0.72];
    const length = Math.hypot(x, y, z) || 1;
    const lit = (x * LIGHT.x + y * LIGHT.y + z * LIGHT.z) / length;
    const rim = Math.max(0, (x * RIM.x + y * RIM.y + z * RIM.z) / length) ** 2 * 0.16;
    const glow =
      Math.max(0, (x * half.x + y * half.y + z * half.z) / length) ** (isMetal ? 40 : 26) *
      (isMetal ? 0.6 : 0.2);
    const weight = Math.min(1, Math.max(0, (lit + 0.18) / 1.14 + rim));
    for (let channel = 0; channel < 3; channel += 1) {
      const value =
        weight < 0.7
          ? mix(shade[channel]!, base[channel]!, smooth(weight / 0.7))
          : mix(base[channel]!, light[channel]!, smooth((weight - 0.7) / 0.36));
      pixels[index * 3 + channel] = Math.min(255, value + 255 * glow * 0.3);
    }
  }
  return pixels;
}

/** Parses `#rrggbb` to channels of 0..255. */
export function toRgb(text: string): [number, number, number] {
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function mix(a: number, b: number, weight: number): number {
  return a + (b - a) * weight;
}

function smooth(weight: number): number {
  return weight * weight * (3 - 2 * weight);
}

function normalise(x: number, y: number, z: number): Point {
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length };
}
