/** The process that speaks for listening. */
import type {
  SampleQuestion,
  SpeechPlan,
  SpeechQuestion,
  SpokenSample,
} from '../../../contract/speech.ts';
import { chooseAutoVoice } from '../../../engine/voice/auto-voice.ts';
import type { CatalogueVoice } from '../../../engine/voice/catalogue.ts';
import { type ChosenVoice, chooseVoice, requireVoice } from '../../../engine/voice/choose-voice.ts';
import { listNeuralVoices } from '../../../engine/voice/neural/pack-voices.ts';
import { renderSpeech } from '../../../engine/voice/render-speech.ts';
import { cutBeginning, sampleSentence } from '../../../engine/voice/speak/speak-sample.ts';
import { openSpeaker } from '../../../engine/voice/speak/speaker.ts';
import { serveProcess } from '../../sandbox/serve-process.ts';

const speaker = openSpeaker();

interface PlanCall {
  readonly question: SpeechQuestion;
  /** Folder of the user's models; null when there is none. */
  readonly folder: string | null;
}

interface SampleCall {
  readonly question: SampleQuestion;
  readonly folder: string | null;
  /** Path of the WAV file that is written. */
  readonly path: string;
}

const methods = {
  async plan({ question, folder }: PlanCall): Promise<SpeechPlan> {
    return toPlan(await chooseFor(question, await listNeuralVoices(folder)));
  },
  async sample({ question, folder, path }: SampleCall): Promise<SpokenSample> {
    const voices = await listNeuralVoices(folder);
    const chosen =
      question.script === null
        ? { voice: requireVoice(question.voiceId, question.language, voices), reason: null }
        : await chooseFor(question, voices);
    const { voice } = chosen;
    const text =
      question.script === null ? sampleSentence(voice) : cutBeginning(question.script, voice.tag);
    const { durationUs } = await renderSpeech(speaker, {
      script: text,
      voice,
      path,
      format: 'wav',
    });
    return { ...toPlan(chosen), text, durationMs: durationUs / 1000 };
  },
};

/** Methods of the process. */
export type SpeechMethods = typeof methods;

serveProcess(methods);

/** Chooses the voice for a script: the requested one, else one that suits it, as in a job. */
async function chooseFor(
  { voiceId, language, script }: SpeechQuestion,
  voices: readonly CatalogueVoice[],
): Promise<ChosenVoice> {
  return voiceId === null
    ? { voice: await chooseAutoVoice({ language, script, voices }), reason: null }
    : chooseVoice({ voiceId, language, script, voices });
}

function toPlan({ voice, reason }: ChosenVoice): SpeechPlan {
  return { voiceId: voice.id, tag: voice.tag, reason };
}
