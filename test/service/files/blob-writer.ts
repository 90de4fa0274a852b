import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';

/* Stores blobs continuously and reports each to its parent, until it is killed. */
const blobs = await openLocalBlobs(process.argv[2] ?? '');
for (;;) {
  const chunks = Array.from({ length: 20 }, () => randomBytes(20_000));
  const { sha256 } = await blobs.put(Readable.from(chunks));
  process.send?.(sha256);
}
