/** Models of voices with the inputs and outputs of the real ones and predictable audio. */
import { crc32, deflateRawSync } from 'node:zlib';
import { FLOAT, INT32, INT64, TinyModel, type Dim } from './tiny-model.ts';

/** Samples that a tiny speech model makes of each token. */
export const TOKEN_SAMPLES = 300;
export const PIPER_RATE_HZ = 22_050;
/** The first speaker of the tiny Piper hums at this pitch, the second at twice of it and so on. */
export const PIPER_HZ = 150;

/** Outputs `300 x length scale` samples of a tone for each token; every speaker has its own pitch. */
export function createTinyPiper({ hasSpeakers = false, extra = '' } = {}): Uint8Array {
  const model = new TinyModel();
  const tokens = model.input('input', ['batch_size', 'phonemes'], INT64);
  const lengths = model.input('input_lengths', ['batch_size'], INT64);
  const scales = model.input('scales', [3]);
  if (extra !== '') {
    model.input(extra, [1, 7]);
  }
  const one = model.integers([1]);
  const scale = model.node('Gather', [scales, scalar(model, 1)]);
  const perToken = model.node('Mul', [scale, model.floats([], [TOKEN_SAMPLES])]);
  const count = model.node('Squeeze', [model.node('Cast', [lengths], { to: FLOAT })]);
  const samples = model.node('Mul', [perToken, count]);
  const speaker = hasSpeakers
    ? model.node('Cast', [model.input('sid', ['batch_size'], INT64)], { to: FLOAT })
    : model.floats([1], [0]);
  const hertz = model.node('Mul', [
    model.node('Add', [speaker, model.floats([1], [1])]),
    model.floats([1], [(2 * Math.PI * PIPER_HZ) / PIPER_RATE_HZ]),
  ]);
  const sound = hum(model, samples, hertz);
  // Tokens have no effect but must be an input.
  const nothing = model.node('Mul', [
    model.node('Cast', [model.node('Gather', [tokens, model.integers([0])], { axis: 1 })], {
      to: FLOAT,
    }),
    model.floats([1], [0]),
  ]);
  const mixed = model.node('Add', [sound, model.node('Reshape', [nothing, one])]);
  const shape = model.integers([1, 1, 1, -1]);
  const dims: Dim[] = ['batch_size', 1, 'Unsqueezeoutput_dim_2', 'time'];
  model.output('output', model.node('Reshape', [mixed, shape]), dims);
  return model.finish();
}

/** A configuration of Piper with a number for every letter that eSpeak NG writes. */
export function piperConfig(changes: Readonly<Record<string, unknown>> = {}): string {
  const letters = [
    ...Array.from(
      "_^$ !'(),-.:;?abcdefhijklmnopqrstuvwxyzæçðøħŋœɐɑɒɓɔɕɖɗəɛɜɡɣɤɥɨɪɬɭɮɯɱɲɳɵɹɾʀʁʃʈʊʋʌʎʏʒʔʝʲˈˌːθχᵻ",
    ),
    '\u0303',
    '\u0329',
  ];
  return JSON.stringify({
    audio: { sample_rate: PIPER_RATE_HZ, quality: 'medium' },
    espeak: { voice: 'de' },
    language: { code: 'de_DE' },
    dataset: 'thorsten',
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    phoneme_type: 'espeak',
    phoneme_id_map: Object.fromEntries(letters.map((letter, index) => [letter, [index]])),
    num_speakers: 1,
    speaker_id_map: {},
    ...changes,
  });
}

export const KOKORO_RATE_HZ = 24_000;
export const STYLE_SIZE = 256;

/** Properties of a tiny Kokoro. */
export interface TinyKokoro {
  readonly names?: { readonly tokens: string; readonly output: string };
  readonly isSpeedInteger?: boolean;
  /** Outputs the duration of each token: all are equal. */
  readonly hasDurations?: boolean;
}

