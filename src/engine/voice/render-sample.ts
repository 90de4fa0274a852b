import type { CatalogueVoice } from './catalogue.ts';
import { requireVoice } from './choose-voice.ts';
import { toWav } from './file/wav-file.ts';
import { openSpeaker } from './speak/speaker.ts';
import { findChangerTarget } from './changer/changer-catalogue.ts';
import { convertSpeech } from './changer/convert-speech.ts';
import { resample } from './changer/resample.ts';
import { sampleSentences, sampleSpeakers } from './changer/sample-speech.ts';
import { VOICE_RATE_HZ } from './changer/voice-target.ts';

/** Pitch above which a target's sample is spoken by the higher voice. */
const highHz = 150;
const peak = 0.7;

const samples = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * Renders a WAV sample of two sentences in a target voice of the catalogue; null for an unknown id. Takes a second on
 * first use, then is cached in memory.
 */
export async function renderTargetSample(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = findChangerTarget(id);
  if (found === null) {
    return null;
  }
  const cached = samples.get(id);
  if (cached !== undefined) {
    return cached;
  }
  const speakerId = found.target.pitchHz > highHz ? sampleSpeakers.high : sampleSpeakers.low;
  const made = speak(requireVoice(speakerId, undefined)).then((speech) => {
    return toWav(levelLoudness(convertSpeech(speech, found.target)), VOICE_RATE_HZ);
  });
  samples.set(id, made);
  made.catch(() => samples.delete(id)); // The caller receives the error; the next call tries again.
  return made;
}

async function speak(voice: CatalogueVoice): Promise<Float32Array> {
  const speaker = openSpeaker();
  try {
    const spoken = await Promise.all(sampleSentences.map((text) => speaker.speak(text, voice)));
    const parts = spoken.map((part) => resample(part.samples, part.sampleRateHz, VOICE_RATE_HZ));
    const pause = VOICE_RATE_HZ / 5;
    const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length + pause, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length + pause;
    }
    return whole;
  } finally {
    await speaker.close();
  }
}

function levelLoudness(speech: Float32Array): Float32Array {
  const loudest = speech.reduce((max, sample) => Math.max(max, Math.abs(sample)), 1e-6);
  return speech.map((sample) => (sample * peak) / loudest);
}
