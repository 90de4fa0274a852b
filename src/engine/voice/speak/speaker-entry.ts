/** The thread of {@link openSpeaker}: engines and converter, one text at a time. */
import { parentPort } from 'node:worker_threads';
import { invariant, toWireError } from '../../../base/errors.ts';
import { shiftVoice } from '../convert/shift-voice.ts';
import type { EngineVoice, SpeechEngine } from '../engines/engine.ts';
import { openEspeak } from '../engines/espeak-engine.ts';
import { openFlite } from '../engines/flite-engine.ts';
import type { PackEngines } from '../neural/pack-engines.ts';
import type { SpeakerAnswer, SpeakerCall } from './messages.ts';
import { trimPauses } from './trim-pauses.ts';

invariant(parentPort !== null, 'this module runs in a thread');
const port = parentPort;

const openers: Readonly<Record<EngineVoice['engine'], () => Promise<SpeechEngine>>> = {
  flite: openFlite,
  espeak: openEspeak,
  piper: () => openPackEngines().then(({ piper }) => piper),
  kokoro: () => openPackEngines().then(({ kokoro }) => kokoro),
};
const engines = new Map<EngineVoice['engine'], Promise<SpeechEngine>>();
let packEngines: Promise<PackEngines> | null = null;

/** The runtime of networks is loaded for those who have some. */
function openPackEngines(): Promise<PackEngines> {
  packEngines ??= import('../neural/pack-engines.ts').then(({ openEngines }) => openEngines());
  return packEngines;
}
let turn: Promise<void> = Promise.resolve();

port.on('message', (call: SpeakerCall) => {
  turn = turn.then(() => answer(call));
});

async function answer({ call, text, voice, shift }: SpeakerCall): Promise<void> {
  try {
    const engine = engines.get(voice.engine) ?? openers[voice.engine]();
    engines.set(voice.engine, engine);
    const said = trimPauses(await (await engine).speak(text, voice));
    const samples =
      shift === null ? said.samples : shiftVoice(said.samples, said.sampleRateHz, shift);
    post({ kind: 'spoken', call, speech: { ...said, samples } }, [samples.buffer]);
  } catch (error) {
    post({ kind: 'failed', call, error: toWireError(error) }, []);
  }
}

function post(message: SpeakerAnswer, moved: ArrayBuffer[]): void {
  port.postMessage(message, moved);
}
