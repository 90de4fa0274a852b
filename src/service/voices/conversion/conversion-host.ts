import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type ConvertedSound, convertedSoundSchema } from '../../../contract/conversion.ts';
import { callProcess } from '../../process/call-host.ts';
import { copyResult } from '../../sandbox/open-result.ts';
import type { ConversionMethods, ConversionTask } from './conversion-entry.ts';

/** Time for loading large models on a slow CPU; after that, progress is reported every few seconds. */
const SILENCE_MS = 300_000;

/** Progress, 0..1. */
const progress = z.number();

/** Options of a conversion. */
export interface ConversionWatch {
  readonly signal: AbortSignal;
  /** Receives the progress, 0..1. */
  readonly onProgress: (fraction: number) => void;
}

/**
 * Converts a recording in a separate process, which leaves nothing behind, and no file on failure. Throws the
 * errors of `changeRecording` and `callProcess`.
 */
export async function convertInProcess(
  task: ConversionTask,
  { signal, onProgress }: ConversionWatch,
): Promise<ConvertedSound> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-conversion-'));
  const draft = join(folder, 'converted.wav');
  try {
    const converted = await callProcess<ConversionMethods>(
      {
        program: new URL('./conversion-entry.ts', import.meta.url),
        grants: {
          readable: task.folder === null ? [task.path] : [task.path, task.folder],
          writable: [folder],
          hasGpu: true,
        },
        schemas: { answers: { convert: convertedSoundSchema }, progress },
        silence: { ms: SILENCE_MS, text: 'The conversion stood still for 5 minutes.' },
        endedText: 'The process that converted the recording ended.',
        signal,
        onProgress: (fraction) => onProgress(progress.parse(fraction)),
      },
      'convert',
      { ...task, outputPath: draft },
    );
    await copyResult(folder, draft, task.outputPath);
    return converted;
  } catch (error) {
    await rm(task.outputPath, { force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
