import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';
import { describeBlobStore } from './blob-contract.ts';
import { putBytes } from './put-bytes.ts';

// Encoders, decoders and databases on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-blobs-'));
});

afterEach(() => rm(folder, { recursive: true }));

describeBlobStore('a folder of blobs', () => openLocalBlobs(folder));

describe('a folder of blobs', () => {
  it('shards by hash and leaves nothing in staging', async () => {
    const blobs = await openLocalBlobs(folder);
    const { sha256 } = await putBytes(blobs, Buffer.from('x'));
    const path = join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    expect(await readFile(path, 'utf8')).toBe('x');
    expect(await readdir(join(folder, 'staging'))).toEqual([]);
  });

  it('takes a file over from the same disk', async () => {
    const blobs = await openLocalBlobs(folder);
    const path = join(folder, 'made.bin');
    await writeFile(path, 'made');
    const sha256 = createHash('sha256').update('made').digest('hex');
    await blobs.putFile({ path, sha256, sizeBytes: 4 });
    expect(await buffer(await blobs.open(sha256))).toEqual(Buffer.from('made'));
    await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('reports a disk that refuses writes', async () => {
    await mkdir(join(folder, 'blobs'));
    const blobs = await openLocalBlobs(join(folder, 'blobs'));
    await rm(join(folder, 'blobs'), { recursive: true });
    await writeFile(join(folder, 'blobs'), 'in the way');
    await expect(putBytes(blobs, Buffer.from('x'))).rejects.toMatchObject({
      code: 'storage_failed',
    });
    await rm(join(folder, 'blobs'));
  });

  it('contains only complete blobs after being killed at any moment, and sweeps the rest', async () => {
    const writer = fileURLToPath(new URL('./blob-writer.ts', import.meta.url));
    for (let round = 0; round < 5; round += 1) {
      const child = fork(writer, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const stored: string[] = [];
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await new Promise<void>((resolve) => {
        child.on('message', (sha256: string) => {
          stored.push(sha256);
          if (stored.length === 3 + round) {
            setTimeout(() => child.kill('SIGKILL'), round);
            resolve();
          }
        });
      });
      await ended;
      const blobs = await openLocalBlobs(folder);
      expect(await readdir(join(folder, 'staging'))).toEqual([]);
      for (const sha256 of stored) {
        expect(await blobs.stat(sha256)).not.toBeNull();
      }
      for (const path of await listFiles(folder)) {
        const bytes = await readFile(path);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(path.slice(-64));
      }
    }
  }, 60_000);
});

async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
