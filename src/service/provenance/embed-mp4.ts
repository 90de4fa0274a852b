import { toCborMap } from './cbor.ts';
import {
  type Embedding,
  type FilePart,
  refuseToSign,
  type SourceFile,
  toHashedPart,
  toUnhashedPart,
} from './embedding.ts';
import type { ManifestAssertion } from './manifest.ts';
import { listMp4Boxes, readIndex, shiftIndex } from './mp4-boxes.ts';

/** UUID of the box that holds a manifest. */
const manifestUuid = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');

/** Content after the UUID: version and flags, the purpose, and that no further such boxes follow. */
const manifestHead = Buffer.concat([
  manifestUuid,
  Buffer.alloc(4),
  Buffer.from('manifest\0'),
  Buffer.alloc(8),
]);

/** Boxes excluded from the hash; their content may change. */
const excluded: ReadonlySet<string> = new Set(['ftyp', 'mfra', 'free', 'skip']);

/** A manifest in an MP4 file: a box of its own before index and media, which are shifted. Throws `unsupported_format`. */
export async function embedMp4(file: SourceFile): Promise<Embedding> {
  const [type, ...rest] = await listMp4Boxes(file);
  const index = rest.find((box) => box.type === 'moov');
  if (type?.type !== 'ftyp' || index === undefined) {
    throw refuseToSign('it is no MP4 file');
  }
  if (rest.some((box) => box.type === 'moof' || box.type === 'uuid')) {
    throw refuseToSign('it is in fragments, or was signed before');
  }
  const unshifted = await readIndex(file, index);
  return {
    bind: (_manifestBytes, sha256) => toBmffHash(sha256),
    arrange: (manifest) => {
      const box = toManifestBox(manifest);
      return [
        toUnhashedPart(type),
        toUnhashedPart(box),
        ...rest.flatMap((old): readonly FilePart[] => {
          const from = old === index ? shiftIndex(unshifted, box.length) : old;
          return excluded.has(old.type)
            ? [toUnhashedPart(from)]
            : [toPlace(old.start + box.length), toHashedPart(from)];
        }),
      ];
    },
  };
}

/** The offset of a box is part of the hash. */
function toPlace(offset: number): FilePart {
  const from = Buffer.alloc(8);
  from.writeBigUInt64BE(BigInt(offset));
  return { from, isHashed: true, isWritten: false };
}

function toManifestBox(manifest: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + manifestHead.length + manifest.length);
  header.write('uuid', 4, 'latin1');
  return Buffer.concat([header, manifestHead, manifest]);
}

function toBmffHash(sha256: Uint8Array): ManifestAssertion {
  const ours = toCborMap({ offset: 8, value: manifestUuid });
  return {
    label: 'c2pa.hash.bmff.v3',
    value: toCborMap({
      exclusions: [
        toCborMap({ xpath: '/uuid', data: [ours] }),
        ...[...excluded].map((name) => toCborMap({ xpath: `/${name}` })),
      ],
      alg: 'sha256',
      hash: sha256,
      name: 'jumbf manifest',
    }),
  };
}
