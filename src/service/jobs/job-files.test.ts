import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { fetchBlob } from './job-files.ts';

const descriptors = '/proc/self/fd';
const count = (): number => (existsSync(descriptors) ? readdirSync(descriptors).length : 0);

it('leaves no file open while the bytes of inputs cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-inputs-'));
  const lost = new AppError('storage_failed', 'The bucket does not answer.');
  const blobs = { link: async () => false, open: () => Promise.reject(lost) } as Partial<BlobStore>;
  const before = count();
  for (let index = 0; index < 50; index += 1) {
    const target = { path: join(folder, String(index)), signal: new AbortController().signal };
    await expect(fetchBlob(blobs as BlobStore, 'a', target)).rejects.toBe(lost);
  }
  // Files are opened in the pool of threads, one after the other.
  await rm(folder, { recursive: true, maxRetries: 3 });
  expect(count() - before).toBeLessThan(10);
});
