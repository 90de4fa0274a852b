/** The process that speaks for listening: takes questions over the channel of its parent until that closes. */
import { toWireError } from '../../../base/errors.ts';
import type { SampleQuestion, SpokenSample } from '../../../contract/speech.ts';
import type { CatalogueVoice } from '../../../engine/voice/catalogue.ts';
import { type ChosenVoice, chooseVoice, requireVoice } from '../../../engine/voice/choose-voice.ts';
import { listNeuralVoices } from '../../../engine/voice/neural/pack-voices.ts';
import { renderSpeech } from '../../../engine/voice/render-speech.ts';
import { beginningOf, sampleSentence } from '../../../engine/voice/speak/speak-sample.ts';
import { openSpeaker } from '../../../engine/voice/speak/speaker.ts';
import { type SpeechAnswer, type SpeechCall, speechCallSchema } from './messages.ts';
import { openParentChannel } from '../../sandbox/parent-channel.ts';

const speaker = openSpeaker();
let turn: Promise<void> = Promise.resolve();

const { send } = openParentChannel<SpeechAnswer, unknown>((message) => {
  const call = speechCallSchema.parse(message);
  turn = turn.then(() => answer(call));
});

async function answer(call: SpeechCall): Promise<void> {
  let reply: SpeechAnswer;
  try {
    reply = await answerCall(call);
  } catch (error) {
    reply = { type: 'failed', call: call.call, error: toWireError(error) };
  }
  send(reply);
}

async function answerCall(asked: SpeechCall): Promise<SpeechAnswer> {
  const { call } = asked;
  const voices = await listNeuralVoices(asked.folder);
  return asked.type === 'plan'
    ? { type: 'plan', call, plan: toPlan(await chooseVoice({ ...asked.question, voices })) }
    : { type: 'sample', call, sample: await speakSample(asked, voices) };
}

function toPlan({ voice, reason }: ChosenVoice) {
  return { voiceId: voice.id, tag: voice.tag, reason };
}

async function speakSample(
  { question, path }: { readonly question: SampleQuestion; readonly path: string },
  voices: readonly CatalogueVoice[],
): Promise<SpokenSample> {
  const { script, voiceId, language } = question;
  const chosen =
    script === null
      ? { voice: requireVoice(voiceId, language, voices), reason: null }
      : await chooseVoice({ voiceId, language, script, voices });
  const { voice } = chosen;
  const text = script === null ? sampleSentence(voice) : beginningOf(script, voice.tag);
  const { durationUs } = await renderSpeech(speaker, { script: text, voice, path, format: 'wav' });
  return { ...toPlan(chosen), text, durationMs: durationUs / 1000 };
}
