/** Tells from inputs and outputs which part of a diffusion model a file is, as `optimum` and older scripts export them. */
import type { NumberType, OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { isInteger, rankOf, toFloat } from '../voices/ports.ts';

/** An input of a part: what is fed has to be of its type, and of its shape where that is not open. */
export interface DiffusionPort {
  readonly name: string;
  readonly type: NumberType;
  readonly dims: readonly (number | null)[];
}

/** What reads a prompt: numbers of words in, what each of them means out. */
export interface TextEncoderSignature {
  readonly kind: 'text_encoder';
  readonly ids: DiffusionPort;
  readonly hidden: string;
  /** All layers in order, where the export gives them; XL models take the one before the last. */
  readonly layers: readonly string[];
  /** What the whole prompt means; null in encoders that are the only one of their model. */
  readonly pooled: string | null;
}

/** What guesses the noise of latents. */
export interface UnetSignature {
  readonly kind: 'unet';
  readonly sample: DiffusionPort;
  /** 4: latents. 8: latents and a picture (InstructPix2Pix). 9: latents, mask and picture. Null where it is open. */
  readonly channels: number | null;
  readonly timestep: DiffusionPort;
  readonly states: DiffusionPort;
  /** Inputs of XL models. */
  readonly large: { readonly embeds: DiffusionPort; readonly ids: DiffusionPort } | null;
  /** How strongly the prompt counts, as an input: of latent consistency models. */
  readonly guidance: DiffusionPort | null;
  readonly output: string;
}

/** What makes latents of a picture. */
export interface VaeEncoderSignature {
  readonly kind: 'vae_encoder';
  readonly picture: DiffusionPort;
  readonly output: string;
  /** Whether it gives mean and variance; otherwise a sample. */
  readonly isDistribution: boolean;
}

/** What makes a picture of latents. */
export interface VaeDecoderSignature {
  readonly kind: 'vae_decoder';
  readonly latents: DiffusionPort;
  readonly output: string;
}

/** A part of a diffusion model. */
export type DiffusionSignature =
  | TextEncoderSignature
  | UnetSignature
  | VaeEncoderSignature
  | VaeDecoderSignature;

/** Numbers of a prompt that text encoders take. */
export const PROMPT_LENGTH = 77;

/** Which part a model is; null when it is none. */
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
    (isInteger(ids, 2) || (ids.type === 'int32' && rankOf(ids) === 2)) &&
    (ids.dims?.[1] ?? PROMPT_LENGTH) === PROMPT_LENGTH;
  const layers = outputs
    .map(({ name }) => name)
    .filter((name) => name.startsWith('hidden_states.'))
    .toSorted((a, b) => layerOf(a) - layerOf(b));
  const pooled = outputs.find(({ name }) => name === 'text_embeds')?.name ?? null;
  const states = hidden?.name ?? layers.at(-1);
  // CLIP gives what the whole prompt means beside its words; other encoders of texts do not.
  const isClip = pooled !== null || outputs.some(({ name }) => name === 'pooler_output');
  return !isPrompt || states === undefined || !isClip
    ? null
    : { kind: 'text_encoder', ids: toPort(ids), hidden: states, layers, pooled };
}

function layerOf(name: string): number {
  return Number(name.slice(name.indexOf('.') + 1));
}

/** What a network that guesses noise may take. */
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
  const [picture] = inputs;
  const output = outputs.find(
    ({ name }) => name === 'latent_parameters' || name === 'latent_sample',
  );
  return picture === undefined || output === undefined || !isAlone(inputs, 3)
    ? null
    : {
        kind: 'vae_encoder',
        picture: toPort(picture),
        output: output.name,
        isDistribution: output.name === 'latent_parameters',
      };
}

function findVaeDecoder({ inputs, outputs }: OnnxHeader): VaeDecoderSignature | null {
  const [latents] = inputs;
  const output = outputs.find((port) => toFloat(port) !== null && rankOf(port) === 4);
  return latents?.name !== 'latent_sample' || output === undefined || !isAlone(inputs, 4)
    ? null
    : { kind: 'vae_decoder', latents: toPort(latents), output: output.name };
}

/** Whether there is one input, of so many channels. */
function isAlone(inputs: readonly OnnxPort[], channels: number): boolean {
  const [port] = inputs;
  return (
    port !== undefined &&
    inputs.length === 1 &&
    toFloat(port) !== null &&
    rankOf(port) === 4 &&
    (port.dims?.[1] ?? channels) === channels
  );
}

function toPort({ name, type, dims }: OnnxPort): DiffusionPort {
  return { name, type, dims: dims ?? [] };
}
