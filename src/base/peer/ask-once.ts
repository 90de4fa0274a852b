import { AppError } from '../errors.ts';
import type { MethodAnswer, MethodQuestion } from './peer.ts';
import { PeerHost, type PeerHostOptions } from './peer-host.ts';
import type { PeerProcess } from './port.ts';
import type { PeerMethods } from './serve-peer.ts';

/** A program that is started for one question. */
export interface AskedOnce extends Omit<PeerHostOptions<PeerProcess>, 'idleMs'> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: unknown) => void) | undefined;
}

/**
 * Starts a program, asks it and waits; it is gone when this ends. Throws what the method throws, what is said of the
 * end and of the silence of the program, and `cancelled` when the signal fires, for which the program is killed.
 */
export async function askOnce<Methods extends PeerMethods, Name extends keyof Methods & string>(
  { signal, onProgress, ...program }: AskedOnce,
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
    return await host.ask(method, question, { onProgress });
  } finally {
    signal?.removeEventListener('abort', stop);
    await host.end();
  }
}
