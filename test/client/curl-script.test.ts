import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { LocalJob } from '../../src/contract/ipc/jobs.ts';
import { toCurl } from '../../src/renderer/jobs/curl-text.ts';
import { itUnless, findPosixProblem } from '../support/describe-unless.ts';
import {
  openPeer,
  type Peer,
  refuse,
  createReply,
  type SeenRequest,
} from '../support/http-peer.ts';

const needed = ['curl', 'jq'];
const absent = needed.filter((program) => spawnSync(program, ['--version']).status !== 0);
const missing = findPosixProblem() ?? (absent.length === 0 ? null : `no ${absent.join(' and ')}`);

const clip = 'It\'s "my" $HOME; `clip`.mp4';
const job: Pick<LocalJob, 'feature' | 'inputs' | 'options'> = {
  feature: 'face_swap',
  inputs: [
    { field: 'video_key', name: clip, kind: 'video', url: 'media/1' },
    { field: 'face_key', name: 'face.jpg', kind: 'image', url: 'media/2' },
  ],
  options: { max_duration_sec: 3 },
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-curl-'));
  await writeFile(join(folder, clip), 'pictures');
  await writeFile(join(folder, 'face.jpg'), 'a face');
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the script as a user does, in the folder of the files; returns its output and exit code. */
function run(peer: Peer): Promise<number | string | null | undefined> {
  const script = toCurl(job, `${peer.origin}/api/v1`);
  const env = { PATH: process.env['PATH'], GUISE_API_KEY: 'a-key' };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { cwd: folder, env }, (error) =>
      resolve(error === null ? 0 : error.code),
    );
  });
}

async function readFilePart({ headers, body }: SeenRequest) {
  const request = new Response(Uint8Array.from(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  });
  const file = (await request.formData()).get('file');
  return file instanceof File
    ? { name: file.name, type: file.type, text: await file.text() }
    : file;
}

itUnless(missing, 'a copied script sends files as what they are, then the request', async () => {
  const keys = ['api/videos/1.mp4', 'api/images/2.jpg'];
  await using peer = await openPeer(
    ...keys.map((file_key) => createReply({ file_key })),
    createReply({ id: 'job' }),
  );
  expect(await run(peer)).toBe(0);
  const [first, second, last] = peer.seen;
  expect(peer.seen.map(({ url }) => url)).toEqual([
    '/api/v1/uploads',
    '/api/v1/uploads',
    '/api/v1/face-swap',
  ]);
  expect(peer.seen.map(({ headers }) => headers.authorization)).toEqual(
    peer.seen.map(() => 'Bearer a-key'),
  );
  expect(await readFilePart(first!)).toEqual({ name: clip, type: 'video/mp4', text: 'pictures' });
  expect(await readFilePart(second!)).toEqual({
    name: 'face.jpg',
    type: 'image/jpeg',
    text: 'a face',
  });
  expect(JSON.parse(last!.body.toString())).toEqual({
    max_duration_sec: 3,
    video_key: keys[0],
    face_key: keys[1],
  });
});

itUnless(missing, 'a copied script ends with the first file that is refused', async () => {
  await using peer = await openPeer(refuse(400, 'unsupported_format'));
  expect(await run(peer)).not.toBe(0);
  expect(peer.seen.map(({ url }) => url)).toEqual(['/api/v1/uploads']);
});

itUnless(missing, 'a copied script ends with a reply that names no file', async () => {
  await using peer = await openPeer(createReply({}));
  expect(await run(peer)).not.toBe(0);
  expect(peer.seen.map(({ url }) => url)).toEqual(['/api/v1/uploads']);
});
