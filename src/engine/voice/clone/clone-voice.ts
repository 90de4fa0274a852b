import { rm } from 'node:fs/promises';
import { readBandLevels, SPEECH_RATE_HZ } from '../bandwidth/band-levels.ts';
import { extendBandwidth } from '../bandwidth/extend-bandwidth.ts';
import { measureHighBandBias } from '../bandwidth/high-band.ts';
import { analyseReference } from '../changer/analyse-reference.ts';
import { readBeginning } from '../changer/convert-recording.ts';
import { VOICE_RATE_HZ, type VoiceTarget } from '../changer/voice-target.ts';
import type { CatalogueVoice } from '../catalogue.ts';
import { chooseVoice } from '../choose-voice.ts';
import type { Phone } from '../engines/engine.ts';
import type { SoundFormat } from '../file/sound-file.ts';
import { writeVoice } from '../file/write-voice.ts';
import { renderSpeech } from '../render-speech.ts';
import type { Speaker } from '../speak/speaker.ts';
import { readScript } from '../text/script.ts';
import { chooseBase } from './choose-base.ts';
import { chooseMelody } from './choose-melody.ts';
import { compareVoices, type VoiceMatch } from './compare-voices.ts';
import { matchSpeech } from './match-speech.ts';
import { measurePace } from './measure-pace.ts';

/** Script to be spoken in the voice of a sample. */
export interface VoiceClone {
  /** Any file with speech of one person; its first minute is used. */
  readonly samplePath: string;
  /** Detected media type; sniffed from its bytes when absent. */
  readonly sampleMime?: string | undefined;
  readonly script: string;
  /** Language tag or name; detected from the script when absent. */
  readonly language?: string | undefined;
  readonly path: string;
  readonly format: SoundFormat;
  readonly signal?: AbortSignal | undefined;
  /** Called with the fraction done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** Facts of the cloned speech and its match. */
export interface ClonedSpeech {
  readonly durationUs: number;
  readonly sampleRateHz: number;
  readonly loudnessLufs: number;
  readonly phones: readonly Phone[];
  /** Voice that spoke before conversion. */
  readonly base: CatalogueVoice;
  readonly match: VoiceMatch;
}

const usedSeconds = 60;
/**
 * Limits of the pace, within which words stay intelligible. Other paces come no nearer to the speaker, and cost words on
 * both sides: at up to 1.12, 3 and 5 % more are wrong for two fast readers, and at 0.83 8 % more for a slow one.
 */
const minPace = 0.93;
const maxPace = 1;
/** Number of characters of the script that candidates speak for measurement. */
const triedChars = 120;
/** Voice whose language is assumed for ambiguous scripts. */
const usualVoice = 'en-rowan';
/** Fraction of the progress for speaking; the rest is conversion. */
const speakingFraction = 0.5;

/**
 * Speaks a script in a voice matched to a sample: the built-in voice nearest in pitch, at the sample's pace, converted
 * to its pitch, pitch range and spectra, up to 12 kHz. The result resembles the person but is not a full clone. Throws
 * `invalid_input` with a remedy when the sample or the language cannot be used.
 */
export async function cloneVoice(speaker: Speaker, job: VoiceClone): Promise<ClonedSpeech> {
  const { script, language, path, signal } = job;
  const reading = { seconds: usedSeconds, mime: job.sampleMime, signal };
  const sample = await readBeginning(job.samplePath, reading);
  const target = analyseReference(sample, VOICE_RATE_HZ);
  const { voice } = await chooseVoice({ voiceId: usualVoice, language, script });
  signal?.throwIfAborted();
  const tried = readScript(script, voice.tag)
    .map(({ text }) => text)
    .join(' ');
  const text = tried.slice(0, triedChars) || script;
  const base = await chooseBase(speaker, { tag: voice.tag, pitchHz: target.pitchHz, text });
  const pace = base.pace === 0 ? 1 : measurePace(sample) / base.pace;
  const melody = await chooseMelody(speaker, base, { target, text });
  const spokenPath = `${path}.spoken.wav`;
  const paced = base.voice.pace * Math.max(minPace, Math.min(maxPace, pace));
  try {
    const spoken = await renderSpeech(speaker, {
      script,
      voice: { ...base.voice, ...melody, pace: paced },
      path: spokenPath,
      format: 'wav',
      signal,
      onProgress: (fraction) => job.onProgress?.(fraction * speakingFraction),
    });
    const speech = await readBeginning(spokenPath, {
      seconds: Math.ceil(spoken.durationUs / 1e6),
      signal,
    });
    const wide = await readBeginning(job.samplePath, { ...reading, sampleRateHz: SPEECH_RATE_HZ });
    const bias = measureHighBandBias(readBandLevels(wide));
    const matched = extendBandwidth(matchSpeech(speech, sample, target), VOICE_RATE_HZ, bias);
    const converted = await writeVoice(toBlocks(matched), {
      outputPath: path,
      format: job.format,
      sampleRateHz: SPEECH_RATE_HZ,
      signal,
      onProgress(seconds) {
        const fraction = Math.min(1, (seconds * 1e6) / spoken.durationUs);
        job.onProgress?.(speakingFraction + fraction * (1 - speakingFraction));
      },
    });
    const match = await measureMatch(target, path, signal);
    return { ...converted, phones: spoken.phones, base: base.voice, match };
  } finally {
    await rm(spokenPath, { force: true });
  }
}

async function* toBlocks(speech: Float32Array): AsyncGenerator<Float32Array> {
  for (let start = 0; start < speech.length; start += SPEECH_RATE_HZ) {
    yield speech.subarray(start, start + SPEECH_RATE_HZ);
  }
}

async function measureMatch(
  target: VoiceTarget,
  path: string,
  signal: AbortSignal | undefined,
): Promise<VoiceMatch> {
  return compareVoices(target, await readBeginning(path, { seconds: usedSeconds, signal }));
}
