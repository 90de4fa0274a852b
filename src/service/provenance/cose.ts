import { sign } from 'node:crypto';
import { type CborValue, encodeCbor } from './cbor.ts';
import type { SigningIdentity } from './signing-identity.ts';

/** Names of COSE headers and algorithms (IANA). */
const HEADER_ALGORITHM = 1;
const HEADER_CERTIFICATES = 33;
const ES256 = -7;

/** Tag of COSE_Sign1 in CBOR. */
const SIGN1 = Buffer.of(0xd2);

/**
 * Signs a COSE_Sign1 message (RFC 9052) with detached payload, and attaches the signer's certificates. Its
 * length is constant.
 */
export function signCose(payload: Uint8Array, { key, certificates }: SigningIdentity): Buffer {
  const headers = encodeCbor(
    new Map<number, CborValue>([
      [HEADER_ALGORITHM, ES256],
      [HEADER_CERTIFICATES, certificates],
    ]),
  );
  const signed = encodeCbor(['Signature1', headers, new Uint8Array(), payload]);
  const signature = sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' });
  return Buffer.concat([SIGN1, encodeCbor([headers, new Map(), null, signature])]);
}
