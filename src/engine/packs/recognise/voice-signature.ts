/** Tells from inputs and outputs alone what a model of voices may do, and which port is which. */
import type { OnnxHeader, OnnxPort } from '../onnx/onnx-header.ts';

/** Numbers of a port that takes or gives floats. */
export type FloatType = 'float32' | 'float16';

/** A port of floats. */
export interface FloatPort {
  readonly name: string;
  readonly type: FloatType;
}

/** A VITS network of Piper: phonemes in, sound out. */
export interface PiperSignature {
  readonly kind: 'piper';
  readonly input: string;
  readonly lengths: string;
  readonly scales: string;
  /** Of a model with several speakers. */
  readonly speaker: string | null;
  readonly output: string;
}

/** A network of Kokoro: phonemes and a style in, sound out. */
export interface KokoroSignature {
  readonly kind: 'kokoro';
  readonly tokens: string;
  readonly style: string;
  readonly speed: { readonly name: string; readonly isInteger: boolean };
  readonly output: string;
  /** How long each token is heard; older exports do not tell. */
  readonly durations: string | null;
}

/** A generator of RVC: what is said and its pitch in, sound out. Its exports differ in names and in `noise`. */
export interface RvcSignature {
  readonly kind: 'rvc';
  readonly features: FloatPort & { readonly size: 256 | 768 };
  readonly length: string;
  /** The pitch on a scale of 255 steps and in Hz; null in models that follow no pitch. */
  readonly pitch: { readonly coarse: string; readonly hertz: FloatPort } | null;
  readonly speaker: string | null;
  /** Exports of the WebUI take their noise from outside. */
  readonly noise: FloatPort | null;
  readonly output: string;
}

/** A network that hears what is said: ContentVec, HuBERT. */
export interface EncoderSignature {
  readonly kind: 'encoder';
  /** Whether sound is given as `[1, 1, n]` instead of `[1, n]`. */
  readonly isDeep: boolean;
  readonly input: FloatPort;
  /** Outputs by the size of what they give; null where the file does not say. */
  readonly outputs: readonly { readonly name: string; readonly size: 256 | 768 | null }[];
}

/** A network that follows the pitch: RMVPE. */
export type EstimatorSignature =
  /** Takes sound, gives Hz. */
  | {
      readonly kind: 'estimator';
      readonly takes: 'sound';
      readonly input: string;
      readonly threshold: string;
      readonly output: string;
    }
  /** Takes a mel spectrum, gives how likely each of 360 pitches is. */
  | {
      readonly kind: 'estimator';
      readonly takes: 'mel';
      readonly input: string;
      readonly output: string;
    };

/** What the shapes of a model of voices say. */
export type VoiceSignature =
  | PiperSignature
  | KokoroSignature
  | RvcSignature
  | EncoderSignature
  | EstimatorSignature;

/** A model that has everything one of these has, and more that nobody here can feed. */
export interface AlmostVoice {
  readonly kind: 'almost';
  readonly like: Exclude<VoiceSignature['kind'], 'encoder' | 'estimator'>;
  readonly extra: readonly OnnxPort[];
}

/** Numbers of a style of Kokoro. */
export const STYLE_SIZE = 256;
/** Channels of the noise that exports of the WebUI take. */
export const NOISE_CHANNELS = 192;
/** Bands of the spectrum that RMVPE sees. */
export const MEL_BANDS = 128;
/** Pitches that RMVPE tells apart. */
export const PITCH_BINS = 360;
const featureSizes = [256, 768] as const;

/** What the shapes of a model fit; null when they fit nothing that makes or changes voices. */
export function findVoiceSignature(header: OnnxHeader): VoiceSignature | AlmostVoice | null {
  return (
    findRvc(new Ports(header)) ??
    findPiper(new Ports(header)) ??
    findKokoro(new Ports(header)) ??
    findEstimator(new Ports(header)) ??
    findEncoder(new Ports(header))
  );
}

/** The ports of a model; each input is taken once. */
class Ports {
  readonly #inputs: OnnxPort[];
  readonly outputs: readonly OnnxPort[];

  constructor({ inputs, outputs }: OnnxHeader) {
    this.#inputs = [...inputs];
    this.outputs = outputs;
  }

  get left(): readonly OnnxPort[] {
    return this.#inputs;
  }

