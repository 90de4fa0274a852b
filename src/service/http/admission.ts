import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { type MaybePromise, chainMaybe } from '../../base/maybe-promise.ts';
import { findApiKey, headerNames } from '../../contract/api/headers.ts';
import type { Scope } from '../../contract/api/kit.ts';
import { type RateTier, rateTiers } from '../../contract/api/limits.ts';
import type { Caller } from '../accounts/account.ts';
import { hashSecret, requireScope } from '../accounts/keys.ts';
import { createRateLimiter, type RateLimiter, type RateLimitStatus } from './rate-limit.ts';
import type { Admit } from './routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Authenticated caller; null before authentication and for public operations. */
    caller: Caller | null;
  }
}

/** Options of admission. */
export interface AdmissionOptions {
  /** Returns the owner of a key; throws `unauthorized`. */
  readonly authenticate: (secret: string, keyHash: string) => MaybePromise<Caller>;
  /** Counts the requests of a key. */
  readonly limiter: RateLimiter;
  /** Requests a minute of a tier; a seam for measurements. */
  readonly requestsPerMinute?: ((tier: RateTier) => number) | undefined;
}

/**
 * Requests per minute of one client address to public operations, and the limit reported to a caller without a
 * key.
 */
const PUBLIC_PER_MINUTE = rateTiers.pro.requestsPerMinute;

/** Headers that report a rate limit, by their names in lower case. */
export type RateHeaders = Readonly<Record<string, string>>;

/** Admission of requests. */
export interface Admission {
  readonly admit: Admit;
  /** Counts a request that names no valid key, for its client address, and returns the headers of its reply. */
  readonly countUnknown: (address: string) => RateHeaders;
}

/**
 * First checks of a request, before its body is read: authenticate → rate limit → scope. A request without a
 * valid key is answered 401, however many there are. The reply of an admitted request reports its caller's rate limit,
 * every other one that of the client's address (`server.ts`).
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { authenticate, limiter } = options;
  // Per client address and process: requests without a key must not cause writes to a shared database.
  const anonymousLimiter = createRateLimiter();
  const perMinute = options.requestsPerMinute ?? ((tier) => rateTiers[tier].requestsPerMinute);

  function admitCaller(
    scope: Scope,
    { request, reply }: Exchange,
    caller: Caller,
  ): MaybePromise<void> {
    return chainMaybe(limiter.consume(caller.keyId, perMinute(caller.tier)), (verdict) => {
      spend(reply, verdict);
      requireScope(caller, scope);
      request.caller = caller;
    });
  }

  const countUnknown = (address: string): RateHeaders =>
    toRateHeaders(anonymousLimiter.consume(`unknown ${address}`, PUBLIC_PER_MINUTE));

  const admit: Admit = ({ access }, request, reply) => {
    if (access === 'public') {
      spend(reply, anonymousLimiter.consume(`address ${request.ip}`, PUBLIC_PER_MINUTE));
      return;
    }
    const exchange = { request, reply };
    const caller = identify(request, authenticate);
    return caller instanceof Promise
      ? caller.then((found) => admitCaller(access, exchange, found))
      : admitCaller(access, exchange, caller);
  };
  return { admit, countUnknown };
}

/** Names in lower case, as the HTTP layer has them: it would make a new text of each at every reply. */
const written = {
  limit: headerNames.rateLimit.toLowerCase(),
  remaining: headerNames.rateRemaining.toLowerCase(),
  reset: headerNames.rateReset.toLowerCase(),
  retryAfter: headerNames.retryAfter.toLowerCase(),
};

/** A request and its reply. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Last authorization of a connection. */
interface SentKey {
  readonly authorization: string | undefined;
  readonly apiKey: string | string[] | undefined;
  readonly secret: string;
  readonly keyHash: string;
}

const sentKeys = new WeakMap<Socket, SentKey>();

/** The key is read and hashed once per connection while it sends the same one: 4 µs of a poll. */
function identify(
  { headers, socket }: FastifyRequest,
  authenticate: AdmissionOptions['authenticate'],
): MaybePromise<Caller> {
  const { authorization } = headers;
  const apiKey = headers['x-api-key'];
  const last = sentKeys.get(socket);
  if (last !== undefined && last.authorization === authorization && last.apiKey === apiKey) {
    return authenticate(last.secret, last.keyHash);
  }
  const secret = findApiKey({
    authorization,
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
  });
  if (secret === null) {
    throw new AppError(
      'unauthorized',
      'An API key is needed: send it as Authorization: Bearer <key> or as X-API-Key.',
    );
  }
  const keyHash = hashSecret(secret);
  sentKeys.set(socket, { authorization, apiKey, secret, keyHash });
  return authenticate(secret, keyHash);
}

function spend(reply: FastifyReply, verdict: RateLimitStatus): void {
  writeRateHeaders(reply, verdict);
  if (!verdict.isAllowed) {
    throw new AppError(
      'rate_limited',
      `At most ${verdict.limit} requests a minute are allowed. Try again in ${verdict.retryAfterSec} s.`,
      {
        details: faultDetails('rate_limit', {
          count: verdict.limit,
          seconds: verdict.retryAfterSec,
        }),
      },
    );
  }
}

/** Without an object of its own: it is done for every reply. */
function writeRateHeaders(reply: FastifyReply, verdict: RateLimitStatus): void {
  reply
    .header(written.limit, verdict.limit)
    .header(written.remaining, verdict.remaining)
    .header(written.reset, verdict.resetSec)
    .header(written.retryAfter, verdict.retryAfterSec);
}

function toRateHeaders(verdict: RateLimitStatus): RateHeaders {
  return {
    [written.limit]: String(verdict.limit),
    [written.remaining]: String(verdict.remaining),
    [written.reset]: String(verdict.resetSec),
    [written.retryAfter]: String(verdict.retryAfterSec),
  };
}
