import type { IncomingMessage } from 'node:http';
import { AppError } from '../../base/errors.ts';
import { refusedByState } from '../../contract/api/errors.ts';

/** Headers checked by a guard. */
export interface GuardedHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}

/** Throws `forbidden` for a request with a forbidden host or origin. */
export type HostGuard = (headers: GuardedHeaders) => void;

/** Host and port of RFC 3986; a host may be empty. */
const hostValue = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.v]+\])(?::\d*)?$/i;

/**
 * Throws `invalid_input` (400) for a request of HTTP/1.1 without a Host header, and for any whose value is none of a host
 * or that has several: RFC 9112, 3.2. Node passes the first one on, and a proxy in front may have gone by the last.
 */
export function requireHost({
  headers,
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>): void {
  if (headers.host === undefined) {
    if (httpVersion !== '1.0') {
      throw refusedByState('The Host header is missing.');
    }
    return;
  }
  if (!hostValue.test(headers.host)) {
    throw refusedByState('The Host header names no host.');
  }
  let count = 0;
  // Without the lists of `headersDistinct`: it is done for every request.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    count += name.length === 4 && name.toLowerCase() === 'host' ? 1 : 0;
  }
  if (count > 1) {
    throw refusedByState('A request has one Host header only.');
  }
}

/** Accepts everything: a service for others is behind a name it cannot know. */
export const openGuard: HostGuard = () => undefined;

/**
 * Check for a service on the loopback address, which a page in a browser must not reach: neither under a
 * foreign name that was pointed at 127.0.0.1 (checked by `Host`), nor from another site (checked by `Origin`).
 * `hosts` are the accepted names, with their port.
 */
export function createLoopbackGuard(hosts: () => ReadonlySet<string>): HostGuard {
  return ({ host, origin }) => {
    const allowed = hosts();
    if (host === undefined || !(allowed.has(host) || allowed.has(host.toLowerCase()))) {
      throw new AppError(
        'forbidden',
        'This service answers on its loopback address only; the Host header names another one.',
      );
    }
    if (origin !== undefined && !isOwnOrigin(origin, allowed)) {
      throw new AppError('forbidden', 'This service does not answer pages of other sites.');
    }
  };
}

function isOwnOrigin(origin: string, allowed: ReadonlySet<string>): boolean {
  const match = /^https?:\/\/([^/]+)$/i.exec(origin);
  return match?.[1] !== undefined && allowed.has(match[1].toLowerCase());
}

/** The names a loopback service has: all ways to write this machine, with the port. */
export function loopbackHosts(port: number, publicHost: string | null): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return new Set([
    ...names.map((name) => `${name}:${port}`),
    ...(port === 80 ? names : []),
    ...(publicHost === null ? [] : [publicHost.toLowerCase()]),
  ]);
}

/** Returns whether an address to listen on is reachable from this machine only. */
export function isLoopbackAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(::ffff:)?127\./.test(address);
}
