import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { type FloatPort, computeRank, toFloat } from '../voices/ports.ts';

/** Number of ARKit blendshapes. */
export const BLENDSHAPE_COUNT = 52;

/** Network that predicts blendshape weights from speech: audio at 16 kHz in, weights at 30 per second out. */
export interface BlendshapeSignature {
  readonly kind: 'blendshapes';
  /** `samples` is the length of one run; null when it is open. */
  readonly audio: FloatPort & { readonly samples: number | null };
  /** One-hot input of the speaking style, of `count` styles; null in networks with one style. */
  readonly identity: (FloatPort & { readonly count: number }) | null;
  readonly output: string;
}

/** Minimum length of the audio input. */
const MIN_SAMPLES = 1600;
const MAX_IDENTITIES = 64;

/** Finds the signature of a blendshape network; null for other models. */
export function findBlendshapes({ inputs, outputs }: OnnxHeader): BlendshapeSignature | null {
  const output = outputs.find(
    (port) =>
      toFloat(port) !== null && computeRank(port) === 3 && port.dims?.[2] === BLENDSHAPE_COUNT,
  );
  const audio = inputs.find(isSound);
  const others = inputs.filter((port) => port !== audio);
  const [other] = others;
  const identity = other === undefined ? null : toIdentity(other);
  const sound = audio === undefined ? null : toFloat(audio);
  const isPlain = others.length === 0 || (others.length === 1 && identity !== null);
  return output === undefined || sound === null || !isPlain
    ? null
    : {
        kind: 'blendshapes',
        audio: { ...sound, samples: audio?.dims?.at(-1) ?? null },
        identity,
        output: output.name,
      };
}

function isSound(port: OnnxPort): boolean {
  const samples = port.dims?.at(-1);
  return (
    toFloat(port) !== null &&
    computeRank(port) === 2 &&
    (port.dims?.[0] ?? 1) === 1 &&
    (samples === null || (samples !== undefined && samples >= MIN_SAMPLES))
  );
}

function toIdentity(port: OnnxPort): BlendshapeSignature['identity'] {
  const float = toFloat(port);
  const count = computeRank(port) === 2 ? (port.dims?.[1] ?? 0) : 0;
  return float === null || count < 1 || count > MAX_IDENTITIES ? null : { ...float, count };
}
