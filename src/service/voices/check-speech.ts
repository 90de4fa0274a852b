import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { chooseAutoVoice } from '../../engine/voice/auto-voice.ts';
import { chooseVoice } from '../../engine/voice/choose-voice.ts';
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
    throw new AppError(
      'invalid_input',
      'There is nothing in script that can be spoken: it has no letters or digits.',
      { details: faultDetails('nothing_to_say') },
    );
  }
}
