import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { findApiKey, headerNames } from '../../contract/api/headers.ts';
import type { OperationShape } from '../../contract/api/kit.ts';
import { type RateTier, rateTiers } from '../../contract/api/limits.ts';
import type { Caller } from '../accounts/account.ts';
import { requireScope } from '../accounts/keys.ts';
import type { RateLimiter, RateVerdict } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request; null before authentication and for public operations. */
    caller: Caller | null;
  }
}

/** What admission asks. */
export interface AdmissionOptions {
  /** Who a key belongs to; throws `unauthorized`. */
  readonly authenticate: (secret: string) => Promise<Caller>;
  readonly limiter: RateLimiter;
  /** Requests a minute of a tier; a seam for measurements. */
  readonly requestsPerMinute?: ((tier: RateTier) => number) | undefined;
}

/** Requests a minute of one address to public operations, and the room shown to a caller without a key. */
const PUBLIC_PER_MINUTE = rateTiers.pro.requestsPerMinute;

/**
 * The first checks of a request, before its body is read: authenticate → rate limit → scope. A request
 * without a valid key is 401 however many there are. Every reply, refusals too, says where the caller
 * stands.
 */
export function createAdmission(options: AdmissionOptions) {
  const { authenticate, limiter } = options;
  const perMinute = options.requestsPerMinute ?? ((tier) => rateTiers[tier].requestsPerMinute);

  return async (
    operation: Pick<OperationShape, 'access'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    if (operation.access === 'public') {
      spend(reply, limiter.take(`address ${request.ip}`, PUBLIC_PER_MINUTE));
      return;
    }
    let caller: Caller;
    try {
      caller = await identify(request, authenticate);
    } catch (error) {
      writeRateHeaders(reply, limiter.take(`unknown ${request.ip}`, PUBLIC_PER_MINUTE));
      throw error;
    }
    spend(reply, limiter.take(caller.keyId, perMinute(caller.tier)));
    requireScope(caller, operation.access);
    request.caller = caller;
  };
}

async function identify(
  { headers }: FastifyRequest,
  authenticate: AdmissionOptions['authenticate'],
): Promise<Caller> {
  const apiKey = headers['x-api-key'];
  const secret = findApiKey({
    authorization: headers.authorization,
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
  });
  if (secret === null) {
    throw new AppError(
      'unauthorized',
      'An API key is needed: send it as Authorization: Bearer <key> or as X-API-Key.',
    );
  }
  return authenticate(secret);
}

function spend(reply: FastifyReply, verdict: RateVerdict): void {
  writeRateHeaders(reply, verdict);
  if (!verdict.isAllowed) {
    throw new AppError(
      'rate_limited',
      `At most ${verdict.limit} requests a minute are allowed. Try again in ${verdict.retryAfterSec} s.`,
    );
  }
}

function writeRateHeaders(reply: FastifyReply, verdict: RateVerdict): void {
  reply
    .header(headerNames.rateLimit, verdict.limit)
    .header(headerNames.rateRemaining, verdict.remaining)
    .header(headerNames.rateReset, verdict.resetSec)
    .header(headerNames.retryAfter, verdict.retryAfterSec);
}
