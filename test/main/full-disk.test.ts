/** What the app writes to a disk that has room for a part of it: the system writes that part and reports no error. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { download } from '../../src/client/download.ts';
import type { ChosenFile } from '../../src/contract/ipc/files.ts';
import { createPasteCalls } from '../../src/main/files/pasted-files.ts';
import { createRecordingCalls } from '../../src/main/jobs/recordings.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const diskBytes = 1_048_576;
/** The last chunk fits in part. */
const bytes = new Uint8Array(diskBytes + 4000);
const full = { code: 'storage_failed', details: { reason: 'disk_full' } };

let folder = '';

beforeEach(({ skip }) => {
  folder = mkdtempSync(join(tmpdir(), 'guise-full-'));
  const disk = mountSmallDisk(folder, diskBytes / 1_048_576);
  if (typeof disk === 'string') {
    rmSync(folder, { recursive: true });
    skip(disk);
    return undefined;
  }
  return () => {
    disk.unmount();
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
