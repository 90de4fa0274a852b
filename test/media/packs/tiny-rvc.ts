/** Models for voice conversion with the inputs and outputs of the real ones and predictable audio. */
import { FLOAT, HALF, INT64, TinyModel, type Dim } from './tiny-model.ts';

/** Properties of a tiny generator. */
export interface TinyRvc {
  /** Names of the WebUI or of w-okada. */
  readonly dialect?: 'webui' | 'okada';
  readonly size?: 256 | 768;
  readonly rateHz?: number;
  /** True when it follows a pitch; otherwise it hums at 200 Hz. */
  readonly hasPitch?: boolean;
  /** True when the speech features are in half precision. */
  readonly isHalf?: boolean;
  /** Restarts its tone at every window, like the real ones; otherwise it is a continuous tone of 200 Hz. */
  readonly hum?: 'follows' | 'steady';
  /** Number of frames per run; any number by default. */
  readonly onlyFrames?: number;
  /** Rank of its output. */
  readonly outputRank?: 1 | 3;
  readonly extra?: string;
  readonly metadata?: string;
  readonly fault?: 'infinite';
  /** Allocates this much memory when it runs, with a model of a few hundred bytes. */
  readonly filledBytes?: number;
}

/** A tone of twice the loudness that the encoder outputs, at the input pitch, an octave higher for each speaker. */
export function createTinyRvc(spec: TinyRvc = {}): Uint8Array {
  const { dialect = 'webui', size = 768, rateHz = 40_000, hasPitch = true, outputRank = 3 } = spec;
  const isWebui = dialect === 'webui';
  const model = new TinyModel();
  const frames: Dim = spec.onlyFrames ?? 'frames';
  const type = spec.isHalf === true ? HALF : FLOAT;
  const phone = model.input(isWebui ? 'phone' : 'feats', [1, frames, size], type);
  model.input(isWebui ? 'phone_lengths' : 'p_len', [1], INT64);
  if (hasPitch) {
    model.input('pitch', [1, frames], INT64);
  }
  const pitch = hasPitch ? model.input('pitchf', [1, frames]) : null;
  const speaker = model.input(isWebui ? 'ds' : 'sid', [1], INT64);
  if (isWebui) {
    model.input('rnd', [1, 192, frames]);
  }
  if (spec.extra !== undefined) {
    model.input(spec.extra, [1, 5]);
  }
  const said = spec.isHalf === true ? model.node('Cast', [phone], { to: FLOAT }) : phone;
  const loudness = model.node('ReduceMean', [said], { axes: [2], keepdims: 1 });
  const perFrame = rateHz / 100;
  const ones = model.floats([1, 1, perFrame], new Float32Array(perFrame).fill(1));
  const flat = model.integers([1, -1]);
  const spread = (value: string): string =>
    model.node('Reshape', [model.node('Mul', [value, ones]), flat]);
  const level = spread(model.node('Mul', [loudness, model.floats([1], [2])]));
  let hertz =
    pitch === null || spec.hum === 'steady'
      ? model.node('Add', [
          model.node('Mul', [loudness, model.floats([1], [0])]),
          model.floats([1], [200]),
        ])
      : model.node('Reshape', [pitch, model.integers([1, -1, 1])]);
  const octave = model.node('Add', [
    model.node('Cast', [speaker], { to: FLOAT }),
    model.floats([1], [1]),
  ]);
  hertz = model.node('Mul', [hertz, octave]);
  const axis = model.weight([], INT64, new Uint8Array(BigInt64Array.of(1n).buffer));
  const phase = model.node('CumSum', [spread(hertz), axis]);
  const sine = model.node('Sin', [
    model.node('Mul', [phase, model.floats([1], [(2 * Math.PI) / rateHz])]),
  ]);
  let sound = model.node('Mul', [sine, level]);
  if (spec.fault === 'infinite') {
    sound = model.node('Log', [model.node('Mul', [level, model.floats([1], [0])])]);
  }
  if (spec.filledBytes !== undefined) {
    const filled = model.node('ConstantOfShape', [model.integers([spec.filledBytes / 4])]);
    const max = model.node('ReduceMax', [filled], { keepdims: 0 });
    sound = model.node('Add', [sound, max]);
  }
  const shape = outputRank === 3 ? [1, 1, -1] : [-1];
  const dims: Dim[] = outputRank === 3 ? [1, 1, 'n'] : ['n'];
  model.output('audio', model.node('Reshape', [sound, model.integers(shape)]), dims);
  if (spec.metadata !== undefined) {
    model.metadata('metadata', spec.metadata);
  }
  return model.finish();
}

/** Outputs the loudness of every 20 ms in all of its channels. */
export function createTinyEncoder({
  size = 768,
  isDeep = true,
  isTurned = false,
}: {
  readonly size?: 256 | 768;
  readonly isDeep?: boolean;
  /** Returns one row for each channel instead of one for each frame. */
  readonly isTurned?: boolean;
} = {}): Uint8Array {
  const model = new TinyModel();
  const input = model.input('source', isDeep ? [1, 1, 'samples'] : [1, 'samples']);
  const deep = isDeep ? input : model.node('Reshape', [input, model.integers([1, 1, -1])]);
  const power = model.node('AveragePool', [model.node('Mul', [deep, deep])], {
    kernel_shape: [400],
    strides: [320],
  });
  const loudness = model.node('Sqrt', [power]);
  const turned = isTurned ? loudness : model.node('Transpose', [loudness], { perm: [0, 2, 1] });
  const ones = model.floats(isTurned ? [1, size, 1] : [1, 1, size], new Float32Array(size).fill(1));
  const said = model.node('Mul', [turned, ones]);
  model.output('embed', said, isTurned ? [1, size, 'moments'] : [1, 'moments', size]);
  return model.finish();
}

/** RMVPE that selects the loudest of the lower bands as the pitch: bin = 2 x band + 40. */
export function createTinyMelEstimator(): Uint8Array {
  const model = new TinyModel();
  const mel = model.input('input', [1, 128, 'frames']);
  const spread = new Float32Array(128 * 360);
  for (let band = 0; band < 128; band += 1) {
    spread[band * 360 + 2 * band + 40] = 1;
  }
  const rows = model.node('Transpose', [model.node('Exp', [mel])], { perm: [0, 2, 1] });
  const salience = model.node('MatMul', [rows, model.floats([128, 360], spread)]);
  model.output('output', salience, [1, 'frames', 360]);
  return model.finish();
}

/** RMVPE in one file: its input is audio, and its output 321 Hz wherever that is not silent. */
export function createTinySoundEstimator(): Uint8Array {
  const model = new TinyModel();
  const sound = model.input('waveform', [1, 'samples']);
  const threshold = model.input('threshold', [1]);
  const deep = model.node('Reshape', [sound, model.integers([1, 1, -1])]);
  const power = model.node('AveragePool', [model.node('Mul', [deep, deep])], {
    kernel_shape: [160],
    strides: [160],
  });
  const min = model.node('Mul', [threshold, model.floats([1], [1e-6])]);
  const heard = model.node('Cast', [model.node('Greater', [power, min])], { to: FLOAT });
  const pitch = model.node('Mul', [heard, model.floats([1], [321])]);
  model.output('pitchf', model.node('Reshape', [pitch, model.integers([1, -1])]), [1, 'frames']);
  return model.finish();
}
