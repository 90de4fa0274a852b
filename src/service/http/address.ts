import { invariant } from '../../base/errors.ts';
import type { UrlSigner } from '../files/signed-url.ts';
import { API_PATH } from './call.ts';
import type { Links } from './parts.ts';

/** Where callers reach the service. Known when it listens, earlier when there is a public address. */
export interface PublicAddress {
  /** `http(s)://HOST[:PORT]`, without a path. */
  origin(): string;
  /** Called once the port is known. */
  listensOn(address: { readonly host: string; readonly port: number }): void;
}

/** Makes the address. `publicUrl` is what a proxy in front is called, such as `https://studio.example`. */
export function createPublicAddress(publicUrl: string | null): PublicAddress {
  let origin = publicUrl === null ? null : new URL(publicUrl).origin;
  return {
    origin() {
      invariant(origin !== null, 'The service listens before it tells its address.');
      return origin;
    },
    listensOn({ host, port }) {
      origin ??= `http://${toReachable(host)}:${port}`;
    },
  };
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

/** Makes the links of a service. They are good for `validityMs` from the moment they are made. */
export function createLinks(options: {
  readonly address: Pick<PublicAddress, 'origin'>;
  readonly signer: UrlSigner;
  readonly nowMs: () => number;
  readonly validityMs: number;
}): Links {
  const { address, signer, nowMs, validityMs } = options;
  return {
    toUrl: (fileKey) => address.origin() + signer.sign(toFilePath(fileKey), nowMs() + validityMs),
    toSocketUrl: (path) => address.origin().replace(/^http/, 'ws') + API_PATH + path,
  };
}
