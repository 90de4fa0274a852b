/**
 * Trains the network that tells mouths by sound on speech of our own synthesisers, whose mouths are known, and
 * writes it with its score on voices it never heard to `resources/voices/viseme-network.json`:
 * node test/media/voice/train-visemes.ts
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sentences from '../../../resources/voices/sentences.json' with { type: 'json' };
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { openEspeak } from '../../../src/engine/voice/engines/espeak-engine.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { visemes } from '../../../src/engine/voice/viseme.ts';
import { findVisemes } from '../../../src/engine/voice/visemes/find-visemes.ts';
import {
  FEATURE_BANDS,
  FEATURE_HOP,
  FEATURE_RATE_HZ,
  SpeechFeatures,
} from '../../../src/engine/voice/visemes/speech-features.ts';
import {
  CONTEXT,
  HIDDEN_SIZE,
  INPUT_SIZE,
  layerShapes,
  VisemeNetwork,
} from '../../../src/engine/voice/visemes/viseme-network.ts';
import { createRandom } from '../../support/random.ts';
import {
  agreement,
  type LabelledSpeech,
  speakLabelled,
  toFrames,
  unheardTexts,
  unheardVoices,
} from './viseme-speech.ts';

const rounds = Number(process.env['ROUNDS'] ?? 8);
const batch = 32;
const firstRate = 1e-3;
const lastRate = 5e-5;
/** So that no single way of speaking is learnt by heart. */
const mostHidden = 5;
const keptUnits = 0.8;
const smoothing = 0.05;

const fliteBases = ['rms', 'slt', 'kal', 'kal16'];
const espeakBases = (
  'en-us en-us+m2 en-us+m3 en-us+m5 en-us+m7 en-us+f1 en-us+f2 en-us+f4 ' +
  'en-gb-scotland en-gb-x-rp+f5 en-gb-x-rp+m1 en-gb-scotland+m4 en-029+f2'
).split(' ');
const otherTongues =
  'af ca cs cy da de el eo es et fi fr hr hu id it nl pl pt ro sk sl sv sw tr'.split(' ');
const speeds = [0.85, 0.93, 1, 1.08, 1.18, 1.28];

/** Words from which sentences are made that nobody ever said. */
const words =
  `about above afraid again age ago air all alone always among angry animal another answer any apple arm
around ask autumn away baby back bad badge bag bake ball band bank bath beach bear beautiful because bed before begin
behind believe bell below bench better between big bird birthday bite black blood blow blue board boat body book both
bottle bottom box boy branch bread break breath breeze bridge bright bring brother brown brush build bump burn bus
business busy butter buy by cabin cage cake calm camp can candle captain car care castle cat catch cause chair chance
change cheap cheese chew child choice choose church city clay clean clear cliff climb clock cloth cloud coat coffee
coin cold come cook cool copper corner cough could count courage cover cow crash cream cry cup curve cut dance dark
daughter day deep deer delay delight desk dinner dirt doctor dog door doubt down dream dress drink drive drop dry duck
dust each ear early earth east easy eat edge eight either empty engine enjoy enough evening ever every example eye
face fair faith fall family far farmer fashion father favour feather feel fence few field fight film find finger fire
first fish five fix floor flow flower fly food foot forest forget fork four fox free fresh friend frog from fruit full
fun funny game garage garden gate gather gentle ghost giant gift girl give glass glove go goat gold good goose grass
great green ground group grow guess guitar half hammer hand happy harbour hard hat have head hear heart heavy help her
here high hill history hole holiday home honey hope horse hot hour house how huge hundred hungry hurry husband ice
idea if ill inside iron island itch jacket jam job join joke journey joy judge juice July jump June just keep key
kind king kiss kitchen knee knife knock know ladder lady lake lamp language large last late laugh law lazy lead leaf
learn leather leave left leg lemon less letter level library lie life light like lion lip listen little live long look
lose loud love low lunch machine magic make man many map march market match may maybe meal measure meat medicine meet
memory metal middle milk mind minute mirror money month moon more morning mother mountain mouse mouth move much music
must name narrow near neck need neighbour nest never new news next nice night nine noise none noon north nose nothing
now number ocean of off offer office often oil old once onion only open orange order other our out oven over owl own
page paint pair paper park part party path pay peace pear pen people pepper perhaps person phone photograph piano
picture piece pig pillow pink pipe place plan plate play please pleasure pocket poem point police pool poor possible
potato pound power pretty price prince problem promise proud pull pure purple push put queen question quick quiet quite
rabbit race radio rain raise reach read ready real reason red remember rest rich ride right ring river road robin rock
roof room rope rose rough round row rule run sad safe sail salt same sand save say school science sea search season
second see seed sell send seven shade shadow shake shape share sharp she sheep shelf shine ship shirt shoe shop short
shoulder shout show shut sick side sign silver simple sing sister sit six size skin sky sleep slow small smell smile
smoke smooth snake snow soap soft soldier some song soon sorry soup south space speak spoon spring square stage stairs
stand star start station stay steal steam step still stone stop storm story strange street strong sugar suit summer
sun sure surprise sweet swim table tail take talk tall taste tea teach team tear television tell ten than thank that
thaw theatre then there these they thick thief thin thing think thirsty thirty this thorn those though thought
thousand thread three throat through throw thumb thunder ticket tie tiger time tired today together tomorrow tongue
tonight tooth top touch towel tower town toy train treasure tree trip true trust truth try turn twelve twenty two ugly
uncle under until up use usual valley van vegetable very view village violin visit voice wait walk wall want warm
wash watch water wave way weak wear weather week weigh well west wet what wheel when where which while white who whole
why wide wife wild win wind window wine wing winter wire wise wish with woman wonder wood wool word work world worry
worth would write wrong yard year yellow yes yesterday yet you young your youth zebra zero zoo`.split(
    /\s+/,
  );

