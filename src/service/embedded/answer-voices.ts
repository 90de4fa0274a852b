import type { FromEmbedded, VoicesQuestion } from '../../contract/embedded.ts';
import type { KnownVoices } from '../../contract/speech.ts';
import type { SpeechHost } from '../voices/speech/speech-host.ts';
import type { ParentPort } from '../../engine/threads/parent-port.ts';
import { sendAnswer } from './send-answer.ts';

/** Answers what the app asks about voices, also before the service runs. */
export function answerVoices(
  port: ParentPort<FromEmbedded>,
  speech: SpeechHost,
  { asked, folder }: { readonly asked: VoicesQuestion; readonly folder: string | null },
): Promise<void> {
  return sendAnswer(port, asked.id, answer(speech, asked, folder));
}

async function answer(
  speech: SpeechHost,
  asked: VoicesQuestion,
  folder: string | null,
): Promise<FromEmbedded> {
  const { id } = asked;
  switch (asked.type) {
    case 'list_voices':
      return { type: 'list_voices', id, voices: await listKnown(folder) };
    case 'plan_speech':
      return { type: 'plan_speech', id, plan: await speech.plan(asked.question) };
    case 'speak_sample':
      return { type: 'speak_sample', id, sample: await speech.sample(asked.question, asked.path) };
  }
}

/** The catalogue is read when it is first asked for, as it is for the REST API. */
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
