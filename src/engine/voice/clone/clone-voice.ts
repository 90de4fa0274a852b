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
import { compareVoices, type VoiceMatch } from './compare-voices.ts';
import { matchSpeech } from './match-speech.ts';
import { measurePace } from './measure-pace.ts';

/** A script that is to be spoken in the voice of a sample. */
export interface VoiceClone {
  /** Any file with speech of one person in it; its first minute is used. */
  readonly samplePath: string;
  /** Media type it was judged to be; its bytes decide when absent. */
  readonly sampleMime?: string | undefined;
  readonly script: string;
  /** A tag or name; told by the script when absent. */
  readonly language?: string | undefined;
  readonly path: string;
  readonly format: SoundFormat;
  readonly signal?: AbortSignal | undefined;
  /** How much is done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** What was spoken, and how near it came. */
export interface ClonedSpeech {
  readonly durationUs: number;
  readonly sampleRateHz: number;
  readonly loudnessLufs: number;
  readonly phones: readonly Phone[];
  /** The voice that spoke before it was changed. */
  readonly base: CatalogueVoice;
  readonly match: VoiceMatch;
}

const usedSeconds = 60;
/** Speech is slowed down and sped up by no more than this: words stay understandable, and haste costs more of them. */
const leastPace = 0.8;
const mostPace = 1.12;
/** Characters of the script that candidates speak to be measured. */
const triedChars = 120;
/** The language of scripts that could be of several is that of this voice. */
const usualVoice = 'en-rowan';
/** How much of the time goes into speaking; the rest is conversion. */
const speakingFraction = 0.5;

/**
 * Speaks a script in a voice that is matched to a sample: the voice of ours that is nearest in pitch, at the
 * pace of the sample, changed to its pitch, liveliness and spectra, up to 12 kHz. It is a likeness, not the person. Throws
 * `invalid_input` with the remedy when the sample or the language cannot be used.
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
  const spokenPath = `${path}.spoken.wav`;
  const paced = base.voice.pace * Math.max(leastPace, Math.min(mostPace, pace));
  try {
    const spoken = await renderSpeech(speaker, {
      script,
      voice: { ...base.voice, pace: paced },
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
