import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeMedia } from './media-fixtures.ts';

/** `GUISE_UPLOAD_MB=500` measures the largest permitted upload. */
const sizeMb = Number(process.env['GUISE_UPLOAD_MB'] ?? 128);

it(`takes in a video of ${sizeMb} MB with less than 80 MB of memory`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guise-memory-'));
  const path = join(folder, 'sample.mp4');
  await writeFile(path, await makeMedia({ ext: 'mp4', video: 'h264', movflags: '+faststart' }));
  const meter = fileURLToPath(new URL('./upload-meter.ts', import.meta.url));
  const child = fork(meter, [path, String(sizeMb * 1_048_576)]);
  const extraBytes = await new Promise<number>((resolve, reject) => {
    child.once('message', (bytes: number) => resolve(bytes));
    child.once('exit', (code) => reject(new Error(`The meter ended with ${code ?? 'a signal'}.`)));
  });
  await rm(folder, { recursive: true });
  console.log(`memory: ${(extraBytes / 1e6).toFixed(1)} MB for an upload of ${sizeMb} MB`);
  expect(extraBytes).toBeLessThan(80_000_000);
}, 120_000);
