import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIncomingFolder } from '../../../src/service/files/incoming.ts';
import { openMediaValidator } from '../../../src/service/files/validate/validator-host.ts';
import { openLocalBlobs } from '../../../src/service/files/local-blobs.ts';
import { receiveUpload } from '../../../src/service/files/receive.ts';

/*
 * Receives the video of the first argument, padded to the size of the second, and reports to its parent the maximum
 * additional memory.
 */
const [, , samplePath = '', size = ''] = process.argv;
const sample = await readFile(samplePath);
const folder = await mkdtemp(join(tmpdir(), 'guise-meter-'));
const incoming = await openIncomingFolder(join(folder, 'incoming'));
const blobs = await openLocalBlobs(join(folder, 'blobs'));
const validator = openMediaValidator({ folder: join(folder, 'validate') });

async function* toPadded(sizeBytes: number): AsyncGenerator<Uint8Array> {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(sizeBytes - sample.length, 0);
  head.write('free', 4, 'latin1');
  yield sample;
  yield head;
  for (let left = sizeBytes - sample.length - 8; left > 0; left -= 65_536) {
    yield Buffer.alloc(Math.min(65_536, left), left % 251);
  }
}

async function take(sizeBytes: number): Promise<void> {
  const received = await receiveUpload(
    { source: toPadded(sizeBytes), declaredType: 'video/mp4' },
    { incoming, validator },
  );
  await blobs.putFile(received.file);
  await received.discard();
}

await take(1_000_000);
const before = process.memoryUsage().rss;
let max = before;
const meter = setInterval(() => {
  max = Math.max(max, process.memoryUsage().rss);
}, 5);
await take(Number(size));
clearInterval(meter);
await validator.close();
await rm(folder, { recursive: true });
process.send?.(max - before);
