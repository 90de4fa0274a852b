/** The thread of {@link openVoiceDesk}: one call after the other. */
import { parentPort } from 'node:worker_threads';
import { invariant, toWireError } from '../../../base/errors.ts';
import { analyseReference } from '../../../engine/voice/changer/analyse-reference.ts';
import { readReference } from '../../../engine/voice/changer/read-reference.ts';
import { renderTargetSample } from '../../../engine/voice/changer/render-sample.ts';
import type { AnalyzerAnswer, AnalyzerCall } from './voice-analyzer-messages.ts';

invariant(parentPort !== null, 'this module runs in a thread');
const port = parentPort;

let turn: Promise<void> = Promise.resolve();
port.on('message', (call: AnalyzerCall) => {
  turn = turn.then(() => answer(call));
});

async function answer(call: AnalyzerCall): Promise<void> {
  try {
    post(await work(call));
  } catch (error) {
    post({ kind: 'failed', call: call.call, error: toWireError(error) });
  }
}

async function work(call: AnalyzerCall): Promise<AnalyzerAnswer> {
  if (call.kind === 'sample') {
    return { kind: 'sampled', call: call.call, wav: await renderTargetSample(call.voiceId) };
  }
  const { samples, sampleRateHz } = readReference(call.wav);
  return { kind: 'analysed', call: call.call, target: analyseReference(samples, sampleRateHz) };
}

function post(message: AnalyzerAnswer): void {
  port.postMessage(message, []);
}
