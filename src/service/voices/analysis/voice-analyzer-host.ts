/**
 * Analyses references and synthesises samples on a separate thread, which starts with the first call and ends
 * after an idle time. A live voice never waits for it.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../base/errors.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';
import { toPeerThread } from '../../../engine/threads/thread-peer.ts';
import type { AnalyzerMethods } from './voice-analyzer-entry.ts';

/** See the head of the file. */
export interface VoiceAnalyzerHost {
  /**
   * Measures the voice in a WAV file, whose buffer is transferred. Throws `unsupported_format` for another kind
   * of file and `invalid_input` when there is too little speech, with the remedy.
   */
  analyse(wav: Uint8Array<ArrayBuffer>): Promise<VoiceTarget>;
  /** WAV of a sentence in a voice of the catalogue; null when there is no such voice. */
  speakSample(voiceId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ends the thread; calls that wait fail. */
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
/** A hostile file cannot take more of the machine than this. */
const MAX_HEAP_MB = 512;

/** An analyzer at which nothing was asked yet. */
export function openVoiceAnalyzerHost(): VoiceAnalyzerHost {
  const host = new PeerHost<AnalyzerMethods>({
    start() {
      const worker = new Worker(new URL('./voice-analyzer-entry.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      });
      worker.unref();
      return toPeerThread(worker);
    },
    ended: (cause) =>
      new AppError('processing_failed', 'The reference could not be studied.', { cause }),
    idleMs: IDLE_MS,
  });
  return {
    analyse: (wav) => host.call('analyse', wav, { transfer: [wav.buffer] }),
    speakSample: (voiceId) => host.call('speakSample', voiceId),
    close: () => host.end(),
  };
}
