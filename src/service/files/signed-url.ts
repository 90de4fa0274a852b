/**
 * Signed links: whoever has one may read one path until it expires. HMAC-SHA256 over path, expiry and
 * the version of the key, so keys can be replaced while old links run out.
 *
 *   const signer = createUrlSigner([{ version: 1, key: deriveLinkKey(masterKey) }]);
 *   const link = signer.sign('/api/v1/files/…', nowMs + linkValidityMs);
 *   signer.check(path, query, nowMs); // throws `forbidden`
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError, invariant } from '../../base/errors.ts';
import { limits } from '../../contract/api/limits.ts';

/** Default validity of a link, in milliseconds. */
export const linkValidityMs = limits.outputUrlValidityDays * 86_400_000;

/** Key for links. The first of a list signs, all of them are accepted. */
export interface LinkKey {
  readonly version: number;
  readonly key: Uint8Array;
}

/** Signs and checks links. */
export interface UrlSigner {
  /** Path with its signature as query. `path` has to be as the router will see it, without a query. */
  sign(path: string, expiresAtMs: number): string;
  /** Throws `forbidden` unless the query signs this path and has not expired. */
  check(path: string, query: Readonly<Record<string, unknown>>, nowMs: number): void;
}

/** The key for links that follows from the service's master key. */
export function deriveLinkKey(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, '', 'guise signed links', 32));
}

/** Makes a signer. `keys` holds the signing key first, then older ones. */
export function createUrlSigner(keys: readonly LinkKey[]): UrlSigner {
  const [signing] = keys;
  invariant(signing, 'Links need a key.');
  return {
    sign(path, expiresAtMs) {
      const expires = String(Math.floor(expiresAtMs / 1000));
      const signature = toSignature(signing, path, expires);
      return `${path}?expires=${expires}&key=${signing.version}&signature=${signature}`;
    },
    check(path, query, nowMs) {
      const { expires, key, signature } = query;
      const used = keys.find(({ version }) => String(version) === key);
      if (
        used === undefined ||
        typeof expires !== 'string' ||
        typeof signature !== 'string' ||
        !/^\d{1,12}$/.test(expires) ||
        !isSame(signature, toSignature(used, path, expires))
      ) {
        throw new AppError('forbidden', 'The link is not complete or was altered.');
      }
      if (Number(expires) * 1000 <= nowMs) {
        throw new AppError('forbidden', 'The link has expired. Ask for the resource again.');
      }
    },
  };
}

function toSignature({ version, key }: LinkKey, path: string, expires: string): string {
  return createHmac('sha256', key).update(`${version}\n${expires}\n${path}`).digest('base64url');
}

/** Compared as text: after decoding, several texts would be the same signature. */
function isSame(left: string, right: string): boolean {
  const [given, expected] = [Buffer.from(left), Buffer.from(right)];
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}
