import type { DiffusionSignature, UnetSignature } from './diffusion/diffusion-signature.ts';
import type { PackKind } from '../../../base/pack-kinds.ts';

/** Common facts of all diffusion models of a shape. */
export interface DiffusionFamily {
  /** Stable id for settings and reports. */
  readonly family: string;
  readonly kind: PackKind;
  readonly label: string;
}

const part = { kind: 'diffusion_part' } as const;
const main = { kind: 'diffusion' } as const;

const parts = {
  text_encoder: { ...part, family: 'diffusion_text_encoder', label: 'Diffusion, text encoder' },
  vae_encoder: { ...part, family: 'diffusion_vae_encoder', label: 'Diffusion, VAE encoder' },
  vae_decoder: { ...part, family: 'diffusion_vae_decoder', label: 'Diffusion, VAE decoder' },
} as const satisfies Readonly<Record<string, DiffusionFamily>>;

/** Returns the family of a part from its signature. */
export function toDiffusionFamily(signature: DiffusionSignature): DiffusionFamily {
  return signature.kind === 'unet' ? toUnetFamily(signature) : parts[signature.kind];
}

function toUnetFamily({ channels, large, guidance }: UnetSignature): DiffusionFamily {
  const size = large === null ? '' : ' XL';
  if (channels === 8) {
    return { ...main, family: 'instruct_pix2pix', label: `InstructPix2Pix${size}` };
  }
  if (channels === 9) {
    return { ...main, family: 'inpainting', label: `Stable Diffusion${size}, inpainting` };
  }
  return guidance === null
    ? { ...main, family: 'stable_diffusion', label: `Stable Diffusion${size}` }
    : { ...main, family: 'latent_consistency', label: `Latent consistency model${size}` };
}
