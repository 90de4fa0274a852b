import type {
  DiffusionPort,
  VaeDecoderSignature,
  VaeEncoderSignature,
} from '../recognise/diffusion/diffusion-signature.ts';
import type { PackSession } from '../run/pack-session.ts';
import { toFloats } from '../run/tensors.ts';
import { createPortTensor } from './port-tensor.ts';
import { type Planes, runTiled } from './tiles.ts';

/** Variational autoencoder: converts images to latents and back, tile by tile. */
export interface Vae {
  /** Encodes an image to unscaled latents; multiply by {@link scaling} for the UNet. */
  encode(image: Planes, signal?: AbortSignal): Promise<Planes>;
  /** Decodes scaled latents. */
  decode(latents: Planes, signal?: AbortSignal): Promise<Planes>;
  readonly scaling: number;
}

interface Loaded<Ports> {
  readonly session: Pick<PackSession, 'run' | 'facts'>;
  readonly ports: Ports;
}

/** Side of a tile in latents, and overlap of tiles, at most a quarter of their side. */
const TILE = 64;
const OVERLAP = 16;
const PIXELS = 8;

/** Creates the autoencoder from its two networks. */
export function createVae(
  encoder: Loaded<VaeEncoderSignature>,
  decoder: Loaded<VaeDecoderSignature>,
  scaling: number,
): Vae {
  const seen = findSide(encoder.ports.image) ?? TILE * PIXELS;
  const made = findSide(decoder.ports.latents) ?? TILE;
  const channels = encoder.ports.isDistribution ? 8 : 4;
  return {
    scaling,
    encode: (image, signal) =>
      runTiled(
        image,
        {
          tile: seen,
          overlap: computeOverlap(seen / PIXELS) * PIXELS,
          scale: 1 / PIXELS,
          channels: [3, 4],
        },
        async ({ width, height, values }) => {
          const { session, ports } = encoder;
          const feeds = {
            [ports.image.name]: createPortTensor(ports.image, values, [1, 3, height, width]),
          };
          const outputs = await session.run(feeds, signal);
          const count = (channels * width * height) / PIXELS ** 2;
          // Only the mean of the distribution is used: the result has no noise beside the seed's.
          return toFloats(outputs[ports.output], count, session.facts.label);
        },
      ),
    decode: (latents, signal) =>
      runTiled(
        { ...latents, values: latents.values.map((value) => value / scaling) },
        { tile: made, overlap: computeOverlap(made), scale: PIXELS, channels: [4, 3] },
        async ({ width, height, values }) => {
          const { session, ports } = decoder;
          const feeds = {
            [ports.latents.name]: createPortTensor(ports.latents, values, [1, 4, height, width]),
          };
          const outputs = await session.run(feeds, signal);
          return toFloats(
            outputs[ports.output],
            3 * width * height * PIXELS ** 2,
            session.facts.label,
          );
        },
      ),
  };
}

function computeOverlap(latents: number): number {
  return Math.min(OVERLAP, Math.floor(latents / 4));
}

/** Returns the side of a square input that the export fixes, or null. */
function findSide({ dims }: DiffusionPort): number | null {
  const [, , height, width] = dims;
  return typeof height === 'number' && height === width ? height : null;
}
