import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { CheckStep } from '../../contract/profiles.ts';
import type { RemoteAccess } from './profile-store.ts';

const maxReplyBytes = 65_536;

const accountSchema = z.object({
  rate_tier: z.string(),
  balance_usd: z.number(),
  held_usd: z.number().default(0),
});

/** Result of a profile check. */
export interface AccountCheck {
  readonly rateTier: string;
  readonly balanceUsd: number;
  readonly heldUsd: number;
  readonly durationMs: number;
}

/**
 * Reads the account of a key from a service. Redirects are not followed, because the key would be sent along.
 * Texts of the service are not repeated: it is not yet known to be one.
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
  const failedAt = (step: CheckStep): { readonly status: number; readonly step: CheckStep } => ({
    status,
    step,
  });
  if (status === 401) {
    throw new AppError('unauthorized', 'The service does not accept this key.', {
      details: failedAt('key'),
    });
  }
  if (status === 403) {
    throw new AppError('forbidden', 'This key may not read the account.', {
      details: failedAt('key'),
    });
  }
  if (status === 429) {
    throw new AppError('rate_limited', 'The service asks to wait a little.', {
      details: failedAt('answer'),
    });
  }
  if (status >= 500) {
    throw new AppError('service_unreachable', `The service answers with an error (${status}).`, {
      details: failedAt('answer'),
    });
  }
  const isRedirect = status >= 300 && status < 400;
  throw new AppError(
    'bad_reply',
    isRedirect
      ? 'The address redirects to another one. Enter the address it leads to.'
      : `No account at this address (HTTP ${status}). It has to include the version, as in /api/v1.`,
    { details: failedAt(isRedirect ? 'address' : 'version') },
  );
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxReplyBytes) {
      throw new AppError('bad_reply', 'The reply is too long for an account.', {
        details: { step: 'version' },
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readAccount(text: string): Omit<AccountCheck, 'durationMs'> {
  try {
    const account = accountSchema.parse(JSON.parse(text));
    return {
      rateTier: account.rate_tier,
      balanceUsd: account.balance_usd,
      heldUsd: account.held_usd,
    };
  } catch (cause) {
    throw new AppError('bad_reply', 'What this address answers is not an account.', {
      cause,
      details: { step: 'version' },
    });
  }
}

function toUnreachable(cause: unknown, baseUrl: string, waitedMs: number | null): AppError {
  const { host } = new URL(baseUrl);
  return new AppError(
    'service_unreachable',
    waitedMs === null
      ? `${host} cannot be reached.`
      : `${host} did not answer within ${waitedMs / 1000} seconds.`,
    { cause, details: { step: waitedMs === null ? findStep(cause) : 'connection' } },
  );
}

const unknownHosts = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'ERR_INVALID_URL']);
/** OpenSSL's names of certificate errors, and Node's of a failed handshake. */
const tlsPattern =
  /^(?:ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|UNHANDLED_CRITICAL)/;

/** Step at which a request without reply failed, by the code of the system or of TLS. */
function findStep(error: unknown): CheckStep {
  const code = findCode(error);
  if (unknownHosts.has(code)) {
    return 'address';
  }
  return tlsPattern.test(code) ? 'tls' : 'connection';
}

function findCode(error: unknown): string {
  if (!(error instanceof Error)) {
    return '';
  }
  // Several addresses of one host were tried: all for about the same reason.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return findCode(inner) || own;
}
