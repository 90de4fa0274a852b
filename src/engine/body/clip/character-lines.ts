/**
 * A character in layers as lines of a file, bit by bit: a line for each person with their joints, then one for each
 * layer; the ground of the first one at the end.
 */
import * as z from 'zod';
import { packedBytes, packedFloats, packedShorts, packValues } from '../../io/packed-values.ts';
import { parseLine, type ValueLines } from '../../io/value-lines.ts';
import type { RgbaImage } from '../../pixels/frame.ts';
import type { BodyLayers } from '../character/body-character.ts';
import type { LayerNet } from '../character/layer-net.ts';
import { JOINT_COUNT, JOINT_VALUES, limbs } from '../joints.ts';
import type { PreparedCharacter } from './prepared-character.ts';

const count = z.int().nonnegative();
/** More than any still has. */
const MAX_SIDE = 16_384;
const MAX_LAYERS = 16;
const side = z.int().positive().max(MAX_SIDE);
const size = { width: side, height: side };
const limb = z.enum(limbs);

const lineSchema = z.object({
  points: z.array(z.tuple([z.number(), z.number()])),
  radii: z.array(z.number()),
});

const headSchema = z.object({
  hasFootShadow: z.boolean(),
  views: z.array(z.enum(['right', 'left', 'back'])),
  tookMs: z.number(),
});

const bodySchema = z
  .object({
    ...size,
    joints: packedFloats.refine(({ length }) => length === JOINT_COUNT * JOINT_VALUES),
    alpha: packedBytes,
    lines: z.record(limb, lineSchema),
    shown: z.record(limb, z.boolean()),
    hasSkirt: z.boolean(),
    looseHair: z
      .object({
        left: z.number(),
        top: z.number(),
        cell: z.number(),
        columns: count,
        rows: count,
        weights: packedFloats,
      })
      .refine(({ columns, rows, weights }) => weights.length === columns * rows)
      .nullish(),
    layers: count.max(MAX_LAYERS),
  })
  .refine(({ width, height, alpha }) => alpha.length === width * height);

const layerSchema = z.object({
  part: z.enum(['torso', 'head', 'hair', ...limbs]),
  image: z
    .object({ ...size, left: z.int(), top: z.int(), pixels: packedBytes })
    .refine(hasAllPixels),
  net: z.object({ points: packedFloats, passes: z.array(packedShorts) }).refine(hasAllPoints),
});

const groundSchema = z.object({ ...size, pixels: packedBytes }).refine(hasAllPixels);

function hasAllPixels({ width, height, pixels }: RgbaImage): boolean {
  return pixels.length === width * height * 4;
}

/** Returns whether passes consist of triangles between points of the net. */
function hasAllPoints({ points, passes }: LayerNet): boolean {
  const count = points.length / 2;
  return (
    Number.isInteger(count) &&
    passes.every((pass) => pass.length % 3 === 0 && pass.every((point) => point < count))
  );
}

/** Lists the lines of a character. */
export function* listCharacterLines({
  front: { ground, hasFootShadow, ...front },
  bodies,
  tookMs,
}: PreparedCharacter): Generator<string, void> {
  yield `${packValues({ hasFootShadow, views: bodies.map(({ view }) => view), tookMs })}\n`;
  for (const body of [front, ...bodies.map((each) => each.body)]) {
    yield `${packValues({ ...body, layers: body.layers.length })}\n`;
    for (const layer of body.layers) {
      yield `${packValues(layer)}\n`;
    }
  }
  yield `${packValues(ground)}\n`;
}

/** Reads the lines of {@link listCharacterLines}; for `read` of `withLines`. */
export async function readCharacterLines(lines: ValueLines): Promise<PreparedCharacter> {
  const { hasFootShadow, views, tookMs } = parseLine(headSchema, await lines.next());
  const front = await readBody(lines);
  const bodies: PreparedCharacter['bodies'][number][] = [];
  for (const view of views) {
    bodies.push({ view, body: await readBody(lines) });
  }
  const ground = parseLine(groundSchema, await lines.next());
  return { front: { ...front, ground, hasFootShadow }, bodies, tookMs };
}

async function readBody(lines: ValueLines): Promise<BodyLayers> {
  const body = parseLine(bodySchema, await lines.next());
  const layers: BodyLayers['layers'][number][] = [];
  for (let at = 0; at < body.layers; at += 1) {
    layers.push(parseLine(layerSchema, await lines.next()));
  }
  return { ...body, layers };
}
