import type { OnnxHeader } from '../onnx/onnx-header.ts';
import { type DiffusionSignature, findDiffusionPart } from './diffusion/diffusion-signature.ts';
import { type DiffusionFamily, toDiffusionFamily } from './diffusion-families.ts';
import { UNKNOWN_LICENCE, type PackLicence } from './families.ts';

/** Recognised part of a diffusion model. */
export interface KnownDiffusion {
  readonly isKnown: true;
  readonly of: 'diffusion';
  readonly family: DiffusionFamily;
  readonly signature: DiffusionSignature;
  readonly licence: PackLicence;
  /** Reason why the recognised part is not used; null when it can be. */
  readonly refusal: string | null;
  readonly note: string | null;
}

/** Input channels of the three kinds: latents; latents and image; latents, mask and image. */
const KNOWN_CHANNELS = [4, 8, 9];

/** Recognises a part of a diffusion model; null for other files. */
export function recogniseDiffusion(
  header: OnnxHeader,
  stated: PackLicence | null,
): KnownDiffusion | null {
  const signature = findDiffusionPart(header);
  if (signature === null) {
    return null;
  }
  const channels = signature.kind === 'unet' ? (signature.channels ?? 4) : 4;
  return {
    isKnown: true,
    of: 'diffusion',
    family: toDiffusionFamily(signature),
    signature,
    licence: stated ?? UNKNOWN_LICENCE,
    refusal: KNOWN_CHANNELS.includes(channels)
      ? null
      : `It takes ${channels} channels: no model of that kind is known.`,
    note: null,
  };
}
