import { resample } from '../../../src/engine/voice/changer/resample.ts';
import type { Phone, SpeechEngine } from '../../../src/engine/voice/engines/engine.ts';
import { type Viseme, visemes } from '../../../src/engine/voice/viseme.ts';
import { FEATURE_HOP, FEATURE_RATE_HZ } from '../../../src/engine/voice/visemes/speech-features.ts';

/** Speech whose mouths are known. */
export interface LabelledSpeech {
  /** At 16 kHz. */
  readonly samples: Float32Array;
  /** Index among `visemes` for every 10 ms. */
  readonly mouths: Uint8Array;
}

/** Voices the network never heard. */
export const unheardVoices = [
  { engine: 'flite', base: 'awb' },
  { engine: 'espeak', base: 'en-us+f3' },
  { engine: 'espeak', base: 'en-gb-x-rp+m6' },
  { engine: 'espeak', base: 'de+m3' },
] as const;

/** Sentences in which the network is tried. */
export const unheardTexts = [
  'The quick brown fox jumps over the lazy dog, and nobody minds.',
  'She sells fresh fish by the old bridge every Thursday morning.',
  'Could you open both windows before we leave the house?',
  'My father bought five pounds of very good cheese.',
] as const;

/** Speaks a text and says which mouth belongs to every 10 ms of it. */
export async function speakLabelled(
  speaker: SpeechEngine,
  text: string,
  voice: { readonly engine: 'flite' | 'espeak'; readonly base: string; readonly pace?: number },
): Promise<LabelledSpeech> {
  const { samples, sampleRateHz, phones } = await speaker.speak(text, { pace: 1, ...voice });
  const sound = resample(samples, sampleRateHz, FEATURE_RATE_HZ);
  return { samples: sound, mouths: toFrames(phones, Math.ceil(sound.length / FEATURE_HOP)) };
}

/** Mouth in the middle of every 10 ms. */
export function toFrames(
  spans: readonly Pick<Phone, 'viseme' | 'startMs' | 'endMs'>[],
  count: number,
): Uint8Array {
  const mouths = new Uint8Array(count);
  let at = 0;
  for (let frame = 0; frame < count; frame += 1) {
    const timeMs = (1000 * (frame + 0.5) * FEATURE_HOP) / FEATURE_RATE_HZ;
    while (at < spans.length - 1 && spans[at]!.endMs <= timeMs) {
      at += 1;
    }
    mouths[frame] = visemes.indexOf(spans[at]?.viseme ?? 'sil');
  }
  return mouths;
}

/** The seven mouths of drawn speech (Blair 1949), by letter. */
const drawn: Readonly<Record<Viseme, string>> = {
  sil: 'X',
  PP: 'A',
  TH: 'B',
  DD: 'B',
  kk: 'B',
  CH: 'B',
  SS: 'B',
  nn: 'B',
  ih: 'B',
  E: 'C',
  aa: 'D',
  RR: 'E',
  oh: 'E',
  ou: 'F',
  FF: 'G',
};

/** Shares of the frames where both say the same of fifteen mouths, and of seven. */
export function agreement(
  found: Uint8Array,
  truth: Uint8Array,
): { readonly fifteen: number; readonly seven: number } {
  const count = Math.min(found.length, truth.length);
  let fifteen = 0;
  let seven = 0;
  for (let frame = 0; frame < count; frame += 1) {
    fifteen += found[frame] === truth[frame] ? 1 : 0;
    seven += drawn[visemes[found[frame]!]!] === drawn[visemes[truth[frame]!]!] ? 1 : 0;
  }
  return { fifteen: fifteen / count, seven: seven / count };
}
