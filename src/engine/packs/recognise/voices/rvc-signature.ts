import type { OnnxPort } from '../../onnx/onnx-header.ts';
import {
  type AlmostVoice,
  type FeatureSize,
  featureSizes,
  type FloatPort,
  isInteger,
  type Ports,
  computeRank,
  toFloat,
} from './ports.ts';

/** RVC generator: takes content features and pitch, returns audio. Exports differ in names and in `noise`. */
export interface RvcSignature {
  readonly kind: 'rvc';
  readonly features: FloatPort & { readonly size: FeatureSize };
  readonly length: string;
  /** Pitch as a scale of 255 steps and in Hz; null in models without pitch. */
  readonly pitch: { readonly coarse: string; readonly hertz: FloatPort } | null;
  readonly speaker: string | null;
  /** Noise input of WebUI exports. */
  readonly noise: FloatPort | null;
  readonly output: string;
}

/** Channels of the noise that WebUI exports take. */
export const NOISE_CHANNELS = 192;

/** Finds the signature of an RVC generator; null for other models. */
export function findRvc(ports: Ports): RvcSignature | AlmostVoice | null {
  const features = ports.claim(
    (port) => toFloat(port) !== null && computeRank(port) === 3 && findSize(port) !== null,
  );
  const length = ports.claim((port) => isInteger(port, 1) && /len/i.test(port.name));
  const output = ports.sound();
  const float = features === null ? null : toFloat(features);
  const size = features === null ? null : findSize(features);
  if (float === null || size === null || length === null || output === null) {
    return null;
  }
  const coarse = ports.claim((port) => isInteger(port, 2));
  const hertz = ports.claim((port) => toFloat(port) !== null && computeRank(port) === 2);
  const speaker = ports.claim((port) => isInteger(port, 1));
  const noise = ports.claim(
    (port) =>
      toFloat(port) !== null && computeRank(port) === 3 && (port.dims?.[1] ?? 0) === NOISE_CHANNELS,
  );
  const pitch =
    coarse === null || hertz === null
      ? null
      : { coarse: coarse.name, hertz: toFloat(hertz) ?? { name: hertz.name, type: 'float32' } };
  const halfOfPitch = (coarse === null) === (hertz === null) ? null : (coarse ?? hertz);
  const extra = [...ports.left, ...(halfOfPitch === null ? [] : [halfOfPitch])];
  return extra.length > 0
    ? { kind: 'almost', like: 'rvc', extra }
    : {
        kind: 'rvc',
        features: { ...float, size },
        length: length.name,
        pitch,
        speaker: speaker?.name ?? null,
        noise: noise === null ? null : toFloat(noise),
        output,
      };
}

/** Returns the feature size of an input. */
function findSize({ dims }: OnnxPort): FeatureSize | null {
  return featureSizes.find((size) => size === dims?.at(-1)) ?? null;
}
