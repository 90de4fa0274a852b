/** The thread of {@link openChangerHost}: every voice that is being changed, and nothing else. */
import { parentPort } from 'node:worker_threads';
import { AppError, invariant, toWireError } from '../../../base/errors.ts';
import type { VoiceChanger } from '../../../engine/voice/changer/voice-changer.ts';
import { createVoiceChanger } from '../../../engine/voice/changer/create-voice-changer.ts';
import type { ChangerAnswer, ChangerCall, VoiceSettings } from './messages.ts';
import { warmUpChanger } from './warm-up.ts';

invariant(parentPort !== null, 'this module runs in a thread');
const port = parentPort;
const streams = new Map<number, VoiceChanger>();

port.on('message', (call: ChangerCall) => {
  try {
    receive(call);
  } catch (error) {
    streams.delete(call.stream);
    post({ kind: 'failed', stream: call.stream, error: toWireError(error) }, []);
  }
});
warmUpChanger();
post({ kind: 'up' }, []);

function receive(call: ChangerCall): void {
  if (call.kind === 'open') {
    const { strength } = call.settings;
    const changer = createVoiceChanger({ target: call.target, strength });
    streams.set(call.stream, changer);
    apply(changer, call.settings);
    post({ kind: 'opened', stream: call.stream, latencyMs: toLatencyMs(changer) }, []);
  } else if (call.kind === 'close') {
    streams.delete(call.stream);
  } else {
    const changer = streams.get(call.stream);
    if (changer === undefined) {
      return; // The stream failed, and its owner is being notified.
    }
    if (call.kind === 'set') {
      const before = changer.latencySamples;
      apply(changer, call.settings);
      if (changer.latencySamples !== before) {
        post({ kind: 'latency', stream: call.stream, latencyMs: toLatencyMs(changer) }, []);
      }
    } else {
      const { samples } = call;
      changer.process(samples, samples);
      post({ kind: 'audio', stream: call.stream, samples }, [samples.buffer]);
    }
  }
}

function toLatencyMs({ latencySamples, sampleRateHz }: VoiceChanger): number {
  return (1000 * latencySamples) / sampleRateHz;
}

function apply(
  changer: VoiceChanger,
  { strength, bypass, noiseSuppression, voiceGate }: VoiceSettings,
): void {
  if (strength !== undefined) {
    if (!(strength >= 0 && strength <= 1)) {
      throw new AppError('invalid_input', 'strength must be a number from 0 to 1.');
    }
    changer.setStrength(strength);
  }
  if (bypass !== undefined) {
    changer.setBypass(bypass);
  }
  if (noiseSuppression !== undefined) {
    changer.setNoiseSuppression(noiseSuppression);
  }
  if (voiceGate !== undefined) {
    changer.setVoiceGate(voiceGate);
  }
}

function post(message: ChangerAnswer, moved: ArrayBuffer[]): void {
  port.postMessage(message, moved);
}
