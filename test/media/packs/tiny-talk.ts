/**
 * Models of talking faces with the inputs and outputs of the real ones, and a function that can be computed by hand.
 */
import { TinyModel, type Dim } from './tiny-model.ts';

const WEIGHTS = 52;
const JAW_OPEN = 24;
const POINTS = 63;

/** Opens the jaw by three times the mean loudness, 25 times a second. */
export function createTinyBlendshapes({
  samples = 16_000,
  identities = 12,
}: { readonly samples?: Dim; readonly identities?: number } = {}): Uint8Array {
  const model = new TinyModel();
  const audio = model.input('audio', [1, samples]);
  const moments = model.node('Reshape', [model.node('Abs', [audio]), model.integers([1, -1, 640])]);
  const loud = model.node('ReduceMean', [moments], { axes: [2], keepdims: 1 });
  const jaw = new Float32Array(WEIGHTS);
  jaw[JAW_OPEN] = 3;
  let weights = model.node('MatMul', [loud, model.floats([1, WEIGHTS], jaw)]);
  if (identities > 0) {
    const identity = model.input('identity', [1, identities]);
    const first = new Float32Array(identities);
    first[0] = 1;
    const one = model.node('MatMul', [identity, model.floats([identities, 1], first)]);
    weights = model.node('Mul', [weights, one]);
  }
  model.output('blendshapes', weights, [1, samples === 16_000 ? 25 : 'frames', WEIGHTS]);
  return model.finish();
}

/** Properties of a tiny mouth painter. */
export interface TinyPainter {
  readonly size: number;
  readonly names?: readonly [sound: string, face: string];
  /** Has inputs of three channels and a weight. */
  readonly hasWeight?: boolean;
  /** Opens the mouth in silence as well. */
  readonly isAlwaysOpen?: boolean;
}

/** Darkens the face by a fifth, and makes the mouth black during audio. */
export function createTinyPainter({
  size,
  names: [sound, face] = ['source', 'target'],
  hasWeight = false,
  isAlwaysOpen = false,
}: TinyPainter): Uint8Array {
  const model = new TinyModel();
  const mel = model.input(sound, [1, 1, 80, 16]);
  const seen = model.input(face, [1, hasWeight ? 3 : 6, size, size]);
  const own = hasWeight
    ? seen
    : model.node('Slice', [seen, model.integers([3]), model.integers([6]), model.integers([1])]);
  const mean = model.node('ReduceMean', [mel], { axes: [0, 1, 2, 3], keepdims: 1 });
  const above = model.node('Add', [mean, model.floats([1], [isAlwaysOpen ? 5 : 4])]);
  let open = model.node('Clip', [above, model.floats([], [0]), model.floats([], [1])]);
  if (hasWeight) {
    open = model.node('Mul', [
      open,
      model.node('Mul', [model.input('weight', [1]), model.floats([1], [2])]),
    ]);
  }
  const mouth = Float32Array.from({ length: size * size }, (_, at) => {
    const [x, y] = [(at % size) / size, Math.floor(at / size) / size];
    return x > 0.4 && x < 0.6 && y > 0.65 && y < 0.85 ? 1 : 0;
  });
  const black = model.node('Mul', [model.floats([1, 1, size, size], mouth), open]);
  const left = model.node('Sub', [model.floats([1], [1]), black]);
  const darker = model.node('Mul', [own, model.floats([1], [0.8])]);
  model.output('output', model.node('Mul', [darker, left]), [1, 3, 'h', 'w']);
  return model.finish();
}

/** Files of LivePortrait by name. Its generator draws grey that is brighter the further points move to the right. */
export function createTinyLivePortrait(
  dialect: 'facefusion' | 'plain' = 'facefusion',
): Readonly<Record<string, Uint8Array>> {
  const isPlain = dialect === 'plain';
  return {
    'live_portrait_feature_extractor.onnx': createTinyFeatures(),
    'live_portrait_motion_extractor.onnx': createTinyMotion(isPlain),
    'live_portrait_generator.onnx': createTinyGenerator(
      isPlain ? ['kp_driving', 'kp_source'] : ['source', 'target'],
    ),
    'live_portrait_lip_retargeter.onnx': createTinyRetargeter(65),
    'live_portrait_eye_retargeter.onnx': createTinyRetargeter(66),
  };
}

