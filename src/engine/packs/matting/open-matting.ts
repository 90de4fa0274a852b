/** Opens a matting network and runs it on frames. */
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { SessionPool } from '../../models/pool/session-pool.ts';
import type { I420Frame } from '../../pixels/frame.ts';
import { createRegion } from '../../pixels/region.ts';
import { sampleI420 } from '../../pixels/sample-i420.ts';
import { createSampleTarget } from '../../pixels/sample-target.ts';
import type { Matte } from '../../track/person-matte.ts';
import type { OpenPacksOptions } from '../open-packs.ts';
import type { MattingFamily } from '../recognise/matting-families.ts';
import type { MattingMemory } from '../recognise/matting/matting-signature.ts';
import type { FloatPort } from '../recognise/voices/ports.ts';
import type { RecognisedMattingPack } from '../recognised-pack.ts';
import { openPackFile, type PackFacts } from '../run/pack-session.ts';
import { toFloats, listTensor } from '../run/tensors.ts';

/** Loaded matting network. */
export interface OpenedMatting {
  /** Returns its provider, with its mean run time so far. */
  readonly facts: () => PackFacts;
  /**
   * Computes the matte of a whole frame, in its own memory. Calls must not overlap. Throws `processing_failed`, and the
   * reason of the signal as soon as it fires.
   */
  matte(frame: I420Frame, signal?: AbortSignal): Promise<Matte>;
  /** Resets the recurrent state before an unrelated frame. */
  forget(): void;
  /** Frees the model. The pool stays open. */
  close(): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

type Memory = Readonly<Record<string, PoolTensor>>;

/** Longer side to which recurrent networks downsample for their coarse pass. */
const COARSE_LONG_SIDE = 384;
/** Side that a network of open size is measured with. */
const MIN_SIDE = 256;

/** Loads a network into a pool. Throws `processing_failed` when it cannot be loaded. */
export async function openMatting(
  pool: SessionPool,
  pack: RecognisedMattingPack,
  { threads = 1, nowMs = () => performance.now(), ...options }: OpenPacksOptions = {},
): Promise<OpenedMatting> {
  const { signature, family } = pack.found;
  const { image, output, memory, size: fixed } = signature;
  const measured = fixed ?? { width: MIN_SIDE, height: MIN_SIDE };
  const session = await openPackFile(pool, pack, {
    threads,
    nowMs,
    ...options,
    outputs: [output, ...(memory?.states.map((state) => state.output) ?? [])],
    createFeeds: () => ({
      [image.name]: toTensor(
        image,
        new Float32Array(3 * measured.width * measured.height).fill(0.5),
        [1, 3, measured.height, measured.width],
      ),
      ...(memory === null ? {} : createMemory(memory, measured)),
    }),
  });
  let kept: { readonly size: Size; readonly states: Memory } | null = null;
  const meter = { runs: 0, ms: 0 };
  return {
    facts: () =>
      meter.runs === 0 ? session.facts : { ...session.facts, runMs: meter.ms / meter.runs },
    async matte(frame, signal) {
      const size = fixed ?? fitSize(frame, family);
      const seen = readColours(frame, size, family);
      const isSame = kept?.size.width === size.width && kept.size.height === size.height;
      const feeds: Record<string, PoolTensor> = {
        [image.name]: toTensor(image, seen, [1, 3, size.height, size.width]),
        ...(memory === null ? {} : createMemory(memory, size)),
        ...(isSame ? kept?.states : {}),
      };
      const startMs = nowMs();
      const outputs = await session.run(feeds, signal);
      meter.runs += 1;
      meter.ms += nowMs() - startMs;
      kept = memory === null ? null : { size, states: remember(memory, outputs) };
      const values = toFloats(outputs[output], size.width * size.height, session.facts.label);
      return { ...size, values: toAlpha(values) };
    },
    forget() {
      kept = null;
    },
    close: () => session.close(),
  };
}

/** Returns the size at which a network takes a frame: its aspect ratio, up to the longest side of the family. */
function fitSize({ width, height }: Size, { longestSide, multiple }: MattingFamily): Size {
  const factor = Math.min(1, longestSide / Math.max(width, height));
  const fit = (side: number): number =>
    Math.max(MIN_SIDE >> 1, Math.round((side * factor) / multiple) * multiple);
  return { width: fit(width), height: fit(height) };
}

/** Reads the colours of a frame, normalised as the network expects, as planes. */
function readColours(
  frame: I420Frame,
  { width, height }: Size,
  { input: { mean, deviation } }: MattingFamily,
): Float32Array<ArrayBuffer> {
  const pixels = new Float32Array(3 * width * height);
  const form = { width, height, low: 0, high: 1, border: 'edge' } as const;
  const region = createRegion();
  region.centreX = frame.width / 2;
  region.centreY = frame.height / 2;
  region.width = frame.width;
  region.height = frame.height;
  sampleI420(frame, region, createSampleTarget(pixels, form));
  const planes = new Float32Array(pixels.length);
  const count = width * height;
  for (let colour = 0; colour < 3; colour += 1) {
    const scale = 1 / deviation[colour]!;
    const offset = -mean[colour]! * scale;
    for (let at = 0; at < count; at += 1) {
      planes[colour * count + at] = pixels[at * 3 + colour]! * scale + offset;
    }
  }
  return planes;
}

function createMemory({ states, ratio }: MattingMemory, { width, height }: Size): Memory {
  const reduced = Math.min(1, COARSE_LONG_SIDE / Math.max(width, height));
  return Object.fromEntries([
    ...states.map(({ input }) => [input.name, toTensor(input, [0], [1, 1, 1, 1])] as const),
    [ratio.name, toTensor(ratio, [reduced], [1])],
  ]);
}

function remember({ states }: MattingMemory, outputs: Memory): Memory {
  return Object.fromEntries(
    states.flatMap(({ input, output }) => {
      const tensor = outputs[output];
      return tensor === undefined ? [] : [[input.name, tensor] as const];
    }),
  );
}

function toTensor(
  { name, type }: FloatPort,
  values: ArrayLike<number>,
  dims: readonly number[],
): PoolTensor {
  return listTensor({ name, type, dims }, values);
}

/** Clamps the output to 0..1; exports without their final sigmoid get it here. */
function toAlpha(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let [min, max] = [0, 1];
  for (const value of values) {
    min = value < min ? value : min;
    max = value > max ? value : max;
  }
  const isRaw = min < -TOLERANCE || max > 1 + TOLERANCE;
  return values.map((value) => {
    const alpha = isRaw ? 1 / (1 + Math.exp(-value)) : value;
    return alpha < 0 ? 0 : alpha > 1 ? 1 : alpha;
  });
}

const TOLERANCE = 0.02;
