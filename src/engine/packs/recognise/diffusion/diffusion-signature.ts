/** Recognises the part of a diffusion model from its inputs and outputs, as `optimum` and older scripts export them. */
import type { NumberType, OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { isInteger, computeRank, toFloat } from '../voices/ports.ts';

/** Input of a part, with its type and its dimensions; open dimensions are null. */
export interface DiffusionPort {
  readonly name: string;
  readonly type: NumberType;
  readonly dims: readonly (number | null)[];
}

/** Text encoder: takes token ids, returns their embeddings. */
export interface TextEncoderSignature {
  readonly kind: 'text_encoder';
  readonly ids: DiffusionPort;
  readonly hidden: string;
  /** All hidden layers in order, when the export has them; XL models use the one before the last. */
  readonly layers: readonly string[];
  /** Output of the pooled embedding; null in encoders of models with one encoder. */
  readonly pooled: string | null;
}

/** Network that predicts the noise of latents. */
export interface UnetSignature {
  readonly kind: 'unet';
  readonly sample: DiffusionPort;
  /** 4: latents. 8: latents and image (InstructPix2Pix). 9: latents, mask and image. Null when open. */
  readonly channels: number | null;
  readonly timestep: DiffusionPort;
  readonly states: DiffusionPort;
  /** Inputs of XL models. */
  readonly large: { readonly embeds: DiffusionPort; readonly ids: DiffusionPort } | null;
  /** Guidance scale as an input, of latent consistency models. */
  readonly guidance: DiffusionPort | null;
  readonly output: string;
}

/** Encodes an image to latents. */
export interface VaeEncoderSignature {
  readonly kind: 'vae_encoder';
  readonly image: DiffusionPort;
  readonly output: string;
  /** True when the output holds mean and variance; otherwise it is a sample. */
  readonly isDistribution: boolean;
}

/** Decodes latents to an image. */
export interface VaeDecoderSignature {
  readonly kind: 'vae_decoder';
  readonly latents: DiffusionPort;
  readonly output: string;
}

/** Part of a diffusion model. */
export type DiffusionSignature =
  | TextEncoderSignature
  | UnetSignature
  | VaeEncoderSignature
  | VaeDecoderSignature;

/** Number of tokens that text encoders take. */
export const PROMPT_LENGTH = 77;

/** Finds the part that a model is; null for other models. */
export function findDiffusionPart(header: OnnxHeader): DiffusionSignature | null {
  return (
    findTextEncoder(header) ?? findUnet(header) ?? findVaeEncoder(header) ?? findVaeDecoder(header)
  );
}

function findTextEncoder({ inputs, outputs }: OnnxHeader): TextEncoderSignature | null {
  const [ids] = inputs;
  const hidden = outputs.find(({ name }) => name === 'last_hidden_state');
  const isPrompt =
    ids !== undefined &&
    inputs.length === 1 &&
    (isInteger(ids, 2) || (ids.type === 'int32' && computeRank(ids) === 2)) &&
    (ids.dims?.[1] ?? PROMPT_LENGTH) === PROMPT_LENGTH;
  const layers = outputs
    .map(({ name }) => name)
    .filter((name) => name.startsWith('hidden_states.'))
    .toSorted((a, b) => toLayer(a) - toLayer(b));
  const pooled = outputs.find(({ name }) => name === 'text_embeds')?.name ?? null;
  const states = hidden?.name ?? layers.at(-1);
  // CLIP has a pooled output; other text encoders have none.
  const isClip = pooled !== null || outputs.some(({ name }) => name === 'pooler_output');
  return !isPrompt || states === undefined || !isClip
    ? null
    : { kind: 'text_encoder', ids: toPort(ids), hidden: states, layers, pooled };
}

function toLayer(name: string): number {
  return Number(name.slice(name.indexOf('.') + 1));
}

/** Inputs that a UNet may have. */
const UNET_INPUTS = [
  'sample',
  'timestep',
  'encoder_hidden_states',
  'text_embeds',
  'time_ids',
  'timestep_cond',
];

function findUnet({ inputs, outputs }: OnnxHeader): UnetSignature | null {
  const find = (name: string): DiffusionPort | null => {
    const port = inputs.find((other) => other.name === name);
    return port === undefined ? null : toPort(port);
  };
  const [sample, timestep, states] = UNET_INPUTS.slice(0, 3).map(find);
  const output = outputs.find((port) => toFloat(port) !== null);
  const isKnown = inputs.every(({ name }) => UNET_INPUTS.includes(name));
  if (!sample || !timestep || !states || output === undefined || !isKnown) {
    return null;
  }
  if (sample.dims.length !== 4 || states.dims.length !== 3 || timestep.dims.length > 1) {
    return null;
  }
  const [embeds, ids] = [find('text_embeds'), find('time_ids')];
  if ((embeds === null) !== (ids === null)) {
    return null;
  }
  return {
    kind: 'unet',
    sample,
    channels: sample.dims[1] ?? null,
    timestep,
    states,
    large: embeds === null || ids === null ? null : { embeds, ids },
    guidance: find('timestep_cond'),
    output: output.name,
  };
}

function findVaeEncoder({ inputs, outputs }: OnnxHeader): VaeEncoderSignature | null {
  const [image] = inputs;
  const output = outputs.find(
    ({ name }) => name === 'latent_parameters' || name === 'latent_sample',
  );
  return image === undefined || output === undefined || !isAlone(inputs, 3)
    ? null
    : {
        kind: 'vae_encoder',
        image: toPort(image),
        output: output.name,
        isDistribution: output.name === 'latent_parameters',
      };
}

function findVaeDecoder({ inputs, outputs }: OnnxHeader): VaeDecoderSignature | null {
  const [latents] = inputs;
  const output = outputs.find((port) => toFloat(port) !== null && computeRank(port) === 4);
  return latents?.name !== 'latent_sample' || output === undefined || !isAlone(inputs, 4)
    ? null
    : { kind: 'vae_decoder', latents: toPort(latents), output: output.name };
}

/** Checks that there is one input, of this number of channels. */
function isAlone(inputs: readonly OnnxPort[], channels: number): boolean {
  const [port] = inputs;
  return (
    port !== undefined &&
    inputs.length === 1 &&
    toFloat(port) !== null &&
    computeRank(port) === 4 &&
    (port.dims?.[1] ?? channels) === channels
  );
}

function toPort({ name, type, dims }: OnnxPort): DiffusionPort {
  return { name, type, dims: dims ?? [] };
}