const random = createRandom(20_261);
const flite = await openFlite();
const espeak = await openEspeak();

console.log('speaking');
const speech: LabelledSpeech[][] = [];
for (const base of fliteBases) {
  speech.push(await speakMany('flite', base, 100));
}
for (const base of espeakBases) {
  speech.push(await speakMany('espeak', base, 30));
}
for (const tongue of otherTongues) {
  const text = (sentences as Readonly<Record<string, string>>)[tongue];
  const base = `${tongue}${random() < 0.5 ? '' : `+f${1 + Math.floor(random() * 4)}`}`;
  if (text !== undefined) {
    speech.push([
      await speakLabelled(espeak, text, { engine: 'espeak', base, pace: 0.9 }),
      await speakLabelled(espeak, text, { engine: 'espeak', base: tongue, pace: 1.1 }),
    ]);
  }
}
const usual = findUsual();
const { features, mouths, starts } = toFeatures();
console.log(`${String(mouths.length / 100)} s of speech`);

const layers = layerShapes.map(({ inputs, units }) => {
  const weights = new Float32Array((inputs + 1) * units);
  const spread = Math.sqrt(2 / inputs);
  return weights.map((_, index) => (index % (inputs + 1) === inputs ? 0 : spread * normal()));
});
const gradients = layers.map((weights) => new Float32Array(weights.length));
const firsts = layers.map((weights) => new Float32Array(weights.length));
const seconds = layers.map((weights) => new Float32Array(weights.length));
let steps = 0;
const scratch = {
  input: new Float32Array(INPUT_SIZE),
  one: new Float32Array(HIDDEN_SIZE),
  two: new Float32Array(HIDDEN_SIZE),
  out: new Float32Array(visemes.length),
  outBack: new Float32Array(visemes.length),
  twoBack: new Float32Array(HIDDEN_SIZE),
  oneBack: new Float32Array(HIDDEN_SIZE),
};

const order = Uint32Array.from({ length: mouths.length }, (_, index) => index);
for (let round = 0; round < rounds; round += 1) {
  shuffle(order);
  // Neighbours are nearly alike: half of them a round are enough.
  const count = Math.floor(order.length / 2);
  let loss = 0;
  for (let at = 0; at + batch <= count; at += batch) {
    const progress = (round + at / count) / rounds;
    const rate = lastRate + 0.5 * (firstRate - lastRate) * (1 + Math.cos(Math.PI * progress));
    for (let index = at; index < at + batch; index += 1) {
      loss += learn(order[index]!);
    }
    step(rate);
  }
  console.log(round, (loss / count).toFixed(3), JSON.stringify(await score()));
}
await writeNetwork();

async function speakMany(
  engine: 'flite' | 'espeak',
  base: string,
  count: number,
): Promise<LabelledSpeech[]> {
  const spoken: LabelledSpeech[] = [];
  for (let index = 0; index < count; index += 1) {
    const text = Array.from(
      { length: 5 + Math.floor(random() * 6) },
      () => words[Math.floor(random() * words.length)],
    ).join(' ');
    const pace = 0.85 + 0.4 * random();
    spoken.push(
      await speakLabelled(engine === 'flite' ? flite : espeak, text, { engine, base, pace }),
    );
  }
  return spoken;
}

function findUsual(): number[] {
  const sums = new Float64Array(FEATURE_BANDS);
  for (const voice of speech) {
    const reader = new SpeechFeatures(sums.map(() => 0));
    const row = new Float32Array(FEATURE_BANDS);
    for (const { samples } of voice) {
      for (let at = 0; at + SpeechFeatures.window <= samples.length; at += FEATURE_HOP) {
        reader.read(samples, at, row);
      }
    }
    reader.usual.forEach((level, band) => (sums[band]! += level / speech.length));
  }
  return Array.from(sums, (level) => Number(level.toFixed(3)));
}

