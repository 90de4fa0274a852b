import { z } from 'zod';
import { AppError } from '../../../src/base/errors.ts';
import { widenFloat16 } from '../../../src/engine/models/float16.ts';
import type { Weights } from '../onnx/channels-first.ts';

const attributeSchema = z.object({
  /** Base64. */
  s: z.string().optional(),
  b: z.boolean().optional(),
  list: z
    .object({
      i: z.array(z.coerce.number()).optional(),
      s: z.array(z.string()).optional(),
    })
    .optional(),
  shape: z.object({ dim: z.array(z.object({ size: z.coerce.number() })).optional() }).optional(),
});

const nodeSchema = z.object({
  name: z.string(),
  op: z.string(),
  input: z.array(z.string()).default([]),
  attr: z.record(z.string(), attributeSchema).default({}),
});

const weightSchema = z.object({
  name: z.string(),
  shape: z.array(z.number()),
  dtype: z.string(),
  quantization: z
    .object({ dtype: z.string(), scale: z.number().optional(), min: z.number().optional() })
    .optional(),
});

const graphSchema = z.object({
  modelTopology: z.object({ node: z.array(nodeSchema) }),
  weightsManifest: z.array(z.object({ weights: z.array(weightSchema) })),
});

/** Operator of a TFJS graph model. */
export type TfjsNode = z.output<typeof nodeSchema>;
type TfjsWeight = z.output<typeof weightSchema>;

/** TFJS graph model with its weights converted to float32. */
export interface TfjsModel {
  readonly nodes: readonly TfjsNode[];
  readonly weights: ReadonlyMap<string, Weights>;
}

/**
 * Parses a TFJS graph model from its JSON and the single file of weights beside it. Throws `unsupported_format` when
 * they do not match.
 */
export function readTfjs(graphText: string, weightBytes: Uint8Array): TfjsModel {
  const parsed = graphSchema.safeParse(JSON.parse(graphText));
  if (!parsed.success) {
    throw new AppError('unsupported_format', 'The file is no TFJS graph model.', {
      cause: parsed.error,
    });
  }
  const weights = new Map<string, Weights>();
  let offset = 0;
  for (const entry of parsed.data.weightsManifest.flatMap((group) => group.weights)) {
    const count = entry.shape.reduce((product, dim) => product * dim, 1);
    const sizeBytes = count * bytesPerWeight(entry);
    if (offset + sizeBytes > weightBytes.length) {
      throw new AppError('unsupported_format', `The weights of ${entry.name} are cut off.`);
    }
    // Copied, because `slice` of a Buffer returns a view, whose offset may not be a multiple of four.
    const bytes = Uint8Array.from(weightBytes.subarray(offset, offset + sizeBytes));
    weights.set(entry.name, { shape: entry.shape, values: readValues(entry, bytes, count) });
    offset += sizeBytes;
  }
  return { nodes: parsed.data.modelTopology.node, weights };
}

function bytesPerWeight({ dtype, quantization }: TfjsWeight): number {
  switch (quantization?.dtype ?? dtype) {
    case 'float32':
    case 'int32':
      return 4;
    case 'float16':
      return 2;
    case 'uint8':
      return 1;
    default:
      throw new AppError(
        'unsupported_format',
        `Weights of type ${quantization?.dtype ?? dtype} are not supported; float32, float16, int32 and uint8 are.`,
      );
  }
}

function readValues(
  { dtype, quantization }: TfjsWeight,
  bytes: Uint8Array<ArrayBuffer>,
  count: number,
): Float32Array | Int32Array {
  if (quantization?.dtype === 'float16') {
    return widenFloat16(bytes, count);
  }
  if (quantization?.dtype === 'uint8') {
    const { scale = 1, min = 0 } = quantization;
    return Float32Array.from(bytes, (value) => value * scale + min);
  }
  return dtype === 'int32' ? new Int32Array(bytes.buffer) : new Float32Array(bytes.buffer);
}
