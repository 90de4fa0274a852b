/** Pictures that are changed by instructions, by the installed service. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { operations } from '../../src/contract/api/operations.ts';
import { audrey } from '../media/support/stills.ts';
import { callOperation, uploadBytes } from './support/http-call.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
let client: ApiClient;
let secret: string;
let portrait: string;

beforeAll(async () => {
  world = await openWorld({ slots: 1 });
  ({ secret } = await world.newAccount());
  client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: secret });
  const small = await sharp(await readFile(audrey))
    .resize(320)
    .png()
    .toBuffer();
  portrait = await upload(small, 'audrey.png');
});

afterAll(() => world.close());

function upload(bytes: Uint8Array, name: string): Promise<string> {
  return uploadBytes(world.service.baseUrl, secret, { bytes, name, type: 'image/png' });
}

async function change(prompt: string, images: readonly string[] = [portrait]) {
  const { id } = await client.submitReimagineImage({ body: { image_keys: [...images], prompt } });
  return waitForJob(client, id, { firstIntervalMs: 50, maxIntervalMs: 200 });
}

async function readPixels(url: string | null) {
  const reply = await fetch(url ?? '');
  const { data, info } = await sharp(Buffer.from(await reply.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

describe('a picture', () => {
  it('is changed by the instruction, and notes name ignored words', async () => {
    const job = await change('Mach es schwarzweiß, gib mir einen Bart und qwertz');
    expect(job).toMatchObject({ status: 'succeeded', error: null });
    expect(job.notes).toEqual([
      { code: 'not_offered', message: expect.stringContaining('“Bart”') },
      { code: 'not_understood', message: 'Not understood: “qwertz”.' },
    ]);
    const { data, width } = await readPixels(job.output_url);
    expect(width).toBe(320);
    const isGrey = Array.from({ length: data.length / 4 }, (_, at) =>
      Math.abs((data[at * 4] ?? 0) - (data[at * 4 + 2] ?? 0)),
    ).every((distance) => distance <= 2);
    expect(isGrey).toBe(true);
  }, 120_000);

  it('gives the same bytes for the same instruction, and is placed in front of another picture', async () => {
    const wall = await sharp({
      create: { width: 200, height: 300, channels: 3, background: '#20a040' },
    })
      .png()
      .toBuffer();
    const images = [portrait, await upload(wall, 'wall.png')];
    const first = await readPixels(
      (await change('use picture 2 as background', images)).output_url,
    );
    const again = await readPixels(
      (await change('use picture 2 as background', images)).output_url,
    );
    expect(again.data.equals(first.data)).toBe(true);
    expect([...first.data.subarray(0, 3)].map((value) => Math.round(value / 32))).toEqual([
      1, 5, 2,
    ]);
  }, 120_000);
});

describe('a prompt without a possible step', () => {
  it.each([
    { prompt: 'asdf qwer', says: 'Not understood: “asdf qwer”' },
    { prompt: 'Make me look younger', says: 'Ages cannot be changed' },
    { prompt: 'use picture 2 as background', says: 'The picture that it names was not sent.' },
  ])('is refused before anything is held: $prompt', async ({ prompt, says }) => {
    const before = await client.listJobs({ query: {} });
    const { status, body } = await callOperation(
      world.service.baseUrl,
      operations.submitReimagineImage,
      { key: secret, body: { image_keys: [portrait], prompt } },
    );
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'invalid_input' } });
    expect(JSON.stringify(body)).toContain(says);
    expect(JSON.stringify(body)).toContain('blur the background');
    expect((await client.listJobs({ query: {} })).jobs).toHaveLength(before.jobs.length);
    expect(await client.readBalance()).toMatchObject({ held_usd: 0 });
  });
});
