import { analyseReference } from '../../../src/engine/voice/changer/analyse-reference.ts';
import { compareEnvelopes, measureEnvelope } from '../../../src/engine/voice/changer/envelope.ts';
import { measureVoice } from '../../../src/engine/voice/changer/measure-voice.ts';
import { createVoiceChanger } from '../../../src/engine/voice/changer/create-voice-changer.ts';
import type { VoiceTarget } from '../../../src/engine/voice/changer/voice-target.ts';
import { joinSounds, type Speaker } from './speech-corpus.ts';

const rate = 16_000;
const pause = 0.3 * rate;
/** Speech before the measured part, as in a running session. */
const learnedSeconds = 15;
/** The inner grid of the changer, in samples. */
const grid = 80;

/** Metrics of a converted speaker. */
export interface ConversionMetrics {
  /** Mean pitch above that of the target. */
  readonly pitchPercent: number;
  /** Distance of the long-term spectrum from that of the target, before and after. */
  readonly untouchedDb: number;
  readonly toneDb: number;
  /** Bends of the wave where the inner grid has its borders, against those elsewhere. */
  readonly borders: number;
}

/**
 * Converts like a session: a stream, part of which is measured. `delay` in samples shifts all of it on the internal
 * frame grid.
 */
export function convert(source: Speaker, target: Speaker, delay = 0): Float32Array[] {
  const changer = createVoiceChanger({ target: readTarget(target) });
  const before = joinSounds(source.reference, pause).subarray(0, learnedSeconds * rate);
  const stream = joinSounds([new Float32Array(delay), before, ...source.spoken], pause);
  const sound = Int16Array.from(stream, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))),
  );
  const output = new Int16Array(sound.length + changer.latencySamples);
  changer.process(sound, output.subarray(0, sound.length));
  changer.flush(output.subarray(sound.length));
  let at = delay + before.length + 2 * pause + changer.latencySamples;
  return source.spoken.map(({ length }) => {
    const part = Float32Array.from(output.subarray(at, at + length), (sample) => sample / 32_768);
    at += length + pause;
    return part;
  });
}

/** Measures a source converted by {@link convert}. */
export function measureConversion(
  source: Speaker,
  target: Speaker,
  parts: readonly Float32Array[],
): ConversionMetrics {
  const spoken = joinSounds(parts, pause / 3);
  const envelope = readEnvelope(target);
  const own = measureEnvelope(joinSounds(source.spoken, pause / 3));
  const pitch = measureVoice(spoken).pitchHz / readPitchHz(target);
  return {
    pitchPercent: round(100 * (pitch - 1), 1),
    untouchedDb: round(compareEnvelopes(own, envelope), 2),
    toneDb: round(compareEnvelopes(measureEnvelope(spoken), envelope), 2),
    borders: round(measureBorders(spoken), 2),
  };
}

const readTarget = memoise(({ reference }): VoiceTarget =>
  analyseReference(joinSounds(reference, pause / 3), rate),
);
const readEnvelope = memoise(({ reference }) => measureEnvelope(joinSounds(reference, pause / 3)));
const readPitchHz = memoise(
  ({ reference }) => measureVoice(joinSounds(reference, pause / 3)).pitchHz,
);

/** Caches the result per speaker, because a speaker is in several pairs. */
function memoise<T>(read: (speaker: Speaker) => T): (speaker: Speaker) => T {
  const known = new Map<Speaker, T>();
  return (speaker) => {
    const value = known.get(speaker) ?? read(speaker);
    known.set(speaker, value);
    return value;
  };
}

function measureBorders(samples: Float32Array): number {
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

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
