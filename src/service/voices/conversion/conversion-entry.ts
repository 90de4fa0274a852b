/** A process for one recording: takes it, answers, is ended. */
import '../../../engine/models/no-telemetry.ts';
import type { PeerContext } from '../../../base/peer/serve-peer.ts';
import type { ConversionChoice, ConvertedSound } from '../../../contract/conversion.ts';
import { changeRecording } from '../../../engine/voice/change-recording.ts';
import { serveProcess } from '../../sandbox/serve-process.ts';

/** Minimum interval of the progress reports. */
const REPORT_MS = 100;

/** A recording to convert. */
export interface ConversionTask extends ConversionChoice {
  readonly path: string;
  /** Path of the WAV file that is written. */
  readonly outputPath: string;
  /** Folder of the user's models; null when there is none. */
  readonly folder: string | null;
}

const methods = {
  async convert(task: ConversionTask, { report }: PeerContext): Promise<ConvertedSound> {
    let reportedMs = 0;
    const onProgress = (fraction: number): void => {
      if (performance.now() - reportedMs > REPORT_MS) {
        reportedMs = performance.now();
        report(fraction);
      }
    };
    const result = await changeRecording({ ...task, format: 'wav', onProgress });
    return { durationMs: result.durationUs / 1000, sampleRateHz: result.sampleRateHz };
  },
};

/** Methods of the process: one call per process. */
export type ConversionMethods = typeof methods;

serveProcess(methods);
