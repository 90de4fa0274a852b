import { toCborMap } from './cbor.ts';
import type { FileRange } from './embedding.ts';
import type { ManifestAssertion } from './manifest.ts';

/** Ties a manifest to all bytes of its file but those that hold the manifest. */
export function toDataHash(manifest: FileRange, sha256: Uint8Array): ManifestAssertion {
  const { start, end } = manifest;
  return {
    label: 'c2pa.hash.data',
    value: toCborMap({
      exclusions: [toCborMap({ start, length: end - start })],
      name: 'jumbf manifest',
      alg: 'sha256',
      hash: sha256,
      pad: new Uint8Array(),
    }),
  };
}
