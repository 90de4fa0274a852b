/** Opens all networks of a diffusion model and runs them on images. */
import type { PoolTensor } from '../../models/pool/messages.ts';
import type { SessionPool } from '../../models/pool/session-pool.ts';
import type { DiffusionKind, DiffusionPart } from '../diffusion-files/diffusion-set.ts';
import type { OpenPacksOptions } from '../open-packs.ts';
import type {
  DiffusionPort,
  DiffusionSignature,
} from '../recognise/diffusion/diffusion-signature.ts';
import { PROMPT_LENGTH } from '../recognise/diffusion/diffusion-signature.ts';
import { toDiffusionFamily } from '../recognise/diffusion-families.ts';
import type { PackLicence } from '../recognise/families.ts';
import type { RecognisedDiffusionPack } from '../recognised-pack.ts';
import { openPackFile, type PackFacts, type PackSession } from '../run/pack-session.ts';
import { createClipTokenizer } from './clip-tokenizer.ts';
import { denoise, type DiffusionRequest } from './denoise.ts';
import { countRuns, planDiffusion } from './diffusion-plan.ts';
import { createPortTensor } from './port-tensor.ts';
import { createPromptEncoder } from './prompt-encoder.ts';
import type { Planes } from './tiles.ts';
import { createUnet, type UnetMeter } from './unet.ts';
import { createVae } from './vae.ts';

/** Loaded network of a model. */
interface LoadedDiffusionPart<Ports> {
  readonly session: Omit<PackSession, 'pack'>;
  readonly ports: Ports;
}

/** Loaded diffusion model. */
export interface OpenedDiffusion {
  readonly kind: DiffusionKind;
  readonly label: string;
  /** Size of images that the export fixes; null when it is open. */
  readonly fixedSize: { readonly width: number; readonly height: number } | null;
  /** Returns the provider of each part, with its mean run time so far. */
  facts(): readonly PackFacts[];
  /**
   * Generates an image: red, green and blue of -1..1, its sides multiples of 8. Equal requests give equal values on the
   * same provider. Throws `processing_failed`, and the reason of the signal as soon as it fires.
   */
  run(request: DiffusionRequest): Promise<{ readonly image: Planes; readonly dropped: number }>;
  /** Estimates the time for an image of this size, in milliseconds, from a run of each network at that size. */
  measure(width: number, height: number): Promise<number>;
  /** Frees the models. The pool stays open. */
  close(): void;
}

/** Pixels per latent along a side. */
const LATENT_PIXELS = 8;
/** Side of the latents that networks are measured with when they are opened: the UNet halves it three times. */
const MIN_LATENTS = 8;

