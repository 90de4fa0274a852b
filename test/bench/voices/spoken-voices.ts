import { join } from 'node:path';
import { readBandLevels, SPEECH_RATE_HZ } from '../../../src/engine/voice/bandwidth/band-levels.ts';
import type { CatalogueVoice } from '../../../src/engine/voice/catalogue.ts';
import { requireVoice } from '../../../src/engine/voice/choose-voice.ts';
import { readBeginning } from '../../../src/engine/voice/changer/convert-recording.ts';
import { resample } from '../../../src/engine/voice/changer/resample.ts';
import { VOICE_RATE_HZ } from '../../../src/engine/voice/changer/voice-target.ts';
import { speakScript } from '../../../src/engine/voice/speak/speak-script.ts';
import type { Speaker } from '../../../src/engine/voice/speak/speaker.ts';
import { joinSounds } from '../../media/voice/speech-corpus.ts';
import { atLeast, type Metric, toMetric } from '../harness.ts';
import { median } from '../statistics.ts';
import { measureMelody, type Melody } from './melody.ts';
import { openPinnedPackage } from './pinned-packages.ts';
import type { RecordedSpeaker } from './recorded-speakers.ts';

const voiceIds = ['en-rowan', 'en-clara', 'en-angus', 'en-karl'];
const statements =
  'The birch canoe slid on the smooth planks. When the frost has come, the farmers, who are tired, stay at home. ' +
  'It is easy to tell the depth of a well. These days a chicken leg is a rare dish.';
const questions =
  'Is it easy to tell the depth of a well? Did the canoe slide on the planks? Are the farmers at home today?';
/**
 * Recordings at 22 kHz and more that were not used for the model of the high band, and the part of each that is read.
 */
const wide = [
  ['f5-tts', 'f5_tts/infer/examples/multi/main.flac'],
  ['tortoise-tts', 'tortoise/voices/lj/1.wav'],
  ['tortoise-tts', 'tortoise/voices/train_dotrice/1.wav'],
] as const;
const wideSeconds = 15;
/** Frames this much below the loud ones are pauses. */
const quietDb = 40;

/** Measures the bandwidth and the melody of spoken voices against people who read. */
export async function measureSpoken(
  speaker: Speaker,
  speakers: readonly RecordedSpeaker[],
  note: (text: string) => void,
): Promise<Metric[]> {
  note('melodies of people');
  const people = speakers.map(({ sample, other }) => measureMelody(joinSounds([sample, other], 0)));
  const metrics = [
    ...listMelody('people', {
      range: median(people.map(({ range }) => range)),
      ending: median(people.map(({ ending }) => ending)),
      declination: median(people.map(({ declination }) => declination)),
      lengthening: median(people.map(({ lengthening }) => lengthening)),
      pauseSeconds: median(people.map(({ pauseSeconds }) => pauseSeconds)),
    }),
    toMetric({ name: 'high band, people', value: await measurePeople(), unit: 'dB' }),
  ];
  for (const id of voiceIds) {
    note(`melody of ${id}`);
    const voice = requireVoice(id, undefined);
    const told = await speak(speaker, voice, statements);
    const [melody, asked] = [told, await speak(speaker, voice, questions)].map((speech) =>
      measureMelody(resample(speech, SPEECH_RATE_HZ, VOICE_RATE_HZ)),
    ) as [Melody, Melody];
    metrics.push(
      ...listMelody(id, melody),
      toMetric({ name: `questions end, ${id}`, value: asked.ending, unit: 'st', bar: atLeast(2) }),
      toMetric({ name: `high band, ${id}`, value: measureHighBand(told), unit: 'dB' }),
    );
  }
  return metrics;
}

function listMelody(
  name: string,
  melody: Pick<Melody, 'range' | 'ending' | 'declination' | 'lengthening' | 'pauseSeconds'>,
): Metric[] {
  return [
    toMetric({ name: `pitch range, ${name}`, value: melody.range, unit: 'st' }),
    toMetric({ name: `ends of phrases, ${name}`, value: melody.ending, unit: 'st' }),
    toMetric({ name: `declination, ${name}`, value: melody.declination, unit: 'st/s' }),
    toMetric({ name: `last syllable, ${name}`, value: melody.lengthening, unit: '×' }),
    toMetric({ name: `pauses, ${name}`, value: melody.pauseSeconds, unit: 's' }),
  ];
}

/** A text at {@link SPEECH_RATE_HZ}. */
async function speak(
  speaker: Speaker,
  voice: CatalogueVoice,
  script: string,
): Promise<Float32Array> {
  const parts: Float32Array[] = [];
  for await (const { samples, sampleRateHz } of speakScript(speaker, { script, voice })) {
    parts.push(resample(samples, sampleRateHz, SPEECH_RATE_HZ));
  }
  return joinSounds(parts, 0);
}

async function measurePeople(): Promise<number> {
  const levels: number[] = [];
  for (const [name, path] of wide) {
    const file = join(await openPinnedPackage(name), path);
    const speech = await readBeginning(file, {
      seconds: wideSeconds,
      sampleRateHz: SPEECH_RATE_HZ,
    });
    levels.push(measureHighBand(speech));
  }
  return median(levels);
}

/** Mean level from 8 to 11 kHz against the top of the band below, in dB. */
function measureHighBand(speech: Float32Array): number {
  const frames = readBandLevels(speech);
  const loudness = frames.map(({ low }) => Math.max(...low));
  const loudest = loudness.reduce((max, level) => Math.max(max, level), -Infinity);
  const levels = frames.flatMap(({ high, reference }, index) => {
    const bands = [...high.subarray(1, 4)];
    const mean = bands.reduce((sum, level) => sum + level, 0) / bands.length;
    return loudness[index]! > loudest - quietDb ? [mean - reference] : [];
  });
  return levels.reduce((sum, level) => sum + level, 0) / levels.length;
}
