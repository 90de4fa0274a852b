import { AppError } from '../errors.ts';
import type { MethodAnswer, MethodQuestion } from './peer.ts';
import { PeerHost, type PeerHostOptions } from './peer-host.ts';
import type { PeerProcess } from './port.ts';
import type { PeerMethods } from './serve-peer.ts';

/** A program that is started for one question. */
export interface CallOnceOptions extends Omit<PeerHostOptions<PeerProcess>, 'idleMs'> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

/**
 * Starts a program, calls one method and waits; the program has exited when this settles. Throws the error of
 * the method, the errors configured for the program's exit and silence, and `cancelled` when the signal fires,
 * which kills the program.
 */
export async function callOnce<Methods extends PeerMethods, Name extends keyof Methods & string>(
  { signal, onProgress, ...program }: CallOnceOptions,
  method: Name,
  question: MethodQuestion<Methods[Name]>,
): Promise<MethodAnswer<Methods[Name]>> {
  const cancelled = (): AppError => new AppError('cancelled', 'The work was cancelled.');
  if (signal?.aborted === true) {
    throw cancelled();
  }
  const host = new PeerHost<Methods>(program);
  const stop = (): void => void host.end(cancelled());
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await host.call(method, question, { onProgress });
  } finally {
    signal?.removeEventListener('abort', stop);
    await host.end();
  }
}