  take(fits: (port: OnnxPort) => boolean): OnnxPort | null {
    const at = this.#inputs.findIndex(fits);
    return at < 0 ? null : (this.#inputs.splice(at, 1)[0] ?? null);
  }

  /** The first output of floats: its shape is mostly left open. */
  sound(): string | null {
    return this.outputs.find((port) => toFloat(port) !== null)?.name ?? null;
  }
}

function findRvc(ports: Ports): RvcSignature | AlmostVoice | null {
  const features = ports.take(
    (port) => toFloat(port) !== null && rankOf(port) === 3 && sizeOf(port) !== null,
  );
  const length = ports.take((port) => isInteger(port, 1) && /len/i.test(port.name));
  const output = ports.sound();
  const float = features === null ? null : toFloat(features);
  const size = features === null ? null : sizeOf(features);
  if (float === null || size === null || length === null || output === null) {
    return null;
  }
  const coarse = ports.take((port) => isInteger(port, 2));
  const hertz = ports.take((port) => toFloat(port) !== null && rankOf(port) === 2);
  const speaker = ports.take((port) => isInteger(port, 1));
  const noise = ports.take(
    (port) =>
      toFloat(port) !== null && rankOf(port) === 3 && (port.dims?.[1] ?? 0) === NOISE_CHANNELS,
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

function findPiper(ports: Ports): PiperSignature | AlmostVoice | null {
  const input = ports.take((port) => isInteger(port, 2));
  const lengths = ports.take((port) => isInteger(port, 1) && /len/i.test(port.name));
  const scales = ports.take((port) => port.type === 'float32' && port.dims?.join() === '3');
  const output = ports.sound();
  if (input === null || lengths === null || scales === null || output === null) {
    return null;
  }
  const speaker = ports.take((port) => isInteger(port, 1));
  return ports.left.length > 0
    ? { kind: 'almost', like: 'piper', extra: ports.left }
    : {
        kind: 'piper',
        input: input.name,
        lengths: lengths.name,
        scales: scales.name,
        speaker: speaker?.name ?? null,
        output,
      };
}

function findKokoro(ports: Ports): KokoroSignature | AlmostVoice | null {
  const tokens = ports.take((port) => isInteger(port, 2));
  const style = ports.take(
    (port) => port.type === 'float32' && rankOf(port) === 2 && port.dims?.[1] === STYLE_SIZE,
  );
  const speed = ports.take(
    (port) => (port.type === 'float32' || port.type === 'int32') && rankOf(port) <= 1,
  );
  const output = ports.sound();
  if (tokens === null || style === null || speed === null || output === null) {
    return null;
  }
  const durations = ports.outputs.find(({ name }) => /^(pred_)?dur(ation)?s?$/i.test(name));
  return ports.left.length > 0
    ? { kind: 'almost', like: 'kokoro', extra: ports.left }
    : {
        kind: 'kokoro',
        tokens: tokens.name,
        style: style.name,
        speed: { name: speed.name, isInteger: speed.type === 'int32' },
        output,
        durations: durations?.name ?? null,
      };
}

function findEstimator(ports: Ports): EstimatorSignature | null {
  const [first, second] = ports.left;
  const count = ports.left.length;
  const output = ports.sound();
  if (first === undefined || first.type !== 'float32' || output === null) {
    return null;
  }
  if (count === 1 && rankOf(first) === 3 && first.dims?.[1] === MEL_BANDS) {
    // Exports may leave the shape of what comes out open; the first run shows whether it fits.
    const salience = ports.outputs.find(({ dims }) => (dims?.at(-1) ?? PITCH_BINS) === PITCH_BINS);
    return salience === undefined
      ? null
      : { kind: 'estimator', takes: 'mel', input: first.name, output: salience.name };
  }
  const isThreshold = second?.type === 'float32' && rankOf(second) <= 1;
  return count === 2 && rankOf(first) === 2 && isThreshold && /thresh/i.test(second.name)
    ? {
        kind: 'estimator',
        takes: 'sound',
        input: first.name,
        threshold: second.name,
        output: ports.outputs.find(({ name }) => /f0|pitch/i.test(name))?.name ?? output,
      }
    : null;
}

function findEncoder(ports: Ports): EncoderSignature | null {
  const [first] = ports.left;
  const input = first === undefined ? null : toFloat(first);
  const rank = first === undefined ? 0 : rankOf(first);
  if (first === undefined || ports.left.length !== 1 || input === null) {
    return null;
  }
  const isSound = first.dims?.at(-1) === null;
  const isDeep = rank === 3 && (first.dims?.[1] ?? 1) === 1;
  const outputs = ports.outputs
    .filter((port) => toFloat(port) !== null && rankOf(port) === 3)
    .flatMap((port) => {
      const size = encodedSize(port);
      return size === 0 ? [] : [{ name: port.name, size }];
    });
  return isSound && (rank === 2 || isDeep) && outputs.length > 0
    ? { kind: 'encoder', isDeep, input, outputs }
    : null;
}

function toFloat({ name, type }: OnnxPort): FloatPort | null {
  return type === 'float32' || type === 'float16' ? { name, type } : null;
}

function isInteger(port: OnnxPort, rank: number): boolean {
  return port.type === 'int64' && rankOf(port) === rank;
}

/** Dimensions; many where nothing is said, so that it fits nothing. */
function rankOf({ dims }: OnnxPort): number {
  return dims?.length ?? Number.POSITIVE_INFINITY;
}

/** What an encoder says of a moment, in numbers: null where the file leaves it open, 0 where it is none. */
function encodedSize({ dims }: OnnxPort): 256 | 768 | null | 0 {
  const [, middle = null, last = null] = dims ?? [];
  const known = featureSizes.find((size) => size === last || size === middle);
  return known ?? (last === null && middle === null ? null : 0);
}

/** The size of what is said of a moment in a port that takes it. */
function sizeOf({ dims }: OnnxPort): 256 | 768 | null {
  return featureSizes.find((size) => size === dims?.at(-1)) ?? null;
}
