import { createHash } from 'node:crypto';
import { type CborValue, encodeCbor, toCborMap } from './cbor.ts';
import { signCose } from './cose.ts';
import { BOX_HEADER_BYTES, toJumbfBox, toSuperbox } from './jumbf.ts';
import type { SigningIdentity } from './signing-identity.ts';

/** Statements of a manifest. It has no file name, no time, and nothing about the user. */
export interface ManifestFacts {
  /** UUIDs of the manifest and of the signed file. */
  readonly manifestId: string;
  readonly instanceId: string;
  /** Version of Guise. */
  readonly version: string;
  /** Description of the producer, in a few English words. */
  readonly description: string;
  /** Address of IPTC's digital source type. */
  readonly sourceType: string;
}

/** Something that a manifest says, under a name of C2PA. */
export interface ManifestAssertion {
  readonly label: string;
  readonly value: CborValue;
}

/** Labels of the boxes that refer to each other. */
const labels = {
  assertions: 'c2pa.assertions',
  claim: 'c2pa.claim.v2',
  signature: 'c2pa.signature',
} as const;

/**
 * A manifest of C2PA 2 with one claim, signed. `binding` ties it to the bytes of its file. Manifests of the same facts
 * and of bindings that are equally long are equally long.
 */
export function buildManifest(
  facts: ManifestFacts,
  binding: ManifestAssertion,
  identity: SigningIdentity,
): Buffer {
  const label = `urn:c2pa:${facts.manifestId}`;
  const assertions = [toActions(facts), binding].map((assertion) => ({
    label: assertion.label,
    box: toSuperbox('cbor', assertion.label, toJumbfBox('cbor', encodeCbor(assertion.value))),
  }));
  const claim = encodeCbor(
    toCborMap({
      instanceID: `xmp:iid:${facts.instanceId}`,
      claim_generator_info: toGenerator(facts),
      signature: `self#jumbf=/c2pa/${label}/${labels.signature}`,
      created_assertions: assertions.map((assertion) =>
        toCborMap({
          url: `self#jumbf=${labels.assertions}/${assertion.label}`,
          hash: sha256(assertion.box.subarray(BOX_HEADER_BYTES)),
        }),
      ),
      alg: 'sha256',
    }),
  );
  const signature = signCose(claim, identity);
  return toSuperbox(
    'c2pa',
    'c2pa',
    toSuperbox(
      'c2ma',
      label,
      toSuperbox('c2as', labels.assertions, ...assertions.map(({ box }) => box)),
      toSuperbox('c2cl', labels.claim, toJumbfBox('cbor', claim)),
      toSuperbox('c2cs', labels.signature, toJumbfBox('cbor', signature)),
    ),
  );
}

function toActions(facts: ManifestFacts): ManifestAssertion {
  const created = toCborMap({
    action: 'c2pa.created',
    digitalSourceType: facts.sourceType,
    softwareAgent: toGenerator(facts),
    description: facts.description,
  });
  return { label: 'c2pa.actions.v2', value: toCborMap({ actions: [created] }) };
}

function toGenerator({ version }: ManifestFacts): CborValue {
  return toCborMap({ name: 'Guise', version });
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
