import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Claims, claimsSchema } from './claims.ts';

/** Key and secret that sign the tokens of a room server. */
export interface TokenKey {
  readonly apiKey: string;
  readonly apiSecret: string;
}

const tokenPattern = /^[\w.-]+$/;
const maxTokenLength = 16 * 1024;
/** Clocks of one machine or of well-kept servers; more would only prolong expired tokens. */
const leewaySec = 5;
const headerSchema = z.object({
  alg: z.literal('HS256'),
  typ: z.literal('JWT').optional(),
  crit: z.undefined().optional(),
});

/** Signs claims as a JSON Web Token with HMAC-SHA256. */
export function signToken(key: TokenKey, claims: Readonly<Record<string, unknown>>): string {
  const header = toSegment({ alg: 'HS256', typ: 'JWT' });
  const signed = `${header}.${toSegment({ iss: key.apiKey, ...claims })}`;
  return `${signed}.${sign(key.apiSecret, signed).toString('base64url')}`;
}

/**
 * Verifies a token: signed with the key by HMAC-SHA256 (no other algorithm), valid at `nowMs`, and for joining
 * a room. Returns its claims; null for any other text.
 */
export function findClaims(key: TokenKey, token: string, nowMs: number): Claims | null {
  const [header, body, signature, ...rest] = token.split('.');
  if (
    token.length > maxTokenLength ||
    !tokenPattern.test(token) ||
    header === undefined ||
    body === undefined ||
    signature === undefined ||
    rest.length > 0 ||
    !headerSchema.safeParse(readSegment(header)).success
  ) {
    return null;
  }
  const expected = sign(key.apiSecret, `${header}.${body}`);
  const received = Buffer.from(signature, 'base64url');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
    return null;
  }
  const claims = claimsSchema.safeParse(readSegment(body));
  if (!claims.success || claims.data.iss !== key.apiKey) {
    return null;
  }
  const nowSec = nowMs / 1000;
  const isEarly = claims.data.nbf !== undefined && claims.data.nbf > nowSec + leewaySec;
  return isEarly || claims.data.exp <= nowSec - leewaySec ? null : claims.data;
}

function sign(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function toSegment(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readSegment(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
