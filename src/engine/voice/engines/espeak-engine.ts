import start from '@echogarden/espeak-ng-emscripten';
import { AppError } from '../../../base/errors.ts';
import { toVisemeFromIpa } from '../viseme.ts';
import { claimClosures } from './claim-closures.ts';
import type { Phone, SpeechEngine } from './engine.ts';

/** Words per minute at a pace of 1. */
const usualRate = 165;

/** Minimum length of a pause: shorter gaps are transitions between phones. */
const shortestPauseMs = 60;

/** Opens eSpeak NG, a rule-based synthesiser for most languages. */
export async function openEspeak(): Promise<SpeechEngine> {
  const { eSpeakNGWorker: Synthesiser } = await start();
  const synthesiser = new Synthesiser();
  const sampleRateHz = synthesiser.get_samplerate();
  return {
    speak(text, { base, pace }) {
      if (synthesiser.set_voice(base) !== 0) {
        return Promise.reject(
          new AppError('processing_failed', `eSpeak NG has no voice ${base} any more.`),
        );
      }
      synthesiser.set_rate(Math.round(usualRate * pace));
      const parts: Int16Array[] = [];
      const starts: { symbol: string; startMs: number }[] = [];
      synthesiser.synthesize(text, (part, events) => {
        if (part !== null && part.length > 0) {
          parts.push(part);
        }
        for (const { type, id, audio_position: startMs } of events) {
          // `(en)` marks a word of another language and is not spoken.
          if (type === 'phoneme' && typeof id === 'string' && !id.startsWith('(')) {
            starts.push({ symbol: id, startMs });
          }
        }
        return false;
      });
      const samples = join(parts);
      if (samples.length === 0) {
        return Promise.reject(
          new AppError('processing_failed', 'eSpeak NG could not speak a sentence.'),
        );
      }
      const endMs = (samples.length * 1000) / sampleRateHz;
      const phones = claimClosures(toPhones(starts, endMs), samples, sampleRateHz);
      return Promise.resolve({ samples, sampleRateHz, phones });
    },
  };
}

function join(parts: readonly Int16Array[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    for (const value of part) {
      samples[at] = value / 32_768;
      at += 1;
    }
  }
  return samples;
}

function toPhones(
  starts: readonly { readonly symbol: string; readonly startMs: number }[],
  endMs: number,
): Phone[] {
  const phones: Phone[] = [];
  const first = starts[0]?.startMs ?? endMs;
  if (first > 0) {
    phones.push({ symbol: '', viseme: 'sil', startMs: 0, endMs: first });
  }
  for (const [index, { symbol, startMs }] of starts.entries()) {
    const end = Math.min(endMs, starts[index + 1]?.startMs ?? endMs);
    const last = phones.at(-1);
    if (symbol === '' && end - startMs < shortestPauseMs && last !== undefined) {
      phones[phones.length - 1] = { ...last, endMs: end };
    } else if (end > startMs) {
      phones.push({ symbol, viseme: toVisemeFromIpa(symbol), startMs, endMs: end });
    }
  }
  return phones;
}
