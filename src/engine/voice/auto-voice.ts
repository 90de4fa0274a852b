import { InvariantError } from '../../base/errors.ts';
import { type CatalogueVoice, type VoiceQuality, voiceCatalogue } from './catalogue.ts';
import { requireLanguage } from './choose-voice.ts';
import { detectLanguage } from './language/detect-language.ts';
import { baseOf } from './language/language-hint.ts';

/** What a voice is chosen for. */
interface AutoVoiceRequest {
  readonly script: string;
  /** A tag or name; told by the script when absent. */
  readonly language?: string | undefined;
  /** Who there is; the voices that come with the program by default. */
  readonly voices?: readonly CatalogueVoice[] | undefined;
}

/** What a script is taken for that could be in several languages. */
const USUAL_TAG = 'en-US';
/** Fewer Latin letters than these do not tell a language, whatever a detector says. */
const LEAST_LETTERS = 8;
const ranks: Readonly<Record<VoiceQuality, number>> = { good: 0, fair: 1, basic: 2 };

/**
 * The voice for a script that nobody chose one for: it speaks the language, a grown person, the one that is best understood,
 * a model of the user before the voices that come with the program. Throws `invalid_input` when no voice speaks the language.
 */
export async function chooseAutoVoice({
  script,
  language,
  voices = voiceCatalogue,
}: AutoVoiceRequest): Promise<CatalogueVoice> {
  const tag = requireLanguage(language ?? (await detectTag(script)), voices);
  const inLanguage = voices.filter((voice) => baseOf(voice.tag) === baseOf(tag));
  const inCountry = inLanguage.filter((voice) => voice.tag === tag);
  const [best] = (inCountry.length > 0 ? inCountry : inLanguage).toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  );
  if (best === undefined) {
    throw new InvariantError('A language that is spoken has a voice.');
  }
  return best;
}

/** A few words look like many languages: one that is rarely written takes more of them. */
async function detectTag(script: string): Promise<string> {
  const { base, isClear } = await detectLanguage(script, USUAL_TAG);
  const letters = script.match(/\p{L}/gu)?.length ?? 0;
  const isLatin = /^[\P{L}\p{Script=Latin}]*$/u.test(script);
  return isClear && (!isLatin || letters >= LEAST_LETTERS) ? base : USUAL_TAG;
}

function rankOf({ model, register, quality }: CatalogueVoice): number {
  return (model === undefined ? 10 : 0) + (register === 'child' ? 5 : 0) + ranks[quality];
}
