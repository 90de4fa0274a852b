/**
 * A character in layers as lines of a file, bit by bit: a line for each person with their joints, then one for each
 * layer; the ground of the first one at the end.
 */
import * as z from 'zod';
import { packedBytes, packedFloats, packedShorts, packValues } from '../../io/packed-values.ts';
import { parseLine, type ValueLines } from '../../io/value-lines.ts';
import type { BodyLayers } from '../character/body-character.ts';
import { limbs } from '../joints.ts';
import type { PreparedCharacter } from './prepared-character.ts';

const count = z.int().nonnegative();
const size = { width: count, height: count };
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

const bodySchema = z.object({
  ...size,
  joints: packedFloats,
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
    .nullish(),
  layers: count,
});

const layerSchema = z.object({
  part: z.enum(['torso', 'head', 'hair', ...limbs]),
  image: z.object({ ...size, left: z.int(), top: z.int(), pixels: packedBytes }),
  net: z.object({ points: packedFloats, passes: z.array(packedShorts) }),
});

const groundSchema = z.object({ ...size, pixels: packedBytes });

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
