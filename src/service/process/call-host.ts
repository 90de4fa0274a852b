import { fileURLToPath } from 'node:url';
import { AppError } from '../../base/errors.ts';
import { callOnce } from '../../base/peer/call-once.ts';
import type { MethodAnswer, MethodQuestion } from '../../base/peer/peer.ts';
import type { PeerMethods } from '../../base/peer/serve-peer.ts';
import type { PeerSchemas } from '../../contract/peer-methods.ts';
import { pickEnv } from './pick-env.ts';
import { startPeerProcess } from '../sandbox/process-peer.ts';
import type { ProcessGrants } from '../sandbox/start-process.ts';
import { workerMemoryBytes } from '../sandbox/worker-memory.ts';

/** A program that takes one question and is ended. */
export interface AskedProcess<Methods extends PeerMethods> {
  readonly program: URL;
  /** The files it may reach beside the program. */
  readonly grants: ProcessGrants;
  readonly schemas: PeerSchemas<Methods>;
  /** Longest silence, and the error text after it. */
  readonly silence: { readonly ms: number; readonly text: string };
  /** Error text when its process ends without an answer. */
  readonly endedText: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

/**
 * Runs one call in a separate process, because models, drivers and decoders may crash; the process has exited
 * when this settles. Throws the error of the program, `processing_failed` when it exits or is silent for too
 * long, and `cancelled` when the signal fires.
 */
export async function callProcess<
  Methods extends PeerMethods,
  Name extends keyof Methods & string = keyof Methods & string,
>(
  { program, grants, schemas, silence, endedText, signal, onProgress }: AskedProcess<Methods>,
  method: Name,
  question: MethodQuestion<Methods[Name]>,
): Promise<MethodAnswer<Methods[Name]>> {
  const failed = (text: string, cause?: unknown): AppError =>
    new AppError('processing_failed', text, { cause });
  return callOnce<Methods, Name>(
    {
      start: () =>
        startPeerProcess({
          entry: fileURLToPath(program),
          schemas,
          env: pickEnv(),
          grants,
          limits: { memoryBytes: workerMemoryBytes },
        }),
      ended: (cause) => failed(endedText, cause),
      silence: { ms: silence.ms, error: () => failed(silence.text) },
      signal,
      onProgress,
    },
    method,
    question,
  );
}
