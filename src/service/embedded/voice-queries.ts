import type { EmbeddedAnswers } from '../../contract/embedded.ts';
import type { KnownVoices } from '../../contract/speech.ts';
import { createSpeechHost } from '../voices/speech/speech-host.ts';
import type { QueryDependencies } from './query-dependencies.ts';

/** Answers the app's calls about voices, also before the service runs. */
export function createVoiceQueries({
  readFolder,
}: QueryDependencies): Pick<EmbeddedAnswers, 'listVoices' | 'planSpeech' | 'speakSample'> {
  const speech = createSpeechHost(readFolder);
  return {
    listVoices: () => listKnown(readFolder()),
    planSpeech: (question) => speech.plan(question),
    speakSample: ({ question, path }) => speech.sample(question, path),
  };
}

/** The catalogue is read at the first call, as for the REST API. */
async function listKnown(folder: string | null): Promise<KnownVoices> {
  const [{ listNeuralVoices }, { engineNames }] = await Promise.all([
    import('../../engine/voice/neural/pack-voices.ts'),
    import('../../capabilities/kit/speech-engines.ts'),
  ]);
  const voices = await listNeuralVoices(folder);
  return voices.map(({ id, label, tag, register, quality, licence, engine, shift }) => {
    const facts = { tag, register, quality, licence, isConverted: shift !== null };
    return { id, name: label, facts: { ...facts, engine: engineNames[engine] } };
  });
}