/** Outputs `300 / speed` samples of a tone for each token; the style's first value is the pitch in Hz. */
export function createTinyKokoro(spec: TinyKokoro = {}): Uint8Array {
  const { names = { tokens: 'input_ids', output: 'waveform' } } = spec;
  const model = new TinyModel();
  const tokens = model.input(names.tokens, [1, 'sequence_length'], INT64);
  const style = model.input('style', [1, STYLE_SIZE]);
  const speed = model.input('speed', [1], spec.isSpeedInteger === true ? INT32 : FLOAT);
  const ones = model.node('Add', [
    model.node('Mul', [model.node('Cast', [tokens], { to: FLOAT }), model.floats([1], [0])]),
    model.floats([1], [1]),
  ]);
  const count = model.node('ReduceSum', [ones], { keepdims: 0 });
  const perToken = model.node('Div', [
    model.floats([1], [TOKEN_SAMPLES]),
    model.node('Cast', [speed], { to: FLOAT }),
  ]);
  const samples = model.node('Squeeze', [model.node('Mul', [perToken, count])]);
  const hertz = model.node('Gather', [style, model.integers([0])], { axis: 1 });
  const step = model.node('Mul', [
    model.node('Reshape', [hertz, model.integers([1])]),
    model.floats([1], [(2 * Math.PI) / KOKORO_RATE_HZ]),
  ]);
  const sound = hum(model, samples, step);
  model.output(names.output, model.node('Reshape', [sound, model.integers([1, -1])]), [
    1,
    'num_samples',
  ]);
  if (spec.hasDurations === true) {
    model.output('durations', ones, [1, 'sequence_length']);
  }
  return model.finish();
}

/** Rise of the pitch per letter of the text. */
export const STYLE_STEP_HZ = 10;

/** A table of styles: the first row begins with `hertz`, every other with {@link STYLE_STEP_HZ} more. */
export function styleTable(rows: number, hertz: number): Buffer {
  const values = new Float32Array(rows * STYLE_SIZE);
  for (let row = 0; row < rows; row += 1) {
    values[row * STYLE_SIZE] = hertz + row * STYLE_STEP_HZ;
  }
  return Buffer.from(values.buffer);
}

/** A `.npy` file of a table of styles. */
export function toNpy(table: Buffer): Buffer {
  const rows = table.length / 4 / STYLE_SIZE;
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, 1, ${STYLE_SIZE}), }`;
  const header = text.padEnd(117) + '\n';
  const head = Buffer.from(`\x93NUMPY\u0001\u0000\u0000\u0000`, 'latin1');
  head.writeUInt16LE(header.length, 8);
  return Buffer.concat([head, Buffer.from(header, 'latin1'), table]);
}

/** A ZIP archive, as `numpy.savez` writes it (stored) or `savez_compressed` (deflated). */
export function toZip(files: Readonly<Record<string, Buffer>>, isDeflated = false): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packed = isDeflated ? deflateRawSync(bytes) : bytes;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(isDeflated ? 8 : 0, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const made = Buffer.from([20, 0]);
    list.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), made, shared, tail, Buffer.from(name)]),
    );
    bodies.push(file);
    at += file.length;
  }
  const end = Buffer.alloc(18);
  const listBytes = list.reduce((sum, { length }) => sum + length, 0);
  end.writeUInt16LE(list.length, 4);
  end.writeUInt16LE(list.length, 6);
  end.writeUInt32LE(listBytes, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, ...list, Buffer.from('PK\u0005\u0006'), end]);
}

/** A sine of amplitude 0.3, with this number of samples and step in radians. */
function hum(model: TinyModel, samples: string, step: string): string {
  const end = model.node('Cast', [samples], { to: FLOAT });
  const ramp = model.node('Range', [model.floats([], [0]), end, model.floats([], [1])]);
  const sine = model.node('Sin', [model.node('Mul', [ramp, step])]);
  return model.node('Mul', [sine, model.floats([1], [0.3])]);
}

function scalar(model: TinyModel, value: number): string {
  return model.weight([], INT64, new Uint8Array(BigInt64Array.of(BigInt(value)).buffer));
}
