/** The thread of {@link openVoiceAnalyzerHost}. */
import { analyseReference } from '../../../engine/voice/changer/analyse-reference.ts';
import { readReference } from '../../../engine/voice/changer/read-reference.ts';
import { renderTargetSample } from '../../../engine/voice/render-sample.ts';
import { serveThread } from '../../../engine/threads/serve-thread.ts';

const methods = {
  analyse(wav: Uint8Array<ArrayBuffer>) {
    const { samples, sampleRateHz } = readReference(wav);
    return analyseReference(samples, sampleRateHz);
  },
  /** Null when there is no such voice. */
  speakSample: (voiceId: string) => renderTargetSample(voiceId),
};

/** Methods of the thread: none of its work may delay a live voice. */
export type AnalyzerMethods = typeof methods;

serveThread(methods);
