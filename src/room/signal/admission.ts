import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { JoinRequest, WrappedJoinRequest, WrappedJoinRequest_Compression } from '@livekit/protocol';
import type { Claims } from '../token/claims.ts';
import { findClaims, type TokenKey } from '../token/token.ts';

/** Rules of admission to the rooms. */
export interface AdmissionRules {
  readonly key: TokenKey;
  /** Host names under which the server may be addressed, against DNS rebinding; without ports. */
  readonly hosts: ReadonlySet<string>;
  /** Origins of pages that may connect, beside those on this machine. */
  readonly origins: ReadonlySet<string>;
  /** Returns whether a room may be joined; a token of a closed room is refused. */
  readonly isRoomOpen: (name: string) => boolean;
  readonly nowMs: () => number;
}

/** A connection that may join or resume. */
export interface Admitted {
  readonly claims: Claims;
  /** `/rtc/v1`: one connection for both ways. */
  readonly hasOneConnection: boolean;
  readonly join: JoinRequest;
  /** The participant to resume; null for a new one. */
  readonly resumeSid: string | null;
  readonly isAutoSubscribing: boolean;
}

/** A connection that may not. */
export interface Refused {
  readonly status: number;
  readonly reason: string;
}

/** A path of the server. */
export interface RoomPath {
  readonly hasOneConnection: boolean;
  readonly isValidation: boolean;
}

const maxJoinBytes = 256 * 1024;
const maxJoinTextLength = 64 * 1024;
const localOrigin = /^(?:file:\/\/|https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?)$/;
const pathPattern = /^\/rtc(\/v1)?(\/validate)?\/?$/;

/** Which of the server's paths a request means; null for none. */
export function findPath(url: URL): RoomPath | null {
  const match = pathPattern.exec(url.pathname);
  return match === null
    ? null
    : { hasOneConnection: match[1] !== undefined, isValidation: match[2] !== undefined };
}

/** URL of a request; null when it is invalid. */
export function findUrl(request: Pick<IncomingMessage, 'url'>): URL | null {
  const base = 'http://room.invalid';
  return URL.canParse(request.url ?? '/', base) ? new URL(request.url ?? '/', base) : null;
}

/** Returns whether a page may connect to the server: no page at all, one of this machine, or a listed one. */
export function isAllowedOrigin(origin: string | undefined, rules: AdmissionRules): boolean {
  return origin === undefined || localOrigin.test(origin) || rules.origins.has(origin);
}

/** Performs all checks that can refuse a connection before it causes further cost. */
export function admit(
  request: Pick<IncomingMessage, 'headers'>,
  url: URL,
  path: RoomPath,
  rules: AdmissionRules,
): Admitted | Refused {
  const host = (request.headers.host ?? '').replace(/:\d{1,5}$/, '').toLowerCase();
  if (!rules.hosts.has(host)) {
    return { status: 403, reason: 'host is not allowed' };
  }
  if (!isAllowedOrigin(request.headers.origin, rules)) {
    return { status: 403, reason: 'origin is not allowed' };
  }
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const token = url.searchParams.get('access_token') ?? bearer;
  const claims = token === undefined ? null : findClaims(rules.key, token, rules.nowMs());
  if (claims === null) {
    return { status: 401, reason: 'the token is missing, not valid, or joins no room' };
  }
  if (!rules.isRoomOpen(claims.video.room)) {
    // Clients know this text: with any other 404 they would try the older signalling.
    return { status: 404, reason: 'requested room does not exist' };
  }
  const text = url.searchParams.get('join_request');
  const join = text === null ? null : findJoinRequest(text);
  if (join === null && (text !== null || (path.hasOneConnection && !path.isValidation))) {
    return { status: 400, reason: 'join_request is missing or broken' };
  }
  return { claims, hasOneConnection: path.hasOneConnection, ...readIntent(url, join) };
}

function readIntent(
  url: URL,
  join: JoinRequest | null,
): Pick<Admitted, 'join' | 'resumeSid' | 'isAutoSubscribing'> {
  if (join !== null) {
    return {
      join,
      resumeSid: join.reconnect ? join.participantSid : null,
      isAutoSubscribing: join.connectionSettings?.autoSubscribe ?? false,
    };
  }
  const query = url.searchParams;
  return {
    join: new JoinRequest(),
    resumeSid: query.get('reconnect') === '1' ? (query.get('sid') ?? '') : null,
    isAutoSubscribing: query.get('auto_subscribe') !== '0',
  };
}

/** Unpacks the join request of the newer signalling, never to more than its bound. */
function findJoinRequest(text: string): JoinRequest | null {
  if (text.length > maxJoinTextLength) {
    return null;
  }
  try {
    const wrapped = WrappedJoinRequest.fromBinary(Buffer.from(text, 'base64url'));
    const isPacked = wrapped.compression === WrappedJoinRequest_Compression.GZIP;
    const bytes = isPacked
      ? gunzipSync(wrapped.joinRequest, { maxOutputLength: maxJoinBytes })
      : wrapped.joinRequest;
    const join = JoinRequest.fromBinary(bytes);
    return join.clientInfo === undefined ? null : join;
  } catch {
    return null;
  }
}
