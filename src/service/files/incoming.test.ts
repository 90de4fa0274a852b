import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IncomingFolder, openIncomingFolder } from './incoming.ts';

let folder: string;
let incoming: IncomingFolder;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-incoming-'));
  incoming = await openIncomingFolder(folder);
});

afterEach(() => rm(folder, { recursive: true }));

/** Writes bytes in chunks and returns the properties of the file. */
async function writeFile(bytes: Uint8Array, chunkBytes: number) {
  const file = await incoming.create();
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    // A parser may use the memory of a chunk again once it is taken.
    const chunk = Buffer.from(bytes.subarray(at, at + chunkBytes));
    await file.write(chunk);
    chunk.fill(0);
  }
  return file.finish();
}

describe('an incoming file', () => {
  it.each([
    [0, 1000],
    [1, 1],
    [524_288, 524_288],
    [1_000_003, 7919],
    [4_194_304, 65_536],
    [9_437_185, 65_536],
    [13_000_000, 3_000_001],
  ])('of %i bytes in chunks of %i is written and hashed whole', async (size, chunkBytes) => {
    const bytes = randomBytes(size);
    const { path, sha256, sizeBytes } = await writeFile(bytes, chunkBytes);
    expect(sizeBytes).toBe(size);
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('keeps apart from the others that come in at the same time', async () => {
    const contents = Array.from({ length: 5 }, () => randomBytes(6_000_000));
    const files = await Promise.all(contents.map((bytes) => writeFile(bytes, 100_000)));
    expect(files.map(({ sha256 }) => sha256)).toEqual(
      contents.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
    );
  });

  it('is gone when it is discarded, also in the middle and twice', async () => {
    const file = await incoming.create();
    await file.write(randomBytes(7_000_000));
    await file.discard();
    await file.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails on a full disk instead of hanging', async ({ skip }) => {
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder]);
    if (mount.status !== 0) {
      skip('A small file system cannot be mounted here.');
    }
    try {
      const file = await incoming.create();
      const write = async () => {
        for (let count = 0; count < 100; count += 1) {
          await file.write(randomBytes(1_000_000));
        }
      };
      await expect(write()).rejects.toMatchObject({ code: 'storage_failed' });
      await file.discard();
      expect(await readdir(folder)).toEqual([]);
    } finally {
      spawnSync('umount', [folder]);
    }
  });

  it('fails alone when it cannot be hashed', async () => {
    const file = await incoming.create();
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const receive = async (): Promise<void> => {
      // The hash opens the file by its path for the first full batch.
      await rm(file.path);
      for (let index = 0; index < 60; index += 1) {
        await file.write(new Uint8Array(524_288));
      }
      await file.finish();
    };
    await expect(receive()).rejects.toThrow();
    await file.discard();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('left by a crash is swept, other files are not touched', async () => {
    const open = await incoming.create();
    await writeFile(randomBytes(10), 10);
    const again = await openIncomingFolder(folder);
    expect(await again.sweep()).toBe(2);
    expect(await readdir(folder)).toEqual([]);
    await open.discard();
  });
});
