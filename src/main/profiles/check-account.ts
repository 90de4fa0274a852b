import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { RemoteAccess } from './profile-store.ts';

const maxReplyBytes = 65_536;

const accountSchema = z.object({ rate_tier: z.string(), balance_usd: z.number() });

/** What a check of a profile found. */
export interface AccountCheck {
  readonly rateTier: string;
  readonly balanceUsd: number;
  readonly durationMs: number;
}

/**
 * Asks a service for the account of a key. Redirects are not followed, because the key would go along.
 * Texts of the service are not repeated: it is not known yet whether it is one.
 */
export async function checkAccount(
  { baseUrl, apiKey }: RemoteAccess,
  timeoutMs = 10_000,
): Promise<AccountCheck> {
  const startedMs = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${baseUrl}/account`, {
      headers: { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' },
      redirect: 'manual',
      signal,
    });
    refuseStatus(response);
    const account = readAccount(await readBounded(response));
    return { ...account, durationMs: performance.now() - startedMs };
  } catch (error) {
    throw error instanceof AppError
      ? error
      : toUnreachable(error, baseUrl, signal.aborted ? timeoutMs : null);
  }
}

function refuseStatus(response: Response): void {
  const { status } = response;
  if (status === 200) {
    return;
  }
  void response.body?.cancel();
  const details = { status };
  if (status === 401) {
    throw new AppError('unauthorized', 'The service does not accept this key.', { details });
  }
  if (status === 403) {
    throw new AppError('forbidden', 'This key may not read the account.', { details });
  }
  if (status === 429) {
    throw new AppError('rate_limited', 'The service asks to wait a little.', { details });
  }
  if (status >= 500) {
    throw new AppError('service_unreachable', `The service answers with an error (${status}).`, {
      details,
    });
  }
  throw new AppError(
    'bad_reply',
    status >= 300 && status < 400
      ? 'The address redirects to another one. Enter the address it leads to.'
      : `No account at this address (HTTP ${status}). It has to include the version, as in /api/v1.`,
    { details },
  );
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxReplyBytes) {
      throw new AppError('bad_reply', 'The reply is too long for an account.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readAccount(text: string): Omit<AccountCheck, 'durationMs'> {
  try {
    const account = accountSchema.parse(JSON.parse(text));
    return { rateTier: account.rate_tier, balanceUsd: account.balance_usd };
  } catch (cause) {
    throw new AppError('bad_reply', 'What this address answers is not an account.', { cause });
  }
}

function toUnreachable(cause: unknown, baseUrl: string, waitedMs: number | null): AppError {
  const { host } = new URL(baseUrl);
  return new AppError(
    'service_unreachable',
    waitedMs === null
      ? `${host} cannot be reached.`
      : `${host} did not answer within ${waitedMs / 1000} seconds.`,
    { cause },
  );
}
