import { dirname } from 'node:path';
import * as z from 'zod';
import type { MethodAnswer, MethodQuestion } from '../../../base/peer/peer.ts';
import { callProcess } from '../../process/call-host.ts';
import type { RvcFiles } from '../../../engine/packs/voice-files/rvc-files.ts';
import type { RvcMethods } from './rvc-entry.ts';
import { hashedSetSchema } from './rvc-messages.ts';

/** Time for loading large models on every available provider, and a few runs on a slow CPU. */
const LIMIT_MS = 300_000;

/** Runs a task in a separate process. Throws the error of the task, and those of `callProcess`. */
export function runRvcTask<Name extends keyof RvcMethods>(
  name: Name,
  task: MethodQuestion<RvcMethods[Name]>,
  signal: AbortSignal,
): Promise<MethodAnswer<RvcMethods[Name]>> {
  return callProcess<RvcMethods, Name>(
    {
      program: new URL('./rvc-entry.ts', import.meta.url),
      grants: {
        readable: listFiles(task.files),
        writable: 'path' in task ? [dirname(task.path)] : [],
        hasGpu: true,
      },
      schemas: { answers: { measure: hashedSetSchema, sample: z.undefined() } },
      silence: { ms: LIMIT_MS, text: 'The voice did not run within 5 minutes.' },
      endedText: 'The process that ran the voice ended.',
      signal,
    },
    name,
    task,
  );
}

/** Paths of the models of a set. */
export function listFiles({ generator, encoder, estimator }: RvcFiles): string[] {
  return [generator, encoder, estimator].flatMap((file) => file?.path ?? []);
}
