/** The thread of {@link openVoiceDesk}: one call after the other. */
import { parentPort } from 'node:worker_threads';
import { invariant, toWireError } from '../../../base/errors.ts';
import { analyseReference } from '../../../engine/voice/changer/analyse-reference.ts';
import { readReference } from '../../../engine/voice/changer/read-reference.ts';
import { renderTargetSample } from '../../../engine/voice/changer/render-sample.ts';
import type { DeskAnswer, DeskCall } from './messages.ts';

invariant(parentPort !== null, 'this module runs in a thread');
const port = parentPort;

let turn: Promise<void> = Promise.resolve();
port.on('message', (call: DeskCall) => {
  turn = turn.then(() => answer(call));
});

async function answer(call: DeskCall): Promise<void> {
  try {
    post(await work(call));
  } catch (error) {
    post({ kind: 'failed', call: call.call, error: toWireError(error) });
  }
}

async function work(call: DeskCall): Promise<DeskAnswer> {
  if (call.kind === 'sample') {
    return { kind: 'sampled', call: call.call, wav: await renderTargetSample(call.voiceId) };
  }
  const { samples, sampleRateHz } = readReference(call.wav);
  return { kind: 'analysed', call: call.call, target: analyseReference(samples, sampleRateHz) };
}

function post(message: DeskAnswer): void {
  port.postMessage(message, []);
}
