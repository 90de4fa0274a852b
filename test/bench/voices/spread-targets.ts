/**
 * Spreads the targets of the voice changer so that a speaker encoder distinguishes any two: `node
 * test/bench/voices/spread-targets.ts 15` tries other designs for this number of minutes, keeps those with a lower
 * cost, and measures the targets again. A design stays within the promise of its target's name. Names of targets after
 * the number limit the search to these. The speakers of `voices.bench` are not used.
 */
import { convertSpeech } from '../../../src/engine/voice/changer/convert-speech.ts';
import type { VoiceTarget } from '../../../src/engine/voice/changer/voice-target.ts';
import { VOICE_RATE_HZ } from '../../../src/engine/voice/changer/voice-target.ts';
import { createWhiteNoise } from '../../../src/engine/voice/changer/white-noise.ts';
import { readRecipes, type StoredTarget, writeTargets } from '../../media/voice/make-targets.ts';
import { addTone } from '../../media/voice/target-recipe.ts';
import { readTuningSpeech } from './recorded-speakers.ts';
import { compareSpeakers, openSpeakerEncoder } from './speaker-encoder.ts';
import { openSpeechQuality } from './speech-quality.ts';

type Range = readonly [min: number, max: number];

/**
 * Ranges that a name implies: pitch where the recipe may change it, size, breath, and darkness of the voice in dB.
 */
interface Character {
  readonly pitchHz?: Range;
  readonly size: Range;
  readonly breath: Range;
  readonly dark: Range;
}

const characters: Readonly<Record<string, Character>> = {
  'deep-narrator': { pitchHz: [80, 95], size: [0.93, 0.98], breath: [0, 0.15], dark: [0, 6] },
  'steady-narrator': { size: [0.96, 1.04], breath: [0, 0.1], dark: [-3, 3] },
  'clear-host': { size: [0.96, 1.04], breath: [0, 0.1], dark: [-5, 1] },
  'warm-scot': { size: [0.98, 1.06], breath: [0.2, 0.5], dark: [1, 6] },
  'soft-alto': { pitchHz: [140, 165], size: [0.85, 0.93], breath: [0.4, 0.9], dark: [1, 6] },
  'bright-soprano': { pitchHz: [190, 250], size: [0.98, 1.1], breath: [0, 0.2], dark: [-6, -1] },
  'young-presenter': { pitchHz: [120, 145], size: [1.04, 1.14], breath: [0, 0.3], dark: [-5, 2] },
  'news-anchor': { size: [0.96, 1.04], breath: [0, 0.05], dark: [-6, 0] },
  'gentle-giant': { pitchHz: [70, 84], size: [0.81, 0.9], breath: [0.1, 0.4], dark: [1, 7] },
  'old-sailor': { pitchHz: [85, 115], size: [0.88, 0.96], breath: [0.2, 0.6], dark: [-3, 5] },
  'even-voice': { pitchHz: [145, 165], size: [1, 1.14], breath: [0, 0.6], dark: [-5, 5] },
  'school-child': { pitchHz: [225, 290], size: [1.06, 1.16], breath: [0, 0.4], dark: [-5, 5] },
  'little-sprite': { pitchHz: [270, 370], size: [1.12, 1.16], breath: [0, 0.7], dark: [-6, 2] },
  'stern-teacher': { pitchHz: [165, 200], size: [0.98, 1.1], breath: [0, 0.1], dark: [-5, 1] },
  'monotone-machine': { pitchHz: [95, 125], size: [1, 1.14], breath: [0, 0.3], dark: [-5, 5] },
};

/** Varied parameters of a target. */
interface Design {
  readonly pitchHz: number;
  readonly size: number;
  readonly breath: number;
  readonly tone: readonly number[];
}

/** Result for each speaker: their changed voice, and its quality where it is judged. */
interface Result {
  readonly voice: Float32Array;
  readonly quality: number | null;
}

/** Limits in dB of each cosine of a tone, and of all of them together; spectra of people differ by as much. */
const maxTone = 5;
const maxWhole = 7;
const heardSeconds = 5;
/** Likeness that costs nothing, and loss of quality that does not. */
const freeLikeness = 0.72;
const freeLoss = 0.1;
const lossCost = 0.3;
/** One speaker in this number is judged for quality, which takes longer than all the rest. */
const judgeEvery = 3;
const toneCost = 2e-5;
/** One in this number of steps is larger. */
const leapEvery = 2;
const leap = 2.5;

const noise = createWhiteNoise();
/** Near a normal distribution of deviation 1. */
const deviate = (): number => noise() + noise() + noise();
const limit = (value: number, [min, max]: Range): number => Math.max(min, Math.min(max, value));

const encoder = await openSpeakerEncoder();
const judge = await openSpeechQuality();
const stored = await readRecipes();
const heard = await Promise.all(
  (await readTuningSpeech()).map(async (whole) => {
    const speech = whole.subarray(0, heardSeconds * VOICE_RATE_HZ);
    return {
      speech,
      own: await encoder.embed(speech),
      quality: (await judge(speech)).overall,
    };
  }),
);
const designs: Design[] = stored.map(toDesign);
const results: Result[][] = [];
for (const [index, design] of designs.entries()) {
  results.push((await render(index, design, Number.POSITIVE_INFINITY))!);
}