/** Every sentence at two speeds, as it is and in noise, alone or after others of its voice. */
function toFeatures() {
  const rows: Float32Array[] = [];
  const truth: Uint8Array[] = [];
  const starts: number[] = [];
  let total = 0;
  for (const voice of speech) {
    for (const isNoisy of [false, true]) {
      const speed = speeds[Math.floor(random() * speeds.length)]!;
      let reader = new SpeechFeatures(usual);
      for (const { samples, mouths } of voice) {
        if (random() < 0.4) {
          reader = new SpeechFeatures(usual);
        }
        const rate = Math.round(FEATURE_RATE_HZ * speed);
        const sound = pad(resample(samples, rate, FEATURE_RATE_HZ));
        disturb(sound, isNoisy);
        const count = Math.floor((sound.length - SpeechFeatures.window) / FEATURE_HOP) + 1;
        const of = Uint8Array.from(
          { length: count },
          (_, frame) => mouths[Math.min(mouths.length - 1, Math.round(frame * speed))]!,
        );
        const row = new Float32Array(count * FEATURE_BANDS);
        for (let frame = 0; frame < count; frame += 1) {
          const to = row.subarray(frame * FEATURE_BANDS, (frame + 1) * FEATURE_BANDS);
          reader.read(sound, frame * FEATURE_HOP, to);
        }
        rows.push(row);
        truth.push(of);
        starts.push(total);
        total += count;
      }
    }
  }
  starts.push(total);
  const features = new Float32Array(total * FEATURE_BANDS);
  const mouths = new Uint8Array(total);
  const firstOf = new Uint32Array(total);
  rows.forEach((row, index) => {
    features.set(row, starts[index]! * FEATURE_BANDS);
    mouths.set(truth[index]!, starts[index]);
    firstOf.fill(index, starts[index], starts[index + 1]);
  });
  return { features, mouths, starts: { clip: firstOf, at: starts } };
}

function pad(samples: Float32Array): Float32Array {
  const before = (SpeechFeatures.window - FEATURE_HOP) / 2;
  const padded = new Float32Array(samples.length + 2 * before);
  padded.set(samples, before);
  return padded;
}

/** Another loudness, another microphone, and the noise of a room or of a line. */
function disturb(sound: Float32Array, isNoisy: boolean): void {
  let power = 0;
  for (const value of sound) {
    power += value * value;
  }
  const level = Math.sqrt(power / sound.length);
  const noise = level * 10 ** (-(isNoisy ? 8 + 27 * random() : 45 + 20 * random()) / 20);
  const dark = random() * 0.97;
  const gain = 10 ** ((random() - 0.7) * 1.2);
  let low = 0;
  for (let index = 0; index < sound.length; index += 1) {
    low = dark * low + Math.sqrt(1 - dark * dark) * (random() + random() + random() - 1.5) * 2;
    sound[index] = gain * (sound[index]! + noise * low);
  }
}

/** Adds to the gradients what one set of features teaches; gives its loss. */
function learn(frame: number): number {
  const { input, one, two, out, outBack, twoBack, oneBack } = scratch;
  fillInput(frame, input);
  hideBands(input);
  forward(layers[0]!, input, one, true);
  forward(layers[1]!, one, two, true);
  forward(layers[2]!, two, out, false);
  let most = -Infinity;
  for (const value of out) {
    most = Math.max(most, value);
  }
  let sum = 0;
  for (const value of out) {
    sum += Math.exp(value - most);
  }
  const truth = mouths[frame]!;
  for (let index = 0; index < out.length; index += 1) {
    const wanted = smoothing / out.length + (index === truth ? 1 - smoothing : 0);
    outBack[index] = Math.exp(out[index]! - most) / sum - wanted;
  }
  backward(layers[2]!, gradients[2]!, two, outBack, twoBack);
  backward(layers[1]!, gradients[1]!, one, twoBack, oneBack);
  backward(layers[0]!, gradients[0]!, input, oneBack, null);
  return -(out[truth]! - most - Math.log(sum));
}

function forward(
  weights: Float32Array,
  input: Float32Array,
  output: Float32Array,
  isHidden: boolean,
): void {
  const { length } = input;
  let at = 0;
  for (let unit = 0; unit < output.length; unit += 1) {
    let sum = weights[at + length]!;
    for (let index = 0; index < length; index += 1) {
      sum += weights[at + index]! * input[index]!;
    }
    at += length + 1;
    if (isHidden) {
      sum = sum > 0 && random() < keptUnits ? sum / keptUnits : 0;
    }
    output[unit] = sum;
  }
}

