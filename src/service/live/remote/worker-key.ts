import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../base/errors.ts';
import { carriesKey } from '../../http/metrics-key.ts';
import { LINK_VERSION, VERSION_HEADER } from './worker-link.ts';

/** Length of 24 random bytes in base64. */
const MIN_LENGTH = 32;

/**
 * Reads the key that live workers and nodes share from the environment; undefined when none is set. Throws
 * `invalid_input` for a short one.
 */
export function findWorkerKey(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const key = env['GUISE_LIVE_WORKER_KEY'] ?? '';
  if (key !== '' && key.length < MIN_LENGTH) {
    throw new AppError(
      'invalid_input',
      `GUISE_LIVE_WORKER_KEY needs ${MIN_LENGTH} characters or more.`,
    );
  }
  return key === '' ? undefined : key;
}

/**
 * Throws `unauthorized` for a request without the key of live workers, `invalid_input` for a worker of another version than
 * this node.
 */
export function requireWorker({ headers }: IncomingMessage, key: string): void {
  if (!carriesKey(headers.authorization, key)) {
    throw new AppError('unauthorized', 'This is not the key that live workers have here.');
  }
  const version = headers[VERSION_HEADER];
  if (version !== LINK_VERSION) {
    throw new AppError(
      'invalid_input',
      `The live worker has version ${String(version ?? 'none')} of its connection and this node version ${LINK_VERSION}: ` +
        'run the same version of Guise at both.',
    );
  }
}