/** The mean of the image at every spatial position. */
function createTinyFeatures(): Uint8Array {
  const model = new TinyModel();
  const picture = model.input('input', [1, 3, 256, 256]);
  const mean = model.node('ReduceMean', [picture], { axes: [1, 2, 3], keepdims: 0 });
  const dims = [1, 32, 16, 64, 64];
  const volume = model.node('Expand', [
    model.node('Reshape', [mean, model.integers([1, 1, 1, 1, 1])]),
    model.integers(dims),
  ]);
  model.output('feature_volume', volume, dims);
  return model.finish();
}

function createTinyMotion(isPlain: boolean): Uint8Array {
  const model = new TinyModel();
  const picture = model.input('input', [1, 3, 256, 256]);
  const mean = model.node('ReduceMean', [picture], { axes: [0, 1, 2, 3], keepdims: 0 });
  const nothing = model.node('Mul', [mean, model.floats([], [0])]);
  const give = (name: string, dims: readonly number[], values: readonly number[]): void => {
    model.output(name, model.node('Add', [model.floats(dims, values), nothing]), dims);
  };
  // The most likely of 66 steps of 3 degrees, with a negligible weight of the others; the middle one is 1.5.
  const bins = Array.from({ length: 66 }, (_, bin) => (bin === 33 ? 100 : 0));
  for (const name of ['pitch', 'yaw', 'roll']) {
    give(name, isPlain ? [1, 66] : [1, 1], isPlain ? bins : [1.5]);
  }
  give('scale', [1, 1], [2]);
  give(isPlain ? 't' : 'translation', [1, 3], [0.5, 0.25, 9]);
  const zeros = Array.from({ length: POINTS }, () => 0);
  give(isPlain ? 'exp' : 'expression', isPlain ? [1, POINTS] : [1, 21, 3], zeros);
  give(
    isPlain ? 'kp' : 'motion_points',
    isPlain ? [1, POINTS] : [1, 21, 3],
    zeros.map((_, at) => (at % 3 === 2 ? -0.5 : 0)),
  );
  return model.finish();
}

function createTinyGenerator([driving, still]: readonly [string, string]): Uint8Array {
  const model = new TinyModel();
  const volume = model.input(
    driving === 'source' ? 'feature_volume' : 'feature_3d',
    [1, 32, 16, 64, 64],
  );
  const points = [model.input(driving, [1, 21, 3]), model.input(still, [1, 21, 3])];
  const moved = model.node('ReduceMean', [model.node('Sub', points)], {
    axes: [0, 1],
    keepdims: 1,
  });
  const right = model.node('Slice', [
    moved,
    model.integers([0]),
    model.integers([1]),
    model.integers([2]),
  ]);
  const mean = model.node('ReduceMean', [volume], { axes: [0, 1, 2, 3, 4], keepdims: 0 });
  const grey = model.node('Add', [mean, model.node('Reshape', [right, model.integers([1])])]);
  const dims = [1, 3, 512, 512];
  const picture = model.node('Expand', [
    model.node('Reshape', [grey, model.integers([1, 1, 1, 1])]),
    model.integers(dims),
  ]);
  model.output(driving === 'source' ? 'output' : 'out', picture, dims);
  return model.finish();
}

/** Moves all points to the right by the requested minus the present opening of lips or lids, its last input. */
function createTinyRetargeter(count: 65 | 66): Uint8Array {
  const model = new TinyModel();
  const input = model.input('input', [1, count]);
  const weights = new Float32Array(count * POINTS);
  for (let at = 0; at < POINTS; at += 3) {
    weights[POINTS * POINTS + at] = -1;
    weights[(count - 1) * POINTS + at] = 1;
  }
  model.output('output', model.node('MatMul', [input, model.floats([count, POINTS], weights)]), [
    1,
    POINTS,
  ]);
  return model.finish();
}
