/**
 * Collects the files of a diffusion model: networks by their signatures, everything else by the names that `diffusers`
 * gives.
 */
import { dirname, join } from 'node:path';
import { posix } from 'node:path';
import * as z from 'zod';
import { AppError } from '../../../base/errors.ts';
import type { KnownDiffusion } from '../recognise/recognise-diffusion.ts';
import type {
  TextEncoderSignature,
  UnetSignature,
  VaeDecoderSignature,
  VaeEncoderSignature,
} from '../recognise/diffusion/diffusion-signature.ts';
import { readSideJson } from '../voice-files/side-file.ts';
import { type ClipFiles, findClipFiles } from './clip-files.ts';
import { readSchedulerConfig, type SchedulerConfig } from './scheduler-config.ts';

/** File of a diffusion model. */
export interface DiffusionPart<Ports> {
  readonly id: string;
  readonly path: string;
  readonly ports: Ports;
}

/** Kind of prompt that a diffusion model takes. */
export type DiffusionKind = 'describe' | 'instruct' | 'fill';

/** Complete diffusion model. */
export interface DiffusionSet {
  /** `describe` takes a prompt for the result, `instruct` one for the change, `fill` one for the content of a mask. */
  readonly kind: DiffusionKind;
  readonly unet: DiffusionPart<UnetSignature>;
  /** One encoder; two in XL models. */
  readonly textEncoders: readonly DiffusionPart<TextEncoderSignature>[];
  readonly vaeEncoder: DiffusionPart<VaeEncoderSignature>;
  readonly vaeDecoder: DiffusionPart<VaeDecoderSignature>;
  /** One tokenizer per text encoder. */
  readonly tokenizers: readonly ClipFiles[];
  readonly scheduler: SchedulerConfig;
  /** Factor on latents before the network takes them. */
  readonly scaling: number;
}

/** Recognised file with its path. */
export interface FoundPart {
  /** Path inside the folder of models, with `/`. */
  readonly id: string;
  readonly path: string;
  readonly found: KnownDiffusion;
}

/** Default scaling of Stable Diffusion 1 and 2, and of XL. */
const SCALING = { small: 0.182_15, large: 0.130_25 } as const;

/** Reads the model that a UNet belongs to. Throws `unsupported_format` that names what is missing or cannot be read. */
export async function readDiffusionSet(
  main: FoundPart,
  parts: readonly FoundPart[],
): Promise<DiffusionSet> {
  const { signature } = main.found;
  if (signature.kind !== 'unet') {
    throw createRefusal('It is a part of a diffusion model.');
  }
  const { beside, folder } = findBeside(main, parts);
  const of = <Kind extends KnownDiffusion['signature']['kind']>(kind: Kind) =>
    beside.flatMap(({ id, path, found }) =>
      found.signature.kind === kind
        ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its kind was compared
          [{ id, path, ports: found.signature as Extract<typeof found.signature, { kind: Kind }> }]
        : [],
    );
  const isLarge = signature.large !== null;
  const textEncoders = chooseEncoders(of('text_encoder'), isLarge);
  const [vaeEncoder] = of('vae_encoder');
  const [vaeDecoder] = of('vae_decoder');
  const tokenizers = await readTokenizers(folder, isLarge);
  const missing = [
    ...listMissingEncoders(textEncoders, isLarge),
    ...(vaeEncoder === undefined ? ['vae_encoder/model.onnx'] : []),
    ...(vaeDecoder === undefined ? ['vae_decoder/model.onnx'] : []),
    ...(tokenizers === null ? ['tokenizer/vocab.json', 'tokenizer/merges.txt'] : []),
  ];
  if (missing.length > 0 || vaeEncoder === undefined || vaeDecoder === undefined || !tokenizers) {
    throw createRefusal(
      `${main.found.family.label} needs more of its files: put ${missing.join(', ')} beside its folder.`,
    );
  }
  if (isLarge && textEncoders.some(({ ports }) => ports.layers.length < 2)) {
    throw createRefusal(
      'Its text encoders do not give their layers (hidden_states). Export it anew.',
    );
  }
  const channels = signature.channels ?? (await readChannels(main.path, folder));
  return {
    kind: channels === 8 ? 'instruct' : channels === 9 ? 'fill' : 'describe',
    unet: { id: main.id, path: main.path, ports: { ...signature, channels } },
    textEncoders,
    vaeEncoder,
    vaeDecoder,
    tokenizers,
    scheduler: await readSchedulerConfig(folder),
    scaling: (await findScaling(folder)) ?? SCALING[isLarge ? 'large' : 'small'],
  };
}

