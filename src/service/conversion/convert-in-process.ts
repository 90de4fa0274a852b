import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError, fromWireError } from '../../base/errors.ts';
import type { ConvertedSound } from '../../contract/conversion.ts';
import { pickEnv } from '../jobs/worker.ts';
import { conversionAnswerSchema, type ConversionTask } from './messages.ts';

/** Loading large models on a slow processor; from then on it is told every few seconds how far it is. */
const SILENCE_MS = 300_000;

/** How a conversion is watched. */
export interface ConversionWatch {
  readonly signal: AbortSignal;
  /** How much is done, 0..1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Converts a recording in a process of its own: decoders and models may crash, and nothing of them stays
 * afterwards. Leaves no file when it fails. Throws what `changeRecording` throws, `cancelled` when `signal`
 * fires, and `processing_failed` when the process ends or falls silent.
 */
export async function convertInProcess(
  task: ConversionTask,
  { signal, onProgress }: ConversionWatch,
): Promise<ConvertedSound> {
  const stopped = (): AppError => new AppError('cancelled', 'The conversion was cancelled.');
  if (signal.aborted) {
    throw stopped();
  }
  const child = fork(fileURLToPath(new URL('./conversion-process.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...pickEnv(), ELECTRON_RUN_AS_NODE: '1' },
  });
  const ended = Promise.withResolvers<ConvertedSound>();
  const fail = (text: string, cause?: unknown): void =>
    ended.reject(new AppError('processing_failed', text, { cause }));
  const late = setTimeout(() => fail('The conversion stood still for 5 minutes.'), SILENCE_MS);
  const stop = (): void => ended.reject(stopped());
  signal.addEventListener('abort', stop, { once: true });
  child.on('message', (message) => {
    const answer = conversionAnswerSchema.parse(message);
    if (answer.type === 'progress') {
      late.refresh();
      onProgress(answer.share);
    } else if (answer.type === 'converted') {
      ended.resolve(answer.converted);
    } else {
      ended.reject(fromWireError(answer.error));
    }
  });
  child.once('error', (cause) => fail('The recording could not be converted.', cause));
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      fail('The process that converted the recording ended.');
      resolve();
    });
    child.once('error', () => resolve());
  });
  child.send(task, () => undefined);
  try {
    return await ended.promise;
  } catch (error) {
    child.kill('SIGKILL');
    await gone;
    await rm(task.outputPath, { force: true });
    throw error;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
