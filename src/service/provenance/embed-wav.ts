import { toDataHash } from './data-hash.ts';
import {
  type Embedding,
  readRange,
  refuseToSign,
  type SourceFile,
  toHashedPart,
  toUnhashedPart,
} from './embedding.ts';

/** `RIFF`, a length and `WAVE`. */
const HEAD_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const MAX_RIFF_BYTES = 0xff_ff_ff_ff;

/** A manifest in a WAV file: a chunk of its own at the end. Throws `unsupported_format`. */
export async function embedWav(file: SourceFile): Promise<Embedding> {
  const head = await readRange(file, { start: 0, end: HEAD_BYTES });
  const { sizeBytes } = file;
  const isWhole = head.readUInt32LE(4) + CHUNK_HEADER_BYTES === sizeBytes && sizeBytes % 2 === 0;
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') {
    throw refuseToSign('it is no WAV file');
  }
  if (!isWhole) {
    throw refuseToSign('its length is not what it says');
  }
  return {
    bind: (manifestBytes, sha256) =>
      toDataHash({ start: sizeBytes, end: sizeBytes + CHUNK_HEADER_BYTES + manifestBytes }, sha256),
    arrange: (manifest) => {
      const length = sizeBytes + countChunkBytes(manifest.length) - CHUNK_HEADER_BYTES;
      if (length > MAX_RIFF_BYTES) {
        throw refuseToSign('it is too long for its format');
      }
      const longer = Buffer.from(head);
      longer.writeUInt32LE(length, 4);
      return [
        toHashedPart(longer),
        toHashedPart({ start: HEAD_BYTES, end: sizeBytes }),
        toUnhashedPart(toChunk(manifest)),
        toHashedPart(Buffer.alloc(manifest.length % 2)),
      ];
    },
  };
}

/** Chunks begin at even places; the byte in between belongs to neither. */
function countChunkBytes(contentBytes: number): number {
  return CHUNK_HEADER_BYTES + contentBytes + (contentBytes % 2);
}

function toChunk(content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(CHUNK_HEADER_BYTES + content.length);
  chunk.write('C2PA', 0, 'latin1');
  chunk.writeUInt32LE(content.length, 4);
  chunk.set(content, CHUNK_HEADER_BYTES);
  return chunk;
}
