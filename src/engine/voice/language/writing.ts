import sentences from '../../../../resources/voices/sentences.json' with { type: 'json' };
import { toBase } from './language-hint.ts';

/** Writing systems shared by several languages. Others identify their language. */
const systems = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  arabic: /\p{Script=Arabic}/gu,
  devanagari: /\p{Script=Devanagari}/gu,
} as const;

/** Name of a distinguished writing system. */
type Writing = keyof typeof systems | 'other';

const samples: Readonly<Record<string, string>> = sentences;

/** Returns the writing system of most letters of a text. */
export function detectWriting(text: string): Writing {
  let best: Writing = 'other';
  let max = (text.match(/\p{L}/gu)?.length ?? 0) / 2;
  for (const name of ['latin', 'cyrillic', 'arabic', 'devanagari'] as const) {
    const letters = text.match(systems[name])?.length ?? 0;
    if (letters > max) {
      best = name;
      max = letters;
    }
  }
  return best;
}

/** Returns the writing system of a language with a voice; null for another one. */
export function findWritingOfLanguage(base: string): Writing | null {
  const sample = samples[toBase(base)];
  return sample === undefined ? null : detectWriting(sample);
}
