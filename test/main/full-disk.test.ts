/** What the app writes to a disk that has room for a part of it: the system writes that part and reports no error. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { download } from '../../src/client/download.ts';
import type { ChosenFile } from '../../src/contract/ipc/files.ts';
import { exportFile } from '../../src/main/files/export-file.ts';
import { createPasteCalls } from '../../src/main/files/pasted-files.ts';
import { createRecordingCalls } from '../../src/main/jobs/recordings.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

const diskBytes = 1_048_576;
/** The last chunk fits in part. */
const bytes = new Uint8Array(diskBytes + 4000);
const full = { code: 'storage_failed', details: { reason: 'disk_full' } };

let folder = '';
let disk: SmallDisk;

beforeEach(({ skip }) => {
  folder = mkdtempSync(join(tmpdir(), 'guise-full-'));
  const mounted = mountSmallDisk(folder, diskBytes / 1_048_576);
  if (typeof mounted === 'string') {
    rmSync(folder, { recursive: true });
    skip(mounted);
    return undefined;
  }
  disk = mounted;
  return () => {
    mounted.unmount();
    rmSync(folder, { recursive: true, force: true });
  };
});

async function serve(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((_request, response) => response.end(bytes));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it('reports that a result does not fit, and leaves nothing of it', async () => {
  const { server, url } = await serve();
  const target = { url, toPath: join(folder, 'out.mp4') };
  await expect(download(target)).rejects.toMatchObject(full);
  expect(readdirSync(folder)).toEqual([]);
  server.close();
});

const addFile = () => Promise.resolve({ id: 'f' } as ChosenFile);

it('reports that a picture of the clipboard does not fit, and leaves nothing of it', async () => {
  const calls = createPasteCalls({ folder, addFile });
  const { id } = await calls['pastes.begin']({});
  await expect(calls['pastes.write']({ id, bytes })).rejects.toMatchObject(full);
  expect(readdirSync(folder)).toEqual([]);
  await expect(calls['pastes.end']({ id })).rejects.toMatchObject({ code: 'not_found' });
});

it('reports that a recording does not fit, and leaves nothing of it', async () => {
  const calls = createRecordingCalls({ folder, addFile, nowMs: () => 0 });
  const { id } = await calls['recordings.begin']({ sampleRateHz: 48_000 });
  await expect(calls['recordings.write']({ id, bytes })).rejects.toMatchObject(full);
  expect(readdirSync(folder)).toEqual([]);
  await expect(calls['recordings.end']({ id })).rejects.toMatchObject({ code: 'not_found' });
});

/** Overwrites a file in a folder that takes no draft, whose disk is filled as soon as the file is empty. */
async function overwriteAsDiskFills(place: string): Promise<void> {
  const exported = exportFile(place, 'Not written.', async (draft) => {
    if (dirname(draft) === folder) {
      throw Object.assign(new Error('refused'), { code: 'EACCES' });
    }
    execFileSync('mkfifo', [draft]);
    void fillAndFeed(draft).catch(() => undefined);
  });
  const fillAndFeed = async (draft: string): Promise<void> => {
    await expect.poll(() => statSync(place).size, { interval: 5 }).toBe(0);
    disk.fill();
    const pipe = await open(draft, 'w');
    await pipe.write(bytes, 0, 4000);
    await pipe.close();
  };
  await exported;
}

it('keeps the last copy of a file that could be neither overwritten nor restored, and names it', async () => {
  const place = join(folder, 'mine.txt');
  writeFileSync(place, 'before'.repeat(20_000));
  const refusal: unknown = await overwriteAsDiskFills(place).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    ...full,
    message: expect.stringMatching(/^Not written\. .*before\.$/),
  });
  const [copy = ''] =
    /\S+before(?=\.$)/.exec(refusal instanceof Error ? refusal.message : '') ?? [];
  expect(readFileSync(copy, 'utf8')).toBe('before'.repeat(20_000));
  expect(readdirSync(dirname(copy))).toEqual(['before']);
  rmSync(dirname(copy), { recursive: true });
});
