/** Thread of {@link openSpeaker}: engines and converter, one text at a time. */
import { Transferred } from '../../../base/peer/serve-peer.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import { toSpeechRate } from '../bandwidth/to-speech-rate.ts';
import type { VoiceShift } from '../convert/voice-mapper.ts';
import { shiftVoice } from '../convert/shift-voice.ts';
import type { EngineVoice, SpeechEngine } from '../engines/engine.ts';
import { openEspeak } from '../engines/espeak-engine.ts';
import { openFlite } from '../engines/flite-engine.ts';
import { addMelody } from '../melody/flite-melody.ts';
import type { PackEngines } from '../neural/pack-engines.ts';
import { trimPauses } from './trim-pauses.ts';

const openers: Readonly<Record<EngineVoice['engine'], () => Promise<SpeechEngine>>> = {
  flite: openFlite,
  espeak: openEspeak,
  piper: () => openPackEngines().then(({ piper }) => piper),
  kokoro: () => openPackEngines().then(({ kokoro }) => kokoro),
};
const engines = new Map<EngineVoice['engine'], Promise<SpeechEngine>>();
let packEngines: Promise<PackEngines> | null = null;

/** Loads the engines of neural voices on demand, because they need ONNX Runtime. */
function openPackEngines(): Promise<PackEngines> {
  packEngines ??= import('../neural/pack-engines.ts').then(({ openEngines }) => openEngines());
  return packEngines;
}

/** Text with its voice; `shift` converts the engine's voice. */
interface SpeakRequest {
  readonly text: string;
  readonly voice: EngineVoice;
  readonly shift: VoiceShift | null;
}

const methods = {
  async speak({ text, voice, shift }: SpeakRequest) {
    const engine = engines.get(voice.engine) ?? openers[voice.engine]();
    engines.set(voice.engine, engine);
    const read = { ...voice, pitchRange: voice.pitchRange ?? 1 };
    const spoken = addMelody(await (await engine).speak(text, read), text, read);
    const speech = trimPauses(spoken);
    const samples =
      shift === null ? speech.samples : shiftVoice(speech.samples, speech.sampleRateHz, shift);
    const raised = toSpeechRate({ ...speech, samples });
    return new Transferred(raised, [raised.samples.buffer]);
  },
};

/** Methods of the thread. */
export type SpeakerMethods = typeof methods;

serveThread(methods);
