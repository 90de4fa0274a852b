/** Models of voices with the inputs and outputs of the real ones and sound that can be foretold. */
import { FLOAT, INT64, TinyModel, type Dim } from './tiny-model.ts';

/** What a tiny model that speaks makes of each token. */
export const TOKEN_SAMPLES = 300;
export const PIPER_RATE_HZ = 22_050;
/** The first speaker of the tiny Piper hums at this pitch, the second at twice of it and so on. */
export const PIPER_HZ = 150;

/** Says `300 x length scale` samples of a hum for each token; every speaker hums at a pitch of its own. */
export function tinyPiper({ hasSpeakers = false, extra = '' } = {}): Uint8Array {
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
  // Tokens change nothing but have to be taken.
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

/** Half a sine of loudness 0.3: as many samples as a value says, of so many radians each. */
function hum(model: TinyModel, samples: string, step: string): string {
  const end = model.node('Cast', [samples], { to: FLOAT });
  const ramp = model.node('Range', [model.floats([], [0]), end, model.floats([], [1])]);
  const sine = model.node('Sin', [model.node('Mul', [ramp, step])]);
  return model.node('Mul', [sine, model.floats([1], [0.3])]);
}

function scalar(model: TinyModel, value: number): string {
  return model.weight([], INT64, new Uint8Array(BigInt64Array.of(BigInt(value)).buffer));
}
