import { AppError } from '../../../base/errors.ts';
import {
  type Inspection,
  type VoiceFault,
  voiceFaultSchema,
} from '../../../contract/inspection.ts';
import { probeMedia } from '../../../engine/io/video/probe.ts';
import { analyseReference } from '../../../engine/voice/changer/analyse-reference.ts';
import { readBeginning } from '../../../engine/voice/changer/convert-recording.ts';
import { VOICE_RATE_HZ } from '../../../engine/voice/changer/voice-target.ts';

/** Inspected seconds, as many as a job uses. */
const SECONDS = 60;

/** Listens whether a recording is one of a person who speaks. Throws `unsupported_format`. */
export async function inspectVoice(path: string): Promise<Inspection> {
  const { durationUs } = await probeMedia(path);
  const sample = await readBeginning(path, { seconds: SECONDS });
  return { kind: 'voice', durationMs: durationUs / 1000, fault: findFault(sample) };
}

function findFault(sample: Float32Array): VoiceFault | null {
  try {
    analyseReference(sample, VOICE_RATE_HZ);
    return null;
  } catch (error) {
    const reason = error instanceof AppError ? error.details?.['reason'] : undefined;
    const fault = voiceFaultSchema.safeParse(reason);
    if (!fault.success) {
      throw error;
    }
    return fault.data;
  }
}
