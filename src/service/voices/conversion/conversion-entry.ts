/** A process for one recording: takes it over the channel of its parent, answers, is ended. */
import '../../../engine/models/no-telemetry.ts';
import { toWireError } from '../../../base/errors.ts';
import { changeRecording } from '../../../engine/voice/change-recording.ts';
import { type ConversionAnswer, conversionTaskSchema } from './messages.ts';
import { openParentChannel } from '../../sandbox/parent-channel.ts';

/** How often at most it is told how much is done. */
const TELL_MS = 100;

const { send } = openParentChannel<ConversionAnswer, unknown>((message) => {
  void answer(message).then(send);
});

async function answer(message: unknown): Promise<ConversionAnswer> {
  try {
    const task = conversionTaskSchema.parse(message);
    let toldMs = 0;
    const onProgress = (share: number): void => {
      if (performance.now() - toldMs > TELL_MS) {
        toldMs = performance.now();
        send({ type: 'progress', share });
      }
    };
    const result = await changeRecording({ ...task, format: 'wav', onProgress });
    const { durationUs, sampleRateHz } = result;
    return { type: 'converted', converted: { durationMs: durationUs / 1000, sampleRateHz } };
  } catch (error) {
    return { type: 'failed', error: toWireError(error) };
  }
}
