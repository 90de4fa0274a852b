import type { OnnxHeader, OnnxPort } from '../../onnx/onnx-header.ts';
import { type FloatPort, rankOf, toFloat } from '../voices/ports.ts';

/** Weights of a face as ARKit names them. */
export const BLENDSHAPE_COUNT = 52;

/** A network that hears what a face does: 16 kHz in, weights of blendshapes out, 30 times a second. */
export interface BlendshapeSignature {
  readonly kind: 'blendshapes';
  /** `samples`: how many it takes at once; null where that is open. */
  readonly audio: FloatPort & { readonly samples: number | null };
  /** Input for whose manner of speaking it has, one of so many; null in networks that have one alone. */
  readonly identity: (FloatPort & { readonly count: number }) | null;
  readonly output: string;
}

/** Fewer samples than this hold no sound of speech. */
const LEAST_SAMPLES = 1600;
const MOST_IDENTITIES = 64;

/** Tells whether a model is one of these. */
export function findBlendshapes({ inputs, outputs }: OnnxHeader): BlendshapeSignature | null {
  const output = outputs.find(
    (port) => toFloat(port) !== null && rankOf(port) === 3 && port.dims?.[2] === BLENDSHAPE_COUNT,
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
    rankOf(port) === 2 &&
    (port.dims?.[0] ?? 1) === 1 &&
    (samples === null || (samples !== undefined && samples >= LEAST_SAMPLES))
  );
}

function toIdentity(port: OnnxPort): BlendshapeSignature['identity'] {
  const float = toFloat(port);
  const count = rankOf(port) === 2 ? (port.dims?.[1] ?? 0) : 0;
  return float === null || count < 1 || count > MOST_IDENTITIES ? null : { ...float, count };
}