/** Loads a model into a pool. Throws `processing_failed` when a part of it cannot be loaded. */
export async function openDiffusion(
  pool: SessionPool,
  { entry, found, set }: Pick<RecognisedDiffusionPack, 'entry' | 'found' | 'set'>,
  { threads = 1, ...options }: OpenPacksOptions = {},
): Promise<OpenedDiffusion> {
  const opened: Omit<PackSession, 'pack'>[] = [];
  const open = async <Ports extends DiffusionSignature>({
    id,
    path,
    ports,
  }: DiffusionPart<Ports>): Promise<LoadedDiffusionPart<Ports>> => {
    const file = {
      entry: { id, label: toLabel(ports) },
      path,
      found: toFoundModel(ports, found.licence),
    };
    const session = await openPackFile(pool, file, {
      threads,
      ...options,
      ...createMeasuring(ports),
    });
    opened.push(session);
    return { session, ports };
  };
  const close = (): void => opened.forEach((session) => session.close());
  try {
    const encoders = [];
    for (const [index, part] of set.textEncoders.entries()) {
      const files = set.tokenizers[index] ?? set.tokenizers[0];
      if (files !== undefined) {
        encoders.push({ ...(await open(part)), tokenise: createClipTokenizer(files) });
      }
    }
    const meter: UnetMeter = { runs: 0, ms: 0 };
    const unet = await open(set.unet);
    const parts = {
      set,
      encodePrompt: createPromptEncoder(encoders),
      predict: createUnet(unet, meter, options.nowMs),
      vae: createVae(await open(set.vaeEncoder), await open(set.vaeDecoder), set.scaling),
    };
    const plan = planDiffusion(set);
    return {
      kind: set.kind,
      label: entry.label,
      fixedSize: toFixedSize(set.unet.ports.sample),
      facts: () =>
        opened.map(({ facts }) =>
          facts.id === set.unet.id && meter.runs > 0
            ? { ...facts, runMs: meter.ms / meter.runs }
            : facts,
        ),
      run: (request) => denoise(parts, plan, request),
      measure: (width, height) => measure(parts, { plan, width, height }, options.nowMs),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

function toLabel(ports: DiffusionSignature): string {
  return toDiffusionFamily(ports).label;
}

function toFoundModel(ports: DiffusionSignature, licence: PackLicence) {
  return { family: toDiffusionFamily(ports), licence };
}

function toFixedSize({ dims }: DiffusionPort): OpenedDiffusion['fixedSize'] {
  const [, , height, width] = dims;
  return typeof height === 'number' && typeof width === 'number'
    ? { width: width * LATENT_PIXELS, height: height * LATENT_PIXELS }
    : null;
}

/** Measures one run of each network at the size of an image and multiplies it by the runs that an image takes. */
async function measure(
  parts: Parameters<typeof denoise>[0],
  {
    plan,
    width,
    height,
  }: {
    readonly plan: ReturnType<typeof planDiffusion>;
    readonly width: number;
    readonly height: number;
  },
  nowMs: () => number = () => performance.now(),
): Promise<number> {
  const { firstStep } = countRuns(plan, parts.set);
  const steps = plan.steps - firstStep;
  let firstMs = nowMs();
  const image = { width, height, values: new Float32Array(3 * width * height) };
  const beganMs = firstMs;
  let lastMs = firstMs;
  await denoise(
    parts,
    { ...plan, steps: 1, strength: 1 },
    {
      image,
      mask: null,
      prompt: '',
      negative: '',
      seed: 1,
      onStage: (stage) => {
        if (stage === 'steps') {
          firstMs = nowMs();
        } else {
          lastMs = nowMs();
        }
      },
    },
  );
  const stepMs = Math.max(0, lastMs - firstMs);
  const otherMs = nowMs() - beganMs - stepMs;
  return otherMs + stepMs * steps;
}

/** Returns the measuring inputs of a part: small values, of the smallest size that its export allows. */
function createMeasuring(ports: DiffusionSignature): {
  readonly outputs: readonly string[];
  readonly createFeeds: () => Record<string, PoolTensor>;
} {
  switch (ports.kind) {
    case 'text_encoder':
      return {
        outputs: listOutputs(ports),
        createFeeds: () => ({
          [ports.ids.name]: createPortTensor(ports.ids, new Float32Array(PROMPT_LENGTH), [
            1,
            PROMPT_LENGTH,
          ]),
        }),
      };
    case 'unet': {
      const { sample, states, large, guidance } = ports;
      const { timestep } = ports;
      return {
        outputs: [ports.output],
        createFeeds: () => ({
          [sample.name]: createSmallTensor(sample, [
            1,
            ports.channels ?? 4,
            MIN_LATENTS,
            MIN_LATENTS,
          ]),
          [timestep.name]: createPortTensor(timestep, [1], timestep.dims.length === 0 ? [] : [1]),
          [states.name]: createSmallTensor(states, [1, PROMPT_LENGTH, 768]),
          ...(large === null
            ? {}
            : {
                [large.embeds.name]: createSmallTensor(large.embeds, [1, 1280]),
                [large.ids.name]: createSmallTensor(large.ids, [1, 6]),
              }),
          ...(guidance === null ? {} : { [guidance.name]: createSmallTensor(guidance, [1, 256]) }),
        }),
      };
    }
    case 'vae_encoder': {
      const side = MIN_LATENTS * LATENT_PIXELS;
      const { image } = ports;
      return {
        outputs: [ports.output],
        createFeeds: () => ({ [image.name]: createSmallTensor(image, [1, 3, side, side]) }),
      };
    }
    case 'vae_decoder':
      return {
        outputs: [ports.output],
        createFeeds: () => ({
          [ports.latents.name]: createSmallTensor(ports.latents, [1, 4, MIN_LATENTS, MIN_LATENTS]),
        }),
      };
  }
}

function listOutputs({
  hidden,
  layers,
  pooled,
}: Extract<DiffusionSignature, { kind: 'text_encoder' }>): readonly string[] {
  const chosen = layers.length > 1 ? (layers.at(-2) ?? hidden) : hidden;
  return [...new Set([hidden, chosen, ...(pooled === null ? [] : [pooled])])];
}

/** Creates a tensor of 0.1 with the port's fixed dimensions and `usual` for its open ones. */
function createSmallTensor(port: DiffusionPort, usual: readonly number[]): PoolTensor {
  const dims = usual.map((length, axis) => port.dims[axis] ?? length);
  const count = dims.reduce((product, dim) => product * dim, 1);
  return createPortTensor(port, new Float32Array(count).fill(0.1), dims);
}
