import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { computeRank, toFloat } from '../voices/ports.ts';

/** UNet of a latent diffusion model that generates mouths, for one frame or several; recognised, but not run. */
export interface DiffusionSignature {
  readonly kind: 'musetalk' | 'latentsync';
}

const AUDIO_SIZE = 384;
/** Latent channels: MuseTalk takes two faces, LatentSync three and a mask. */
const [MUSETALK_CHANNELS, LATENTSYNC_CHANNELS] = [8, 13];

/** Finds the signature of a diffusion lip-sync model; null for other models. */
export function findDiffusion({ inputs }: OnnxHeader): DiffusionSignature | null {
  const hasSound = inputs.some(
    (port) => toFloat(port) !== null && computeRank(port) === 3 && port.dims?.[2] === AUDIO_SIZE,
  );
  if (!hasSound || inputs.length !== 3) {
    return null;
  }
  const seesLatents = (rank: number, channels: number): boolean =>
    inputs.some((port: OnnxPort) => computeRank(port) === rank && port.dims?.[1] === channels);
  return seesLatents(4, MUSETALK_CHANNELS)
    ? { kind: 'musetalk' }
    : seesLatents(5, LATENTSYNC_CHANNELS)
      ? { kind: 'latentsync' }
      : null;
}
