import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { InvariantError, invariant } from '../../base/errors.ts';
import type { Embedding, FileRange } from './embedding.ts';
import { embedMp4 } from './embed-mp4.ts';
import { embedPng } from './embed-png.ts';
import { embedWav } from './embed-wav.ts';
import type { SourceFile } from './embedding.ts';
import { buildManifest, type ManifestFacts } from './manifest.ts';
import type { SigningIdentity } from './signing-identity.ts';

/** Embedding by media type, for each type that can hold a manifest. */
const embeddings: Readonly<Record<string, (file: SourceFile) => Promise<Embedding>>> = {
  'image/png': embedPng,
  'video/mp4': embedMp4,
  'audio/wav': embedWav,
};

/** Returns whether files of a type of media can be signed. */
export function isSignable(mime: string): boolean {
  return Object.hasOwn(embeddings, mime);
}

/** File to sign, and the statements about it. */
export interface SigningOrder {
  readonly handle: FileHandle;
  /** Media type for which {@link isSignable} is true. */
  readonly mime: string;
  readonly facts: Pick<ManifestFacts, 'version' | 'description' | 'sourceType'>;
  readonly identity: SigningIdentity;
}

/** Bytes that are read at once. */
const CHUNK_BYTES = 524_288;
const HASH_BYTES = 32;

/**
 * Returns the bytes of a file with a signed C2PA manifest in it; the file is read twice and may have any
 * length. Nothing is decoded. Throws `unsupported_format` before the first byte when the file does not match
 * its type.
 */
export async function signFile(order: SigningOrder): Promise<AsyncIterable<Uint8Array>> {
  const { handle, mime, identity } = order;
  const embed = embeddings[mime];
  invariant(embed !== undefined, 'Only files of known types are signed.');
  const { size: sizeBytes } = await handle.stat();
  const file = { handle, sizeBytes };
  const embedding = await embed(file);
  const facts = { ...order.facts, manifestId: randomUUID(), instanceId: randomUUID() };
  const toManifest = (manifestBytes: number, sha256: Uint8Array): Buffer =>
    buildManifest(facts, embedding.bind(manifestBytes, sha256), identity);
  const draft = findDraft((manifestBytes) => toManifest(manifestBytes, Buffer.alloc(HASH_BYTES)));
  const sha256 = createHash('sha256');
  for await (const bytes of readParts(file, embedding.arrange(draft), 'isHashed')) {
    sha256.update(bytes);
  }
  const manifest = toManifest(draft.length, sha256.digest());
  invariant(manifest.length === draft.length, 'A manifest is as long as its draft.');
  return readParts(file, embedding.arrange(manifest), 'isWritten');
}

/** A manifest of the final length: its hash of the file may contain the length, which changes the length again. */
function findDraft(toDraft: (manifestBytes: number) => Buffer): Buffer {
  let draft = toDraft(0);
  for (let tries = 0; tries < 4; tries += 1) {
    const next = toDraft(draft.length);
    if (next.length === draft.length) {
      return next;
    }
    draft = next;
  }
  throw new InvariantError('The length of a manifest settles.');
}

async function* readParts(
  { handle }: SourceFile,
  parts: ReturnType<Embedding['arrange']>,
  which: 'isHashed' | 'isWritten',
): AsyncGenerator<Uint8Array> {
  for (const { from, ...part } of parts) {
    if (!part[which]) {
      continue;
    }
    if (from instanceof Uint8Array) {
      yield from;
    } else {
      yield* readChunks(handle, from);
    }
  }
}

async function* readChunks(
  handle: FileHandle,
  { start, end }: FileRange,
): AsyncGenerator<Uint8Array> {
  if (start < end) {
    const stream = handle.createReadStream({
      autoClose: false,
      highWaterMark: CHUNK_BYTES,
      start,
      end: end - 1,
    });
    for await (const chunk of stream) {
      invariant(chunk instanceof Uint8Array, 'A file gives bytes.');
      yield chunk;
    }
  }
}
