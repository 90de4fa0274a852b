import { networkInterfaces } from 'node:os';
import { invariant } from '../../base/errors.ts';
import type { UrlSigner } from '../files/signed-url.ts';
import { API_PATH } from './call.ts';
import type { Links } from './handler-dependencies.ts';

/** URL at which callers reach the service. Known once it listens, earlier when a public URL is configured. */
export interface PublicAddress {
  /**
   * `http(s)://HOST[:PORT]`, without a path. With the Host header of a request: the origin under which its
   * caller reached the service, which a public address overrules. Without one: where most callers would.
   */
  origin(host?: string): string;
  /** The port it listens on; 0 until it listens. */
  port(): number;
  /** Called once the port is known. */
  listensOn(address: { readonly host: string; readonly port: number }): void;
}

/** Creates the address. `publicUrl` is the address of a proxy in front, such as `https://studio.example`. */
export function createPublicAddress(publicUrl: string | null): PublicAddress {
  const fixed = publicUrl === null ? null : new URL(publicUrl).origin;
  let origin = fixed;
  let listening = 0;
  return {
    origin(host) {
      invariant(origin !== null, 'The service listens before it tells its address.');
      return fixed === null && host !== undefined && isHost(host) ? `http://${host}` : origin;
    },
    port: () => listening,
    listensOn({ host, port }) {
      listening = port;
      origin ??= toOrigin({ host, port });
    },
  };
}

/** Origin of a service that listens there itself, without a proxy. */
export function toOrigin({ host, port }: { readonly host: string; readonly port: number }): string {
  const isEvery = host === '0.0.0.0' || host === '::';
  return `http://${isEvery ? detectSharedAddress() : toReachable(host)}:${port}`;
}

/** A name or an address with an optional port, and nothing that could end the host part of an address. */
function isHost(text: string): boolean {
  return text.length <= 255 && /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text);
}

/**
 * First IPv4 address of this machine that other machines may reach; 127.0.0.1 without a network. Replaces
 * 0.0.0.0 and :: where one address is needed.
 */
export function detectSharedAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const shared = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return shared?.address ?? '127.0.0.1';
}

/** Address on which this machine reaches a service that listens on `host`. */
export function toReachable(host: string): string {
  if (host === '0.0.0.0') {
    return '127.0.0.1';
  }
  if (host === '::') {
    return '[::1]';
  }
  return host.includes(':') ? `[${host}]` : host;
}

/** Path of a stored file; links to it are signed. */
export function toFilePath(fileKey: string): string {
  return `${API_PATH}/files/${fileKey}`;
}

/** Links that are kept, so that polling a job signs once. */
const MAX_CACHED = 1000;
/** Expiries are whole hours, so that a link stays the same for a while. */
const STEP_MS = 3_600_000;

/** Makes the links of a service. They are good for `validityMs` at least, and an hour more at most. */
export function createLinks(options: {
  readonly address: Pick<PublicAddress, 'origin'>;
  readonly signer: UrlSigner;
  readonly nowMs: () => number;
  readonly validityMs: number;
}): Links {
  const { address, signer, nowMs, validityMs } = options;
  const cached = new Map<string, { readonly expiresAtMs: number; readonly path: string }>();
  return {
    toUrl(fileKey, host) {
      const expiresAtMs = Math.ceil((nowMs() + validityMs) / STEP_MS) * STEP_MS;
      const known = cached.get(fileKey);
      if (known?.expiresAtMs === expiresAtMs) {
        return address.origin(host) + known.path;
      }
      const path = signer.sign(toFilePath(fileKey), expiresAtMs);
      if (cached.size >= MAX_CACHED) {
        cached.clear();
      }
      cached.set(fileKey, { expiresAtMs, path });
      return address.origin(host) + path;
    },
    toSocketUrl: (path, host) => address.origin(host).replace(/^http/, 'ws') + API_PATH + path,
  };
}
