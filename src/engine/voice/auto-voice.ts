import { InvariantError } from '../../base/errors.ts';
import { type CatalogueVoice, type VoiceQuality, voiceCatalogue } from './catalogue.ts';
import { requireLanguage } from './choose-voice.ts';
import { detectLanguage } from './language/detect-language.ts';
import { toBase } from './language/language-hint.ts';

/** Script for which a voice is chosen. */
interface AutoVoiceRequest {
  readonly script: string;
  /** Language tag or name; detected from the script when absent. */
  readonly language?: string | undefined;
  /** Available voices; the built-in ones by default. */
  readonly voices?: readonly CatalogueVoice[] | undefined;
}

/** Language assumed for a script that is ambiguous. */
const USUAL_TAG = 'en-US';
/** Minimum number of Latin letters for language detection. */
const MIN_LETTERS = 8;
const ranks: Readonly<Record<VoiceQuality, number>> = { good: 0, fair: 1, basic: 2 };

/**
 * Chooses the voice for a script without a given one: in its language, adult, the most intelligible, and a user's model
 * before the built-in voices. Throws `invalid_input` when no voice speaks the language.
 */
export async function chooseAutoVoice({
  script,
  language,
  voices = voiceCatalogue,
}: AutoVoiceRequest): Promise<CatalogueVoice> {
  const tag = requireLanguage(language ?? (await detectTag(script)), voices);
  const inLanguage = voices.filter((voice) => toBase(voice.tag) === toBase(tag));
  const inCountry = inLanguage.filter((voice) => voice.tag === tag);
  const [best] = (inCountry.length > 0 ? inCountry : inLanguage).toSorted(
    (a, b) => computeRank(a) - computeRank(b),
  );
  if (best === undefined) {
    throw new InvariantError('A language that is spoken has a voice.');
  }
  return best;
}

/** Detects the language. A few Latin words resemble many languages, so detection needs a minimum of letters. */
async function detectTag(script: string): Promise<string> {
  const { base, isClear } = await detectLanguage(script, USUAL_TAG);
  const letters = script.match(/\p{L}/gu)?.length ?? 0;
  const isLatin = /^[\P{L}\p{Script=Latin}]*$/u.test(script);
  return isClear && (!isLatin || letters >= MIN_LETTERS) ? base : USUAL_TAG;
}

function computeRank({ model, register, quality }: CatalogueVoice): number {
  return (model === undefined ? 10 : 0) + (register === 'child' ? 5 : 0) + ranks[quality];
}
