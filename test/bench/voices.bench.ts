import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changerCatalogue } from '../../src/engine/voice/changer/changer-catalogue.ts';
import { readBeginning } from '../../src/engine/voice/changer/convert-recording.ts';
import { convertSpeech } from '../../src/engine/voice/changer/convert-speech.ts';
import { VOICE_RATE_HZ } from '../../src/engine/voice/changer/voice-target.ts';
import { cloneVoice } from '../../src/engine/voice/clone/clone-voice.ts';
import { toWav } from '../../src/engine/voice/file/wav-file.ts';
import { renderSpeech } from '../../src/engine/voice/render-speech.ts';
import { openSpeaker, type Speaker } from '../../src/engine/voice/speak/speaker.ts';
import { canCountWords, countWrongWords } from '../media/voice/wrong-words.ts';
import { atLeast, atMost, type Metric, type Measurement, toMetric } from './harness.ts';
import { median } from './statistics.ts';
import { readSpeakers, type RecordedSpeaker } from './voices/recorded-speakers.ts';
import {
  compareSpeakers,
  openSpeakerEncoder,
  type SpeakerEncoder,
} from './voices/speaker-encoder.ts';
import { measureSpoken } from './voices/spoken-voices.ts';
import { openSpeechQuality, type SpeechQuality } from './voices/speech-quality.ts';

const script =
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. ' +
  'It is easy to tell the depth of a well. These days a chicken leg is a rare dish.';
/** Speakers whose voices are changed, a low and a high one. */
const changed = ['myself', 'grace'];
const changedSeconds = 10;

/** Models that judge voices. */
interface Judges {
  readonly encoder: SpeakerEncoder;
  readonly judge: (speech: Float32Array) => Promise<SpeechQuality>;
  readonly note: (text: string) => void;
}

/**
 * Measures the melody of spoken voices against people, the distance of matched voices to speakers on whom nothing was
 * tuned, and the distance of changed voices from them.
 */
export const measurement: Measurement = {
  title: 'Voices by an encoder of speakers and a judge of quality that the product does not use',
  needsApp: false,
  run: async ({ note }) => {
    note('packages to measure with');
    const speakers = await readSpeakers();
    const judges = {
      encoder: await openSpeakerEncoder(),
      judge: await openSpeechQuality(),
      note,
    };
    const speaker = openSpeaker();
    try {
      return [
        ...(await measureSpoken(speaker, speakers, note)),
        ...(await measureMatches(speakers, speaker, judges)),
        ...(await measureTargets(speakers, judges)),
      ];
    } finally {
      await speaker.close();
    }
  },
};

/** Result for the voice of ours that was matched with a speaker. */
interface Match {
  /** Fraction of the distance from our voice to other speech of the speaker; 1 is as near as the sample itself. */
  readonly way: number;
  readonly likeness: number;
  readonly quality: number;
  /** Percent; null where nothing counts them. */
  readonly wrongWords: number | null;
}