const [minutes = '15', ...only] = process.argv.slice(2);
const end = Date.now() + 60_000 * Number(minutes);
process.stdout.write(`${describe()}\n`);
for (let count = 1; Date.now() < end; count += 1) {
  const index = pickCostly();
  const design = vary(designs[index]!, createCharacter(stored[index]!), count % leapEvery === 0);
  const made = await render(index, design, toCost(index, results[index]!, designs[index]!));
  if (made !== null) {
    designs[index] = design;
    results[index] = made;
    process.stdout.write(`${count}: ${stored[index]!.id}; ${describe()}\n`);
  }
}
await writeTargets(stored.map((entry, index) => toRecipe(entry, designs[index]!)));

function createCharacter({ id }: StoredTarget): Character {
  const found = characters[id];
  if (found === undefined) {
    throw new Error(`What ${id} promises has to be written down first.`);
  }
  return found;
}

function toDesign(entry: StoredTarget): Design {
  const { target, breath = 0, tone } = entry;
  return {
    pitchHz: target.pitchHz,
    size: limit(entry.size, createCharacter(entry).size),
    breath,
    tone,
  };
}

/** A recipe whose measured pitch equals that of its design. */
function toRecipe(entry: StoredTarget, { pitchHz, size, breath, tone }: Design): StoredTarget {
  const { shift, target } = entry;
  const round = (value: number): number => Number(value.toFixed(2));
  return {
    ...entry,
    ...(shift && { shift: { ...shift, pitch: round((shift.pitch * pitchHz) / target.pitchHz) } }),
    size: round(size),
    breath: round(breath),
    tone: tone.map(round),
  };
}

function vary(design: Design, character: Character, isLeap: boolean): Design {
  const step = isLeap ? leap : 1;
  const { pitchHz, size, breath, tone } = design;
  const moved = tone.map((gain, order) =>
    limit(gain + 1.5 * step * deviate(), order === 0 ? character.dark : [-maxTone, maxTone]),
  );
  const ratio = Math.min(1, maxWhole / Math.hypot(...moved));
  return {
    pitchHz:
      character.pitchHz === undefined
        ? pitchHz
        : limit(pitchHz * Math.exp(0.06 * step * deviate()), character.pitchHz),
    size: limit(size * Math.exp(0.02 * step * deviate()), character.size),
    breath: limit(breath + 0.12 * step * deviate(), character.breath),
    tone: moved.map((gain, order) => (order === 0 ? gain : gain * ratio)),
  };
}

/** Renders a design for every speaker; null as soon as it costs more than `maxCost`. */
async function render(index: number, design: Design, maxCost: number): Promise<Result[] | null> {
  const changed = toTarget(stored[index]!, design);
  const sounds: Float32Array[] = [];
  const made: Result[] = [];
  let cost = toToneCost(design);
  for (const [at, { speech }] of heard.entries()) {
    sounds.push(convertSpeech(speech, changed));
    made.push({ voice: await encoder.embed(sounds[at]!), quality: null });
    cost += toLikenessCost(index, at, made[at]!);
    if (cost >= maxCost) {
      return null;
    }
  }
  for (let at = 0; at < heard.length; at += judgeEvery) {
    made[at] = { ...made[at]!, quality: (await judge(sounds[at]!)).overall };
    cost += toLossCost(at, made[at]!);
    if (cost >= maxCost) {
      return null;
    }
  }
  return made;
}

function toTarget(entry: StoredTarget, { pitchHz, size, breath, tone }: Design): VoiceTarget {
  const { target, tone: before, roughness, liveliness } = entry;
  const change = tone.map((gain, order) => gain - (before[order] ?? 0));
  return { ...addTone(target, change), pitchHz, size, breath, roughness, liveliness };
}

function toCost(index: number, made: readonly Result[], design: Design): number {
  return made.reduce(
    (cost, result, at) => cost + toLikenessCost(index, at, result) + toLossCost(at, result),
    toToneCost(design),
  );
}

function toToneCost({ tone }: Design): number {
  return toneCost * tone.reduce((sum, gain) => sum + gain * gain, 0);
}

/** Cost of the likeness to the speaker and to all other targets of this speaker. */
function toLikenessCost(index: number, at: number, { voice }: Result): number {
  const others = results.flatMap((result, other) => (other === index ? [] : [result[at]!.voice]));
  return [heard[at]!.own, ...others].reduce(
    (cost, other) => cost + Math.max(0, compareSpeakers(voice, other) - freeLikeness) ** 2,
    0,
  );
}

function toLossCost(at: number, { quality }: Result): number {
  return quality === null
    ? 0
    : lossCost * Math.max(0, heard[at]!.quality - quality - freeLoss) ** 2;
}

/** A target at random, the likelier the more it costs. */
function pickCostly(): number {
  const costs = designs.map((design, index) =>
    only.length > 0 && !only.includes(stored[index]!.id)
      ? 0
      : toCost(index, results[index]!, design),
  );
  let left = (costs.reduce((sum, cost) => sum + cost, 0) * (noise() + 1)) / 2;
  return Math.max(
    0,
    costs.findIndex((cost) => (left -= cost) <= 0),
  );
}

function describe(): string {
  const pairs = results.flatMap((one, index) =>
    results.slice(index + 1).map((two, at) => ({
      names: `${stored[index]!.id} and ${stored[index + 1 + at]!.id}`,
      likeness: Math.max(
        ...one.map(({ voice }, speaker) => compareSpeakers(voice, two[speaker]!.voice)),
      ),
    })),
  );
  const alike = pairs.filter(({ likeness }) => likeness > 0.8);
  const names = alike.map((pair) => `${pair.names} ${pair.likeness.toFixed(2)}`).join(', ');
  return `${alike.length} pairs are more alike than 0.80: ${names}`;
}
