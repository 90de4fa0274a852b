/**
 * What the voice changer makes of voices, pair by pair, as a table. Words are counted with pocketsphinx when
 * it is installed and WORDS=1 is set, because that takes minutes.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyseReference } from '../../../src/engine/voice/changer/analyse-reference.ts';
import { compareEnvelopes, measureEnvelope } from '../../../src/engine/voice/changer/envelope.ts';
import { measureVoice } from '../../../src/engine/voice/changer/measure-voice.ts';
import { createVoiceChanger } from '../../../src/engine/voice/changer/voice-changer.ts';
import { openFlite } from '../../../src/engine/voice/engines/flite-engine.ts';
import { plotSpeech } from './plot-speech.ts';
import {
  joinSounds,
  readCaller,
  readReader,
  readSynthesiser,
  type Speaker,
} from './speech-corpus.ts';
import { canCountWords, countWrongWords } from './wrong-words.ts';

const rate = 16_000;
const pause = 0.3 * rate;
/** Speech that the changer hears before what is measured, as in a session that has begun. */
const learnedSeconds = 15;

/** The settings were made with all but the last two. */
const pairs = [
  ['slt', 'rms'],
  ['rms', 'slt'],
  ['awb', 'slt'],
  ['rms', 'awb'],
  ['slt', 'reader'],
  ['reader', 'slt'],
  ['awb', 'reader'],
  ['slt', 'caller'],
] as const;

const people = new Map<string, Speaker | null>();

beforeAll(async () => {
  const flite = await openFlite();
  for (const base of ['rms', 'slt', 'awb']) {
    people.set(base, await readSynthesiser(flite, base));
  }
  people.set('reader', await readReader());
  people.set('caller', await readCaller());
}, 600_000);

/** Converts as a session does: a stream, of which what is measured is a part. */
function convert(source: Speaker, target: Speaker): Float32Array[] {
  const reference = joinSounds(target.reference, pause / 3);
  const changer = createVoiceChanger({ target: analyseReference(reference, rate) });
  const before = joinSounds(source.reference, pause).subarray(0, learnedSeconds * rate);
  const stream = joinSounds([before, ...source.spoken], pause);
  const sound = Int16Array.from(stream, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))),
  );
  const output = new Int16Array(sound.length + changer.latencySamples);
  changer.process(sound, output.subarray(0, sound.length));
  changer.flush(output.subarray(sound.length));
  let at = before.length + pause + changer.latencySamples;
  return source.spoken.map(({ length }) => {
    const part = Float32Array.from(output.subarray(at, at + length), (sample) => sample / 32_768);
    at += length + pause;
    return part;
  });
}

/** Bends of the wave where the inner grid has its borders, against those elsewhere. */
function measureBorders(samples: Float32Array, grid: number): number {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let index = 2; index < samples.length; index += 1) {
    const bend = Math.abs(samples[index]! - 2 * samples[index - 1]! + samples[index - 2]!);
    const at = index % grid < 2 ? 1 : 0;
    sums[at]! += bend;
    counts[at]! += 1;
  }
  return sums[1]! / counts[1]! / (sums[0]! / counts[0]!);
}

describe('a converted voice', { timeout: 300_000 }, () => {
  it.each(pairs)('of %s as %s has the pitch and the tone of it', async (from, to) => {
    const source = people.get(from) ?? null;
    const target = people.get(to) ?? null;
    if (source === null || target === null) {
      console.log(`${from} as ${to}: skipped, Debian’s pocketsphinx-testdata is not installed.`);
      return;
    }
    const parts = convert(source, target);
    const spoken = joinSounds(parts, pause / 3);
    const own = joinSounds(source.spoken, pause / 3);
    const wanted = joinSounds(target.reference, pause / 3);
    const pitch = measureVoice(spoken).pitchHz / measureVoice(wanted).pitchHz;
    const envelope = measureEnvelope(wanted);
    const untouched = compareEnvelopes(measureEnvelope(own), envelope);
    const changed = compareEnvelopes(measureEnvelope(spoken), envelope);
    const borders = measureBorders(spoken, 80);
    console.log(
      `${from} as ${to}: pitch ${(100 * (pitch - 1)).toFixed(1)} %, ` +
        `tone ${untouched.toFixed(1)} -> ${changed.toFixed(1)} dB, borders ${borders.toFixed(2)}`,
    );
    expect(Math.abs(pitch - 1)).toBeLessThanOrEqual(0.04);
    if (untouched > 5) {
      expect(changed).toBeLessThanOrEqual(untouched / 2);
    }
    expect(borders).toBeLessThanOrEqual(1.1);
    const looked = [source.spoken[0]!, parts[0]!, target.reference[0]!];
    await plotSpeech(
      join(import.meta.dirname, '..', 'out', `voice-${from}-${to}.png`),
      looked.map((samples) => ({ samples })),
    );
  });

  it('says the same words', { timeout: 1_200_000 }, async ({ skip }) => {
    skip(process.env['WORDS'] !== '1', 'Counting words takes minutes: set WORDS=1.');
    skip(!(await canCountWords()), 'Debian’s pocketsphinx is not installed.');
    const own = new Map<string, number>();
    const lost: number[] = [];
    for (const [from, to] of pairs) {
      const source = people.get(from);
      const target = people.get(to);
      if (source !== null && source !== undefined && target !== null && target !== undefined) {
        const before = own.get(from) ?? (await countWrongWords(source.spoken, source.texts));
        own.set(from, before);
        const after = await countWrongWords(convert(source, target), source.texts);
        lost.push(after - before);
        console.log(`${from} as ${to}: wrong words ${before.toFixed(1)} -> ${after.toFixed(1)} %`);
      }
    }
    lost.sort((one, two) => one - two);
    expect(lost[Math.floor(lost.length / 2)]).toBeLessThanOrEqual(5);
    expect(lost.at(-1)).toBeLessThanOrEqual(12);
  });
});
