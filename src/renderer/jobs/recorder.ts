import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ChosenFile } from '../../contract/ipc/files.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';

/** Samples a second of every recording, as microphones give them. */
export const recordingRateHz = 48_000;
/** Half a second, below the limit of a message. */
const chunkSamples = 24_000;
/** Lossless, so that a voice is judged unaltered. */
const mimeType = 'audio/webm;codecs=pcm';

/** A recording under way. */
export interface Recorder {
  /** Stops and returns the recording as one channel. */
  readonly stop: () => Promise<Float32Array>;
}

/** Begins to record a stream, which stays its owner's. */
export function startRecorder(stream: MediaStream): Recorder {
  const recorder = new MediaRecorder(stream, { mimeType });
  const parts: Blob[] = [];
  const ended = Promise.withResolvers<void>();
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  recorder.addEventListener('stop', () => ended.resolve());
  recorder.addEventListener('error', () =>
    ended.reject(
      new AppError('internal_error', 'The microphone could not be recorded.', {
        details: faultDetails('microphone_failed'),
      }),
    ),
  );
  // An unplugged microphone ends the recorder by itself; the recording so far counts.
  recorder.start();
  return {
    stop: async () => {
      if (recorder.state !== 'inactive') {
        recorder.stop();
      }
      await ended.promise;
      const context = new OfflineAudioContext(1, 1, recordingRateHz);
      const sound = await context.decodeAudioData(await new Blob(parts).arrayBuffer());
      return sound.getChannelData(0);
    },
  };
}

/** Stores a recording as a WAV file through main, which becomes a chosen file. */
export async function storeRecording(
  bridge: Bridge<Ipc>,
  samples: Float32Array,
): Promise<ChosenFile> {
  const { id } = await bridge.call('recordings.begin', { sampleRateHz: recordingRateHz });
  for (let at = 0; at < samples.length; at += chunkSamples) {
    const bytes = toWavBytes(samples.subarray(at, at + chunkSamples));
    await bridge.call('recordings.write', { id, bytes });
  }
  return bridge.call('recordings.end', { id });
}

/** Samples of 16 bits, little endian. */
export function toWavBytes(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  for (const [index, sample] of samples.entries()) {
    const value = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
    view.setInt16(index * 2, value, true);
  }
  return new Uint8Array(view.buffer);
}
