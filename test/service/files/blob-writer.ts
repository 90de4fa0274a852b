import { randomBytes } from 'node:crypto';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';
import { putBytes } from './put-bytes.ts';

/* Stores blobs continuously and reports each to its parent, until it is killed. */
const blobs = await openLocalBlobs(process.argv[2] ?? '');
for (;;) {
  const { sha256 } = await putBytes(blobs, randomBytes(400_000));
  process.send?.(sha256);
}
