import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../base/errors.ts';

/**
 * Runs slow work before the first byte of the reply: the connection may be silent for `silentMs` meanwhile. Its
 * signal aborts with `cancelled` when the client hangs up.
 */
export async function whileConnected<T>(
  socket: Socket,
  silentMs: number,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const onClose = (): void => abort.abort(new AppError('cancelled', 'The client hung up.'));
  const { timeout: usualMs = 0 } = socket;
  socket.setTimeout(silentMs);
  socket.once('close', onClose);
  try {
    return await act(abort.signal);
  } finally {
    socket.off('close', onClose);
    socket.setTimeout(usualMs);
  }
}

/** Lets the connection of a request be silent for `silentMs` once its body was received; the result undoes it. */
export function allowSilenceAfterBody(request: IncomingMessage, silentMs: number): () => void {
  const { socket } = request;
  const { timeout: usualMs = 0 } = socket;
  const allow = (): void => {
    socket.setTimeout(silentMs);
  };
  if (request.complete) {
    allow();
  } else {
    request.once('end', allow);
  }
  return () => {
    request.off('end', allow);
    socket.setTimeout(usualMs);
  };
}
