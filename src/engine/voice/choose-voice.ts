import { AppError, InvariantError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { type CatalogueVoice, findVoice, nameLanguage, voiceCatalogue } from './catalogue.ts';
import { detectLanguage } from './language/detect-language.ts';
import { toBase, findHintedLanguage } from './language/language-hint.ts';

/** Requested voice and script. */
export interface VoiceRequest {
  readonly voiceId: string;
  /** Language tag or name; detected from the script when absent. */
  readonly language?: string | undefined;
  readonly script: string;
  /** Available voices; the built-in ones by default. */
  readonly voices?: readonly CatalogueVoice[] | undefined;
}

/** Result of a voice choice. */
export interface ChosenVoice {
  readonly voice: CatalogueVoice;
  /** Reason for another voice than requested, in a sentence; null when it is the requested one. */
  readonly reason: string | null;
}

/**
 * Returns the voice with an id. Throws `invalid_input` when there is none, or when `language` is given and no voice
 * speaks it.
 */
export function requireVoice(
  voiceId: string,
  language: string | undefined,
  voices = voiceCatalogue,
): CatalogueVoice {
  const voice = findVoice(voiceId, voices);
  if (voice === null) {
    throw new AppError('invalid_input', 'voice_id is not a voice of GET /voices.', {
      details: faultDetails('unknown_voice'),
    });
  }
  if (language !== undefined) {
    requireLanguage(language, voices);
  }
  return voice;
}

/**
 * Chooses the voice for a script. A script in another language than the voice's is spoken by the most similar voice of
 * that language, because words read by the rules of another language are unintelligible. Throws `invalid_input` when no
 * voice speaks the language.
 */
export async function chooseVoice({
  voiceId,
  language,
  script,
  voices = voiceCatalogue,
}: VoiceRequest): Promise<ChosenVoice> {
  const voice = requireVoice(voiceId, language, voices);
  const tag =
    language === undefined
      ? await chooseLanguage(script, voice, voices)
      : requireLanguage(language, voices);
  if (toBase(tag) === toBase(voice.tag)) {
    return { voice, reason: null };
  }
  const other = findCounterpart(voice, tag, voices);
  const spoken = nameLanguage(tag);
  return {
    voice: other,
    reason:
      `The script is in ${spoken}, which ${voice.label} (${voice.id}) does not speak; ` +
      `${other.label} (${other.id}) spoke it.`,
  };
}

async function chooseLanguage(
  script: string,
  voice: CatalogueVoice,
  voices: readonly CatalogueVoice[],
): Promise<string> {
  if (!voiceCatalogue.some(({ tag }) => toBase(tag) === toBase(voice.tag))) {
    return voice.tag; // A language that only a model speaks is not among the detected ones.
  }
  const { base, isClear } = await detectLanguage(script, voice.tag);
  return isClear ? requireLanguage(base, voices) : voice.tag;
}

/** Returns the tag of a language. Throws `invalid_input` when no voice speaks it. */
export function requireLanguage(
  language: string,
  voices: readonly CatalogueVoice[] = voiceCatalogue,
): string {
  const tag = findHintedLanguage(language);
  const isSpoken = voices.some((voice) => tag !== null && toBase(voice.tag) === toBase(tag));
  if (tag === null || !isSpoken) {
    const name = tag === null ? `"${language}"` : nameLanguage(tag);
    const names = [...new Set(voices.map((voice) => nameLanguage(toBase(voice.tag))))];
    throw new AppError(
      'invalid_input',
      `There is no voice that speaks ${name}. There are voices for ${names.join(', ')}.`,
      {
        details: faultDetails('no_voice_for', {
          language: tag ?? language,
          languages: [...new Set(voices.map((voice) => toBase(voice.tag)))].join(' '),
        }),
      },
    );
  }
  return tag;
}

/**
 * Finds the most similar voice of a language: a model for a model, which sounds better; then by country, then by
 * register.
 */
function findCounterpart(
  voice: CatalogueVoice,
  tag: string,
  voices: readonly CatalogueVoice[],
): CatalogueVoice {
  const all = voices.filter((other) => toBase(other.tag) === toBase(tag));
  const similarKind = all.filter(
    ({ model }) => (model === undefined) === (voice.model === undefined),
  );
  const inLanguage = similarKind.length > 0 ? similarKind : all;
  const inCountry = inLanguage.filter((other) => other.tag === tag);
  const candidates = inCountry.length > 0 ? inCountry : inLanguage;
  const similar = candidates.find(({ register }) => register === voice.register);
  const chosen = similar ?? candidates[0];
  if (chosen === undefined) {
    throw new InvariantError('A language that is spoken has a voice.');
  }
  return chosen;
}
