import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { chooseAutoVoice } from '../../engine/voice/auto-voice.ts';
import { type CatalogueVoice, nameLanguage } from '../../engine/voice/catalogue.ts';
import { chooseVoice, requireLanguage } from '../../engine/voice/choose-voice.ts';
import { detectLanguage } from '../../engine/voice/language/detect-language.ts';
import { toBase } from '../../engine/voice/language/language-hint.ts';
import { listNeuralVoices } from '../../engine/voice/neural/pack-voices.ts';
import { readScript } from '../../engine/voice/text/script.ts';
import type { SpeechCheck } from './voice-catalogue.ts';

/**
 * Checks before a hold whether a job's script can be spoken, with the same rules as the job: by which voice,
 * and whether the script contains speech. Throws `invalid_input`.
 */
export async function checkSpeech(
  { script, voiceId, language, isCloned }: SpeechCheck,
  packFolder: string | null,
): Promise<void> {
  const voices = isCloned ? undefined : await listNeuralVoices(packFolder);
  const request = { script, language, voices };
  const voice =
    voiceId === undefined
      ? await chooseAutoVoice(request)
      : (await chooseVoice({ ...request, voiceId })).voice;
  if (readScript(script, voice.tag).length === 0) {
    await refuseSilence(script, voice, voices);
  }
}

/** Throws the reason why a voice finds nothing to speak in a script. */
async function refuseSilence(
  script: string,
  voice: CatalogueVoice,
  voices: readonly CatalogueVoice[] | undefined,
): Promise<never> {
  if (!/[\p{L}\p{N}]/u.test(script)) {
    throw new AppError(
      'invalid_input',
      'There is nothing in script that can be spoken: it has no letters or digits.',
      { details: faultDetails('nothing_to_say') },
    );
  }
  // The language of the request is another one than that of the script, which perhaps no voice speaks.
  requireLanguage((await detectLanguage(script, voice.tag)).base, voices);
  throw new AppError(
    'invalid_input',
    `A voice for ${nameLanguage(voice.tag)} cannot read the letters of script. Name the language of the script.`,
    { details: faultDetails('unreadable_letters', { language: toBase(voice.tag) }) },
  );
}
