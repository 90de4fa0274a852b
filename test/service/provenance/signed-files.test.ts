import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import initReader, { WasmReader } from '@contentauth/c2pa-wasm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { resolveInProject } from '../../../scripts/lib/paths.mjs';
import { toWavHeader } from '../../../src/base/wav-header.ts';
import { ResultSigner } from '../../../src/service/provenance/result-signer.ts';
import { signFile } from '../../../src/service/provenance/sign-file.ts';
import {
  createSigningIdentity,
  openSigningIdentity,
  type SigningIdentity,
} from '../../../src/service/provenance/signing-identity.ts';
import { decodeClip } from '../../media/support/decode-clip.ts';

const facts = {
  version: '1.2.3',
  description: 'Face swap in a video',
  sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
};
const wasm = 'node_modules/@contentauth/c2pa-wasm/pkg/c2pa_bg.wasm';

let folder: string;
let identity: SigningIdentity;
beforeAll(async () => {
  await initReader({ module_or_path: await readFile(resolveInProject(wasm)) });
  folder = await mkdtemp(join(tmpdir(), 'guise-sign-'));
  identity = await createSigningIdentity();
});
afterAll(() => rm(folder, { recursive: true }));

async function sign(
  bytes: Uint8Array,
  mime: string,
  description = facts.description,
): Promise<Buffer> {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, bytes);
  await using handle = await open(path);
  const parts: Buffer[] = [];
  for await (const part of await signFile({
    handle,
    mime,
    facts: { ...facts, description },
    identity,
  })) {
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

const reportSchema = z.object({
  validation_state: z.string(),
  active_manifest: z.string(),
  manifests: z.record(z.string(), z.json()),
  validation_results: z.object({
    activeManifest: z.object({ failure: z.array(z.object({ code: z.string() })) }),
  }),
});

/** Validates a file with the reference implementation of C2PA. */
async function check(bytes: Uint8Array, mime: string) {
  const reader = await WasmReader.fromBytes(mime, bytes);
  const report = reportSchema.parse(JSON.parse(reader.json()));
  reader.free();
  return {
    state: report.validation_state,
    failures: report.validation_results.activeManifest.failure.map(({ code }) => code),
    manifest: report.manifests[report.active_manifest],
  };
}

const files = [
  {
    mime: 'image/png',
    make: () =>
      sharp({ create: { width: 40, height: 30, channels: 3, background: '#234' } })
        .png()
        .toBuffer(),
  },
  {
    mime: 'audio/wav',
    make: async () => Buffer.concat([toWavHeader(8000, 800), randomBytes(800)]),
  },
  { mime: 'video/mp4', make: () => readFile(resolveInProject('resources/sample/sample-clip.mp4')) },
];

describe.each(files)('a file of $mime', ({ mime, make }) => {
  it('is valid for the reference implementation, with an untrusted signer', async () => {
    const signed = await sign(await make(), mime);
    const { state, failures, manifest } = await check(signed, mime);
    expect({ state, failures }).toEqual({
      state: 'Valid',
      failures: ['signingCredential.untrusted'],
    });
    expect(manifest).toMatchObject({
      claim_generator_info: [{ name: 'Guise', version: '1.2.3' }],
      signature_info: { alg: 'Es256', issuer: 'Guise', common_name: 'Guise' },
    });
    expect(JSON.stringify(manifest)).toContain(facts.sourceType);
    expect(JSON.stringify(manifest)).toContain(facts.description);
  });

  it.each(['', 'x', 'y'.repeat(300)])(
    'is signed for any length of its manifest: %j',
    async (what) => {
      expect((await check(await sign(await make(), mime, what), mime)).state).toBe('Valid');
    },
  );

  it('reveals a change', async () => {
    const signed = await sign(await make(), mime);
    // A byte of the media: manifests are in front or behind.
    const at = mime === 'audio/wav' ? 100 : signed.length - 100;
    signed[at] = (signed[at] ?? 0) ^ 1;
    expect((await check(signed, mime)).state).toBe('Invalid');
  });

  it('grows by a few kilobytes and keeps its content', async () => {
    const plain = await make();
    const signed = await sign(plain, mime);
    expect(signed.length - plain.length).toBeLessThan(4096);
    expect(signed.includes(plain.subarray(-100))).toBe(true);
  });

  it.each([
    { what: 'something else', damage: (bytes: Buffer) => Buffer.alloc(bytes.length, 'x') },
    { what: 'nothing', damage: () => Buffer.alloc(0) },
    { what: 'only its beginning', damage: (bytes: Buffer) => bytes.subarray(0, 20) },
  ])('is refused when it contains $what', async ({ damage }) => {
    await expect(sign(damage(await make()), mime)).rejects.toMatchObject({
      code: 'unsupported_format',
    });
  });
});

it('a video shows the same frames as before', async () => {
  const hash = async (path: string): Promise<string> => {
    const sum = createHash('sha256');
    for await (const { frame } of decodeClip(path)) {
      sum.update(frame.y).update(frame.u).update(frame.v);
    }
    return sum.digest('hex');
  };
  const plain = resolveInProject('resources/sample/sample-clip.mp4');
  const signed = join(folder, 'signed.mp4');
  await writeFile(signed, await sign(await readFile(plain), 'video/mp4'));
  expect(await hash(signed)).toBe(await hash(plain));
});

it('a picture shows the same pixels as before', async () => {
  const plain = await files[0]!.make();
  const signed = await sign(plain, 'image/png');
  expect(await sharp(signed).raw().toBuffer()).toEqual(await sharp(plain).raw().toBuffer());
});

it('an MP4 file of any bytes is signed or refused, and nothing else', async () => {
  const plain = await readFile(resolveInProject('resources/sample/sample-clip.mp4'));
  const outcomes = new Set<unknown>();
  for (let round = 0; round < 20; round += 1) {
    const bytes = Buffer.from(plain);
    // Headers and index lie in front.
    bytes[(round * 157) % 3000] = (round * 37) % 256;
    const outcome = await sign(bytes, 'video/mp4').then(
      () => 'signed',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
    outcomes.add(outcome);
  }
  expect(outcomes).toEqual(new Set(['signed', 'unsupported_format']));
});

describe('the identity of an installation', () => {
  const masterKey = randomBytes(32);

  it('is created once and kept, with its key sealed', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    const made = await openSigningIdentity(home, masterKey);
    const found = await openSigningIdentity(home, masterKey);
    expect(found.certificates).toEqual(made.certificates.map((bytes) => Buffer.from(bytes)));
    const secret = made.key.export({ type: 'pkcs8', format: 'der' });
    const stored = await readFile(join(home, 'signing-identity.json'), 'utf8');
    expect(found.key.export({ type: 'pkcs8', format: 'der' })).toEqual(secret);
    expect(stored).not.toContain('PRIVATE');
    expect(stored).not.toContain(secret.toString('base64').slice(40, 80));
  });

  it('is created anew when its key cannot be opened, or its file is damaged', async () => {
    const home = await mkdtemp(join(folder, 'home-'));
    const first = await openSigningIdentity(home, masterKey);
    const second = await openSigningIdentity(home, randomBytes(32));
    expect(second.certificates).not.toEqual(first.certificates);
    await writeFile(join(home, 'signing-identity.json'), '{');
    const third = await openSigningIdentity(home, masterKey);
    expect(third.certificates).toHaveLength(2);
  });
});

describe('results', () => {
  const openFile = async (bytes: Uint8Array) => {
    const path = join(folder, randomBytes(8).toString('hex'));
    await writeFile(path, bytes);
    return open(path);
  };

  it('stay unchanged when signing is off, not possible, or fails', async () => {
    const troubles: string[] = [];
    const signer = new ResultSigner({
      folder,
      masterKey: randomBytes(32),
      isOn: false,
      onTrouble: (message) => troubles.push(message),
    });
    await using handle = await openFile(Buffer.from('no picture'));
    const feature = 'face_swap_image';
    expect(await signer.sign({ handle, mime: 'image/png', feature })).toEqual({
      bytes: null,
      signature: 'off',
    });
    signer.set(true);
    expect(await signer.sign({ handle, mime: 'audio/ogg', feature })).toEqual({
      bytes: null,
      signature: 'unsupported',
    });
    expect(troubles).toEqual([]);
    expect(await signer.sign({ handle, mime: 'image/png', feature })).toEqual({
      bytes: null,
      signature: 'failed',
    });
    expect(troubles).toHaveLength(1);
  });
});
