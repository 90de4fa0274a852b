import { crc32 } from 'node:zlib';
import { toDataHash } from './data-hash.ts';
import {
  type Embedding,
  readRange,
  refuseToSign,
  type SourceFile,
  toHashedPart,
  toUnhashedPart,
} from './embedding.ts';

const signature = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1');
/** The signature and the header chunk, which has a fixed length. */
const HEAD_BYTES = 33;
/** Length, type and check sum of a chunk. */
const CHUNK_BYTES = 12;

/** Embeds a manifest into a PNG image: a chunk of its own after the header. Throws `unsupported_format`. */
export async function embedPng(file: SourceFile): Promise<Embedding> {
  const head = await readRange(file, { start: 0, end: HEAD_BYTES });
  if (!head.subarray(0, 8).equals(signature) || head.toString('latin1', 12, 16) !== 'IHDR') {
    throw refuseToSign('it is no PNG picture');
  }
  return {
    bind: (manifestBytes, sha256) =>
      toDataHash({ start: HEAD_BYTES, end: HEAD_BYTES + CHUNK_BYTES + manifestBytes }, sha256),
    arrange: (manifest) => [
      toHashedPart(head),
      toUnhashedPart(toChunk('caBX', manifest)),
      toHashedPart({ start: HEAD_BYTES, end: file.sizeBytes }),
    ],
  };
}

function toChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}