async function measureMatches(
  speakers: readonly RecordedSpeaker[],
  speaker: Speaker,
  judges: Judges,
): Promise<Metric[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-voices-'));
  try {
    const matches: Match[] = [];
    const metrics: Metric[] = [];
    for (const recorded of speakers) {
      judges.note(`a voice like ${recorded.name}`);
      const match = await matchSpeaker(recorded, { folder, speaker, judges });
      matches.push(match);
      metrics.push(
        toMetric({ name: `way to ${recorded.name}`, value: match.way, unit: '' }),
        toMetric({ name: `likeness to ${recorded.name}`, value: match.likeness, unit: '' }),
      );
    }
    const words = matches.flatMap(({ wrongWords }) => (wrongWords === null ? [] : [wrongWords]));
    metrics.push(
      toMetric({
        name: 'way to a speaker, median',
        value: median(matches.map(({ way }) => way)),
        unit: '',
        bar: atLeast(0.5),
      }),
      toMetric({
        name: 'quality lost by matching, median',
        value: -median(matches.map(({ quality }) => quality)),
        unit: 'MOS',
        bar: atMost(0.2),
      }),
    );
    return words.length === 0
      ? metrics
      : [
          ...metrics,
          toMetric({
            name: 'wrong words more by matching, median',
            value: median(words),
            unit: '%',
            bar: atMost(3),
          }),
        ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function matchSpeaker(
  { name, sample, other }: RecordedSpeaker,
  {
    folder,
    speaker,
    judges,
  }: { readonly folder: string; readonly speaker: Speaker; readonly judges: Judges },
): Promise<Match> {
  const { encoder, judge } = judges;
  const [samplePath, path, plainPath] = ['sample', 'matched', 'plain'].map((kind) =>
    join(folder, `${name}-${kind}.wav`),
  ) as [string, string, string];
  await writeFile(samplePath, toWav(sample, VOICE_RATE_HZ));
  const cloned = await cloneVoice(speaker, { samplePath, script, path, format: 'wav' });
  await renderSpeech(speaker, { script, voice: cloned.base, path: plainPath, format: 'wav' });
  const matched = await readBeginning(path, { seconds: 30 });
  const plain = await readBeginning(plainPath, { seconds: 30 });
  const wanted = await encoder.embed(other);
  const alike = async (speech: Float32Array): Promise<number> =>
    compareSpeakers(await encoder.embed(speech), wanted);
  const [likeness, before, max] = [await alike(matched), await alike(plain), await alike(sample)];
  const counted = await canCountWords();
  return {
    way: (likeness - before) / (max - before),
    likeness,
    quality: (await judge(matched)).overall - (await judge(plain)).overall,
    wrongWords: counted
      ? (await countWrongWords([matched], [script])) - (await countWrongWords([plain], [script]))
      : null,
  };
}

async function measureTargets(
  speakers: readonly RecordedSpeaker[],
  { encoder, judge, note }: Judges,
): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const { name, other } of speakers.filter(({ name: id }) => changed.includes(id))) {
    const speech = other.subarray(0, changedSeconds * VOICE_RATE_HZ);
    const own = await encoder.embed(speech);
    const before = (await judge(speech)).overall;
    const voices = new Map<string, Float32Array>();
    const lost: number[] = [];
    for (const { id, target } of changerCatalogue) {
      note(`${name} as ${id}`);
      const result = convertSpeech(speech, target);
      voices.set(id, await encoder.embed(result));
      lost.push(before - (await judge(result)).overall);
    }
    const toOwn = [...voices].map(([id, voice]) => [id, compareSpeakers(voice, own)] as const);
    const [nearest, max] = toOwn.reduce((best, here) => (here[1] > best[1] ? here : best));
    const pairs = listPairs(voices);
    const [pair, maxPair] = pairs.reduce((best, here) => (here[1] > best[1] ? here : best));
    metrics.push(
      toMetric({ name: `${name} like ${nearest}`, value: max, unit: '', bar: atMost(0.8) }),
      toMetric({ name: `${name} as ${pair}`, value: maxPair, unit: '', bar: atMost(0.8) }),
      toMetric({
        name: `pairs of targets alike, ${name}`,
        value: pairs.filter(([, likeness]) => likeness > 0.8).length,
        unit: `of ${pairs.length}`,
      }),
      toMetric({
        name: `quality lost by changing, ${name}`,
        value: median(lost),
        unit: 'MOS',
        bar: atMost(0.2),
      }),
    );
  }
  return metrics;
}

function listPairs(
  voices: ReadonlyMap<string, Float32Array>,
): (readonly [name: string, likeness: number])[] {
  const all = [...voices];
  return all.flatMap(([id, voice], index) =>
    all
      .slice(index + 1)
      .map(([other, second]) => [`${id} and ${other}`, compareSpeakers(voice, second)] as const),
  );
}
