import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initReader, { WasmReader } from '@contentauth/c2pa-wasm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import type { Peer } from '../../../src/base/peer/peer.ts';
import { type ApiClient, createApiClient } from '../../../src/client/client.ts';
import { waitForJob } from '../../../src/client/wait.ts';
import type { EmbeddedMethods } from '../../../src/contract/embedded.ts';
import { openBuiltModels } from '../../media/support/models.ts';
import { type ForkedPeer, forkEmbedded, openEmbeddedPeer } from '../../support/forked-peer.ts';
import { frankStill, monaLisa } from '../../media/support/stills.ts';
import { writeFaceClip } from './face-clips.ts';

const wasm = 'node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm';

let folder: string;
let service: ForkedPeer;
let peer: Peer<EmbeddedMethods>;

beforeAll(async () => {
  await openBuiltModels();
  folder = await mkdtemp(join(tmpdir(), 'guise-embedded-'));
  service = forkEmbedded();
  peer = openEmbeddedPeer(service);
}, 60_000);

afterAll(async () => {
  const exit = once(service.child, 'exit');
  peer.post('stop', undefined);
  await exit;
  await rm(folder, { recursive: true });
});

let client: ApiClient;
let jobId: string;
let reader: ReturnType<typeof initReader> | undefined;

it('the embedded service swaps a head and reports the method', async () => {
  const starting = peer.call('start', { dataDir: join(folder, 'data'), logLevel: 'silent' });
  // An early call is answered once the service runs.
  const early = peer.call('readDetails', '0197a3c1-0a41-7e85-8c61-5f80bd74e913');
  expect(await peer.call('ping', undefined)).toBeUndefined();
  expect(peer.waiting).toBe(2);
  expect(await early).toBeNull();
  const { baseUrl, apiKey } = await starting;
  client = createApiClient({ baseUrl, apiKey });
  const upload = async (path: string) => (await client.uploadFile({ file: { path } })).file_key;
  const { id } = await client.submitFaceSwapImage({
    body: { image_key: await upload(frankStill('02159')), face_key: await upload(monaLisa) },
  });
  jobId = id;
  const job = await waitForJob(client, id, { firstIntervalMs: 100, maxIntervalMs: 200 });
  expect(job).toMatchObject({ status: 'succeeded', error: null });
  const details = await peer.call('readDetails', id);
  expect(details?.progress).toBeNull();
  expect(details?.report).toMatchObject({ engine: { provider: 'CPU' }, frames: null });
  expect(details?.report?.quality.similarityToSource).toEqual(expect.any(Number));
  expect(details?.report?.signature).toBe('signed');
  await expectSigned(job.output_url, 'image/png', 'Head swap in a picture');
}, 300_000);

it('leaves neither bytes nor hash of a deleted face anywhere in its folder', async () => {
  const face = await readFile(monaLisa);
  const sha256 = createHash('sha256').update(face).digest('hex');
  const planted = [face.subarray(2000, 2064), Buffer.from(sha256), Buffer.from(sha256, 'hex')];
  // Found before the deletion, which proves that the search works.
  expect(await findPlanted(planted)).not.toEqual([]);
  await client.deleteJob({ params: { job_id: jobId } });
  await expect.poll(() => findPlanted(planted), { timeout: 60_000 }).toEqual([]);
  expect(await client.listUsage()).toMatchObject([{ id: jobId, status: 'succeeded' }]);
}, 120_000);

it('signs the audio and the video that jobs create', async () => {
  const upload = async (path: string) => (await client.uploadFile({ file: { path } })).file_key;
  const [voice] = await client.listVoices();
  const clip = join(folder, 'clip.mp4');
  await writeFaceClip(clip, { width: 320, height: 240, frames: 6 });
  const jobs = [
    await client.submitTextToSpeech({
      body: { script: 'Good morning.', voice_id: voice?.id ?? '' },
    }),
    await client.submitFaceSwap({
      body: { video_key: await upload(clip), face_key: await upload(monaLisa) },
    }),
  ];
  const [sound, video] = await Promise.all(
    jobs.map(({ id }) => waitForJob(client, id, { firstIntervalMs: 100, maxIntervalMs: 200 })),
  );
  await expectSigned(sound?.output_url, 'audio/wav', 'Synthetic speech');
  await expectSigned(video?.output_url, 'video/mp4', 'Face swap in a video');
}, 300_000);

/** Has the reference implementation of C2PA read a result. */
async function expectSigned(url: string | null | undefined, mime: string, text: string) {
  await (reader ??= initReader({ module_or_path: await readFile(resolveInProject(wasm)) }));
  const result = await fetch(url ?? '');
  const signed = await WasmReader.fromBytes(mime, new Uint8Array(await result.arrayBuffer()));
  expect(JSON.parse(signed.json())).toMatchObject({ validation_state: 'Valid' });
  expect(signed.json()).toContain(text);
}

/** Names of files below the folder that contain one of the strings in their bytes or names. */
async function findPlanted(pieces: readonly Buffer[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        // A file that disappears during the search contains nothing any longer.
        const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
        const isFound = pieces.some(
          (piece) => bytes.includes(piece) || name.includes(piece.toString()),
        );
        return isFound ? [name] : [];
      }),
  );
  return found.flat();
}