/** Finds the parts in the folders beside the UNet's, or in its own folder when all of them are in one. */
function findBeside(
  { id, path }: FoundPart,
  parts: readonly FoundPart[],
): { readonly beside: readonly FoundPart[]; readonly folder: string } {
  const own = posix.dirname(id);
  const above = own === '.' ? null : posix.dirname(own);
  const beside = parts
    .filter((part) => part.id !== id && posix.dirname(posix.dirname(part.id)) === above)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const flat = parts.filter((part) => part.id !== id && posix.dirname(part.id) === own);
  return flat.length > 0
    ? { beside: flat, folder: dirname(path) }
    : { beside, folder: dirname(dirname(path)) };
}

type Encoder = DiffusionPart<TextEncoderSignature>;

/** Chooses the first encoder by name; for XL models the one without and the one with a pooled output, in this order. */
function chooseEncoders(encoders: readonly Encoder[], isLarge: boolean): readonly Encoder[] {
  const plain = encoders.find(({ ports }) => ports.pooled === null);
  const pooled = encoders.find(({ ports }) => ports.pooled !== null);
  return isLarge
    ? [plain, pooled].filter((encoder) => encoder !== undefined)
    : (plain === undefined ? encoders : [plain]).slice(0, 1);
}

function listMissingEncoders(encoders: readonly Encoder[], isLarge: boolean): string[] {
  const has = (isPooled: boolean): boolean =>
    encoders.some(({ ports }) => (ports.pooled !== null) === isPooled);
  if (!isLarge) {
    return encoders.length === 0 ? ['text_encoder/model.onnx'] : [];
  }
  return [
    ...(has(false) ? [] : ['text_encoder/model.onnx']),
    ...(has(true) ? [] : ['text_encoder_2/model.onnx']),
  ];
}

async function readTokenizers(
  folder: string,
  isLarge: boolean,
): Promise<readonly ClipFiles[] | null> {
  const first = await findClipFiles(join(folder, 'tokenizer'));
  if (first === null) {
    return null;
  }
  return isLarge ? [first, (await findClipFiles(join(folder, 'tokenizer_2'))) ?? first] : [first];
}

const channelsSchema = z.object({ in_channels: z.int().optional() });
const indexSchema = z.object({ _class_name: z.string().optional() });

/**
 * Returns the channels of a UNet whose export leaves them open: from its configuration, or from the class name in the
 * model index.
 */
async function readChannels(path: string, folder: string): Promise<number> {
  const config = channelsSchema.safeParse(await readSideJson(join(dirname(path), 'config.json')));
  const stated = config.success ? config.data.in_channels : undefined;
  if (stated !== undefined) {
    if (![4, 8, 9].includes(stated)) {
      throw createRefusal(`It takes ${stated} channels: no model of that kind is known.`);
    }
    return stated;
  }
  const index = indexSchema.safeParse(await readSideJson(join(folder, 'model_index.json')));
  const name = (index.success ? index.data._class_name : undefined) ?? '';
  return /InstructPix2Pix/i.test(name) ? 8 : /Inpaint/i.test(name) ? 9 : 4;
}

const vaeSchema = z.object({ scaling_factor: z.number().positive().optional() });

async function findScaling(folder: string): Promise<number | null> {
  for (const name of ['vae_decoder', 'vae_encoder', 'vae']) {
    const config = vaeSchema.safeParse(await readSideJson(join(folder, name, 'config.json')));
    const stated = config.success ? config.data.scaling_factor : undefined;
    if (stated !== undefined) {
      return stated;
    }
  }
  return null;
}

function createRefusal(text: string): AppError {
  return new AppError('unsupported_format', text);
}