function backward(
  weights: Float32Array,
  gradient: Float32Array,
  input: Float32Array,
  outputBack: Float32Array,
  inputBack: Float32Array | null,
): void {
  const { length } = input;
  inputBack?.fill(0);
  let at = 0;
  for (const back of outputBack) {
    if (back !== 0) {
      for (let index = 0; index < length; index += 1) {
        gradient[at + index]! += back * input[index]!;
      }
      gradient[at + length]! += back;
      if (inputBack !== null) {
        for (let index = 0; index < length; index += 1) {
          inputBack[index]! += back * weights[at + index]!;
        }
      }
    }
    at += length + 1;
  }
  if (inputBack !== null) {
    for (let index = 0; index < length; index += 1) {
      inputBack[index] = input[index]! > 0 ? inputBack[index]! / keptUnits : 0;
    }
  }
}

/** Adam (Kingma and Ba 2015) with decayed weights. */
function step(rate: number): void {
  steps += 1;
  const firstFix = 1 - 0.9 ** steps;
  const secondFix = 1 - 0.999 ** steps;
  for (const [layer, weights] of layers.entries()) {
    const gradient = gradients[layer]!;
    const first = firsts[layer]!;
    const second = seconds[layer]!;
    for (let index = 0; index < weights.length; index += 1) {
      const slope = gradient[index]! / batch;
      first[index] = 0.9 * first[index]! + 0.1 * slope;
      second[index] = 0.999 * second[index]! + 0.001 * slope * slope;
      const change = first[index]! / firstFix / (Math.sqrt(second[index]! / secondFix) + 1e-8);
      weights[index]! -= rate * (change + 1e-3 * weights[index]!);
    }
    gradient.fill(0);
  }
}

/** Agreement with the truth on voices that were not trained with. */
async function score() {
  const network = new VisemeNetwork({ usual, layers });
  const found: Record<string, { fifteen: number; seven: number }> = {};
  for (const voice of unheardVoices) {
    const speaker = voice.engine === 'flite' ? flite : espeak;
    let fifteen = 0;
    let seven = 0;
    for (const text of unheardTexts) {
      const spoken = await speakLabelled(speaker, text, voice);
      const spans = findVisemes(spoken.samples, FEATURE_RATE_HZ, network);
      const share = agreement(toFrames(spans, spoken.mouths.length), spoken.mouths);
      fifteen += share.fifteen / unheardTexts.length;
      seven += share.seven / unheardTexts.length;
    }
    found[voice.base] = { fifteen: Number(fifteen.toFixed(3)), seven: Number(seven.toFixed(3)) };
  }
  return found;
}

async function writeNetwork(): Promise<void> {
  const bytes = Buffer.concat(
    layers.map((weights) => {
      const halves = new DataView(new ArrayBuffer(weights.length * 2));
      weights.forEach((weight, index) => halves.setUint16(index * 2, toHalf(weight), true));
      return Buffer.from(halves.buffer);
    }),
  );
  const path = join(import.meta.dirname, '../../../resources/voices/viseme-network.json');
  const model = { visemes, score: await score(), usual, weights: bytes.toString('base64') };
  await writeFile(path, `${JSON.stringify(model, null, 1)}\n`);
}

/** Silences a few neighbouring bands in all of the input (Park et al. 2019). */
function hideBands(input: Float32Array): void {
  const count = Math.floor(random() * (mostHidden + 1));
  const first = Math.floor(random() * (FEATURE_BANDS - count));
  for (let at = first; at < INPUT_SIZE; at += FEATURE_BANDS) {
    input.fill(0, at, Math.min(INPUT_SIZE, at + count));
  }
}

/** What the finder asks the network with for a frame: silence after the end, the first frame before it. */
function fillInput(frame: number, input: Float32Array): void {
  const clip = starts.clip[frame]!;
  const first = starts.at[clip]!;
  const last = starts.at[clip + 1]! - 1;
  for (let offset = -CONTEXT; offset <= CONTEXT; offset += 1) {
    const from = Math.max(first, Math.min(last, frame + offset)) * FEATURE_BANDS;
    const to = (offset + CONTEXT) * FEATURE_BANDS;
    for (let band = 0; band < FEATURE_BANDS; band += 1) {
      input[to + band] = features[from + band]!;
    }
  }
}

/** Bits of the nearest half-precision number. */
function toHalf(value: number): number {
  const size = Math.min(65_504, Math.abs(value));
  const exponent = Math.max(-14, Math.floor(Math.log2(size || Number.MIN_VALUE)));
  const steps = Math.round(size * 2 ** (10 - exponent));
  const bits = steps < 1024 ? steps : steps - 1024 + ((exponent + 15) << 10);
  return bits | (value < 0 ? 0x80_00 : 0);
}

function shuffle(values: Uint32Array): void {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const kept = values[index]!;
    values[index] = values[other]!;
    values[other] = kept;
  }
}

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
