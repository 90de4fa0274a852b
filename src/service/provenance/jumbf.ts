/**
 * JUMBF boxes (ISO 19566-5), whose tree is a C2PA manifest:
 *
 *   c2pa                        the store
 *   └─ c2ma  urn:c2pa:…         the manifest
 *      ├─ c2as  c2pa.assertions
 *      │  └─ cbor  c2pa.actions.v2, c2pa.hash.… : statements, and the hash of the bytes
 *      ├─ c2cl  c2pa.claim.v2   hashes of the assertions
 *      └─ c2cs  c2pa.signature  over the claim
 */

/** Kinds of boxes with a label: the first four bytes of their UUID. */
export type SuperboxKind = 'c2pa' | 'c2ma' | 'c2as' | 'c2cl' | 'c2cs' | 'cbor';

/** The rest of the UUID is the same for all. */
const uuidEnd = Buffer.from('00110010800000aa00389b71', 'hex');

/** The label is there, and others may refer to it. */
const HAS_LABEL = 0x03;

/** Bytes of length and type before a box's content. */
export const BOX_HEADER_BYTES = 8;

/** Builds a box: length, type and content. */
export function toJumbfBox(type: string, ...content: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(BOX_HEADER_BYTES);
  const box = Buffer.concat([header, ...content]);
  box.writeUInt32BE(box.length, 0);
  box.write(type, 4, 'latin1');
  return box;
}

/** A box that holds boxes, under a label. */
export function toSuperbox(
  kind: SuperboxKind,
  label: string,
  ...content: readonly Uint8Array[]
): Buffer {
  const description = toJumbfBox(
    'jumd',
    Buffer.from(kind, 'latin1'),
    uuidEnd,
    Buffer.of(HAS_LABEL),
    Buffer.from(`${label}\0`),
  );
  return toJumbfBox('jumb', description, ...content);
}
